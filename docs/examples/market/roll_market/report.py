"""What people and bots see of the Market."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.games import Adviser, Decision, Pick
from rftg_dsl.games.telling import Line, names_of, story
from roll_market.market import NOTHING, Play, price


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
    """The most expensive ware that leaves a credit, after all powers."""
    options: Sequence[Any] = asked.form.listed()
    wares = [one for one in options if isinstance(one, int)]
    powers = [one for one in options if isinstance(one, str) and one != NOTHING]
    left = play.counters[play.numbers.counter["credit"][asked.seat]] - 1
    fitting = [one for one in wares if price(play, asked.seat, one) <= left]
    if fitting:
        return max(fitting, key=lambda one: price(play, asked.seat, one))
    return powers[0] if powers else NOTHING


def advisers() -> Mapping[str, Adviser]:
    """The advisers, by the name of the decision; the simplest answer is good enough for the others."""
    return {"ware": ware}
