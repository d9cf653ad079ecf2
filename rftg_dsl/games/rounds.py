"""Game flow shared by all games: seat order, and pieces entering play."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.lookup import Play


def seats_in_order(play: Play) -> Sequence[int]:
    """All seats in the order in which they act."""
    return play.rules.order(play)


def enter(play: Play, seat: int, piece: int) -> None:
    """Trigger the immediate powers of a piece that enters play."""
    for power in play.rules.powers[play.side[piece]]:
        if power.point == "immediate":
            play.use(seat, piece, power.id)
