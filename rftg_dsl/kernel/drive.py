"""The driver: a play goes on from decision to decision, and observers are shown what happens.

Everything that plays a game uses it: bots, programs, audits, importers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Observer, Play
from rftg_dsl.kernel.refusal import Refused

Chooser = Callable[[Play[Any], Decision], Pick]
"""Answers a decision of a play."""

PAUSES = 1_000
"""The most pauses between two decisions, each written to a log; more is an endless game, and a bug of its steps."""


class Driver:
    """A play and its observers. Whatever an observer raises stops the play where it stands."""

    def __init__(self, play: Play[Any], observers: Sequence[Observer] = ()) -> None:
        self.play = play
        self.decided, self.went_on, self.paused, self.ended = (
            [getattr(one, name) for one in observers if getattr(type(one), name) is not getattr(Observer, name)]
            for name in ("decided", "went_on", "paused", "ended")
        )

    def go_on(self) -> None:
        """Go on to the next decision, or to the end of the game."""
        play = self.play
        for _ in range(PAUSES):
            if play.pending is not None or play.over:
                return
            play.run()
            self._show()
        raise AssertionError(f"an endless game: {PAUSES} pauses, the last at {play.paused!r}, and nobody is asked")

    def answer(self, pick: Pick) -> None:
        """Answer what is asked, and go on to the next decision; ``Refused`` if the answer is not a legal one."""
        play = self.play
        asked = play.pending
        if asked is None or not asked.form.accepts(pick):
            refusal = play.refuses(pick)
            assert refusal is not None
            raise Refused(refusal)
        for tell in self.decided:
            tell(play, asked, pick)
        play.take(pick)
        self._show()
        if play.pending is None:
            self.go_on()

    def _show(self) -> None:
        """The observers are shown how far the play has gone on."""
        play = self.play
        for tell in self.went_on:
            tell(play)
        if play.paused:
            for tell in self.paused:
                tell(play, play.paused)
        if play.over:
            for tell in self.ended:
                tell(play)


def drive(play: Play[Any], choose: Chooser, observers: Sequence[Observer] = ()) -> None:
    """Play to the end, every decision answered by ``choose``; ``Refused`` if an answer is not a legal one.

    Whatever ``choose`` or an observer raises stops the play where it stands.
    """
    driver = Driver(play, observers)
    driver.go_on()
    while (asked := play.pending) is not None:
        driver.answer(choose(play, asked))


class Forget(Observer):
    """Events and chance results are forgotten at every pause, so that memory stays as it is."""

    def paused(self, play: Play[Any], mark: str) -> None:
        """Forget what happened."""
        play.events.clear()
        play.drawn.clear()
