"""Explore (R028-R033)."""

from __future__ import annotations

from rftg_dsl.games.race import questions
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, take
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.form import Some
from rftg_dsl.kernel.step import step


@step("race.explore")
def explore(g: Play) -> None:
    """R029, R030: all players draw before anyone discards."""
    order = strict_order(g)
    g.then(look)
    for seat in order:
        g.then(choose, seat)


def allowed(g: Play, seat: int, what: str, parameter: str) -> int:
    """R028, R031-R033: how many cards are drawn or kept, with bonuses and powers."""
    w = g.numbers
    base, bonuses = w.explore[what]
    for action in g.facts[w.actions][seat]:
        base += bonuses.get(action, 0)
    return g.value(parameter, seat, base)


@step("race.look")
def look(g: Play) -> None:
    """R028, R030: all players draw the cards to choose from."""
    explored = g.numbers.explored
    for seat in strict_order(g):
        take(g, seat, allowed(g, seat, "draws", "draws"), explored[seat], "explore")


@step("race.choose")
def choose(g: Play, seat: int) -> None:
    """R028: ask which cards to discard."""
    there = g.zone[g.numbers.explored[seat]]
    n = len(there) - allowed(g, seat, "kept", "kept cards")
    if n > 0:
        g.ask(seat, questions.EXPLORE, Some(there, n, n, "piece"), keep)
    else:
        g.then(keep, seat, ())


@step("race.keep")
def keep(g: Play, seat: int, pick: tuple[int, ...]) -> None:
    """Discard the cards picked and add the rest to the hand."""
    w = g.numbers
    discard(g, pick, "discarded")
    g.move_all(g.zone[w.explored[seat]], w.hand[seat], "kept")
