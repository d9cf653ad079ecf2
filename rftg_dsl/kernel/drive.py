"""The driver: a play runs to its end, and observers are shown what happens. Everything that plays a game uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Observer, Play
from rftg_dsl.kernel.refusal import Refused

Chooser = Callable[[Play[Any], Decision], Pick]
"""Answers a decision of a play."""


def drive(play: Play[Any], choose: Chooser, observers: Sequence[Observer] = ()) -> None:
    """Play to the end, every decision answered by ``choose``; ``Refused`` if an answer is not a legal one.

    Whatever ``choose`` or an observer raises stops the play where it stands.
    """
    decided, went_on, paused, ended = (
        [getattr(one, name) for one in observers if getattr(type(one), name) is not getattr(Observer, name)]
        for name in ("decided", "went_on", "paused", "ended")
    )
    while not play.over:
        asked = play.pending
        if asked is None:
            play.run()
        else:
            pick = choose(play, asked)
            if not asked.form.accepts(pick):
                raise Refused(play.refusal(asked, pick))
            for tell in decided:
                tell(play, asked, pick)
            play.take(pick)
        for tell in went_on:
            tell(play)
        if play.paused:
            for tell in paused:
                tell(play, play.paused)
    for tell in ended:
        tell(play)


class Forget(Observer):
    """Events and chance results are forgotten at every pause, so that memory stays as it is."""

    def paused(self, play: Play[Any], mark: str) -> None:
        """Forget what happened."""
        play.events.clear()
        play.drawn.clear()
