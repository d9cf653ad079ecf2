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
    """Follows one recording: answers every decision from it, and compares it with what happens."""

    tape: Tape
    play: Play[Any]
    """Our play; set once it has begun."""
    sources: Mapping[str, Source]
    """The sources of recorded chance results, by purpose."""

    def decide(self, decision: Decision) -> Pick:
        """The recorded pick; ``Differs`` if the recorded options are not ours."""
        raise NotImplementedError

    def choose(self, play: Play[Any], decision: Decision) -> Pick:
        """The recorded pick; ``Differs`` if it is not one of our answers."""
        pick = self.decide(decision)
        if not decision.form.accepts(pick):
            shape = " ".join(str(part) for part in decision.form.shape())
            raise Differs(self.tape.line, f"pick of {decision.name}", shape, dict(self.tape.record))
        return pick

    def answers_itself(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Compare the recording even if our engine does not ask."""
        self.choose(play, decision)


def follow(
    follower: Follower, library: Library, rules: Rules, open_log: OpenLog, seats: list[str], options: Mapping[str, str]
) -> None:
    """Play a follower's game; ``Differs`` at the first difference. ``seats`` names the recorded players."""
    play = rules.start(Recorded(follower.tape, follower.sources), options)
    follower.play = play
    play.watch(follower)
    recorder = open_log(library, play, seats)
    drive(play, follower.choose, (Forget() if recorder is None else recorder, follower))
