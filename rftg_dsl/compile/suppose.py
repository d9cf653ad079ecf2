"""A guess at what one seat of a game cannot see."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import lay_anew
from rftg_dsl.kernel.play import Play


def suppose(play: Play[Any], seat: int, random: Random) -> None:
    """Turn a play into one that could be the real one, as far as the seat can know.

    The result depends only on ``random`` and the seat's view, so plays that differ only in hidden things become equal.
    """
    rules: Any = play.rules
    lay_anew(play, seat, random, rules.mixed, rules.game.conceal)
    rules.game.suppose(play, seat, random)
    play.events.clear()
