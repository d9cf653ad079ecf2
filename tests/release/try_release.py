"""Installs a wheel into empty environments, with every installed Python and with each extra, and runs the program.

``python tests/release/try_release.py dist/*.whl [3.N...]`` tries all Pythons from 3.11 on, or those that are named. The
oldest tries each extra on its own, and every other Python all of them together.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from pythons import NAMED, find_python

ROOT = Path(__file__).parents[2]

ALWAYS = (
    "rftg --version",
    "rftg validate",
    "rftg play roll --players 2 --seed release --log game.rlog",
    "rftg audit game.rlog",
    "rftg draw roll/T12 --out pictures",
)
"""The commands that need no extra, in the order in which they are run."""

EXTRAS: Mapping[str, str] = {
    "sign": "rftg log sign game.rlog --key anna.key",
    "fast": "python -c 'import orjson'",
    "cluster": "python -c 'import rftg_dsl.base.workers.dask, distributed'",
    "lake": "rftg index game.rlog --out games.duckdb",
    "lsp": "python -c 'import rftg_dsl.author.editor.language_server'",
    "web": "python -c 'import rftg_dsl.show.browser.server'",
    "print": "rftg print roll/T12 --out sheet.pdf",
    "png": "rftg draw roll/T12 --format png --out images",
}
"""A command that each extra makes possible. Without the extra, it fails."""

BEFORE = {"sign": "rftg log key anna --out anna.key"}
"""A command to run before that of an extra."""


class Machine:
    """An empty environment and an empty folder, in which commands are run without anything from this checkout."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder = folder / "here"
        self.folder.mkdir()
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([python, "-m", "venv", folder / "env"], check=True)

    def install(self, wheel: Path, extras: Sequence[str]) -> None:
        wanted = f"{wheel.absolute()}[{','.join(extras)}]" if extras else str(wheel.absolute())
        pip = [self.bin / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--constraint", ROOT / "constraints.txt", wanted], cwd=self.folder, check=True)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        program, *words = shlex.split(command)
        home = str(self.folder.parent)
        env = {"PATH": f"{self.bin}{os.pathsep}{os.defpath}", "HOME": home, "USERPROFILE": home}
        # Without these, Windows cannot start programs or find folders for temporary files.
        env |= {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
        return subprocess.run(
            [self.bin / program, *words], cwd=self.folder, env=env, capture_output=True, encoding="utf-8", check=False
        )


def try_extras(wheel: Path, python: Path, extras: Sequence[str]) -> Iterator[str]:
    """Run every command with these extras, and yield a line for each that does not end as it should."""
    with TemporaryDirectory() as folder:
        machine = Machine(Path(folder), python)
        machine.install(wheel, extras)
        prepared = [BEFORE[extra] for extra in extras if extra in BEFORE]
        for command in (*ALWAYS, *prepared, *(EXTRAS[extra] for extra in extras)):
            done = machine.run(command)
            if done.returncode:
                yield f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        # Some extras contain the packages of others, so only an installation without any tells what fails.
        for command in () if extras else EXTRAS.values():
            if not machine.run(command).returncode:
                yield f"{command}: works without its extra"


def list_trials(versions: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The versions of Python with the extras to install together."""
    for nth, version in enumerate(versions):
        yield version, ()
        yield from ((version, (extra,)) for extra in EXTRAS if nth == 0)
        if nth:
            yield version, tuple(EXTRAS)


def find_pythons() -> dict[str, Path]:
    """The installed Pythons by version. The one that runs this is known even where others have other names."""
    there = {version: python for version in NAMED if (python := find_python(version))}
    return {"{}.{}".format(*sys.version_info): Path(sys.executable)} | there


def try_release(wheel: Path, wanted: Sequence[str]) -> int:
    """Try everything, print a line for each trial, and return the exit status."""
    status = 0
    found = find_pythons()
    for version, extras in list_trials([version for version in found if version in wanted or not wanted]):
        wrong = list(try_extras(wheel, found[version], extras))
        print(f"Python {version}, {', '.join(extras) or 'no extra'}: {'failed' if wrong else 'works'}", flush=True)
        print("".join(f"  {line}\n" for line in wrong), end="")
        status |= bool(wrong)
    return status


if __name__ == "__main__":
    sys.exit(try_release(Path(sys.argv[1]), sys.argv[2:]))
