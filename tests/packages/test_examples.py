"""An outsider's packages: built, installed in a fresh environment, type-checked and used from an empty folder."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PACKAGES = {
    "tiny-game": "six_stalls",
    "amber-road": "amber_road",
    "tiny-bot": "thrifty",
    "tiny-importer": "stalls_diary",
    "market": "roll_market",
    "omens": "roll_omens",
}
SOURCES = ["rftg_dsl", "cli", "grammar", "content", "pyproject.toml", "README.md", "LICENSE"]
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", ".*", "build", "*.egg-info")


class Fresh:
    """An environment that holds only the wheels of this project; commands run in a folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.python = home / "env" / "bin" / "python"
        hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "MYPYPATH")
        self.environment = {key: value for key, value in os.environ.items() if key not in hidden}
        self.environment |= {
            "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(home / "cache"),
            "PYTHONNOUSERSITE": "1",
            "NO_COLOR": "1",
        }

    def run(self, *command: str | Path, cwd: Path, expect: int = 0) -> str:
        """The output of a command, which must end with this status and never with a traceback."""
        done = subprocess.run(command, cwd=cwd, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == expect, f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout


def built(home: Path) -> list[Path]:
    """The wheels of rftg-dsl and of the examples, built from copies so that the sources stay clean."""
    copies = [home / "src" / name for name in ("rftg-dsl", *PACKAGES)]
    copies[0].mkdir(parents=True)
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copies[0] / name, ignore=LEFT_BEHIND)
        else:
            shutil.copy(source, copies[0])
    for copy in copies[1:]:
        shutil.copytree(EXAMPLES / copy.name, copy, ignore=LEFT_BEHIND)
    options = ["--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir", home / "wheels"]
    made = subprocess.run([sys.executable, "-m", "pip", "wheel", *options, *copies], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    return sorted((home / "wheels").glob("*.whl"))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """The environment, shared by all tests here; the dependencies of rftg-dsl are borrowed from the running one."""
    home = tmp_path_factory.mktemp("fresh")
    wheels = built(home)
    assert len(wheels) == 1 + len(PACKAGES)
    venv.create(home / "env", symlinks=True)
    made = Fresh(home)
    pip = [sys.executable, "-m", "pip", "--python", made.python, "install", "--quiet"]
    pip += ["--no-compile", "--no-deps", "--no-index"]
    made.run(*pip, *wheels, cwd=home)
    # Last on the path. The editable install of rftg-dsl there is not found, because its import hook does not run here.
    [site] = (home / "env" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    yield made
    shutil.rmtree(home)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """The empty folder from which an outsider runs commands."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


PUBLIC = ("rftg_dsl", "rftg_dsl.games", "rftg_dsl.importers", "rftg_dsl.testing")
SHARED = tuple(f"rftg_dsl.games.{name}" for name in ("advising", "dealing", "rounds", "scoring", "telling"))


@pytest.mark.parametrize("name", PACKAGES)
def test_an_example_imports_only_public_names(name: str) -> None:
    files = [file for file in (EXAMPLES / name).rglob("*.py") if "build" not in file.parts]
    text = "\n".join(file.read_text("utf-8") for file in files)

    imported = re.findall(r"^(?:from|import) (rftg_dsl\S*)", text, re.M)

    assert imported
    assert set(imported) <= {*PUBLIC, *SHARED}


def test_the_environment_uses_the_wheel(fresh: Fresh, empty: Path) -> None:
    output = fresh.run("python", "-c", "import rftg_dsl, six_stalls; print(rftg_dsl.__file__)", cwd=empty)

    assert Path(output.strip()).is_relative_to(fresh.home)


def test_the_examples_pass_mypy_strict(fresh: Fresh, empty: Path) -> None:
    for name in PACKAGES:
        shutil.copytree(EXAMPLES / name, empty / name, ignore=LEFT_BEHIND)
    tests = [str(file) for file in empty.glob("*/tests/*.py")]
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(fresh.python), "--cache-dir", "cache"]

    packages = [word for package in PACKAGES.values() for word in ("-p", package)]
    fresh.run(*mypy, *packages, cwd=empty)
    fresh.run(*mypy, *tests, "tiny-bot/hasty.py", cwd=empty)


@pytest.mark.parametrize("name", PACKAGES)
def test_the_tests_of_an_example_pass(fresh: Fresh, empty: Path, name: str) -> None:
    shutil.copytree(EXAMPLES / name / "tests", empty / "tests")
    if (EXAMPLES / name / "recordings").is_dir():
        shutil.copytree(EXAMPLES / name / "recordings", empty / "recordings")

    said = fresh.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", cwd=empty)

    assert " passed" in said
    assert "skipped" not in said


def test_the_commands_of_the_tutorial_work(fresh: Fresh, empty: Path) -> None:
    """Run in the folder of the game, with the files about bots and recordings added; all is installed already."""
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    for name in ("tiny-game/tests", "tiny-bot/hasty.py", "tiny-importer/recordings"):
        source = EXAMPLES / name
        if source.is_dir():
            shutil.copytree(source, empty / source.name)
        else:
            shutil.copy(source, empty)
    commands = 0

    for expect, body in re.findall(r"^```console(?: expect=(\d))?\n(.*?)^```$", text, re.M | re.S):
        for line in body.splitlines():
            if not line.startswith("$ pip "):
                fresh.run(*shlex.split(line.removeprefix("$ ")), cwd=empty, expect=int(expect or 0))
                commands += 1

    assert commands >= 12


def test_the_commands_of_the_page_about_packages_work(fresh: Fresh, empty: Path) -> None:
    text = (ROOT / "docs" / "packages.md").read_text("utf-8")
    shutil.copytree(EXAMPLES / "market" / "roll_market", empty / "roll_market")

    for body in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for line in body.splitlines():
            if not line.startswith("$ pip "):
                said = fresh.run(*shlex.split(line.removeprefix("$ ")), cwd=empty)

    assert "Won by" in said
    assert fresh.run("rftg", "audit", "both.rlog", cwd=empty).startswith("both.rlog: valid; the dice follow")


def test_content_of_an_external_game_is_checked_and_listed(fresh: Fresh, empty: Path) -> None:
    everything = fresh.run("rftg", "validate", cwd=empty)
    stalls = fresh.run("rftg", "validate", "stalls", cwd=empty)
    listed = json.loads(fresh.run("rftg", "list", "stalls", "--format", "json", cwd=empty))

    assert {line.partition(":")[0] for line in everything.splitlines()} >= {"roll", "race", "galaxies", "stalls"}
    assert "0 errors, 0 warnings" in stalls
    assert [side["name"] for side in listed][:2] == ["Tea Stall", "Night Lights"]


def test_an_external_game_is_played_replayed_and_audited(fresh: Fresh, empty: Path) -> None:
    play = ["rftg", "play", "stalls", "--players", "2", "--seed", "demo"]

    fresh.run(*play, "--bots", "thrifty,greedy", "--log", "x.rlog", cwd=empty)
    story = fresh.run("rftg", "replay", "x.rlog", cwd=empty)
    table = fresh.run("rftg", "replay", "x.rlog", "--round", "2", cwd=empty)

    assert "opens" in story
    assert "evening" in table
    assert fresh.run("rftg", "audit", "x.rlog", cwd=empty).startswith("x.rlog: valid; the dice follow")


def test_a_bot_in_a_file_plays(fresh: Fresh, empty: Path) -> None:
    shutil.copy(EXAMPLES / "tiny-bot" / "hasty.py", empty)
    play = ["rftg", "play", "stalls", "--players", "2", "--seed", "demo"]

    fresh.run(*play, "--bots", "./hasty.py:hasty,random", "--log", "y.rlog", cwd=empty)

    assert "valid" in fresh.run("rftg", "audit", "y.rlog", cwd=empty)


def test_an_external_bot_beats_the_random_one(fresh: Fresh, empty: Path) -> None:
    simulate = ["rftg", "simulate", "stalls", "--games", "60", "--players", "2", "--seed", "s", "--format", "json"]

    alone = fresh.run(*simulate, "--bots", "thrifty,random", cwd=empty)
    shared = fresh.run(*simulate, "--bots", "thrifty,random", "--workers", "2", cwd=empty)

    wins = json.loads(alone)["bots"]
    assert wins["thrifty"] > 10 * wins["random"]
    assert json.loads(shared)["bots"] == wins


def test_an_external_importer_follows_its_recordings(fresh: Fresh, empty: Path) -> None:
    recordings = EXAMPLES / "tiny-importer" / "recordings"

    agree = fresh.run("rftg", "import", "stalls-diary", recordings / "agrees.jsonl", "--out", "logs", cwd=empty)
    differs = fresh.run("rftg", "import", "stalls-diary", recordings / "differs.jsonl", cwd=empty, expect=1)
    audited = fresh.run("rftg", "audit", *sorted((empty / "logs").glob("*.rlog")), cwd=empty)

    assert agree == "2 of 2 games agree\n"
    assert "slip-of-the-pen record 13, coins" in differs
    assert audited.count(": valid") == 2
