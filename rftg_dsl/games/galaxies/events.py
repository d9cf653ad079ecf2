"""The Galaxies events that powers can react to."""

from __future__ import annotations

from rftg_dsl.check.signatures import event
from rftg_dsl.games.galaxies.numbers import Play


@event(
    "follow", "follow", "followed", text="G38, G39: a player follows another player's action, at a price or for free."
)
def followed(play: Play, seat: int) -> None: ...


@event(
    "lead",
    "lead",
    "led",
    sayings={"base": "are followed", "third": "is followed", "past": "were followed"},
    text="G38: another player follows this player's action, at a price or for free.",
)
def led(play: Play, seat: int) -> None: ...


EVENTS = (followed, led)
