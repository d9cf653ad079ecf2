"""A report of which every part is made up, without any game."""

from __future__ import annotations

from math import inf
from typing import Any

from rftg_dsl.balance.estimates import Estimate, estimate_of
from rftg_dsl.balance.report import (
    Agreement,
    BalanceReport,
    Earning,
    InPlay,
    LikePeople,
    Opinion,
    Point,
    SideReport,
    Strength,
    Together,
    Value,
    Yardstick,
)

UNKNOWN = Estimate(1.0, -inf, inf)
PRINTED = tuple(Point(f"Printed {nth}", 1 + nth % 6, 1.0 + nth % 6 + (nth % 3 - 1) * 0.8) for nth in range(18))
LINE = Yardstick(2, "development", "cost", PRINTED, 256, free=1.0, slope=1.0, tolerance=0.7)


def make_value(points: float, verdict: str, pairs: int | None = None, players: int = 2) -> Value:
    worth, cost = estimate_of(points, 0.6), estimate_of(points - 1, 0.9)
    return Value(players, "greedy", 256, worth, cost, verdict, pairs)


def make_side(id: str, name: str, *values: Value, in_play: InPlay | None = None) -> SideReport:
    return SideReport(id, name, "development", "cost", "development", 3, values, in_play)


PLAYED = InPlay(
    games=96,
    shown=0.9,
    built=0.5,
    round=4.25,
    points=estimate_of(2.0, 1.5),
    wins=estimate_of(0.1, 0.05),
    earned=(
        Earning("MI1/1", "trade: 1 more", "cards to hand", 1.24),
        Earning("MI1/1", "trade: 1 more", "cards to supply", 0.5),
        Earning("MI1/2", "score 1", "points", 0.01),
    ),
)
UNBUILT = InPlay(games=96, shown=0.9, built=0.0, round=None, points=None, wins=None)


def make_report(**changes: Any) -> BalanceReport:
    """A report with a strong side, and one that is either weak or fair; ``changes`` replace its parts."""
    parts: dict[str, Any] = {
        "game": "race",
        "edition": "first",
        "sets": ("base", "bazaar"),
        "seed": "balance",
        "bots": ("greedy", "search:16"),
        "players": (2,),
        "against": "",
        "pairs": 256,
        "complete": True,
        "sides": (
            make_side("MI1", "Orbital Market", make_value(6.0, "strong"), in_play=PLAYED),
            make_side("MI2", "Plain Hall", make_value(3.2, "weak or fair", 640), in_play=UNBUILT),
        ),
        "left_out": (),
        "yardsticks": (LINE,),
        "together": (Together(("Orbital Market", "Plain Hall"), estimate_of(2.0, 1.0)),),
        "pairs_of_sides": 10,
        "strength": Strength(64, 0.97),
        "people": LikePeople(2_067, 32.7, 29.6, 0.73, 0.05, 0.82),
        "agreements": (
            Agreement("Orbital Market", 2, "search:16", estimate_of(0.2, 1.0), Opinion.AGREES, "strong"),
            Agreement("Plain Hall", 2, "search:16", estimate_of(3.0, 1.0), Opinion.DIFFERS, "strong"),
        ),
    }
    return BalanceReport(**{**parts, **changes})
