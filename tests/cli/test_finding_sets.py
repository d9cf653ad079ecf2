"""Every command finds a set by one rule: a path starts with ``.`` or a separator, anything else is an id."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import SET, Rftg

BASE = """property mood
mood calm "Calm"
kind world maybe mood
tile Y01 { development "Base Guild" cost 3; world "Base World" gray calm cost 2 { gain $1 } }
"""
MORE = 'tile X02 {{ development "D{n}" cost 3; world "W{n}" gray calm cost 2 {{ gain $1 }} }}\n'


@pytest.fixture
def layers(folder: Path) -> Path:
    """A set 'mood', and a set 'layer' with many tiles that need its words."""
    for name, requires, text in (
        ("mood", "", BASE),
        ("layer", 'requires = ["mood"]\n', "".join(MORE.format(n=n).replace("X02", f"X{n}") for n in range(10, 25))),
    ):
        made = folder / name
        made.mkdir()
        (made / "set.toml").write_text(SET.replace("frontier", name) + requires)
        (made / "tiles.rftg").write_text(text)
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "./layer"),
        ("validate", "./layer/tiles.rftg"),
        ("test", "./layer"),
        ("list", "roll", "--with", "./layer"),
        ("text", "./layer"),
    ],
)
def test_a_missing_requirement_is_one_finding(words: tuple[str, ...], layers: Path, rftg: Rftg) -> None:
    done = rftg(*words)
    said = done.stdout + done.stderr

    assert said.count("error[") == 1, said
    assert "this set requires the set 'mood'" in said
    assert "add --with ./FOLDER, where FOLDER is the folder or pack of 'mood'" in said


def test_a_set_that_builds_on_one_with_a_missing_requirement_adds_no_finding(layers: Path, rftg: Rftg) -> None:
    top = layers / "top"
    top.mkdir()
    (top / "set.toml").write_text(SET.replace("frontier", "top") + 'requires = ["layer"]\n')
    (top / "tiles.rftg").write_text(MORE.format(n=30))

    report = json.loads(rftg("validate", "./layer", "./top", "--format", "json").stdout)

    assert [diagnostic["code"] for diagnostic in report["diagnostics"]] == ["missing-requirement"]


@pytest.mark.parametrize(
    "words",
    [
        ("validate", "./layer"),
        ("test", "./layer"),
        ("text", "./layer"),
        ("list", "roll", "--with", "./layer"),
        ("show", "roll/W10", "--with", "./layer"),
        ("words", "roll", "--with", "./layer"),
        ("simulate", "roll", "--games", "1", "--players", "2", "--seed", "x", "--with", "./layer"),
        ("play", "roll", "--players", "2", "--seed", "x", "--bots", "random", "--with", "./layer"),
        ("pack", "./layer"),
    ],
)
def test_every_command_takes_the_set_that_is_required(words: tuple[str, ...], layers: Path, rftg: Rftg) -> None:
    done = rftg(*words, "--with", "./mood")

    assert done.exit_code == 0, done.stdout + done.stderr


def test_a_text_takes_several_sets(layers: Path, frontier: Path, rftg: Rftg) -> None:
    done = rftg("text", "./layer", "--with", "./mood", "--with", "./frontier")

    assert done.exit_code == 0
    assert "W10" in done.stdout


COMMANDS = [
    ("validate", "race", "--with"),
    ("test", "race", "--filter", "Expanding Colony consumes", "--with"),
    ("list", "race", "--with"),
    ("show", "race/Gem World", "--with"),
    ("words", "race", "--with"),
    ("text", "race/Gem World", "--with"),
    ("simulate", "race", "--games", "1", "--players", "2", "--seed", "x", "--with"),
    ("play", "race", "--players", "2", "--seed", "x", "--bots", "random", "--with"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_an_id_is_never_the_folder_of_that_name(words: tuple[str, ...], folder: Path, rftg: Rftg) -> None:
    """A folder 'new-worlds' here, which is not a set, is not what '--with new-worlds' means."""
    (folder / "new-worlds").mkdir()

    assert rftg(*words, "new-worlds").exit_code in (0, 1 if words[0] == "test" else 0)
    assert rftg(*words, "./new-worlds").exit_code != 0


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_path_without_its_dot_is_answered_with_it(words: tuple[str, ...], layers: Path, rftg: Rftg) -> None:
    done = rftg(*words, "mood")

    assert done.exit_code == 2
    assert "there is no set called 'mood'" in done.stderr
    assert "start a path with '.', as in ./mood" in done.stderr


def test_a_set_with_which_nothing_can_be_checked_is_refused(layers: Path, rftg: Rftg) -> None:
    done = rftg("validate", "race", "--with", "./mood")

    assert done.exit_code == 2
    assert "./mood is a set for 'roll', but nothing in that game is being checked" in done.stderr
