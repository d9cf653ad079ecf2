"""Observers of a play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.table import Event

Drawn = tuple[str, str, int, int | Sequence[int], Sequence[int]]
"""A chance result: its label, type (``number``, ``piece``), domain size, source and results.

A draw's source is the place whose pieces form the domain, or else the members themselves; a roll has none.
"""


class Observer:
    """A base class for observers of a ``Play``. Its methods do nothing; a subclass overrides those it needs."""

    def happens(self, play: Any, event: Event) -> None:
        """An event has been recorded and the table is about to change. Called only after ``play.watch``."""

    def answers_itself(self, play: Any, decision: Decision, pick: Pick) -> None:
        """A decision had only one answer, so it was not asked. Called only after ``play.watch``."""

    def decided(self, play: Any, decision: Decision, pick: Pick) -> None: ...

    def went_on(self, play: Any) -> None:
        """The play has run to a decision, a pause or its end."""

    def paused(self, play: Any, mark: str) -> None:
        """The play has paused at the end of setup, a stage, a round or a turn, such as ``explore`` or ``round 3``."""

    def ended(self, play: Any) -> None: ...


class Watched(list[Event]):
    """A list of events that notifies an observer of each new one."""

    def __init__(self, play: Any, observer: Observer) -> None:
        super().__init__()
        self.play = play
        self.observer = observer

    def append(self, event: Event) -> None:
        super().append(event)
        self.observer.happens(self.play, event)

    def __iadd__(self, events: Iterable[Event]) -> Self:  # type: ignore[misc, override]
        # ``Table.move_all`` adds several events with one ``+=``.
        for event in events:
            self.append(event)
        return self
