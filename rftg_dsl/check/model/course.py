"""The course of a game beside its powers: when stages take place, when the game ends, how it is scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from rftg_dsl.check.model.powers import Score

Asked = Literal["anyone", "everyone", "nobody", "table"]


@frozen
class Test:
    """Something that is true or not: the sum of some counts of a seat is in a range."""

    who: Asked
    """For which seats it must be true; of the table, it is counted once."""
    counts: tuple[Score, ...]
    low: int
    high: int
    number: str = ""
    """The number that powers change the lowest count by; empty: none."""
    count: str = ""
    """The event or number that the game's Python counts; empty: nothing."""
    text: str = field(default="", eq=False)
    """The condition as it is written."""


@frozen
class Known:
    """A test that the game's Python makes, about a phase: ``if selected``, ``if produce selected``."""

    name: str
    phase: str


@frozen
class Ending:
    """A reason for which the game ends: one of its tests is true."""

    name: str
    title: str
    tests: tuple[Test, ...]


@frozen
class Line:
    """A line of the score, or a tie-break."""

    name: str
    title: str
    counts: tuple[Score, ...] = ()
    place: str = ""
    """The place of the pieces whose own scoring powers are added; empty: none."""
    count: str = ""
    """The event or number that the game's Python counts; empty: nothing."""
    each: bool = False
    """Whether each of these pieces has a line under its printed name."""


@frozen
class Course:
    """What the schedule says in sentences."""

    tests: Mapping[str, Test | Known] = field(factory=dict)
    """For stages that do not always take place, what must be true."""
    endings: tuple[Ending, ...] = ()
    lines: tuple[Line, ...] = ()
    ties: tuple[Line, ...] = ()

    def walk_sentences(self) -> Iterator[Score]:
        """Everything that is counted."""
        for test in (*self.tests.values(), *(test for ending in self.endings for test in ending.tests)):
            yield from test.counts if isinstance(test, Test) else ()
        for line in (*self.lines, *self.ties):
            yield from line.counts
