"""Hidden information: a play from which it is removed, and a guess at it."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.guess import lay_anew
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import hide_from


def hide_secrets(play: Play[Any], seat: int) -> None:
    """Turn a play into a seat's view, which gives the same advice as ``view`` without a copy of the play."""
    rules: Any = play.rules
    rules.game.conceal(play, seat)
    hide_from(play, seat)


def suppose(play: Play[Any], seat: int, random: Random) -> None:
    """Replace the hidden information in a play with a guess that the seat could not tell from the real play.

    The result depends only on ``random`` and the seat's view, so plays that differ only in hidden information become
    equal.
    """
    rules: Any = play.rules
    lay_anew(play, seat, random, rules.mixed, rules.game.conceal)
    rules.game.suppose(play, seat, random)
    play.events.clear()
