from __future__ import annotations

from roll_omens import read_omen

import rftg_dsl as rftg
from rftg_dsl.testing import Position, table


def omens(result: int) -> Position:
    """Set up a table on which the omen die has shown ``result``, from 1 to 6."""
    game: Position = table("roll", sets=["omens"])
    game.chance.say("table/omen", [result - 1])
    return game.begin(read_omen)


def test_a_good_omen_brings_a_feast_and_a_bad_one_doom() -> None:
    good, bad = omens(6), omens(1)

    assert (good.count("omen"), good.count("doom"), good.figures["table"]["forecast"]) == (6, 0, "a feast")
    assert (bad.count("omen"), bad.count("doom"), bad.figures["table"]["forecast"]) == (1, 1, "nothing special")


def test_everybody_is_blessed_at_a_feast() -> None:
    game = omens(6).seat(1, tableau=["Oracle World"]).stage("feast")

    assert [game.count("blessings", seat) for seat in (0, 1)] == [1, 2]
    assert game.score(1)["blessings"] == 1


def test_five_bad_omens_end_the_game() -> None:
    game: Position = table("roll", sets=["omens"]).common(pool=9, doom=5).seat(0, cup="1 home").end_stretch()

    assert "doom" in game.figures["end"]["why"]


def test_the_omens_are_played_alone() -> None:
    assert rftg.play_game(rftg.load("roll", sets=["omens"]), 2, "omens", ("greedy", "random")).winners
