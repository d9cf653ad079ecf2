"""A walk through a log, forwards and backwards, by decision, phase or round."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from rftg_dsl.compile.game import Teller
from rftg_dsl.log.account.log_words import Clock, PlayerWords
from rftg_dsl.log.account.replay import Eyes, as_seen
from rftg_dsl.log.account.viewed_records import ACT
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import guard_reading

STOPS = frozenset((ACT, "do", "seat", "mark", "end"))
"""The kinds of records at which a walk stops; in a log without such records, a walk stops at every step."""


@frozen
class Step:
    """A log line, with its text."""

    line: int
    moment: str
    text: str
    told: tuple[str, ...]
    stop: bool


class Walk:
    """A position in a log, and ways to move forwards and backwards from it.

    ``title`` returns a stage's printed name.
    """

    def __init__(self, log: Log, tell: Teller, title: Callable[[str], str], eyes: Eyes | None = None) -> None:
        self.words = PlayerWords(log.head, tell, log.budget.spend)
        self.title = title
        self.eyes = eyes
        self.lines = len(log)
        self.steps: list[Step] = []
        self.phases: list[int] = []
        """Indexes of the steps that begin a stage or, in a game without stages, a round (or turn)."""
        self.rounds: list[int] = []
        self._read(log)
        self.phases = self.phases or self.rounds
        if not any(step.stop for step in self.steps):
            self.steps = [Step(step.line, step.moment, step.text, step.told, True) for step in self.steps]
        self.stops = [nth for nth, step in enumerate(self.steps) if step.stop]
        self.at = -1

    def _read(self, log: Log) -> None:
        clock = Clock(log.head)
        before = clock.now
        moment = before.round
        for number, record in as_seen(log, self.eyes):
            if number == 1:
                continue
            with guard_reading(number):
                told = tuple([text for event in record.get("fx", ()) if (text := self.words.tell_event(event))])
                text = self._text_of(record)
            clock.take(record, number)
            now = clock.now
            # Compare ``since`` too, because the same stage may begin twice in a row.
            if (now.round, now.stage, now.since) != (before.round, before.stage, before.since):
                if now.stage and now.since != before.since:
                    self.phases.append(len(self.steps))
                if now.round != before.round:
                    self.rounds.append(len(self.steps))
                before = now
                moment = f"{now.round}, {self.title(now.stage)}" if now.stage else now.round
            if text or told:
                self.steps.append(Step(number, moment, text, told, record["k"] in STOPS))

    def _text_of(self, record: Record) -> str:
        return self.words.word_record(record) if record["k"] in STOPS else ""

    # -- moving ---------------------------------------------------------------------------------------------------

    @property
    def line(self) -> int:
        return self.steps[self.at].line if self.at >= 0 else 1

    def go_forward(self, stops: Sequence[int]) -> list[Step]:
        """Move to the next of ``stops`` and return all steps up to it."""
        nth = bisect_right(stops, self.at)
        if nth == len(stops):
            return self._move_to(len(self.steps) - 1)
        return self._move_to(stops[nth])

    def go_back(self, stops: Sequence[int]) -> list[Step]:
        """Move to the last of ``stops`` before the current step and return only that step."""
        nth = bisect_left(stops, self.at) - 1
        self.at = stops[nth] if nth >= 0 and stops else 0
        return self.steps[self.at : self.at + 1]

    def go_to(self, line: int) -> list[Step]:
        """Move to the last step at or before a line and return only that step."""
        self.at = max(0, bisect_right([step.line for step in self.steps], line) - 1)
        return self.steps[self.at : self.at + 1]

    def _move_to(self, at: int) -> list[Step]:
        start, self.at = self.at + 1, at
        return self.steps[start : at + 1]

    def take(self, typed: str) -> list[Step] | None:
        typed = typed.strip()
        if typed.isdecimal() and len(typed) < 10 and int(typed):
            return self.go_to(int(typed)) if int(typed) <= self.lines else None
        return GOES[typed](self) if typed in GOES else None

    @property
    def done(self) -> bool:
        return self.at >= len(self.steps) - 1

    def word_progress(self) -> Iterator[str]:
        yield f"line {self.line} of {self.lines}"
        if self.at >= 0:
            yield self.steps[self.at].moment


GOES: Mapping[str, Callable[[Walk], list[Step]]] = {
    "": lambda walk: walk.go_forward(walk.stops),
    "n": lambda walk: walk.go_forward(walk.stops),
    "b": lambda walk: walk.go_back(walk.stops),
    "p": lambda walk: walk.go_forward(walk.phases),
    "P": lambda walk: walk.go_back(walk.phases),
    "r": lambda walk: walk.go_forward(walk.rounds),
    "R": lambda walk: walk.go_back(walk.rounds),
}

KEYS = (
    ("Enter, n", "the next decision"),
    ("b", "the previous decision"),
    ("p, P", "the next or previous phase"),
    ("r, R", "the next or previous round"),
    ("NUMBER", "the line with this number"),
    ("t", "the table at this point"),
    ("w", "why this happened"),
    ("q", "stop"),
)
