"""The compiler, which turns a game's model into rules for a given number of seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from rftg_dsl.check.model import Model
from rftg_dsl.compile.bind import Binder, Tally, find_tallies, lay_out
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.lower import lower
from rftg_dsl.compile.lowered import Acted, Lowered
from rftg_dsl.compile.rules import Functions, PowerHook, Rules
from rftg_dsl.compile.schedule_to_program import compile_schedule, make_scoring
from rftg_dsl.kernel import play
from rftg_dsl.kernel.run_program import STEPS
from rftg_dsl.kernel.step import steps_by_id

Backend = Literal["generated", "interpreted"] | Callable[[Binder], "Translator"]


def compile_rules(model: Model, game: Game, seats: int, backend: Backend = "generated") -> Rules:
    layout = lay_out(model, game, seats)
    binder = Binder(model, game, layout)
    used, counted = [*model.walk_powers(), *model.course.walk_sentences()], find_tallies(model, layout.pieces)
    lowered = [lower(power, game) for power in used]
    functions, tallied = make_translator(binder, backend).build(lowered, counted)
    sentences = {sentence.id for sentence in model.course.walk_sentences()}
    # The schedule's sentences are compiled like powers, but only the schedule itself calls them.
    counts = {power.id: made["react"] for power, made in zip(used, functions, strict=True) if power.id in sentences}
    hooks = {
        power.id: PowerHook(
            power, made, game, [each.segment for each in plan.choices] if isinstance(plan, Acted) else ()
        )
        for power, plan, made in zip(used, lowered, functions, strict=True)
        if power.id not in sentences
    }
    powers = [[hooks[power.id] for power in side.powers] for side in binder.sides]
    counting: dict[str, list[Callable[..., None]]] = {}
    for tally, count in zip(counted, tallied, strict=True):
        counting.setdefault(tally.pattern.event.name, []).append(count)
    counters = {
        once: [number for tally in counted if tally.period in ("", once) for number in layout.counter[tally.counter]]
        for once in model.words.schedule.periods
    }
    steps = steps_by_id((*play.STEPS, *STEPS, *game.steps))
    course = compile_schedule(model, game, layout, counts)
    lines, ties = (
        [make_scoring(line, game, layout, counts) for line in some] for some in (model.course.lines, model.course.ties)
    )
    rules = Rules(
        game, model, seats, layout, steps, powers, hooks, counting, counters, course, lines, ties, binder.sides
    )
    # The rules are frozen, but a game can build its lookup tables only from the finished rules.
    object.__setattr__(rules, "numbers", game.numbers(rules))
    return rules


class Translator(Protocol):
    """A back end, which turns lowered powers and tallies into functions."""

    def build(
        self, powers: Sequence[Lowered], tallies: Sequence[Tally]
    ) -> tuple[Sequence[Functions], Sequence[Callable[..., None]]]: ...


def make_translator(binder: Binder, backend: Backend) -> Translator:
    if callable(backend):
        return backend(binder)
    if backend == "generated":
        # Import each back end only when it is used.
        from rftg_dsl.compile.generate import Generator

        return Generator(binder)
    from rftg_dsl.compile.interpret import Interpreter

    return Interpreter(binder)
