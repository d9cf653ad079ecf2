"""Drives our engine through a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from rftg_dsl.compile.rules import Rules
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.importer import OpenLog
from rftg_dsl.importers.recorded import Recorded, Source
from rftg_dsl.importers.tape import Tape
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Forget, drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library

Answers = Mapping[str, Callable[[Any, Decision], Pick]]
"""For each question name, a function that finds the recorded pick for a decision."""

Events = Mapping[str, Callable[[Any], None]]
"""For each kind of record that states an event, a function that compares the current record or counts it."""

MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""The errors that a malformed record can cause."""


class Follower(Observer):
    """Follows a recording: answers every decision from the recording, and compares the recording with our engine.

    A format declares which records answer which question (``answers``), have which random results (``sources``) and
    state what happened in between (``events``). It compares states in ``paused``, and the result in ``ended``.
    """

    answers: ClassVar[Answers]
    """Each function takes the follower and the decision; it raises ``Disagreement`` if the recorded options differ."""
    events: ClassVar[Events] = MappingProxyType({})
    tape: Tape
    play: Play[Any]
    sources: Mapping[str, Source]

    def chance(self) -> Chance:
        return Recorded(self.tape, self.sources)

    def choose(self, play: Play[Any], decision: Decision) -> Pick:
        answer = self.answers.get(decision.name)
        if answer is None:
            raise Disagreement(
                self.tape.line, decision.name, "a decision", "nothing, because this format never records it"
            )
        try:
            pick = answer(self, decision)
        # A malformed record counts as a difference, not as an error in our code.
        except MALFORMED:
            raise Disagreement(self.tape.line, decision.name, "an answer", dict(self.tape.record)) from None
        if not decision.form.accepts(pick):
            self.refuse(decision, pick)
        return pick

    def refuse(self, decision: Decision, pick: Pick) -> None:
        """Raise ``Disagreement`` for a pick that our rules refuse; a subclass may accept the pick instead."""
        shape = " ".join(str(part) for part in decision.form.shape())
        raise Disagreement(self.tape.line, f"pick for {decision.name}", shape, dict(self.tape.record))

    def answers_itself(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Compare picks with the recording even for decisions that our engine makes without asking."""
        self.choose(play, decision)

    # -- taking records --------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Take the records of events before the next decision or random result."""
        while self.is_event(self.tape.ahead()):
            self.events[self.tape.next()[self.tape.kind]](self)

    def is_event(self, record: Mapping[str, Any]) -> bool:
        return record.get(self.tape.kind) in self.events

    def take(self, kind: str, **labels: Any) -> Mapping[str, Any]:
        """Settle, and take the next record. Raise ``Disagreement`` unless it has this kind and these labels."""
        self.settle()
        return self.tape.take(kind, **labels)

    def take_answer(self, decision: Decision, kind: str, **labels: Any) -> Mapping[str, Any]:
        """Take the record with the answer to a decision, which names the seat."""
        return self.take(kind, seat=decision.seat, **labels)

    def get(self, path: str) -> Any:
        """The value of a field in the record with an answer, such as ``opt.workers``."""
        return self.tape.get(*path.split("."))

    def check_end(self, nothing: Any = None) -> None:
        """Raise ``Disagreement`` unless every record has been taken; the line is then one past the last record."""
        if left := self.tape.ahead():
            raise Disagreement(self.tape.lines[self.tape.at][0], "record", nothing, dict(left))
        self.tape.line = self.tape.lines[-1][0] + 1


def follow(
    follower: Follower, library: Library, rules: Rules, open_log: OpenLog, seats: list[str], options: Mapping[str, str]
) -> None:
    """Play a follower's game. Raise ``Disagreement`` at the first difference. ``seats`` lists the players' names."""
    play = rules.start(follower.chance(), options)
    follower.play = play
    play.watch(follower)
    recorder = open_log(library, play, seats)
    drive(play, [follower.choose] * rules.seats, (Forget() if recorder is None else recorder, follower))
