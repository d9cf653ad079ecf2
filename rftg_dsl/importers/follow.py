"""Drives our engine through a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""The errors that a malformed record can cause."""


class Follower(Observer):
    """Follows a recording: answers every decision from the recording, and compares the recording with our engine."""

    answers: ClassVar[Answers]
    """Each function takes the follower and the decision; it raises ``Disagreement`` if the recorded options differ."""
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


def follow(
    follower: Follower, library: Library, rules: Rules, open_log: OpenLog, seats: list[str], options: Mapping[str, str]
) -> None:
    """Play a follower's game. Raise ``Disagreement`` at the first difference. ``seats`` lists the players' names."""
    play = rules.start(follower.chance(), options)
    follower.play = play
    play.watch(follower)
    recorder = open_log(library, play, seats)
    drive(play, [follower.choose] * rules.seats, (Forget() if recorder is None else recorder, follower))
