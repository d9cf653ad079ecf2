"""The figures, story lines and advice that the Market adds to the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.games import Adviser, Decision, Pick
from rftg_dsl.games.telling import Line, names_of, story
from roll_market.market import NOTHING, Play, price_of


def table_figures(play: Play) -> Mapping[str, Any]:
    """The wares on offer."""
    return {"market": names_of(play, play.zone[play.numbers.place["market"][0]])}


def seat_figures(play: Play, seat: int) -> Mapping[str, Any]:
    """The wares that a player has bought."""
    return {"wares": names_of(play, play.zone[play.numbers.place["shop"][seat]])}


tell = story(
    {
        ("move", "on offer"): lambda t: f"{t.card()} is on offer",
        ("move", "bought"): lambda t: f"{t.seat(1)} buys {t.card()}",
        ("move", "put back"): lambda t: f"{t.card()} is put back{t.why()}",
    },
    Line,
)


def ware(play: Play, asked: Decision) -> Pick:
    """Use all powers, then buy the most expensive ware that leaves a credit."""
    options: Sequence[Any] = asked.form.listed()
    wares = [option for option in options if isinstance(option, int)]
    powers = [option for option in options if isinstance(option, str) and option != NOTHING]
    left = play.counters[play.numbers.counter["credit"][asked.seat]] - 1
    fitting = [ware for ware in wares if price_of(play, asked.seat, ware) <= left]
    if fitting:
        return max(fitting, key=lambda ware: price_of(play, asked.seat, ware))
    return powers[0] if powers else NOTHING


def advisers() -> Mapping[str, Adviser]:
    """The advisers, by the names of the decisions they answer; other decisions get the simplest answer."""
    return {"ware": ware}
