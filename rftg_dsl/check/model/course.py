"""The course of a game apart from its powers: conditions of stages, endings and scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from rftg_dsl.check.model.powers import Score

Asked = Literal["anyone", "everyone", "nobody", "table"]


@frozen
class Test:
    """A condition that a sum of counts is within a range."""

    who: Asked
    """The seats for which it must be true; with ``table``, it is tested only once."""
    counts: tuple[Score, ...]
    low: int
    high: int
    number: str = ""
    """A number that powers can change and that replaces the lower bound; empty if there is none."""
    count: str = ""
    text: str = field(default="", eq=False)


@frozen
class Known:
    """A test about a phase, in the game's Python code: ``if selected``, ``if produce selected``."""

    name: str
    phase: str


@frozen
class Ending:
    """A reason for the game to end, which applies when any of its tests is true."""

    name: str
    title: str
    tests: tuple[Test, ...]


@frozen
class Line:
    """A score line, or a tie-break."""

    name: str
    title: str
    counts: tuple[Score, ...] = ()
    place: str = ""
    """The place whose pieces add their own scoring powers; empty if there is none."""
    count: str = ""
    """The name of a count in the game's Python code; empty if there is none."""
    each: bool = False
    """Whether each piece in ``place`` has its own line, under its printed name."""


@frozen
class Course:
    """The sentences of a schedule."""

    tests: Mapping[str, Test | Known] = field(factory=dict)
    """The conditions of stages that do not always take place."""
    endings: tuple[Ending, ...] = ()
    lines: tuple[Line, ...] = ()
    ties: tuple[Line, ...] = ()

    def walk_sentences(self) -> Iterator[Score]:
        for test in (*self.tests.values(), *(test for ending in self.endings for test in ending.tests)):
            yield from test.counts if isinstance(test, Test) else ()
        for line in (*self.lines, *self.ties):
            yield from line.counts
