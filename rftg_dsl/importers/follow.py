"""Driving our engine through a recorded game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.importers.importer import OpenLog
from rftg_dsl.importers.recorded import Recorded, Source
from rftg_dsl.importers.report import Differs
from rftg_dsl.importers.tape import Tape
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Forget, drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Observer, Play
from rftg_dsl.library import Library


class Follower(Observer):
    """What a game knows of one recording of it: it answers every decision, and compares what it observes."""

    tape: Tape
    play: Play[Any]
    """Ours; there once it has begun."""
    sources: Mapping[str, Source]
    """Where the results of chance stand, by its purpose."""

    def decide(self, decision: Decision) -> Pick:
        """What was picked, the options compared; ``Differs`` if they are not the same."""
        raise NotImplementedError

    def choose(self, play: Play[Any], decision: Decision) -> Pick:
        """What was picked, if it is an answer of ours."""
        pick = self.decide(decision)
        if not decision.form.accepts(pick):
            shape = " ".join(str(part) for part in decision.form.shape())
            raise Differs(self.tape.line, f"pick of {decision.name}", shape, dict(self.tape.record))
        return pick

    def answers_itself(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Where nobody needs to be asked, the recording is compared all the same."""
        self.choose(play, decision)


def follow(
    follower: Follower, library: Library, rules: Rules, open_log: OpenLog, seats: list[str], options: Mapping[str, str]
) -> None:
    """Play the game that a follower knows, ``Differs`` where it parts from the recording; ``seats``: who played."""
    play = rules.start(Recorded(follower.tape, follower.sources), options)
    follower.play = play
    play.watch(follower)
    recorder = open_log(library, play, seats)
    drive(play, follower.choose, (Forget() if recorder is None else recorder, follower))
