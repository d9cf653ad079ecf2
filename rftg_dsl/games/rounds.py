"""Shared flow of games: the order of seats, and pieces entering play."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.lookup import Play


def seats_in_order(g: Play) -> Sequence[int]:
    """All seats in the order in which they act."""
    return g.rules.order(g)


def enter(g: Play, seat: int, piece: int) -> None:
    """Trigger a piece's immediate powers as it enters play."""
    for power in g.rules.powers[g.side[piece]]:
        if power.point == "immediate":
            g.use(seat, piece, power.id)
