"""A game's schedule as the kernel runs it: the stretch that repeats, its stages and windows, and the ways the game can
end.

``Program`` is compiled from content. ``run_program`` contains the steps that carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from rftg_dsl.kernel.table import Table


class Task:
    """A step, with its actors (``who``) and its extra arguments."""

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
        self.plain = plain
        """Whether the step asks nothing and adds no frames, so that it can run at once."""
        self.secretly = secretly
        """Whether each seat acts behind a screen. The other seats see the changes when the screens are removed."""


class Sort:
    """A point in the schedule from which seats act clockwise, starting with the seat that has the lowest value on a
    piece in play."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values


LAST = 2**31


class Block:
    """A stage or stretch: its parts, and the tasks that each seat carries out at its beginning and at its end."""

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
        """The point at which powers react as the block begins. If the block is setup or a step, no power can name this
        point."""
        self.end = f"end of {point}"
        self.parts = parts
        self.entering = entering
        self.leaving = leaving
        self.afterwards = afterwards
        self.simple = all(task.plain for task in afterwards)
        self.resets = resets
        self.test = test
        """``test(play, asked)`` decides whether the block takes place. A block without a test always takes place."""
        self.asked = asked
        self.phase = phase
        """Whether the block is a phase. When a phase begins, limits per phase are renewed and new powers start to
        count."""
        self.ends = bool(phase or afterwards or resets)
        """Whether the block's end does anything or lets observers look at the table. The end of a mere step does
        neither."""


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
        # Copied rather than wrapped, because the schedule's steps treat a stretch like any other block.
        for name in Block.__slots__:
            setattr(self, name, getattr(block, name))
        self.ends = True
        self.counter = counter
        self.mine = mine
        """For each seat, the counter that is 1 during the seat's turn; empty if all seats take part in the stretch."""
        self.equal = equal
        """Whether the game ends only after all seats have had the same number of turns."""
        self.rotating = rotating
        """Whether the starting seat moves on by one seat with each stretch."""
        self.first = first


class Program:
    """A game's schedule for a given number of seats."""

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
        """For each reason to end the game, ``holds(play)`` tests whether the reason applies."""
        self.blocks = {block.name: block for block in (setup, stretch, *stretch.parts) if isinstance(block, Block)}
        self.fact, self.stage, self.ended = (facts.get(name, -1) for name in (ORDER, STAGE, ENDED))
        self.seats = tuple(range(seats))
        self.clockwise = tuple(tuple((first + seat) % seats for seat in self.seats) for first in self.seats)
        self.order: Callable[[Table], Sequence[int]] = self._order()
        """Returns all seats in the order in which they act."""

    def _order(self) -> Callable[[Table], Sequence[int]]:
        seats, clockwise, stretch, fact = self.seats, self.clockwise, self.stretch, self.fact
        # Choose the function once per game, because every event needs the order.
        if stretch.mine:
            return lambda play: clockwise[self.active_seat_of(play)]
        if fact >= 0:
            return lambda play: play.facts[fact] or seats
        if stretch.rotating:
            return lambda play: clockwise[max(play.counters[stretch.counter] - 1, 0) % len(seats)]
        return lambda play: seats

    @property
    def checkpoints(self) -> tuple[str, ...]:
        return (SETUP, self.stretch.name)

    def active_seat_of(self, play: Table) -> int:
        """The seat whose turn it is or, before the first turn, the seat that will have the first turn."""
        return next((seat for seat, mine in enumerate(self.stretch.mine) if play.counters[mine]), self.stretch.first)


SETUP = "setup"
"""The mark for the pause after setup, and the name of the setup block."""

ORDER, STAGE, ENDED = "order", "phase", "ended"
"""The facts that hold the seat order, the name of the stage, and the reasons why the game ended."""

CONCEALED, DISCLOSED = "concealed", "disclosed"
