"""A guess at what one seat of a game does not see, which can be played on."""

from __future__ import annotations

from typing import Any

from rftg_dsl.compile.guess import suppose
from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import Loose
from rftg_dsl.kernel.play import Play


def guess(play: Play[Any], seat: int, random: Random) -> Play[Any]:
    """A play that could be the real one for all that a seat can know, with its own chance.

    It follows from ``random`` and what the seat sees: two plays that differ only in hidden things give the same guess.
    """
    twin = play.clone()
    twin.chance = Loose(random)
    suppose(twin, seat, random)
    return twin
