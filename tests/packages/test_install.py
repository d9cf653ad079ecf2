"""Installation without `make`: the wheel runs from anywhere, and every Python plays the same games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lanes import slow
from pythons import NAMED, find_python

ROOT = Path(__file__).parents[2]
VERSIONS = [version for version in NAMED if version != "{}.{}".format(*sys.version_info)]
"""Pythons to try besides the one that runs the tests, if installed."""


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """The output of a command; if it fails, the test shows everything."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of its sources."""
    top = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, top)
    for name in ("rftg_dsl", "cli", "grammar", "content"):
        shutil.copytree(ROOT / name, top / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", top / "dist", cwd=top)
    [path] = (top / "dist").glob("*.whl")
    return path


def test_the_wheel_installs_with_pipx_and_runs_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    places = {"PIPX_HOME": tmp_path / "home", "PIPX_BIN_DIR": tmp_path / "bin", "PIPX_MAN_DIR": tmp_path / "man"}
    env = {**os.environ, **{name: str(place) for name, place in places.items()}}
    empty = tmp_path / "empty"
    empty.mkdir()
    pinned = f"--constraint={ROOT / 'constraints.txt'}"

    run(sys.executable, "-m", "pipx", "install", f"--pip-args={pinned}", wheel, cwd=empty, env=env)

    rftg = tmp_path / "bin" / "rftg"
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    assert "0 errors" in run(rftg, "validate", cwd=empty, env=bare)
    run(rftg, "play", "roll", "--players", "2", "--seed", "pipx", "--log", "game.rlog", cwd=empty, env=bare)
    assert "valid" in run(rftg, "audit", "game.rlog", cwd=empty, env=bare)
    assert [path.name for path in empty.iterdir()] == ["game.rlog"]


GAMES = [("roll", 3), ("race", 2), ("galaxies", 4)]

PLAY = """
import sys
from rftg_dsl import load, play_game
for game, players in {games!r}:
    for bot in ("random", "greedy"):
        play_game(game, players, "python", bot, f"{{sys.argv[1]}}/{{game}}-{{bot}}.rlog")
"""


JUDGE = """
import json, sys
from pathlib import Path
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.format.read_log import read_log
find, said = make_finder(), {}
for path in sorted(Path(sys.argv[1]).rglob("*.rlog.gz")):
    found = [judge_log(path.name, lambda: read_log(path), find, light) for light in (False, True)]
    said[path.name] = [[one.verdict, one.line, one.reason, one.root] for one in found]
print(json.dumps(said))
"""


PACK = """
import sys
from pathlib import Path
from rftg_dsl.author.versions.packing import pack
for folder in map(Path, sys.argv[2:]):
    Path(sys.argv[1], f"{folder.name}.rpack").write_bytes(pack(folder).pack.raw)
"""

SETS = [ROOT / "docs" / "examples" / "harvest-festival", ROOT / "content" / "race" / "gathering-storm"]


@slow
@pytest.mark.parametrize("version", VERSIONS)
def test_every_python_writes_the_same_files_and_judges_alike(wheel: Path, tmp_path: Path, version: str) -> None:
    executable = find_python(version)
    if not executable:
        pytest.skip(f"Python {version} is not installed")
    run(executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel, cwd=tmp_path)
    for folder, interpreter in (("theirs", python), ("ours", Path(sys.executable))):
        (tmp_path / folder).mkdir()
        run(interpreter, "-c", PLAY.format(games=GAMES), folder, cwd=tmp_path)
        run(interpreter, "-c", PACK, folder, *SETS, cwd=tmp_path)

    names = sorted(path.name for path in (tmp_path / "ours").iterdir())
    assert len(names) == 2 * len(GAMES) + len(SETS)
    for name in names:
        assert (tmp_path / "theirs" / name).read_bytes() == (tmp_path / "ours" / name).read_bytes(), name
    theirs, ours = (
        json.loads(run(interpreter, "-c", JUDGE, ROOT / "tests" / "logs", cwd=tmp_path))
        for interpreter in (python, Path(sys.executable))
    )
    assert len(ours) > 70 and theirs == ours
