"""The driver, which takes a play from decision to decision and notifies observers.

It is used by everything that plays a game: bots, other programs, audits and importers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick, Random
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer

Chooser = Callable[[Play[Any], Decision], Pick]


class Uniform:
    """A chooser that picks each answer with equal probability. ``Driver.finish`` does not validate its picks."""

    __slots__ = ("random",)

    def __init__(self, random: Random) -> None:
        self.random = random

    def __call__(self, play: Play[Any], asked: Decision) -> Pick:
        return asked.form.draw(self.random)


PAUSES = 100_000
"""The maximum number of pauses between two decisions. Every pause is written to logs, and more pauses would mean an
endless game."""


class Driver:
    """A play and its observers. An exception from an observer stops the play where it is."""

    def __init__(self, play: Play[Any], observers: Sequence[Observer] = ()) -> None:
        self.play = play
        self.decided, self.went_on, self.paused, self.ended = (
            [
                getattr(observer, name)
                for observer in observers
                # Call only overridden methods, so a signal that an observer ignores costs nothing.
                if getattr(type(observer), name) is not getattr(Observer, name)
            ]
            for name in ("decided", "went_on", "paused", "ended")
        )

    def go_on(self) -> None:
        play = self.play
        for _ in range(PAUSES):
            if play.pending is not None or play.over:
                return
            play.run()
            self._notify()
        raise AssertionError(
            f"the game does not end: it paused {PAUSES} times without a decision, the last time at {play.paused!r}"
        )

    def answer(self, pick: Pick, drawn: bool = False) -> None:
        """Answer the pending decision and run to the next one. Raise ``IllegalAnswer`` if the answer is illegal.

        ``drawn`` means that the form itself drew the answer, which therefore needs no validation.
        """
        play = self.play
        asked = play.pending
        if asked is None or not (drawn or asked.form.accepts(pick)):
            refusal = play.refuses(pick)
            assert refusal is not None
            raise IllegalAnswer(refusal)
        for tell in self.decided:
            tell(play, asked, pick)
        play.take(pick)
        # In the common case, an unobserved play stops at its next decision, and all of this is skipped.
        if self.went_on or play.paused or play.pending is None:
            self._notify()
            if play.pending is None:
                self.go_on()

    def finish(self, choosers: Sequence[Chooser]) -> int:
        """Play to the end, passing each seat's decisions to its chooser. Return the number of decisions."""
        play, answer, decisions = self.play, self.answer, 0
        while (asked := play.pending) is not None:
            chooser = choosers[asked.seat]
            answer(chooser(play, asked), type(chooser) is Uniform)
            decisions += 1
        return decisions

    def _notify(self) -> None:
        play = self.play
        for tell in self.went_on:
            tell(play)
        if play.paused:
            for tell in self.paused:
                tell(play, play.paused)
        if play.over:
            for tell in self.ended:
                tell(play)


def drive(play: Play[Any], choosers: Sequence[Chooser], observers: Sequence[Observer] = ()) -> int:
    """Play a game from beginning to end with a chooser for each seat, and return the number of decisions.

    Raise ``IllegalAnswer`` if an answer is illegal. An exception from a chooser or an observer stops the play where it
    is.
    """
    driver = Driver(play, observers)
    driver.go_on()
    return driver.finish(choosers)


class Forget(Observer):
    """An observer that drops events and chance results at every pause, so that memory use does not grow."""

    def paused(self, play: Play[Any], mark: str) -> None:
        play.events.clear()
        play.drawn.clear()
