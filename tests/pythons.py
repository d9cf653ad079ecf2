"""The Pythons of this machine, from the oldest that the project runs on, and what it needs to run in another one."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
OLDEST, NEWEST = 11, 15
"""The versions 3.N that are named when they are not there; newer ones are used if they are."""

PLACES = (
    "/usr/bin",
    "/usr/local/bin",
    "/opt/*/bin",
    "~/.pyenv/versions/*/bin",
    "~/.local/bin",
    "~/.local/share/uv/python/*/bin",
    "/Library/Frameworks/Python.framework/Versions/*/bin",
)
"""Where Pythons are usually found, besides the path and the place that pyenv names."""


def candidates() -> Iterable[Path]:
    """Files with the name of a Python, those on the path first."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        yield from sorted(Path(folder or ".").glob("python3.*"))
    for place in (*PLACES, os.path.join(os.environ.get("PYENV_ROOT", "~/.pyenv"), "versions/*/bin")):
        whole = Path(place).expanduser()
        yield from sorted(Path(whole.anchor).glob(f"{whole.relative_to(whole.anchor)}/python3.*"))


def named() -> dict[str, list[Path]]:
    """The files named after each version, such as ``3.12``: those of ``NEWEST`` and older, and newer ones there are."""
    files: dict[str, list[Path]] = {f"3.{n}": [] for n in range(OLDEST, NEWEST + 1)}
    for path in candidates():
        match = re.fullmatch(r"python3\.(\d+)(\.exe)?", path.name)
        if match and int(match[1]) >= OLDEST:
            files.setdefault(f"3.{match[1]}", []).append(path)
    return files


NAMED = named()


@cache
def find_python(version: str) -> Path | None:
    """An installed Python of this version that runs; a launcher of pyenv only runs the version that is selected."""
    return next((path for path in NAMED[version] if says(path) == version), None)


def says(python: Path) -> str:
    """The version that a Python says it has; empty if it does not even start."""
    script = "import sys; print('{}.{}'.format(*sys.version_info))"
    return subprocess.run([python, "-c", script], capture_output=True, text=True, check=False).stdout.strip()


def required(name: str = "rftg-dsl") -> set[str]:
    """The distributions that one needs, itself included, without its extras."""
    names = {name}
    for requirement in map(Requirement, distribution(name).requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            names |= required(requirement.name)
    return names


def lend(folder: Path) -> None:
    """Put the project and all that it needs into a folder for another Python; all of that is plain Python."""
    for name in required() - {"rftg-dsl"}:
        package = distribution(name)
        for top in {
            Path(*file.parts[:1]) for file in package.files or () if file.parts[0] not in ("..", "__pycache__")
        }:
            assert not [*Path(str(package.locate_file(top))).glob("**/*.so")], f"{name} is compiled for one Python"
            (folder / top).symlink_to(str(package.locate_file(top)))
    ours = distribution("rftg-dsl")
    info = folder / f"rftg_dsl-{ours.version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: rftg-dsl\nVersion: {ours.version}\n")
    (info / "entry_points.txt").write_text(ours.read_text("entry_points.txt") or "")
    (folder / "rftg_dsl").mkdir()
    for part in (*(ROOT / "rftg_dsl").iterdir(), ROOT / "cli", ROOT / "grammar", ROOT / "content"):
        (folder / "rftg_dsl" / part.name).symlink_to(part)
