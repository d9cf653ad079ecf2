"""The first things that a person types: `rftg`, `rftg help`, `rftg play`, and games by their titles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Rftg
from rftg_dsl.cli.page import NEXT
from rftg_dsl.library.game_headers import list_headers


def test_the_command_alone_names_the_games_and_what_to_type_next(rftg: Rftg) -> None:
    result = rftg()

    assert (result.exit_code, result.stdout) == (2, "")
    for header in list_headers():
        assert f"{header.name}  " in result.stderr and header.title in result.stderr
    assert "rftg serve" in result.stderr and "rftg play race --bots me,greedy" in result.stderr


@pytest.mark.parametrize("command", [command for _, rows in NEXT for command, _ in rows])
def test_what_it_says_to_type_exists(rftg: Rftg, command: str) -> None:
    _, name, *words = command.split()
    help_page = rftg(name, "--help").stdout

    assert all(word in help_page for word in words if word.startswith("--"))


@pytest.mark.parametrize("words", [(), ("play",), ("log",), ("log", "sign")])
def test_help_is_a_word_too(rftg: Rftg, words: tuple[str, ...]) -> None:
    asked, told = rftg("help", *words), rftg(*words, "--help")

    assert (asked.exit_code, asked.stdout) == (0, told.stdout)
    assert rftg("log", "help", "sign").stdout == rftg("log", "sign", "--help").stdout


def test_help_about_a_command_that_does_not_exist_is_refused(rftg: Rftg) -> None:
    result = rftg("help", "nonsense")

    assert result.exit_code == 2 and "no such command 'nonsense'" in result.stderr


@pytest.mark.parametrize("words", [("play",), ("list",), ("new", "./x"), ("simulate", "--games", "1")])
def test_a_command_without_its_game_names_the_games_and_an_example(rftg: Rftg, words: tuple[str, ...]) -> None:
    result = rftg(*words)

    said = " ".join(result.stderr.split())
    assert result.exit_code == 2
    assert "choose galaxies (Tiny Epic Galaxies), race (Race for the Galaxy) or roll (Roll for the Galaxy)" in said
    assert f"for example: rftg {words[0]} " in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("play", "race", "--players", "many"), "'many' is not a whole number"),
        (("serve", "--port", "high"), "'high' is not a whole number"),
        (("serve", "--port", "99999"), "99999 is not between 0 and 65535"),
        (("balance", "roll", "--until", "soon"), "'soon' is not a number"),
    ],
)
def test_a_wrong_number_is_answered_with_what_is_expected(rftg: Rftg, words: tuple[str, ...], expected: str) -> None:
    result = rftg(*words)

    assert result.exit_code == 2 and expected in result.stderr
    assert "valid" not in result.stderr.replace("invalid", "")


@pytest.mark.parametrize("game", ["Race", "race for the galaxy", "RACE"])
@pytest.mark.parametrize(
    "command", [("list", "{}"), ("words", "{}"), ("validate", "{}"), ("show", "{}", "--schedule"), ("text", "{}/C29")]
)
def test_a_game_is_understood_by_its_title(rftg: Rftg, command: tuple[str, ...], game: str) -> None:
    result = rftg(*[word.format(game) for word in command])

    assert result.exit_code == 0
    assert result.stdout == rftg(*[word.format("race") for word in command]).stdout


def test_the_game_of_a_new_set_is_understood_by_its_title(rftg: Rftg, folder: Path) -> None:
    assert rftg("new", "./mine", "--game", "Tiny Epic Galaxies").exit_code == 0
    assert 'game = "galaxies"' in (folder / "mine" / "set.toml").read_text()


@pytest.mark.parametrize("command", ["validate", "test"])
def test_a_folder_is_accepted_without_a_dot(rftg: Rftg, frontier: Path, command: str) -> None:
    bare, dotted = rftg(command, "frontier"), rftg(command, "./frontier")

    assert (bare.exit_code, bare.stdout) == (dotted.exit_code, dotted.stdout)
    assert rftg(command, "frontier/tiles.rftg").exit_code == dotted.exit_code


def test_a_game_comes_before_a_folder_of_its_name(rftg: Rftg, folder: Path) -> None:
    (folder / "race").mkdir()

    assert rftg("validate", "race").stdout.startswith("race: 106 cards")


def test_a_folder_without_a_dot_is_checked_again_when_it_changes(rftg: Rftg, frontier: Path) -> None:
    assert rftg("validate", "frontier").exit_code == 0
    (frontier / "tiles.rftg").write_text("tyle X01 {}\n")

    assert rftg("validate", "frontier").exit_code == 1


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("race/Alien Rosetta", ["Alien Rosetta Stone World"]),
        ("race/stone", ["Alien Rosetta Stone World"]),
        ("galaxies/bisscho", ["BISSCHOP"]),
    ],
)
def test_the_beginning_of_a_name_is_answered_with_the_name(rftg: Rftg, typed: str, names: list[str]) -> None:
    for command in ("text", "show"):
        result: Any = rftg(command, typed)
        assert result.exit_code == 2
        assert f"did you mean {' or '.join(map(repr, names))}?" in result.stderr, result.stderr


def test_a_word_of_many_names_is_not_answered_with_all_of_them(rftg: Rftg) -> None:
    assert "'rftg list GAME' lists them all" in rftg("text", "race/s").stderr
