"""Shared flow of games: the order of seats, pieces entering play, and whether the game goes on."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.step import AnyStep


def strict_order(g: Play) -> tuple[int, ...]:
    """All seats in the order fixed at setup; by number until then."""
    found: tuple[int, ...] = g.facts[g.numbers.order]
    return found or tuple(g.numbers.seats)


def begin_with_lowest(g: Play, numbers: Sequence[int]) -> None:
    """Make the strict order clockwise from the seat with the lowest number."""
    first, seats = numbers.index(min(numbers)), len(numbers)
    g.set_fact(g.numbers.order, tuple((first + seat) % seats for seat in range(seats)), "strict order")


def go_on(g: Play, ended: int, why: Sequence[str], following: AnyStep, *args: int) -> None:
    """End the game if there are reasons, and keep them in the fact ``ended``; otherwise go on with ``following``."""
    if why:
        g.set_fact(ended, tuple(why), "game end")
    else:
        g.then(following, *args)


def of_table(g: Play, number: str, base: int) -> int:
    """A number of the whole table after the continuing powers of all seats, in their strict order."""
    if number in g.hooks:
        for seat in g.rules.order(g):
            base = g.value(number, seat, base)
    return base


def enter(g: Play, seat: int, piece: int) -> None:
    """Trigger a piece's immediate powers as it enters play."""
    for power in g.rules.powers[g.side[piece]]:
        if power.point == "immediate":
            g.use(seat, piece, power.id)
