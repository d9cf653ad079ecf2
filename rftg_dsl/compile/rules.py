"""The rules a game is played by: its content and its Python, compiled for a number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from attrs import field, frozen

from rftg_dsl.check.model import Model, Modifier, Offer, Power, Recurring, Side, Trigger
from rftg_dsl.compile.bind import Binder, Tally, lay_out, tallies
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.lower import Lowered, lower
from rftg_dsl.kernel import play as kernel
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.hook import Hook
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Steps, by_id
from rftg_dsl.kernel.table import Table

Backend = Literal["generated", "interpreted"]

Functions = Mapping[str, Callable[..., Any]]
"""What a power does: ``react``, ``can``, ``segment0`` and so on."""

MAY = "may"
"""Before the name of a number: where modifiers that have a price are heard."""


class PowerHook(Hook):
    """A compiled power, and the model it is made from."""

    __slots__ = ("model",)

    def __init__(self, power: Power, functions: Functions, game: Game) -> None:
        asks = any(one.who != "own" or game.verbs[one.signature].asks for one in power.dos)
        # Modifiers with a higher floor come first, so that a lower one can still be reached.
        floor = (power.change.floor or 0) if isinstance(power, Modifier) else 0
        super().__init__(
            power.id,
            f"{MAY} {power.point}" if isinstance(power, Modifier) and power.may else power.point,
            functions["react"],
            functions.get("can", always),
            [functions[f"segment{nth}"] for nth in range(len(functions)) if f"segment{nth}" in functions],
            rank=(power.rank if isinstance(power, Recurring | Modifier) else 0) - floor,
            others=isinstance(power, Trigger) and power.pattern.who != "you",
            asks=asks or (power.may and not isinstance(power, Offer)),
            may=power.may,
            once=power.once if isinstance(power, Recurring) else "",
        )
        self.model = power


def always(*_: Any) -> bool:
    """Yes."""
    return True


@frozen(slots=False)
class Rules:
    """A game with its sets, compiled for a number of seats: all the kernel needs."""

    game: Game
    model: Model
    seats: int
    layout: Layout
    steps: Steps
    powers: Sequence[Sequence[PowerHook]]
    """The powers of each side, by its number."""
    by_id: Mapping[str, PowerHook]
    tallies: Mapping[str, Sequence[Callable[..., None]]]
    """Functions that count the past, by event."""
    tally_counters: Sequence[int]
    """The counters in which the past is counted."""
    binder: Binder = field(repr=False)
    numbers: Any = field(default=None, repr=False)
    """What the game's steps look up."""

    @property
    def powers_wake_immediately(self) -> bool:
        """Whether a power counts as soon as its piece is in play."""
        return self.game.powers_wake_immediately

    @property
    def sides(self) -> Sequence[Side]:
        """All sides, by number."""
        return self.binder.sides

    def order(self, play: Play[Any]) -> Sequence[int]:
        """All seats in strict order."""
        return self.game.order(play)

    def start(self, chance: Chance, options: Mapping[str, str] | None = None) -> Play[Any]:
        """A new game: the table is set up and nothing has happened; ``run`` begins it.

        ``ValueError`` if an option means nothing.
        """
        play = Play(self, chance, options)
        self.game.lay(play)
        play.agenda.append((self.game.start.id, ()))
        return play

    def position(self, table: Table, chance: Chance, options: Mapping[str, str] | None = None) -> Play[Any]:
        """A play on this table, with an empty agenda."""
        return Play(self, chance, options, table)


def compile_rules(model: Model, game: Game, seats: int, backend: Backend = "generated") -> Rules:
    """Compile everything a model says for a number of seats."""
    layout = lay_out(model, game, seats)
    binder = Binder(model, game, layout)
    used, counted = list(model.powers()), tallies(model, layout.pieces)
    functions, counts = translator(binder, backend).build([lower(power, game) for power in used], counted)
    hooks = {power.id: PowerHook(power, one, game) for power, one in zip(used, functions, strict=True)}
    powers = [[hooks[power.id] for power in side.powers] for side in binder.sides]
    counting: dict[str, list[Callable[..., None]]] = {}
    for tally, count in zip(counted, counts, strict=True):
        counting.setdefault(tally.pattern.event.name, []).append(count)
    counters = [number for tally in counted for number in layout.counter[tally.counter]]
    steps = by_id((*kernel.STEPS, *game.steps))
    rules = Rules(game, model, seats, layout, steps, powers, hooks, counting, counters, binder)
    object.__setattr__(rules, "numbers", game.numbers(rules))
    return rules


class Translator(Protocol):
    """A back end: it makes functions of lowered powers and of what must be counted."""

    def build(
        self, powers: Sequence[Lowered], tallies: Sequence[Tally]
    ) -> tuple[Sequence[Functions], Sequence[Callable[..., None]]]:
        """The functions of each power, and the one of each tally."""


def translator(binder: Binder, backend: Backend) -> Translator:
    """The back end of that name; only that one is imported."""
    if backend == "generated":
        from rftg_dsl.compile.generate import Generator

        return Generator(binder)
    from rftg_dsl.compile.interpret import Interpreter

    return Interpreter(binder)
