"""The sentences in a game's schedule: the conditions of stages, the endings and the scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from rftg_dsl.check.model.powers import Score

Asked = Literal["anyone", "everyone", "nobody", "table"]


@frozen
class Test:
    """A condition on a sum of counts: it must be between ``low`` and ``high``, inclusive."""

    who: Asked
    """The seats for which the condition must hold; with ``table``, it is tested only once."""
    counts: tuple[Score, ...]
    low: int
    high: int
    number: str = ""
    """The name of a number that powers can change and that replaces ``low``; empty if there is none."""
    count: str = ""
    text: str = field(default="", eq=False)


@frozen
class Known:
    """A test of a phase by the game's Python code, as in ``if selected`` or ``if produce selected``."""

    name: str
    phase: str


@frozen
class Ending:
    """A reason for the game to end. It applies as soon as any of its tests is true."""

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
    """The place whose pieces contribute their scoring powers to the line; empty if there is none."""
    count: str = ""
    """The name of a count that the game's Python code provides; empty if there is none."""
    each: bool = False
    """Whether each piece in ``place`` gets a line of its own, under its printed name."""


@frozen
class Course:
    """All sentences in a schedule."""

    tests: Mapping[str, Test | Known] = field(factory=dict)
    """The conditions of stages that do not always take place, by the stage's name."""
    endings: tuple[Ending, ...] = ()
    lines: tuple[Line, ...] = ()
    ties: tuple[Line, ...] = ()

    def walk_sentences(self) -> Iterator[Score]:
        for test in (*self.tests.values(), *(test for ending in self.endings for test in ending.tests)):
            yield from test.counts if isinstance(test, Test) else ()
        for line in (*self.lines, *self.ties):
            yield from line.counts
