"""The game's own advice, given the whole play instead of one seat's view."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.form import Pick, choose_simplest
from rftg_dsl.kernel.play import Play


def advise(play: Play[Any]) -> Pick:
    """What a sensible player picks now."""
    asked = play.pending
    assert asked is not None
    rules: Any = play.rules
    adviser = rules.game.advisers().get(asked.name)
    return adviser(play, asked) if adviser else choose_simplest(asked.form)
