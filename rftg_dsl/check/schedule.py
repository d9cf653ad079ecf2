"""The schedule of a game, as declared by its content: setup, the repeated stretch, its stages and steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from attrs import evolve, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.signatures import EDGES, Edge

Who = Literal["table", "seats", "opponents"]
"""The doers of a step.

``table`` is the table or, in a turn, the acting seat; ``seats`` are all seats, in order; ``opponents`` are the acting
seat's opponents.
"""

Moment = Literal["entering", "course", "leaving", "afterwards"]
"""The time of a step: when a stage begins for a seat, before its powers; during the stage; when it ends; or after it.
"""

MOMENTS: tuple[Moment, ...] = get_args(Moment)


@frozen
class Task:
    """One line of a schedule: a step in the game's Python code, and who does it."""

    name: str
    """Its name without the game's: ``roll-dice``."""
    who: Who = "table"
    secretly: bool = False
    """Whether every question in it is asked in secret."""
    moment: Moment = "course"
    words: tuple[str, ...] = ()
    part: str = field(default="", eq=False)
    at: Span | None = field(default=None, eq=False, repr=False)

    @property
    def anchor(self) -> str:
        """The name by which ``insert after`` and the like refer to it."""
        return self.name


@frozen
class Ordered:
    """``order by lowest number``: from here on, seats act clockwise from the one with the lowest number on a piece."""

    property: str
    part: str = field(default="", eq=False)
    at: Span | None = field(default=None, eq=False, repr=False)
    anchor: ClassVar[str] = "order"
    moment: ClassVar[Moment] = "course"


@frozen
class Stage:
    """A phase, which has windows, or a named step, which has none."""

    name: str
    """Its name in logs; a phase repeated within a round needs another name there."""
    phase: str
    windows: bool
    items: tuple[Item, ...] = ()
    test: Any = field(default=None, eq=False, repr=False)
    """The condition under which it takes place, not yet read; None if it always does."""
    at: Span | None = field(default=None, eq=False, repr=False)
    moment: ClassVar[Moment] = "course"

    @property
    def anchor(self) -> str:
        return self.name


Item = Task | Ordered | Stage


@frozen
class Stretch:
    """The part that is repeated until the game ends: a round, or one seat's turn after another's."""

    name: str
    items: tuple[Item, ...] = ()
    by_seat: bool = False
    equal: bool = False
    """Whether the game ends only after all seats have had the same number of turns."""
    rotating: bool = False
    """Whether the first seat changes each time."""
    counts: str = ""
    first: str = ""
    """The constant that names the seat with the first turn, counted from 1; empty for seat 1."""
    at: Span | None = field(default=None, eq=False, repr=False)


@frozen
class Known:
    """The signature of a step that a schedule can name."""

    seated: bool
    words: tuple[tuple[str, ...], ...] = ()
    """The choices for each word after its name."""
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
    """Whether new powers count from the start of the next phase, rather than at once."""

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
        """The marks in a log: after setup, and after each stretch, the unit in which a game is counted."""
        return (SETUP, *([self.stretch.name] if self.stretch else []))

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The periods that can limit a power, or that it can last for: the phase, if any, and the round or turn."""
        phase = any(stage.windows for stage in self.stages.values())
        return (*(("phase",) if phase else ()), *self.checkpoints[1:])

    @cached_property
    def anchors(self) -> Mapping[str, int]:
        """The count of each anchor. A stage's name means the stage, so it counts once."""
        counts: dict[str, int] = {}
        for item in walk_items((*self.setup, *self.course, *self.every_phase)):
            counts[item.anchor] = counts.get(item.anchor, 0) + 1
        return counts | dict.fromkeys(self.stages, 1)

    @property
    def size(self) -> int:
        return sum(1 for _ in walk_items((*self.setup, *self.course, *self.every_phase)))

    def with_items(self, where: Position, anchor: str, items: Sequence[Item]) -> Schedule:
        # A stage can share its name with a step inside it; if so, the stage is meant.
        kind: type = Stage if anchor in self.stages else object
        parts = (self.setup, self.course, self.every_phase)
        setup, course, phases = (insert_items(part, where, anchor, kind, items) for part in parts)
        stretch = evolve(self.stretch, items=course) if self.stretch else None
        tasks = tuple([item for item in phases if isinstance(item, Task)])
        return evolve(self, setup=setup, stretch=stretch, every_phase=tasks)


Position = Literal["before", "after", "replacing"]


def walk_items(items: Sequence[Item]) -> Iterator[Item]:
    """All items, including those inside stages, in the order in which they happen."""
    for item in sorted(items, key=lambda item: MOMENTS.index(item.moment)):
        yield item
        if isinstance(item, Stage):
            yield from walk_items(item.items)


def insert_items(
    items: Sequence[Item], where: Position, anchor: str, kind: type, new: Sequence[Item]
) -> tuple[Item, ...]:
    """Insert ``new`` items next to the anchor, however deeply it is nested."""
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
