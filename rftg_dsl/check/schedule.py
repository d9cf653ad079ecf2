"""The schedule of a game, as its content declares it: setup, the part that repeats, and its stages and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from attrs import evolve, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.signatures import EDGES, Edge

Who = Literal["table", "seats", "opponents"]
"""The actors in a step.

``table`` is the table or, in a turn, the acting seat. ``seats`` are all seats, in order. ``opponents`` are the
opponents of the acting seat.
"""

Moment = Literal["entering", "course", "leaving", "afterwards"]
"""The moment of a step in a stage.

A step happens when the stage begins for a seat, before the seat's powers (``entering``), during the stage (``course``),
when the stage ends for the seat (``leaving``), or after the stage (``afterwards``).
"""

MOMENTS: tuple[Moment, ...] = get_args(Moment)


@frozen
class Task:
    """One line in a schedule, which calls for a step in the game's Python code and states who carries it out."""

    name: str
    """The name of the step without the name of its game, such as ``roll-dice``."""
    who: Who = "table"
    secretly: bool = False
    """Whether every question in the step is asked in secret."""
    moment: Moment = "course"
    words: tuple[str, ...] = ()
    part: str = field(default="", eq=False)
    at: Span | None = field(default=None, eq=False, repr=False)

    @property
    def anchor(self) -> str:
        """The name that declarations such as ``insert after`` use for this line."""
        return self.name


@frozen
class Ordered:
    """A change in the order of seats, as in ``order by lowest number``.

    From this line on, seats act clockwise from the seat that has the piece with the lowest number.
    """

    property: str
    part: str = field(default="", eq=False)
    at: Span | None = field(default=None, eq=False, repr=False)
    anchor: ClassVar[str] = "order"
    moment: ClassVar[Moment] = "course"


@frozen
class Stage:
    """A phase, which has windows, or a named step, which has no windows."""

    name: str
    """The name of the stage in logs. A phase that occurs more than once in a round needs a different name each time."""
    phase: str
    windows: bool
    items: tuple[Item, ...] = ()
    test: Any = field(default=None, eq=False, repr=False)
    """The condition, not yet read, under which the stage takes place; None if it always does."""
    at: Span | None = field(default=None, eq=False, repr=False)
    moment: ClassVar[Moment] = "course"

    @property
    def anchor(self) -> str:
        return self.name


Item = Task | Ordered | Stage


@frozen
class Stretch:
    """The part of a game that is repeated until the game ends: a round, or the turn of one seat after another."""

    name: str
    items: tuple[Item, ...] = ()
    by_seat: bool = False
    equal: bool = False
    """Whether the game ends only after all seats have had the same number of turns."""
    rotating: bool = False
    """Whether the seat that acts first changes each time."""
    counts: str = ""
    first: str = ""
    """The constant that holds the number of the seat with the first turn, numbered from 1; empty for seat 1."""
    at: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Known:
    """The signature of a step that schedules can use."""

    seated: bool
    words: tuple[tuple[str, ...], ...] = ()
    """The valid words for each position after the name of the step."""
    after: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    asks: bool = False
    opens: bool = False
    once: bool = False


SETUP = "setup"


@frozen(slots=False)
class Schedule:
    """The course of a whole game."""

    setup: tuple[Item, ...] = ()
    stretch: Stretch | None = None
    every_phase: tuple[Task, ...] = ()
    wakes: bool = False
    """Whether new powers count only from the start of the next phase, not at once."""

    @property
    def course(self) -> tuple[Item, ...]:
        return self.stretch.items if self.stretch else ()

    @cached_property
    def stages(self) -> Mapping[str, Stage]:
        return {item.name: item for item in walk_items(self.course) if isinstance(item, Stage)}

    @cached_property
    def windows(self) -> Mapping[str, tuple[Edge, ...]]:
        phases = dict.fromkeys((stage.phase for stage in self.stages.values() if stage.windows), EDGES)
        return phases | ({self.stretch.name: EDGES} if self.stretch else {})

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """The marks in a log: after setup, and after each stretch, which is the unit in which a game is measured."""
        return (SETUP, *([self.stretch.name] if self.stretch else []))

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The periods that can limit the use or the duration of a power: the phase, if any, and the round or turn."""
        phase = any(stage.windows for stage in self.stages.values())
        return (*(("phase",) if phase else ()), *self.checkpoints[1:])

    @cached_property
    def anchors(self) -> Mapping[str, int]:
        """The number of times that each anchor occurs. The name of a stage counts once, because it means the stage."""
        counts: dict[str, int] = {}
        for item in walk_items((*self.setup, *self.course, *self.every_phase)):
            counts[item.anchor] = counts.get(item.anchor, 0) + 1
        return counts | dict.fromkeys(self.stages, 1)

    @property
    def size(self) -> int:
        return sum(1 for _ in walk_items((*self.setup, *self.course, *self.every_phase)))

    def with_items(self, where: Position, anchor: str, items: Sequence[Item]) -> Schedule:
        # A stage can have the same name as a step inside it. In that case, the stage is meant.
        kind: type = Stage if anchor in self.stages else object
        parts = (self.setup, self.course, self.every_phase)
        setup, course, phases = (insert_items(part, where, anchor, kind, items) for part in parts)
        stretch = evolve(self.stretch, items=course) if self.stretch else None
        tasks = tuple([item for item in phases if isinstance(item, Task)])
        return evolve(self, setup=setup, stretch=stretch, every_phase=tasks)


Position = Literal["before", "after", "replacing"]


def walk_items(items: Sequence[Item]) -> Iterator[Item]:
    """Yield all items, including those inside stages, in the order in which they happen."""
    for item in sorted(items, key=lambda item: MOMENTS.index(item.moment)):
        yield item
        if isinstance(item, Stage):
            yield from walk_items(item.items)


def insert_items(
    items: Sequence[Item], where: Position, anchor: str, kind: type, new: Sequence[Item]
) -> tuple[Item, ...]:
    """Insert the ``new`` items next to the anchor, or in its place, however deeply it is nested."""
    merged: list[Item] = []
    for item in items:
        if item.anchor == anchor and isinstance(item, kind):
            before, after = (new if where != "after" else (), new if where == "after" else ())
            merged += [*before, *([] if where == "replacing" else [item]), *after]
        elif isinstance(item, Stage):
            merged.append(evolve(item, items=insert_items(item.items, where, anchor, kind, new)))
        else:
            merged.append(item)
    return tuple(merged)
