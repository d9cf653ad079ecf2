"""Compile the schedule of a model: the kernel's program, and the lines of the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.check.model import Known as Asked
from rftg_dsl.check.model import Line, Model, Test
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.reached import reached
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.schedule import LAST, Block, Program, Sort, Stretch, Task
from rftg_dsl.kernel.step import Step
from rftg_dsl.schedule import Item, Known, Ordered, Stage
from rftg_dsl.schedule import Task as TaskWord
from rftg_dsl.signatures import Act

Counter = Callable[..., int]
"""Counts something of a seat: ``count(play, seat, -1)``."""


@frozen
class Scoring:
    """A line of the score, or a tie-break: what it counts."""

    name: str
    counts: Sequence[Counter]
    places: Sequence[int]
    """By seat, the place of the pieces whose own scoring powers are added; empty: none."""
    each: bool
    """Whether each of these pieces has a line under its printed name."""


def program(model: Model, game: Game, layout: Layout, counts: Mapping[str, Counter]) -> Program:
    """The schedule of a game; ``counts`` are the functions of its sentences, by id."""
    schedule, words = model.words.schedule, model.words
    stretch = schedule.stretch
    assert stretch is not None  # checked with the words
    steps = named_steps(game)
    every: dict[str, list[Task]] = {moment: [] for moment in ("entering", "leaving", "afterwards")}
    for one in schedule.every_phase:
        every[one.moment].append(task(one, steps))

    sorts: list[str] = []

    def block(one: Any, point: str, phase: bool) -> Block:
        mine: dict[str, list[Task]] = {moment: [] for moment in every}
        for each in one.items:
            if isinstance(each, TaskWord) and each.moment != "course":
                mine[each.moment].append(task(each, steps))
        common: Mapping[str, Sequence[Task]] = every if phase else {}
        resets = [number for name in resetting(words, one.name, phase) for number in layout.counter[name]]
        made = model.course.tests.get(one.name)
        return Block(
            one.name,
            point,
            items(one.items),
            **{moment: [*common.get(moment, ()), *mine[moment]] for moment in every},
            resets=resets,
            test=None if made is None else tested(made, game, counts),
            phase=phase,
        )

    def items(those: Sequence[Item]) -> list[Task | Sort | Block]:
        found: list[Task | Sort | Block] = []
        for nth, one in enumerate(those):
            if isinstance(one, Stage):
                found.append(block(one, one.phase if one.windows else "", one.windows))
            elif isinstance(one, Ordered):
                rest = items(those[nth + 1 :])
                name = f"{one.property}{len(sorts)}"
                sorts.append(name)
                return [*found, Sort(name, printed(model, one.property), rest)]
            elif one.moment == "course":
                found.append(task(one, steps))
        return found

    whole = Stretch(
        block(stretch, stretch.name, False),
        layout.counter[stretch.counts][0],
        layout.counter[stretch.name] if stretch.by_seat else (),
        equal=stretch.equal,
        rotating=stretch.rotating,
    )
    endings = {one.name: any_of([tested(test, game, counts) for test in one.tests]) for one in model.course.endings}
    return Program(items(schedule.setup), whole, endings, layout.fact, layout.seats)


def printed(model: Model, name: str) -> tuple[int, ...]:
    """A number that is printed on each side or component, by number of the side; ``LAST`` for none."""
    every = [{**one.properties, **side.properties} for one in model.components for side in one.sides]
    return tuple(value if isinstance(value := one.get(name), int) else LAST for one in every)


def resetting(words: Any, name: str, phase: bool) -> list[str]:
    """The counters that start again at the end of a stage or stretch."""
    return [
        one.name for one in words.counters.values() if one.period and one.period in (name, "phase" if phase else name)
    ]


def named_steps(game: Game) -> Mapping[str, Act]:
    """The steps that a schedule can name, by their id without what stands before the first dot."""
    return {one.step.id.partition(".")[2]: one for one in map(act_of, (*game.openings, *game.acts))}


def act_of(one: Act | Step[Any]) -> Act:
    """A step that a schedule can name, with what is to be said of it."""
    return one if isinstance(one, Act) else Act(one)


def task(one: TaskWord, steps: Mapping[str, Act]) -> Task:
    """A line of the schedule."""
    found = steps[one.name].step
    return Task(found.id, one.who, one.words, found.run)


def any_of(tests: Sequence[Callable[[Play[Any]], bool]]) -> Callable[[Play[Any]], bool]:
    """Whether any of these holds."""
    return tests[0] if len(tests) == 1 else lambda play: any(test(play) for test in tests)


def tested(test: Test | Asked, game: Game, counts: Mapping[str, Counter]) -> Callable[[Play[Any]], bool]:
    """Whether a condition of the schedule holds."""
    if isinstance(test, Asked):
        asks, phase = game.tests[test.name], test.phase
        return lambda play: asks(play, phase)
    counters, who, number = counters_of(test, game, counts), test.who, test.number
    low, high = test.low, test.high
    quantifier = all if who == "everyone" else any

    def holds(play: Play[Any]) -> bool:
        least = of_table(play, number, low) if number else low
        seats = (0,) if who == "table" else range(play.layout.seats)
        found = quantifier([least <= sum([count(play, seat, -1) for count in counters]) <= high for seat in seats])
        return found != (who == "nobody")

    return holds


def of_table(play: Play[Any], number: str, base: int) -> int:
    """A number of the whole table after the continuing powers of all seats, in their strict order."""
    if number in play.hooks:
        for seat in play.rules.order(play):
            base = play.value(number, seat, base)
    return base


def scoring(line: Line, game: Game, layout: Layout, counts: Mapping[str, Counter]) -> Scoring:
    """A line of the score, or a tie-break."""
    return Scoring(
        line.name, counters_of(line, game, counts), layout.place[line.place] if line.place else (), line.each
    )


def counters_of(said: Line | Test, game: Game, counts: Mapping[str, Counter]) -> list[Counter]:
    """The functions that count what is said."""
    found = [counts[one.id] for one in said.counts]
    if said.count:
        counts_it = game.counts[said.count]
        found.append(lambda play, seat, this: counts_it(play, seat))
    return found


def known_steps(game: Game) -> Mapping[str, Known]:
    """What a schedule must know of each step that it can name."""
    opening = [act_of(one).step for one in game.openings]
    return {name: known(act, act.step in opening) for name, act in named_steps(game).items()}


def known(act: Act, opens: bool) -> Known:
    """What a schedule must know of a step."""
    code, defaults = act.step.run.__code__, act.step.run.__defaults__ or ()
    needed = code.co_argcount - 1 - len(defaults) - len(act.words)
    asked = [one for one in reached(act.step) if isinstance(one, Question)]
    public = tuple([one.name for one in asked if not one.secret])
    return Known(needed > 0, act.words, act.after, public, bool(asked), opens, opens or act.once)
