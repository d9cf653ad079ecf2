"""Driving our engine through a recorded game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rftg_dsl.compile.hooks import Rules
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.form import Form, Pick
from rftg_dsl.kernel.play import Decision, Play, Step
from rftg_dsl.library import Library
from rftg_dsl.log.recorder import Recorder
from rftg_dsl.traces.importer import OpenLog
from rftg_dsl.traces.recorded import Recorded, Source
from rftg_dsl.traces.report import Differs
from rftg_dsl.traces.tape import Tape


class Follower(Protocol):
    """What a game knows of one recording of it."""

    tape: Tape
    play: Play
    """Ours; there once it has begun."""

    @property
    def sources(self) -> Mapping[str, Source]:
        """Where the results of chance stand, by its purpose."""

    def decide(self, decision: Decision) -> Pick:
        """What was picked, the options compared."""

    def adjusted(self, play: Play, counter: int, by: int, word: str) -> None:
        """A counter is about to change, before what exceeds its bounds is lost."""

    def shifted(self, play: Play, source: int, target: int, n: int, word: str) -> None:
        """Fungible things are about to move."""

    def moved(self, play: Play, piece: int, place: int, word: str) -> None:
        """A piece is about to move."""

    def noted(self, play: Play, word: str, what: tuple[Any, ...]) -> None:
        """Something happened that moves nothing, or a fact (``what`` is its value) is about to be set."""

    def paused(self, mark: str) -> None:
        """The play stands at a mark."""

    def ended(self) -> None:
        """The play is over."""


class Followed(Play):
    """A play that tells its follower what happens, and lets it see choices that have only one answer.

    A clone has no follower.
    """

    __slots__ = ("follower",)

    def __init__(self, rules: Any, chance: Chance, options: Mapping[str, str] | None = None) -> None:
        super().__init__(rules, chance, options)
        self.follower: Follower | None = None

    def ask(
        self, seat: int, name: str, form: Form, answer: Step, *args: Any, secret: bool = False, rule: str = ""
    ) -> None:
        """Ask; where nobody needs to be asked, the recording is compared at once."""
        super().ask(seat, name, form, answer, *args, secret=secret, rule=rule)
        if self.pending is None and self.follower is not None:
            decision = Decision(seat, name, form, answer.__name__, args, secret, rule)
            accept(self.follower, decision, self.follower.decide(decision))

    def adjust(self, counter: int, by: int, word: str) -> int:
        """Change a counter."""
        if self.follower is not None:
            self.follower.adjusted(self, counter, by, word)
        return super().adjust(counter, by, word)

    def shift(self, source: int, target: int, n: int, word: str) -> None:
        """Move fungible things."""
        if self.follower is not None:
            self.follower.shifted(self, source, target, n, word)
        super().shift(source, target, n, word)

    def move(self, piece: int, place: int, word: str, index: int | None = None) -> None:
        """Move a piece."""
        if self.follower is not None:
            self.follower.moved(self, piece, place, word)
        super().move(piece, place, word, index)

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> None:
        """Move pieces, one by one."""
        for piece in pieces:
            self.move(piece, place, word)

    def set_fact(self, fact: int, value: Any, word: str) -> None:
        """Set a fact."""
        if self.follower is not None:
            self.follower.noted(self, word, (value,))
        super().set_fact(fact, value, word)

    def note(self, word: str, *what: Any) -> None:
        """Record something that changes nothing on the table."""
        if self.follower is not None:
            self.follower.noted(self, word, what)
        super().note(word, *what)

    def clone(self) -> Followed:
        """An independent copy that nobody follows."""
        twin = super().clone()
        assert isinstance(twin, Followed)
        twin.follower = None
        return twin


def drive(
    follower: Follower, library: Library, rules: Rules, open_log: OpenLog, seats: list[str], options: Mapping[str, str]
) -> None:
    """Play the game that a follower knows; ``seats``: what played them there."""
    play = rules.prepare(Followed(rules, Recorded(follower.tape, follower.sources), options))
    follower.play = play
    follow(play, follower, open_log(library, play, seats))


def accept(follower: Follower, decision: Decision, pick: Pick) -> None:
    """What was picked is an answer of ours."""
    if not decision.form.accepts(pick):
        tape = follower.tape
        shape = " ".join(str(part) for part in decision.form.shape())
        raise Differs(tape.line, f"pick of {decision.name}", shape, dict(tape.record))


def follow(play: Followed, follower: Follower, recorder: Recorder | None) -> None:
    """Drive a play from its beginning to its end; raises ``Differs`` where it parts from the recording."""
    play.follower = follower
    while not play.over:
        pending = play.pending
        if pending is None:
            play.run()
        else:
            pick = follower.decide(pending)
            accept(follower, pending, pick)
            if recorder is not None:
                recorder.do(pending, pick)
            play.answer(pick)
        if recorder is not None:
            recorder.collect()
            recorder.pause()
        elif play.paused:
            play.take_events()
            play.drawn.clear()
        if play.paused:
            follower.paused(play.paused)
    follower.ended()
    if recorder is not None:
        recorder.end()
