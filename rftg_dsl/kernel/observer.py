"""Observers, which are notified of the progress of a play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.table import Event

Drawn = tuple[str, str, int, int | Sequence[int], Sequence[int]]
"""A chance result: its label, type (``number``, ``piece``), domain size, source and results.

The source of a draw is the place whose pieces form the domain or, if there is no such place, the members themselves. A
roll has no source.
"""


class Observer:
    """A base class for observers of a ``Play``. Its methods do nothing; a subclass overrides the methods that it
    needs."""

    def happens(self, play: Any, event: Event) -> None:
        """React to an event that has been recorded but not yet applied to the table. Called only after
        ``play.watch``."""

    def answers_itself(self, play: Any, decision: Decision, pick: Pick) -> None:
        """React to a decision that had only one answer and so was not asked. Called only after ``play.watch``."""

    def decided(self, play: Any, decision: Decision, pick: Pick) -> None: ...

    def went_on(self, play: Any) -> None:
        """React when the play has run to a decision, a pause or its end."""

    def paused(self, play: Any, mark: str) -> None:
        """React when the play has paused at the end of setup, a stage, a round or a turn. ``mark`` names the point,
        such as ``explore`` or ``round 3``."""

    def ended(self, play: Any) -> None: ...


class Watched(list[Event]):
    """A list of events that notifies an observer of each new event."""

    def __init__(self, play: Any, observer: Observer) -> None:
        super().__init__()
        self.play = play
        self.observer = observer

    def append(self, event: Event) -> None:
        super().append(event)
        self.observer.happens(self.play, event)

    def __iadd__(self, events: Iterable[Event]) -> Self:  # type: ignore[misc, override]
        # ``Table.move_all`` adds several events with a single ``+=``.
        for event in events:
            self.append(event)
        return self
