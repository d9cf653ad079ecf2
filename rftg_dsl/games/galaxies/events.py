"""The events of Galaxies that powers can react to."""

from __future__ import annotations

from rftg_dsl.games.galaxies.numbers import Play
from rftg_dsl.signatures import event


@event("follow", "follow", "followed", guest=True)
def followed(g: Play, seat: int) -> None:
    """G39: a player has paid to follow."""


EVENTS = (followed,)
