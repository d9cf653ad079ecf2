"""`rftg play` and `rftg resume` with people whose lines come from a file, and what they cannot be combined with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg_api
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.proof.sealed_files import whole_file_beside


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--format", "json"), "people cannot play with --format json"),
        (("--log", "-"), "standard output is needed for the game"),
        (("--sealed",), "a sealed log consists of several files"),
        (("--bots", "me,me,me", "--players", "2"), "3 names for 2 seats"),
        (("--bots", "me:"), "'me:' is not a valid name for a person"),
        (("--bots", "me,nobody"), "'nobody' is not a known bot"),
    ],
)
def test_what_people_cannot_do(rftg: Any, folder: Path, words: tuple[str, ...], why: str) -> None:
    result = rftg("play", "roll", "--bots", "me", *words)

    assert result.exit_code == 2
    assert why in result.stderr
    assert list(folder.iterdir()) == []


def test_everything_that_can_be_chosen_is_chosen(rftg: Any) -> None:
    result = rftg("play", "race", "--bots", "me", stdin="concede\nyes\n")

    assert result.exit_code == 0
    assert "Seat 1 (greedy)  Seat 2 (greedy)" in result.stdout
    seed = result.stdout.splitlines()[-1].removeprefix("seed: ")
    assert len(seed) == 32
    again = rftg("play", "race", "--bots", "me", "--seed", seed, stdin="concede\nyes\n")
    assert again.stdout == result.stdout


def test_a_game_of_bots_needs_no_log(rftg: Any, folder: Path) -> None:
    result = rftg("play", "roll", "--bots", "greedy", "--seed", "s")

    assert result.exit_code == 0
    assert "seed: s" in result.stdout
    assert json.loads(rftg("play", "roll", "--bots", "greedy", "--seed", "s", "--format", "json").stdout)["log"] is None
    assert list(folder.iterdir()) == []


def test_lines_from_a_file_play_until_they_end(rftg: Any, folder: Path) -> None:
    result = rftg("play", "roll", "--bots", "me", "--seed", "evening", "--log", "game.rlog", stdin="1\nship, 1; done\n")

    assert result.exit_code == 2
    assert "Does your Home shipper trade or consume the Novelty good" in result.stdout
    assert "continue with: rftg resume game.rlog" in result.stderr
    assert rftg_api.audit(folder / "game.rlog").verdict == "unknown"
    assert rftg("resume", "game.rlog", "--bots", "greedy").exit_code == 0
    assert rftg_api.audit(folder / "game.rlog").verdict == "valid"


def test_who_sits_elsewhere_when_a_game_goes_on_is_in_the_log(rftg: Any, folder: Path) -> None:
    rftg("play", "roll", "--bots", "me:Ann,greedy", "--seed", "evening", "--log", "game.rlog", stdin="1\n")

    result = rftg("resume", "game.rlog", "--bots", "me:Ben,me:Zoe", stdin="quit\n")

    assert result.exit_code == 0
    assert "Seat 1 (Ben) is next" in result.stdout
    sits = [json.loads(line) for line in (folder / "game.rlog").read_text().splitlines() if '"does":"sits"' in line]
    assert [(record["seat"], record["who"]) for record in sits] == [(0, "me:Ben"), (1, "me:Zoe")]
    again = rftg("resume", "game.rlog", stdin="quit\n")
    assert "Seat 1 (Ben) is next" in again.stdout
    assert (folder / "game.rlog").read_text().count('"does":"sits"') == 2


def test_a_sealed_game_of_people_is_copied_sealed(rftg: Any, folder: Path) -> None:
    begun = ("play", "race", "--bots", "me,greedy", "--seed", "evening", "--sealed", "--log", "game.rlog")

    rftg(*begun, stdin="1 2\nsave copy.rlog\nquit\n")
    for name in ("game.rlog", "copy.rlog"):
        assert rftg("resume", name, stdin="concede\nyes\n").exit_code == 0

    assert read_log(folder / "copy.rlog").sealed
    assert (folder / "copy.rlog").read_bytes() == (folder / "game.rlog").read_bytes()
    assert rftg_api.audit(whole_file_beside(folder / "copy.rlog")).verdict == "valid"


def test_a_walk_is_for_readers_at_a_terminal_or_lines_from_a_file(rftg: Any) -> None:
    rftg("play", "roll", "--seed", "s", "--log", "game.rlog")

    result = rftg("replay", "game.rlog", "--step", stdin="\np\nq\n")

    assert result.exit_code == 0
    assert "[line 12 of " in result.stdout
    for words in (("--round", "2"), ("--line", "9"), ("--format", "json")):
        refused = rftg("replay", "game.rlog", "--step", *words)
        assert refused.exit_code == 2
        assert "--step needs a file" in refused.stderr
