"""The schedule of a game as the kernel runs it: what is repeated, its stages, their windows, and how the game ends.

``Program`` is what content says; the steps here carry it out. Powers at the start and end of a stretch or phase react
in the order of seats; each seat's are used up before those of the next one come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from rftg_dsl.kernel.step import Step, step

if TYPE_CHECKING:
    from rftg_dsl.kernel.play import Play

LONGEST = 1_000
"""The most stretches of a game; of stretches by seat, for each seat. A game that has not ended by then ends."""

TOO_LONG = "too long"
"""The reason for which such a game ends."""


class Task:
    """A step, who does it, and what it is told besides."""

    __slots__ = ("args", "run", "step", "who")

    def __init__(
        self, step: str, who: Literal["table", "seats", "opponents"], args: Sequence[str], run: Callable[..., None]
    ) -> None:
        self.step = step
        self.who = who
        self.args = tuple(args)
        self.run = run


class Sort:
    """From now on seats act clockwise from the one that has the lowest of these values, by side, on a piece in play."""

    __slots__ = ("name", "rest", "values")

    def __init__(self, name: str, values: Sequence[int], rest: Sequence[Task | Sort | Block]) -> None:
        self.name = name
        self.values = values
        """``LAST`` for sides that do not count."""
        self.rest = rest
        """What follows in the same block."""


LAST = 2**31
"""The value of a side without a number."""


class Block:
    """A stage or a stretch: what is done in it, and by each seat as it begins and ends."""

    __slots__ = ("afterwards", "end", "entering", "items", "leaving", "name", "phase", "resets", "start", "test")

    def __init__(
        self,
        name: str,
        point: str,
        items: Sequence[Task | Sort | Block],
        entering: Sequence[Task] = (),
        leaving: Sequence[Task] = (),
        afterwards: Sequence[Task] = (),
        resets: Sequence[int] = (),
        test: Callable[[Play[Any]], bool] | None = None,
        phase: bool = False,
    ) -> None:
        self.name = name
        self.start = f"start of {point}" if point else ""
        """The moment at which powers react as it begins; empty without windows."""
        self.end = f"end of {point}" if point else ""
        self.items = items
        self.entering = entering
        self.leaving = leaving
        self.afterwards = afterwards
        self.resets = resets
        """The counters that start again at its end."""
        self.test = test
        """Whether it takes place; None: always."""
        self.phase = phase
        """Whether it is a phase: what is limited to a phase can be used again, and new powers count."""


class Stretch(Block):
    """What is repeated until the game ends."""

    __slots__ = ("counter", "equal", "mine", "rotating")

    def __init__(
        self,
        block: Block,
        counter: int,
        mine: Sequence[int] = (),
        *,
        equal: bool = False,
        rotating: bool = False,
    ) -> None:
        for name in Block.__slots__:
            setattr(self, name, getattr(block, name))
        self.counter = counter
        """The counter of how many there have been, this one included."""
        self.mine = mine
        """By seat, the counter that is 1 while it has its turn; empty if all seats take part."""
        self.equal = equal
        """Whether the game ends only when all seats have had equally many turns."""
        self.rotating = rotating
        """Whether the seat after the one that was first is first next time."""


class Program:
    """The schedule of a game for a number of seats."""

    def __init__(
        self,
        setup: Sequence[Task | Sort | Block],
        stretch: Stretch,
        endings: Mapping[str, Callable[[Play[Any]], bool]],
        facts: Mapping[str, int],
        seats: int,
    ) -> None:
        self.setup = setup
        self.stretch = stretch
        self.endings = endings
        """By reason, whether the game ends."""
        self.blocks = {one.name: one for one in (stretch, *stages_in((*setup, *stretch.items)))}
        self.sorts = {one.name: one for one in sorts_in((*setup, *stretch.items))}
        self.order, self.stage, self.ended = (facts.get(name, -1) for name in (ORDER, STAGE, ENDED))
        self.seats = tuple(range(seats))
        self.clockwise = tuple(tuple((first + seat) % seats for seat in self.seats) for first in self.seats)

    @property
    def checkpoints(self) -> tuple[str, ...]:
        """The pauses where a log has a mark, by their first word."""
        return (SETUP, self.stretch.name)

    def order_of(self, play: Play[Any]) -> Sequence[int]:
        """All seats in the order in which they act."""
        stretch = self.stretch
        if stretch.mine:
            return self.clockwise[self.active(play)]
        if self.order >= 0 and (found := play.facts[self.order]):
            return found  # type: ignore[no-any-return]
        if stretch.rotating:
            return self.clockwise[max(play.counters[stretch.counter] - 1, 0) % len(self.seats)]
        return self.seats

    def active(self, play: Play[Any]) -> int:
        """The seat whose turn it is; the first one before the first turn."""
        return next((seat for seat, mine in enumerate(self.stretch.mine) if play.counters[mine]), 0)


SETUP = "setup"
"""The pause after setup."""

ORDER, STAGE, ENDED = "order", "phase", "ended"
"""The facts that hold the order of seats, the name of the stage, and the reasons for which the game has ended."""


def stages_in(items: Sequence[Task | Sort | Block]) -> Iterator[Block]:
    """The stages among some items, those inside others included."""
    for one in items:
        if isinstance(one, Block):
            yield one
            yield from stages_in(one.items)
        elif isinstance(one, Sort):
            yield from stages_in(one.rest)


def do(play: Play[Any], items: Sequence[Task | Sort | Block], acting: tuple[int, ...]) -> None:
    """Put items on the agenda; ``acting`` is the seat whose turn it is, if it is a turn."""
    for one in items:
        if isinstance(one, Block):
            play.then(begin_stage, one.name, *acting)
        elif isinstance(one, Sort):
            play.then(sort_seats, one.name, *acting)
        elif one.who == "table":
            play.then_by_id(one.step, *acting, *one.args)
        else:
            order = play.rules.order(play)
            for seat in order[1:] if one.who == "opponents" else order:
                play.then_by_id(one.step, seat, *one.args)


def sorts_in(items: Sequence[Task | Sort | Block]) -> Iterator[Sort]:
    """The new orders of seats among some items, those inside stages included."""
    for one in items:
        if isinstance(one, Block):
            yield from sorts_in(one.items)
        elif isinstance(one, Sort):
            yield one
            yield from sorts_in(one.rest)


@step("schedule.begin")
def begin(play: Play[Any]) -> None:
    """Setup, then what is repeated until the end."""
    program = play.rules.program
    do(play, program.setup, ())
    play.then(end_setup)
    play.then(begin_stretch, *program.seats[:1] if program.stretch.mine else ())


@step("schedule.sort-seats")
def sort_seats(play: Play[Any], name: str, *acting: int) -> None:
    """The seat with the lowest value on a piece in play is first; of equal ones, the first by number."""
    program = play.rules.program
    sort = program.sorts[name]
    lowest = [min([sort.values[play.side[one]] for one in in_play(play, seat)], default=LAST) for seat in program.seats]
    found = program.clockwise[lowest.index(min(lowest))]
    if min(lowest) < LAST and play.facts[program.order] != found:
        play.set_fact(program.order, found, "strict order")
    do(play, sort.rest, acting)


def in_play(play: Play[Any], seat: int) -> Iterator[int]:
    """The pieces of a seat in places where powers count."""
    for place in play.layout.active_places:
        if play.layout.place_owner[place] == seat:
            yield from play.zone[place]


@step("schedule.end-setup")
def end_setup(play: Play[Any]) -> None:
    """Setup is complete."""
    wake(play)
    play.pause(SETUP)


@step("schedule.begin-stretch")
def begin_stretch(play: Play[Any], *acting: int) -> None:
    """The next round, or the turn of a seat.

    What is limited to a round, or lasts for it, ends as the next one begins; of a turn, before that of another seat.
    """
    stretch = play.rules.program.stretch
    play.new_luck()
    if not acting:
        play.renew(stretch.name)
    play.adjust(stretch.counter, 1, stretch.name)
    for seat in acting:
        play.adjust(stretch.mine[seat], 1, stretch.name)
    enter(play, stretch, acting)


@step("schedule.begin-stage")
def begin_stage(play: Play[Any], name: str, *acting: int) -> None:
    """A stage, if it takes place; with a phase, new powers count, and limited ones can be used again."""
    stage = play.rules.program.blocks[name]
    if stage.test is None or stage.test(play):
        open_stage(play, stage, acting)


def open_stage(play: Play[Any], stage: Block, acting: tuple[int, ...] = ()) -> None:
    """Begin a stage, whatever its condition."""
    if stage.phase:
        wake(play)
    play.set_fact(play.rules.program.stage, stage.name, STAGE)
    if stage.phase:
        play.renew(STAGE)
    enter(play, stage, acting)


def enter(play: Play[Any], block: Block, acting: tuple[int, ...]) -> None:
    """Each seat begins, then its powers react; then what is done in a stage or stretch."""
    if block.start in play.hooks:
        for seat in acting or play.rules.order(play):
            play.then(begin_seat, block.name, seat)
    elif block.entering:
        for seat in acting or play.rules.order(play):
            run(play, block.entering, seat)
    do(play, block.items, acting)
    if block.end:
        play.then(end_stage, block.name, *acting)


def run(play: Play[Any], tasks: Sequence[Task], seat: int) -> None:
    """Let a seat do some steps at once; they ask nothing."""
    for one in tasks:
        play.cause = one.step
        one.run(play, seat, *one.args)


@step("schedule.begin-seat")
def begin_seat(play: Play[Any], name: str, seat: int) -> None:
    """A seat begins; then its powers react."""
    block = play.rules.program.blocks[name]
    run(play, block.entering, seat)
    play.fire(block.start, seat)


@step("schedule.end-stage")
def end_stage(play: Play[Any], name: str, *acting: int) -> None:
    """Each seat ends, then its powers react; then what comes afterwards."""
    block = play.rules.program.blocks[name]
    if block.end in play.hooks:
        for seat in acting or play.rules.order(play):
            play.then(end_seat, name, seat)
    elif block.leaving:
        for seat in acting or play.rules.order(play):
            run(play, block.leaving, seat)
    do(play, block.afterwards, acting)
    play.then(close, name, *acting)


@step("schedule.end-seat")
def end_seat(play: Play[Any], name: str, seat: int) -> None:
    """A seat ends; then its powers react."""
    block = play.rules.program.blocks[name]
    run(play, block.leaving, seat)
    play.fire(block.end, seat)


@step("schedule.close")
def close(play: Play[Any], name: str, *acting: int) -> None:
    """A stage is over; after a stretch the game ends, or the next one follows."""
    program = play.rules.program
    block = program.blocks[name]
    if block is not program.stretch:
        reset(play, block)
        play.pause(name)
        return
    stretch = program.stretch
    wake(play)
    reset(play, block)
    if acting:
        play.renew(name)
    if program.stage >= 0 and play.facts[program.stage]:
        play.set_fact(program.stage, "", STAGE)
    following = tuple((seat + 1) % len(program.seats) for seat in acting)
    count = play.counters[stretch.counter]
    why = [] if stretch.equal and any(following) else [one for one, holds in program.endings.items() if holds(play)]
    if not why and count >= LONGEST * (len(program.seats) if acting else 1):
        why = [TOO_LONG]
    if why:
        play.set_fact(program.ended, tuple(why), "game end")
    else:
        play.then(begin_stretch, *following)
    play.pause(f"{name} {count}")


def wake(play: Play[Any]) -> None:
    """From now on the powers in play count, if they do not at once."""
    if not play.rules.powers_wake_immediately:
        play.wake()


def reset(play: Play[Any], block: Block) -> None:
    """The counters that start again at the end of a stage or stretch."""
    for counter in block.resets:
        if by := play.layout.counter_specs[counter].start - play.counters[counter]:
            play.adjust(counter, by, block.end)


STEPS: Sequence[Step[Any]] = (
    begin,
    sort_seats,
    end_setup,
    begin_stretch,
    begin_stage,
    begin_seat,
    end_stage,
    end_seat,
    close,
)
"""The steps of every schedule."""
