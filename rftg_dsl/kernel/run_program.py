"""The steps that carry out a game's schedule.

Powers at the start and end of a stretch or phase react in seat order: one seat's powers finish before those of the next
seat begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import CONCEALED, DISCLOSED, LAST, SETUP, STAGE, Block, Program, Sort, Task
from rftg_dsl.kernel.step import Step, step

LONGEST = 10_000
"""The maximum number of stretches, or of turns per seat. It is needed because content can remove every other ending."""

TOO_LONG = "too long"


@step("schedule.begin", "Set up the game, then begin play.")
def begin(play: Play[Any]) -> None:
    stretch = play.rules.program.stretch
    carry_out(play, play.rules.program.blocks[SETUP], 0, ())
    play.then(end_setup)
    play.then(begin_stretch, *(stretch.first,) if stretch.mine else ())


@step("schedule.go-on", "Continue a stage or stretch, skipping stages that do not take place.")
def go_on(play: Play[Any], name: str, nth: int, *acting: int) -> None:
    """``acting`` contains the seat whose turn it is. It is empty if no seat is taking a turn."""
    carry_out(play, play.rules.program.blocks[name], nth, acting)


def carry_out(play: Play[Any], block: Block, nth: int, acting: tuple[int, ...]) -> None:
    """Run a block's parts, starting from the ``nth``, until other frames have to run first. Put the rest on the
    agenda."""
    parts, last = block.parts, len(block.parts)
    while nth < last:
        part = parts[nth]
        nth += 1
        if type(part) is Block:
            if part.test is None or part.test(play, part.asked):
                open_stage(play, part, acting)
                # Resume only after the stage's own frames, which are put on the agenda first.
                play.later.append(("schedule.go-on", (block.name, nth, *acting)))
                return
        elif type(part) is list:
            do(play, part, acting)
            if nth < last:
                play.later.append(("schedule.go-on", (block.name, nth, *acting)))
                return
        else:
            assert type(part) is Sort
            sort_seats(play, part)
    if block.ends:
        play.later.append(("schedule.end-stage", (block.name, *acting)))


def do(play: Play[Any], tasks: Sequence[Task], acting: tuple[int, ...]) -> None:
    """Put tasks on the agenda, but run plain tasks at once unless queued frames must precede them."""
    later = play.later
    for task in tasks:
        if task.secretly:
            later.append(CONCEAL)
        # A plain task asks nothing and adds no frames, so it needs no frame of its own.
        if task.plain and not later:
            run_now(play, task, acting)
        elif task.who == "table":
            later.append((task.step, (*acting, *task.args)))
        elif task.who == "seats":
            frames = task.frames
            later += [frames[seat] for seat in play.rules.order(play)]
        else:
            later += [task.frames[seat] for seat in play.rules.order(play)[1:]]
        if task.secretly:
            later.append(DISCLOSE)


@step("schedule.conceal", "From now on, each seat acts behind a screen.")
def conceal(play: Play[Any]) -> None:
    play.note(CONCEALED)


@step("schedule.disclose", "Everyone sees what has changed behind the screens.")
def disclose(play: Play[Any]) -> None:
    play.note(DISCLOSED)


def once_more(play: Play[Any], frames: Sequence[tuple[str, tuple[Any, ...]]]) -> None:
    """Run frames again behind the screens, right before the screens are removed. Do nothing if they have been
    removed."""
    agenda = play.agenda
    if DISCLOSE in agenda:
        before = [agenda.pop() for _ in range(agenda[::-1].index(DISCLOSE))]
        agenda.extend(frames)
        agenda.extend(before[::-1])


CONCEAL: tuple[str, tuple[Any, ...]] = ("schedule.conceal", ())
DISCLOSE: tuple[str, tuple[Any, ...]] = ("schedule.disclose", ())


def sort_seats(play: Play[Any], sort: Sort) -> None:
    """Let the seat with the lowest value on a piece in play go first. If seats tie, the lowest-numbered of them goes
    first."""
    program = play.rules.program
    lowest = [
        min([sort.values[play.side[piece]] for piece in pieces_in_play(play, seat)], default=LAST)
        for seat in program.seats
    ]
    order = program.clockwise[lowest.index(min(lowest))]
    if min(lowest) < LAST and play.facts[program.fact] != order:
        play.set_fact(program.fact, order, "strict order")


def pieces_in_play(play: Play[Any], seat: int) -> Iterator[int]:
    for place in play.layout.active_places:
        if play.layout.place_owner[place] == seat:
            yield from play.zone[place]


@step("schedule.end-setup", "Setup is complete.")
def end_setup(play: Play[Any]) -> None:
    wake(play)
    play.pause(SETUP)


@step("schedule.begin-stretch", "Begin the next stretch of play.")
def begin_stretch(play: Play[Any], *acting: int) -> None:
    """Renew limits per round. Limits per turn are renewed in ``end``, before another seat's turn begins."""
    stretch = play.rules.program.stretch
    play.new_luck()
    if not acting:
        play.renew(stretch.name)
    play.adjust(stretch.counter, 1, stretch.name)
    for seat in acting:
        play.adjust(stretch.mine[seat], 1, stretch.name)
    enter(play, stretch, acting)


def open_stage(play: Play[Any], stage: Block, acting: tuple[int, ...] = ()) -> None:
    """Begin a stage without testing its condition. At the start of a phase, new powers count and limited powers are
    renewed."""
    if stage.phase:
        wake(play)
    play.set_fact(play.rules.program.stage, stage.name, STAGE)
    if stage.phase:
        play.renew(STAGE)
    enter(play, stage, acting)


def enter(play: Play[Any], block: Block, acting: tuple[int, ...]) -> None:
    # Only powers can ask here, so without any powers the seats need no frames of their own.
    if block.start in play.hooks:
        for seat in acting or play.rules.order(play):
            play.then(begin_seat, block.name, seat)
    elif block.entering:
        for seat in acting or play.rules.order(play):
            run(play, block.entering, seat)
    carry_out(play, block, 0, acting)


def run_now(play: Play[Any], task: Task, acting: tuple[int, ...]) -> None:
    play.cause = task.step
    do_it = play.rules.steps[task.step]
    if task.who == "table":
        do_it(play, *acting, *task.args)
    else:
        order = play.rules.order(play)
        for seat in order if task.who == "seats" else order[1:]:
            do_it(play, seat, *task.args)


def run(play: Play[Any], tasks: Sequence[Task], seat: int) -> None:
    for task in tasks:
        play.cause = task.step
        play.rules.steps[task.step](play, seat, *task.args)


@step("schedule.begin-seat", "A seat begins the stage; then its powers react.")
def begin_seat(play: Play[Any], name: str, seat: int) -> None:
    block = play.rules.program.blocks[name]
    run(play, block.entering, seat)
    play.fire(block.start, seat)


@step("schedule.end-stage", "Each seat ends the stage and its powers react; then the steps marked 'afterwards' run.")
def end_stage(play: Play[Any], name: str, *acting: int) -> None:
    block = play.rules.program.blocks[name]
    if block.end in play.hooks:
        for seat in acting or play.rules.order(play):
            play.then(end_seat, name, seat)
    elif block.leaving:
        for seat in acting or play.rules.order(play):
            run(play, block.leaving, seat)
    # Queued frames must run before the block closes.
    if play.later or not block.simple:
        do(play, block.afterwards, acting)
        play.then(close, name, *acting)
        return
    for task in block.afterwards:
        run_now(play, task, acting)
    play.cause = close.id
    end(play, block, acting)


@step("schedule.end-seat", "A seat ends the stage; then its powers react.")
def end_seat(play: Play[Any], name: str, seat: int) -> None:
    block = play.rules.program.blocks[name]
    run(play, block.leaving, seat)
    play.fire(block.end, seat)


@step("schedule.close", "A stage is over; after a stretch, the game ends or the next stretch begins.")
def close(play: Play[Any], name: str, *acting: int) -> None:
    end(play, play.rules.program.blocks[name], acting)


def end(play: Play[Any], block: Block, acting: tuple[int, ...]) -> None:
    """Close a stage or stretch. Lasting effects end before the game can end, so that none of them affects the score."""
    program, counters = play.rules.program, play.counters
    stretch = program.stretch
    if block is stretch:
        wake(play)
        play.end_lasting(block.name)
    if block.phase or block is stretch:
        play.end_lasting(STAGE)
    for counter, start in block.resets:
        if counters[counter] != start:
            play.adjust(counter, start - counters[counter], block.end)
    if block is not stretch:
        play.pause(block.name)
        return
    count, following = counters[stretch.counter], stretch.first
    if acting:
        play.renew(block.name)
        following = (acting[0] + 1) % len(program.seats)
    if program.stage >= 0 and play.facts[program.stage]:
        play.set_fact(program.stage, "", STAGE)
    # With equal turns, the game can end only after the last seat's turn.
    why = reasons_to_end(play, program, count) if following == stretch.first or not stretch.equal else ()
    if why:
        play.set_fact(program.ended, why, "game end")
    else:
        play.then(begin_stretch, *((following,) if acting else ()))
    play.pause(f"{block.name} {count}")


def reasons_to_end(play: Play[Any], program: Program, count: int) -> tuple[str, ...]:
    why = tuple([name for name, holds in program.endings.items() if holds(play)])
    longest = LONGEST * len(program.seats) if program.stretch.mine else LONGEST
    return why or ((TOO_LONG,) if count >= longest else ())


def wake(play: Play[Any]) -> None:
    if not play.rules.powers_wake_immediately:
        play.wake()


STEPS: Sequence[Step[Any]] = (
    begin,
    go_on,
    conceal,
    disclose,
    end_setup,
    begin_stretch,
    begin_seat,
    end_stage,
    end_seat,
    close,
)
