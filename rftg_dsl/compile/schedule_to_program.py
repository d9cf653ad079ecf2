"""Compiles a model's schedule into the kernel's program and the lines of the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.check.model import Known as Asked
from rftg_dsl.check.model import Line, Model, Test
from rftg_dsl.check.schedule import Item, Known, Ordered, Stage
from rftg_dsl.check.schedule import Task as TaskWord
from rftg_dsl.check.signatures import Act
from rftg_dsl.compile.code_scan import find_reachable, is_plain
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import LAST, SETUP, Block, Program, Sort, Stretch, Task
from rftg_dsl.kernel.step import Step

Counter = Callable[..., int]
"""A function that counts something for a seat: ``count(play, seat, -1)``, where -1 means that no piece is involved."""


def first_seat_of(model: Model, seats: int) -> int:
    """Return the number of the seat that goes first, counting from 0. Raise ``UsageError`` if the game has no such
    seat."""
    stretch = model.words.schedule.stretch
    number = model.words.numbers[stretch.first] if stretch and stretch.first else 1
    if number > seats:
        reason = f"seat {number} cannot have the first turn, because there are only {seats} seats"
        raise UsageError(reason, "choose another seat, or more players", "wrong-option")
    return number - 1


@frozen
class Scoring:
    """A line of the score, or a tie-break."""

    name: str
    counts: Sequence[Counter]
    places: Sequence[int]
    """For each seat, the place whose pieces score with their own powers; empty if the line has no such place."""
    each: bool


def compile_schedule(model: Model, game: Game, layout: Layout, counts: Mapping[str, Counter]) -> Program:
    """Compile the schedule. ``counts`` maps the ids of the schedule's own sentences to their functions."""
    schedule, words = model.words.schedule, model.words
    stretch = schedule.stretch
    assert stretch is not None  # guaranteed by ``check_schedule``
    seats = layout.seats
    steps = {part: steps_by_name(game, part) for part in ("", *game.packages)}
    every: dict[str, list[Task]] = {moment: [] for moment in ("entering", "leaving", "afterwards")}
    for task in schedule.every_phase:
        every[task.moment].append(make_task(task, steps, seats))

    def make_block(stage: Any, point: str, phase: bool) -> Block:
        mine: dict[str, list[Task]] = {moment: [] for moment in every}
        for each in stage.items:
            if isinstance(each, TaskWord) and each.moment != "course":
                mine[each.moment].append(make_task(each, steps, seats))
        common: Mapping[str, Sequence[Task]] = every if phase else {}
        numbers = [number for name in counters_to_reset(words, stage.name, phase) for number in layout.counter[name]]
        resets = [(number, layout.counter_specs[number].start) for number in numbers]
        made = model.course.tests.get(stage.name)
        return Block(
            stage.name,
            point,
            make_parts(stage.items),
            **{moment: [*common.get(moment, ()), *mine[moment]] for moment in every},
            resets=resets,
            test=test_of(made, game, counts) if made else None,
            asked=made.phase if isinstance(made, Asked) else "",
            phase=phase,
        )

    def make_parts(items: Sequence[Item]) -> list[Sequence[Task] | Sort | Block]:
        parts: list[Any] = []
        for item in items:
            if isinstance(item, Stage):
                parts.append(make_block(item, item.phase, item.windows))
            elif isinstance(item, Ordered):
                parts.append(Sort(values_of(model, item.property)))
            elif item.moment == "course":
                # Consecutive steps share a list, so that plain steps run together.
                if not (parts and isinstance(parts[-1], list)):
                    parts.append([])
                parts[-1].append(make_task(item, steps, seats))
        return parts

    whole = Stretch(
        make_block(stretch, stretch.name, False),
        layout.counter[stretch.counts][0],
        layout.counter[stretch.name] if stretch.by_seat else (),
        equal=stretch.equal,
        rotating=stretch.rotating,
        first=first_seat_of(model, seats),
    )
    endings = {
        ending.name: any_of([make_test(test, game, counts) for test in ending.tests]) for ending in model.course.endings
    }
    return Program(Block(SETUP, SETUP, make_parts(schedule.setup)), whole, endings, layout.fact, layout.seats)


def values_of(model: Model, name: str) -> tuple[int, ...]:
    """For each side, the number printed on the side or on its component; ``LAST`` if neither shows a number."""
    every = [{**component.properties, **side.properties} for component in model.components for side in component.sides]
    return tuple(value if isinstance(value := properties.get(name), int) else LAST for properties in every)


def counters_to_reset(words: Any, name: str, phase: bool) -> list[str]:
    return [
        counter.name
        for counter in words.counters.values()
        if counter.period and counter.period in (name, "phase" if phase else name)
    ]


def steps_by_name(game: Game, part: str = "") -> Mapping[str, Act]:
    """Return the steps that a schedule can name, keyed by their id without the part before the first dot.

    If several steps share a name, the package ``part`` gets its own step or, failing that, the game's.
    """
    acts = [*map(act_of, (*game.openings, *game.acts))]
    rank = {part: 2, game.name: 1}
    named: dict[str, Act] = {}
    # Later entries overwrite earlier ones, so the step with the preferred owner comes last.
    for act in sorted(acts, key=lambda act: rank.get(owner_of(act.step), 0)):
        named[act.step.id.partition(".")[2]] = act
    return named


def owner_of(step: Step[Any]) -> str:
    return step.id.partition(".")[0]


def act_of(step: Act | Step[Any]) -> Act:
    return step if isinstance(step, Act) else Act(step)


def make_task(task: TaskWord, steps: Mapping[str, Mapping[str, Act]], seats: int) -> Task:
    step = steps.get(task.part, steps[""])[task.name].step
    return Task(step.id, task.who, task.words, seats, is_plain(step), task.secretly)


def any_of(tests: Sequence[Callable[[Play[Any]], bool]]) -> Callable[[Play[Any]], bool]:
    return tests[0] if len(tests) == 1 else lambda play: any(test(play) for test in tests)


def test_of(test: Test | Asked, game: Game, counts: Mapping[str, Counter]) -> Callable[[Play[Any], str], bool]:
    if isinstance(test, Asked):
        return game.tests[test.name]
    holds = make_test(test, game, counts)
    return lambda play, _: holds(play)


def make_test(test: Test, game: Game, counts: Mapping[str, Counter]) -> Callable[[Play[Any]], bool]:
    counters, who, number = counters_of(test, game, counts), test.who, test.number
    low, high = test.low, test.high
    every, nobody = who == "everyone", who == "nobody"

    def is_met(play: Play[Any]) -> bool:
        least = value_of_table(play, number, low) if number else low
        for seat in (0,) if who == "table" else range(play.layout.seats):
            n = 0
            for count in counters:
                n += count(play, seat, -1)
            # One seat settles the result: for ``everyone``, the first to fail; otherwise, the first to pass.
            if (least <= n <= high) != every:
                return not every and not nobody
        return every or nobody

    return is_met


def value_of_table(play: Play[Any], number: str, base: int) -> int:
    if number in play.hooks:
        # All seats' continuing powers change the number, so the order of seats matters.
        for seat in play.rules.order(play):
            base = play.value(number, seat, base)
    return base


def make_scoring(line: Line, game: Game, layout: Layout, counts: Mapping[str, Counter]) -> Scoring:
    return Scoring(
        line.name, counters_of(line, game, counts), layout.place[line.place] if line.place else (), line.each
    )


def counters_of(said: Line | Test, game: Game, counts: Mapping[str, Counter]) -> list[Counter]:
    counters = [counts[sentence.id] for sentence in said.counts]
    if said.count:
        counts_it = game.counts[said.count]
        counters.append(lambda play, seat, this: counts_it(play, seat))
    return counters


def describe_steps(game: Game) -> Mapping[str, Mapping[str, Known]]:
    """Return the facts about steps that schedule checks need, by package. The key "" stands for everything else."""
    opening = [act_of(step).step for step in game.openings]
    return {
        part: {name: describe_step(act, act.step in opening) for name, act in steps_by_name(game, part).items()}
        for part in ("", *game.packages)
    }


def describe_step(act: Act, opens: bool) -> Known:
    code, defaults = act.step.run.__code__, act.step.run.__defaults__ or ()
    needed = code.co_argcount - 1 - len(defaults) - len(act.words)
    asked = [item for item in find_reachable(act.step) if isinstance(item, Question)]
    public = tuple([question.name for question in asked if not question.secret])
    return Known(needed > 0, act.words, act.after, public, bool(asked), opens, opens or act.once)
