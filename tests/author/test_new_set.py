"""A new set validates, is tested in full and plays at once, whatever the game; bad names get an answer."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from attrs import fields
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner, Result

import rftg_dsl
from foreign import Site
from rftg_dsl.author import new_set as new
from rftg_dsl.author.new_set import make_set, sketch_components
from rftg_dsl.author.scenarios.test_session import run_session
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import WORD
from rftg_dsl.base.source import Source
from rftg_dsl.cli import app
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.library.manifest import SetFile, read_set_file

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rftg(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def ends_well(*words: str) -> str:
    done = rftg(*words)
    assert done.exit_code == 0, done.output
    return done.stdout


# -- what is made ------------------------------------------------------------------------------------------------


LONG = "more-letters-than-fit-on-any-card"


@pytest.mark.parametrize(
    ("game", "name"),
    [*((game, "deep-space") for game in game_names()), ("roll", LONG), ("galaxies", LONG), ("race", "7")],
)
def test_a_new_set_validates_and_its_scenario_notices_every_change(game: str, name: str) -> None:
    make_set(Path(name), game)

    assert re.search(r"0 errors, 0 warnings, 0 pending$", ends_well("validate", f"./{name}", "--strict").strip())
    assert ends_well("fmt", "--check", f"./{name}")
    assert run_session([f"./{name}"], least=100, mutates=True).passed


@pytest.mark.parametrize("game", game_names())
def test_a_new_set_plays_at_once_as_the_command_says(game: str) -> None:
    said = ends_well("new", "./deep-space", "--game", game)

    *lines, balance = said.partition("Try:\n")[2].splitlines()
    for line in lines:
        ends_well(*shlex.split(line)[1:])

    # It plays thousands of games.
    assert balance.strip() == "rftg balance ./deep-space"
    assert ends_well("audit", "demo.rlog", "--with", "./deep-space").startswith("demo.rlog: valid")


def test_two_new_sets_can_be_used_together(here: Path) -> None:
    for name in ("deep-1", "deep-2"):
        make_set(here / name, "galaxies")

    ends_well("play", "galaxies", "--players", "2", "--seed", "s", "--with", "./deep-1", "--with", "./deep-2",
              "--log", "both.rlog")  # fmt: skip


def test_a_game_from_another_package_has_new_sets_too(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.install("stalls", "from six_stalls import GAME", package="six-stalls")
    (site.folder / "six_stalls").symlink_to(ROOT / "docs" / "examples" / "tiny-game" / "six_stalls")

    said = site.rftg("new", "./deep-space", "--game", "stalls", cwd=tmp_path)
    tried = [
        site.rftg(*shlex.split(line)[1:], cwd=tmp_path) for line in said.stdout.partition("Try:\n")[2].splitlines()
    ]
    strict = site.rftg("validate", "./deep-space", "--strict", cwd=tmp_path)
    covered = site.rftg("test", "./deep-space", "--fail-under", "100", "--mutate", cwd=tmp_path)

    assert len(tried) == 3
    assert [result.returncode for result in (said, *tried, strict, covered)] == [0] * 6


def test_what_the_command_says(snapshot: SnapshotAssertion) -> None:
    assert ends_well("new", "sets/deep space/x", "--game", "galaxies") == snapshot
    assert json.loads(ends_well("new", "y", "--game", "galaxies", "--format", "json")) == snapshot


# -- set.toml ----------------------------------------------------------------------------------------------------


def test_every_key_of_a_set_is_there_and_explained(here: Path) -> None:
    make_set(here / "deep-space", "roll")
    text = (here / "deep-space" / "set.toml").read_text()

    written = SetFile(**tomllib.loads(text))
    parts = [part.splitlines() for part in text.strip().split("\n\n")]
    everything = re.sub(r"^# (\w+ = )", r"\1", text, flags=re.M)

    assert (written.id, written.name, written.game, written.language) == ("deep-space", "Deep Space", "roll", 1)
    assert sorted(tomllib.loads(everything)) == sorted(field.name for field in fields(SetFile))
    assert all(len(part) >= 2 and re.match(r"# [A-Z].+[.]$", part[0]) for part in parts)
    assert isinstance(read_set_file(Source("set.toml", text)), SetFile)
    assert isinstance(read_set_file(Source("set.toml", everything)), SetFile)


# -- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a b", "ä", "-a", "a\x1b[31m", ".hidden", "a" * 300, "mine.rftg", "mine.TOML", "mine.rpack"]
)
def test_a_name_that_no_set_can_have_is_refused(name: str, here: Path) -> None:
    done = rftg("new", "--game", "roll", "--", f"./{name}")

    assert (done.exit_code, done.stderr.count("error[wrong-option]")) == (2, 1)
    assert "\x1b[31m" not in done.stderr
    assert len(done.stderr) < 400
    assert not list(here.iterdir())


def test_the_name_of_a_set_that_the_game_has_is_refused(here: Path) -> None:
    for name in ("base", "Gathering-Storm"):
        with pytest.raises(UsageError, match=f"race already has a set called '{name}'"):
            make_set(here / name, "race")

    assert make_set(here / "gathering-storm", "roll").files


def test_a_name_can_be_as_long_as_a_word(here: Path) -> None:
    with pytest.raises(UsageError, match=f"this name is {WORD.most + 1} characters"):
        make_set(here / ("a" * (WORD.most + 1)), "galaxies")

    assert make_set(here / ("a" * WORD.most), "galaxies").files


def test_what_exists_is_never_touched(here: Path) -> None:
    (here / "folder").mkdir()
    (here / "file").write_text("mine")
    (here / "link").symlink_to(here / "nowhere")
    before = sorted(here.iterdir())

    for name in ("folder", "file", "link", ".", "..", "/"):
        done = rftg("new", name, "--game", "roll")
        assert (done.exit_code, done.stderr.count("error[existing-file]")) == (2, 1), done.stderr

    assert sorted(here.iterdir()) == before
    assert (here / "file").read_text() == "mine"


def test_a_folder_that_cannot_be_made_leaves_nothing_behind(here: Path) -> None:
    (here / "file").write_text("mine")

    done = rftg("new", "./file/deep-space", "--game", "roll")

    assert (done.exit_code, done.stderr.count("error[unwritable]")) == (2, 1)
    assert [entry.name for entry in here.iterdir()] == ["file"]


def test_an_unknown_game_is_said(here: Path) -> None:
    done = rftg("new", "./deep-space", "--game", "rol")

    assert (done.exit_code, "did you mean 'roll'?" in done.stderr) == (2, True)
    assert not list(here.iterdir())


UNSOUND = [
    ("at end of ship: gain 1 moon", "nothing changes"),
    ("at end of ship: gain $1", "nothing changes"),
    ("at end of ship, if you have 3 worlds: gain $1", "seat 1 credits + $1"),
]
"""Powers and what is then true: a mistake, a scenario that fails, a clause that is not run."""


@pytest.mark.parametrize("power", UNSOUND)
def test_without_a_sound_component_no_set_is_made(
    power: tuple[str, str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsound(library: Any, side: Any) -> Iterator[tuple[str, str]]:
        text, then = power
        setup = f'    seat 1 tableau: "{side.name}"\n'
        yield text, new.write_scenario(side, setup, "    end of ship\n", f"    {then}\n")

    monkeypatch.setattr(new, "make_powers", unsound)

    done = rftg("new", "./deep-space", "--game", "roll")

    assert (done.exit_code, done.stderr.count("error[no-sketch]")) == (2, 1)
    assert not list(here.iterdir())


# -- checks on every change --------------------------------------------------------------------------------------


@pytest.fixture
def checked(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new set with its checks, in which commands are run."""
    folder = here / "deep-space"
    make_set(folder, "galaxies", ci=True)
    monkeypatch.chdir(folder)
    return folder


def run_hook(hook: dict[str, Any], folder: Path) -> None:
    """Run a hook as pre-commit does, for all files."""
    every = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    files = [name for name in every if re.search(hook["files"], name)]
    assert files
    words = [*shlex.split(hook["entry"]), *hook.get("args", ())]
    assert hook["language"] == "python"
    assert words[0] == "rftg"
    ends_well(*words[1:], *(files if hook.get("pass_filenames", True) else ()))


def test_the_hooks_of_a_new_set_pass(checked: Path) -> None:
    [local] = yaml.safe_load((checked / ".pre-commit-config.yaml").read_text())["repos"]

    assert [hook["id"] for hook in local["hooks"]] == ["rftg-fmt", "rftg-validate", "rftg-test"]
    for hook in local["hooks"]:
        assert hook["additional_dependencies"] == [f"rftg-dsl=={rftg_dsl.__version__}"]
        run_hook(hook, checked)


def test_the_hooks_of_this_repository_pass_and_are_those_of_a_new_set(checked: Path) -> None:
    [local] = yaml.safe_load((checked / ".pre-commit-config.yaml").read_text())["repos"]
    offered = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())

    assert [hook["id"] for hook in offered] == [hook["id"] for hook in local["hooks"]]
    for hook in offered:
        run_hook(hook, checked)


def commands(steps: list[dict[str, Any]], **variables: str) -> list[list[str]]:
    """The commands of a workflow or an action that call rftg."""
    lines = [step["run"] for step in steps if step.get("run", "").startswith("rftg ")]
    for name, value in variables.items():
        lines = [line.replace(f"${name}", value) for line in lines]
    return [shlex.split(line)[1:] for line in lines]


def test_the_workflow_of_a_new_set_passes_and_pins_the_version(checked: Path) -> None:
    [job] = yaml.safe_load((checked / ".github" / "workflows" / "content.yml").read_text())["jobs"].values()
    called = commands(job["steps"])

    assert [words[0] for words in called] == ["fmt", "validate", "test"]
    assert f'pip install "rftg-dsl=={rftg_dsl.__version__}"' in [step.get("run") for step in job["steps"]]
    for words in called:
        ends_well(*words)


def test_the_action_of_this_repository_does_what_the_workflow_does(checked: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    [job] = yaml.safe_load((checked / ".github" / "workflows" / "content.yml").read_text())["jobs"].values()
    steps = action["runs"]["steps"]

    assert action["runs"]["using"] == "composite"
    assert commands(steps, LEAST=action["inputs"]["fail-under"]["default"]) == commands(job["steps"])
    assert all(step["shell"] == "bash" for step in steps if "run" in step)
    assert {step["working-directory"] for step in steps if step.get("run", "").startswith("rftg ")} == {
        "${{ inputs.path }}"
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("components.rftg", "gain 1", "gain 2", "test"),
        ("components.rftg", "gain 1", "gain  1", "fmt"),
        ("components.rftg", "gain 1", "gein 1", "validate"),
        ("scenarios/first.rftg", "+ 1", "+ 2", "test"),
    ],
)
def test_the_checks_notice_what_is_wrong(checked: Path, file: str, old: str, new: str, found: str) -> None:
    [job] = yaml.safe_load((checked / ".github" / "workflows" / "content.yml").read_text())["jobs"].values()
    text = (checked / file).read_text()
    (checked / file).write_text(text.replace(old, new))

    failed = [words[0] for words in commands(job["steps"]) if rftg(*words).exit_code]

    assert text.count(old) == 1
    assert found in failed


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_each_sort_of_component_can_be_added_to_a_set(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "deep-space"
    make_set(folder, game)
    file = folder / "components.rftg"

    for kind in [*sketch_components(load_standard(game), "deep-space", "")] * 2:
        written = file.read_text("utf-8")
        sketch = sketch_components(load_standard(game), "deep-space", written)[kind]
        assert "{\n    \n  }" in sketch  # where a power goes
        file.write_text(f"{written}\n{sketch}", "utf-8")

    added = [part.kind for part in load_library(game, extra=[folder]).model.components if part.at.source.path == file]
    assert Counter(added[1:]) == dict.fromkeys(sketch_components(load_standard(game), "deep-space", ""), 2)
