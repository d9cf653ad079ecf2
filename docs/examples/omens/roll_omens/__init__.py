"""Omens: an expansion of Roll that knows nothing about the Market expansion."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rftg_dsl.games import Extension, Lookup, event, step
from rftg_dsl.games import Play as AnyPlay
from rftg_dsl.games.telling import Line, story

Play = AnyPlay[Lookup]

BAD, GOOD = 0, 5
"""The results of the omen die, numbered from 0, that bring doom and a feast."""


@event("feast", "feast", "feasted", text="A player takes part in a feast.")
def feasts(play: Play, seat: int) -> None: ...


@step("omens.read-omen", "A die says what the round will be like.")
def read_omen(play: Play) -> None:
    counter = play.numbers.counter
    [result] = play.roll(f"{play.counters[counter['round'][0]]}/table/omen", GOOD + 1, 1)
    omen = counter["omen"][0]
    play.adjust(omen, result + 1 - play.counters[omen], "omen")
    if result == BAD:
        play.adjust(counter["doom"][0], 1, "doom")


@step("omens.feast", "Each player is blessed.")
def feast(play: Play, seat: int) -> None:
    play.adjust(play.numbers.counter["blessing"][seat], 1, "blessed")
    feasts(play, seat)


def lucky(play: Play, phase: str) -> bool:
    """Whether this round's omen is a good one."""
    return play.counters[play.numbers.counter["omen"][0]] == GOOD + 1


def omen_points(play: Play, seat: int) -> int:
    """Return a seat's score for blessings: one point for every two."""
    return play.counters[play.numbers.counter["blessing"][seat]] // 2


def table_figures(play: Play) -> Mapping[str, Any]:
    """Return the table figures that this expansion adds: the forecast for the round."""
    return {"forecast": "a feast" if lucky(play, "feast") else "nothing special"}


tell = story(
    {
        ("adjust", "omen"): lambda t: "An omen is read",
        ("adjust", "doom"): lambda t: "It is a bad omen",
        ("adjust", "blessed"): lambda t: f"{t.seat(0)} is blessed",
    },
    Line,
)

OMENS = Extension(
    name="omens",
    game="roll",
    content=Path(__file__).parent / "content",
    events=(feasts,),
    acts=(read_omen, feast),
    tests={"lucky": lucky},
    counts={"omen-points": omen_points},
    steps=(read_omen, feast),
    table_figures=table_figures,
    tell=tell,
)
"""Everything that the engine needs to know about Omens."""
