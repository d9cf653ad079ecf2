"""Explore (R028-R033)."""

from __future__ import annotations

from rftg_dsl.compile.rules import MAY
from rftg_dsl.games import prices
from rftg_dsl.games.race import questions
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, take
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import step

DISCARDED = "be discarded"
"""What powers allow for cards in hand: to be discarded instead of cards drawn."""


MAY_DRAW, MAY_KEEP = f"{MAY} draws", f"{MAY} kept cards"
"""The points of powers that change a number at a price."""


def count_cards(g: Play, seat: int, what: str, parameter: str) -> int:
    """R028, R031-R033: how many cards are drawn or kept, with bonuses and powers."""
    w = g.numbers
    base, bonuses = w.explore[what]
    for action in g.facts[w.actions][seat]:
        base += bonuses.get(action, 0)
    return g.value(parameter, seat, base)


@step("race.look")
def look(g: Play, seat: int) -> None:
    """R028, R030: a player draws the cards to choose from, after asking how many if there is a choice."""
    n = count_cards(g, seat, "draws", "draws")
    if MAY_DRAW in g.hooks:
        prices.ask_change(g, seat, "draws", n, draw_cards)
    else:
        take(g, seat, n, g.numbers.explored[seat], "explore")


@step("race.draw")
def draw_cards(g: Play, seat: int, n: int) -> None:
    """R028: draw so many cards to choose from."""
    take(g, seat, n, g.numbers.explored[seat], "explore")


@step("race.choose")
def choose(g: Play, seat: int) -> None:
    """R028: ask which cards to discard, after asking how many to keep if there is a choice."""
    kept = count_cards(g, seat, "kept", "kept cards")
    if MAY_KEEP in g.hooks:
        prices.ask_change(g, seat, "kept cards", kept, ask_discards)
    else:
        discard_some(g, seat, kept)


@step("race.ask-discards")
def ask_discards(g: Play, seat: int, kept: int) -> None:
    """R028: all but so many cards are discarded."""
    discard_some(g, seat, kept)


def discard_some(g: Play, seat: int, kept: int) -> None:
    """R028: ask which cards to discard; powers may allow to discard cards in hand instead."""
    w = g.numbers
    there = g.zone[w.explored[seat]]
    n = len(there) - kept
    if n <= 0:
        g.then(keep, seat, ())
        return
    if DISCARDED in g.hooks:
        there += tuple([piece for piece in g.zone[w.hand[seat]] if g.value(DISCARDED, seat, 0, piece) > 0])
    g.ask(seat, questions.EXPLORE, Some(there, n, n, "piece"), keep)


@step("race.keep")
def keep(g: Play, seat: int, pick: tuple[int, ...]) -> None:
    """Discard the cards picked and add the rest to the hand."""
    w = g.numbers
    discard(g, pick, "discarded")
    g.move_all(g.zone[w.explored[seat]], w.hand[seat], "kept")
