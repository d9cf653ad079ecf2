"""A sensible player of Six Stalls: the choices of the bot ``greedy``, which sees only what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.games import Adviser, Decision, Pick
from six_stalls.evening import BUY, NOTHING, WORK
from six_stalls.table import Play, price_of


def plan(play: Play, asked: Decision) -> Pick:
    """Buy as soon as the seat can afford most of the row; work until then."""
    numbers = play.numbers
    prices = sorted(price_of(play, asked.seat, stall) for stall in play.zone[numbers.row])
    return BUY if prices and play.counters[numbers.coins[asked.seat]] >= prices[len(prices) // 2] else WORK


def stall(play: Play, asked: Decision) -> Pick:
    """Choose the most expensive stall: its price is a good guide to its worth."""
    return max(
        (stall for stall in asked.form.listed() if stall != NOTHING),
        key=lambda stall: play.numbers.price[play.side[stall]],
    )


def use(play: Play, asked: Decision) -> Pick:
    """Use the power: it is always worth its price."""
    power: Pick = asked.form.listed()[0]
    return power


def advisers() -> Mapping[str, Adviser]:
    """The advisers, by the names of the decisions they answer."""
    return {"plan": plan, "stall": stall, "use": use}
