"""A guess at the information hidden from one seat in a game."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import lay_anew
from rftg_dsl.kernel.play import Play


def suppose(play: Play[Any], seat: int, random: Random) -> None:
    """Replace the hidden information in a play with a guess that the seat could not tell from the real play.

    The result depends only on ``random`` and the seat's view, so plays that differ only in hidden information become
    equal.
    """
    rules: Any = play.rules
    lay_anew(play, seat, random, rules.mixed, rules.game.conceal)
    rules.game.suppose(play, seat, random)
    play.events.clear()
