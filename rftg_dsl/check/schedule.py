"""The schedule of a game as its content declares it: setup, the stretch that is repeated, its stages and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from attrs import evolve, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.signatures import EDGES, Edge

Who = Literal["table", "seats", "opponents"]
"""The doers of a step: the table, or the acting seat of a turn; each seat in order; each of that seat's opponents."""

Moment = Literal["entering", "course", "leaving", "afterwards"]
"""When: by each seat as a stage begins, before its powers; in its course; by each seat as it ends; once it is over."""

MOMENTS: tuple[Moment, ...] = get_args(Moment)


@frozen
class Task:
    """One line of a schedule: a step of the game's Python, and who does it."""

    name: str
    """The step, without the name of its game: ``roll-dice``."""
    who: Who = "table"
    secretly: bool = False
    """Whether everything that is asked is asked in secret."""
    moment: Moment = "course"
    words: tuple[str, ...] = ()
    """Further arguments of the step."""
    part: str = field(default="", eq=False)
    """The part of the game that declares it."""
    at: Span | None = field(default=None, eq=False, repr=False)

    @property
    def anchor(self) -> str:
        """The name that ``insert after`` and the like know it by."""
        return self.name


@frozen
class Ordered:
    """``order by lowest number``: from now on, seats act clockwise from the one whose piece shows the lowest."""

    property: str
    part: str = field(default="", eq=False)
    at: Span | None = field(default=None, eq=False, repr=False)
    anchor: ClassVar[str] = "order"
    moment: ClassVar[Moment] = "course"


@frozen
class Stage:
    """A phase, which has windows, or a step with a name, which has none."""

    name: str
    """Its name in logs; a phase that comes again in a round has another one there than the phase itself."""
    phase: str
    """The word for it in powers."""
    windows: bool
    items: tuple[Item, ...] = ()
    test: Any = field(default=None, eq=False, repr=False)
    """The condition under which it takes place, as it is written; None: always."""
    at: Span | None = field(default=None, eq=False, repr=False)
    moment: ClassVar[Moment] = "course"

    @property
    def anchor(self) -> str:
        """The name that ``insert after`` and the like know it by."""
        return self.name


Item = Task | Ordered | Stage


@frozen
class Stretch:
    """The part of a game that is repeated until it ends: a round, or a turn of one seat after another."""

    name: str
    items: tuple[Item, ...] = ()
    by_seat: bool = False
    """Whether it is the turn of one seat."""
    equal: bool = False
    """Whether the game ends only when all seats have had equally many turns."""
    rotating: bool = False
    """Whether another seat is the first in each."""
    counts: str = ""
    """The counter of the table that counts it."""
    first: str = ""
    """The number of the rules that says which seat has the first turn, from 1 on; empty: seat 1."""
    at: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Known:
    """The facts about a step that a schedule can name."""

    seated: bool
    """Whether a seat does it."""
    words: tuple[tuple[str, ...], ...] = ()
    """For each word after its name, those that fit."""
    after: tuple[str, ...] = ()
    """The steps that must come before it."""
    public: tuple[str, ...] = ()
    """The names of the questions that it asks openly."""
    asks: bool = False
    """Whether it asks anything."""
    opens: bool = False
    """Whether it belongs in setup."""
    once: bool = False
    """Whether it can come only once."""


SETUP = "setup"


@frozen(slots=False)
class Schedule:
    """The course of a whole game."""

    setup: tuple[Item, ...] = ()
    stretch: Stretch | None = None
    every_phase: tuple[Task, ...] = ()
    """The parts that every phase has."""
    wakes: bool = False
    """Whether new powers count from the beginning of the next phase on, rather than at once."""

    @property
    def course(self) -> tuple[Item, ...]:
        """The stretch that is repeated."""
        return self.stretch.items if self.stretch else ()

    @cached_property
    def stages(self) -> Mapping[str, Stage]:
        """All stages by name, in order."""
        return {item.name: item for item in walk_items(self.course) if isinstance(item, Stage)}

    @cached_property
    def windows(self) -> Mapping[str, tuple[Edge, ...]]:
        """The phases in order, and the stretch, each with its windows."""
        phases = dict.fromkeys((stage.phase for stage in self.stages.values() if stage.windows), EDGES)
        return phases | ({self.stretch.name: EDGES} if self.stretch else {})

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """The places of marks in a log: after setup, and after each stretch, the unit in which a game is counted."""
        return (SETUP, *([self.stretch.name] if self.stretch else []))

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The periods a power can be limited to or last for: the phase, if there is one, and the round or turn."""
        phase = any(stage.windows for stage in self.stages.values())
        return (*(("phase",) if phase else ()), *self.checkpoints[1:])

    @cached_property
    def anchors(self) -> Mapping[str, int]:
        """The count of each name to which something can be added; the name of a stage means the stage."""
        counts: dict[str, int] = {}
        for item in walk_items((*self.setup, *self.course, *self.every_phase)):
            counts[item.anchor] = counts.get(item.anchor, 0) + 1
        return counts | dict.fromkeys(self.stages, 1)

    @property
    def size(self) -> int:
        """The number of its steps and stages."""
        return sum(1 for _ in walk_items((*self.setup, *self.course, *self.every_phase)))

    def with_items(self, where: Position, anchor: str, items: Sequence[Item]) -> Schedule:
        """The schedule with items before, after or in place of the one with this anchor."""
        kind: type = Stage if anchor in self.stages else object
        parts = (self.setup, self.course, self.every_phase)
        setup, course, phases = (insert_items(part, where, anchor, kind, items) for part in parts)
        stretch = evolve(self.stretch, items=course) if self.stretch else None
        tasks = tuple([item for item in phases if isinstance(item, Task)])
        return evolve(self, setup=setup, stretch=stretch, every_phase=tasks)


Position = Literal["before", "after", "replacing"]


def walk_items(items: Sequence[Item]) -> Iterator[Item]:
    """All items, those inside stages included, in the order in which they happen."""
    for item in sorted(items, key=lambda item: MOMENTS.index(item.moment)):
        yield item
        if isinstance(item, Stage):
            yield from walk_items(item.items)


def insert_items(
    items: Sequence[Item], where: Position, anchor: str, kind: type, new: Sequence[Item]
) -> tuple[Item, ...]:
    """These items with new ones beside the one of a kind with this anchor, wherever it is among them."""
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
