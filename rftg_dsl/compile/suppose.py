"""A guess at what one seat of a game does not see."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import lay_anew
from rftg_dsl.kernel.play import Play


def suppose(play: Play[Any], seat: int, random: Random) -> None:
    """Make a play one that could be the real one for all that a seat can know.

    It follows from ``random`` and what the seat sees: two plays that differ only in hidden things become the same.
    """
    rules: Any = play.rules
    lay_anew(play, seat, random, rules.mixed, rules.game.conceal)
    rules.game.suppose(play, seat, random)
    play.events.clear()
