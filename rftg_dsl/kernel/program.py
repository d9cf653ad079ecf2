"""The schedule of a game as the kernel runs it: what is repeated, its stages, their windows, and how the game ends.

``Program`` is what content says, and ``run_program`` has the steps that carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from rftg_dsl.kernel.table import Table


class Task:
    """A step, who does it, and what it is told besides."""

    __slots__ = ("args", "frames", "plain", "secretly", "step", "who")

    def __init__(
        self,
        step: str,
        who: Literal["table", "seats", "opponents"],
        args: Sequence[str],
        seats: int,
        plain: bool = False,
        secretly: bool = False,
    ) -> None:
        self.step = step
        self.who = who
        self.args = tuple(args)
        self.frames = [(step, (seat, *args)) for seat in range(seats)]
        """For each seat, what puts the step on its agenda."""
        self.plain = plain
        """Whether it asks nothing and puts nothing on the agenda, so that it can be done at once."""
        self.secretly = secretly
        """Whether each seat does it behind a screen: the others see at its end what has changed."""


class Sort:
    """From now on seats act clockwise from the one that has the lowest of these values, by side, on a piece in play."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values
        """``LAST`` for sides that do not count."""


LAST = 2**31
"""The value of a side without a number."""


class Block:
    """A stage or a stretch: what is done in it, and by each seat as it begins and ends."""

    __slots__ = (
        *("afterwards", "asked", "end", "ends", "entering", "leaving", "name"),
        *("parts", "phase", "resets", "simple", "start", "test"),
    )

    def __init__(
        self,
        name: str,
        point: str,
        parts: Sequence[Sequence[Task] | Sort | Block],
        entering: Sequence[Task] = (),
        leaving: Sequence[Task] = (),
        afterwards: Sequence[Task] = (),
        resets: Sequence[tuple[int, int]] = (),
        test: Callable[[Any, str], bool] | None = None,
        asked: str = "",
        phase: bool = False,
    ) -> None:
        self.name = name
        self.start = f"start of {point}"
        """The moment at which powers react as it begins; no power can name that of setup or a step."""
        self.end = f"end of {point}"
        self.parts = parts
        """Its contents: steps that follow one another, new orders of seats, names of stages, stages."""
        self.entering = entering
        self.leaving = leaving
        self.afterwards = afterwards
        self.simple = all(task.plain for task in afterwards)
        """Whether what comes afterwards can be done at once."""
        self.resets = resets
        """The counters that start again at its end, each with its start."""
        self.test = test
        """Whether it takes place: ``test(play, asked)``; None: always."""
        self.asked = asked
        """The subject of the test: a phase."""
        self.phase = phase
        """Whether it is a phase: what is limited to a phase can be used again, and new powers count."""
        self.ends = bool(phase or afterwards or resets)
        """Whether anything is done at its end, where observers can look at the table; in a mere step nothing is."""


class Stretch(Block):
    """The block that is repeated until the game ends."""

    __slots__ = ("counter", "equal", "first", "mine", "rotating")

    def __init__(
        self,
        block: Block,
        counter: int,
        mine: Sequence[int] = (),
        *,
        equal: bool = False,
        rotating: bool = False,
        first: int = 0,
    ) -> None:
        for name in Block.__slots__:
            setattr(self, name, getattr(block, name))
        self.ends = True
        self.counter = counter
        """The counter of how many there have been, this one included."""
        self.mine = mine
        """By seat, the counter that is 1 while it has its turn; empty if all seats take part."""
        self.equal = equal
        """Whether the game ends only when all seats have had equally many turns."""
        self.rotating = rotating
        """Whether the seat after the one that was first is first next time."""
        self.first = first
        """The seat that has the first turn."""


class Program:
    """The schedule of a game for a number of seats."""

    def __init__(
        self,
        setup: Block,
        stretch: Stretch,
        endings: Mapping[str, Callable[[Any], bool]],
        facts: Mapping[str, int],
        seats: int,
    ) -> None:
        self.stretch = stretch
        self.endings = endings
        """By reason, whether the game ends: ``holds(play)``."""
        self.blocks = {block.name: block for block in (setup, stretch, *stretch.parts) if isinstance(block, Block)}
        self.fact, self.stage, self.ended = (facts.get(name, -1) for name in (ORDER, STAGE, ENDED))
        self.seats = tuple(range(seats))
        self.clockwise = tuple(tuple((first + seat) % seats for seat in self.seats) for first in self.seats)
        self.order: Callable[[Table], Sequence[int]] = self._order()
        """All seats in the order in which they act."""

    def _order(self) -> Callable[[Table], Sequence[int]]:
        seats, clockwise, stretch, fact = self.seats, self.clockwise, self.stretch, self.fact
        if stretch.mine:
            return lambda play: clockwise[self.active_seat_of(play)]
        if fact >= 0:
            return lambda play: play.facts[fact] or seats
        if stretch.rotating:
            return lambda play: clockwise[max(play.counters[stretch.counter] - 1, 0) % len(seats)]
        return lambda play: seats

    @property
    def checkpoints(self) -> tuple[str, ...]:
        """The pauses where a log has a mark, by their first word."""
        return (SETUP, self.stretch.name)

    def active_seat_of(self, play: Table) -> int:
        """The seat whose turn it is; before the first turn, the seat that will have it."""
        return next((seat for seat, mine in enumerate(self.stretch.mine) if play.counters[mine]), self.stretch.first)


SETUP = "setup"
"""The pause after setup, and the name of its block."""

ORDER, STAGE, ENDED = "order", "phase", "ended"
"""The facts that hold the order of seats, the name of the stage, and the reasons for which the game has ended."""

CONCEALED, DISCLOSED = "concealed", "disclosed"
"""The notes in a log where screens go up, and where they come down."""
