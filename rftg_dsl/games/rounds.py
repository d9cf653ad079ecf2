"""What the courses of games share: the order of seats, what comes into play, whether another round or turn comes."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.step import AnyStep


def strict_order(g: Play) -> tuple[int, ...]:
    """All seats, as set up; by number before."""
    found: tuple[int, ...] = g.facts[g.numbers.order]
    return found or tuple(g.numbers.seats)


def begin_with_lowest(g: Play, numbers: Sequence[int]) -> None:
    """The strict order is clockwise from the seat with the lowest of these numbers."""
    first, seats = numbers.index(min(numbers)), len(numbers)
    g.set_fact(g.numbers.order, tuple((first + seat) % seats for seat in range(seats)), "strict order")


def go_on(g: Play, ended: int, why: Sequence[str], following: AnyStep, *args: int) -> None:
    """The game ends for these reasons, kept as this fact; if there are none, what follows comes."""
    if why:
        g.set_fact(ended, tuple(why), "game end")
    else:
        g.then(following, *args)


def enter(g: Play, seat: int, piece: int) -> None:
    """What a piece does once, as it comes into play."""
    for power in g.rules.powers[g.side[piece]]:
        if power.point == "immediate":
            g.use(seat, piece, power.id)
