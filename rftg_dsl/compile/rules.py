"""The rules a game is played by: its content and its Python, compiled for a number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from attrs import field, frozen

from rftg_dsl.check.model import Model, Power, Side
from rftg_dsl.compile.bind import Binder, lay_out, tallies
from rftg_dsl.compile.game import Game
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
"""Before the name of a number: where modifiers are found that change it only at a price."""


class PowerHook(Hook):
    """A compiled power, and the model it is made from."""

    __slots__ = ("model",)

    def __init__(self, power: Power, functions: Functions, game: Game) -> None:
        dos = (*power.price, *power.effects)
        offer = power.use == "offer"
        asks = any(one.who != "own" or game.verbs[one.signature].asks for one in dos)
        floor = power.change.floor if power.change else None
        point = power.point or power.use
        super().__init__(
            power.id,
            f"{MAY} {point}" if power.use == "modifier" and power.may else point,
            functions["react"],
            functions.get("can", always),
            [functions[f"segment{nth}"] for nth in range(len(functions)) if f"segment{nth}" in functions],
            # As written; modifiers with a higher floor come first, so that a lower one can still be reached.
            rank=power.rank - (floor or 0),
            others=bool(power.pattern and power.pattern.who != "you"),
            asks=asks or (power.may and not offer),
            may=power.may,
            once=power.once,
        )
        self.model = power


def always(*_: Any) -> bool:
    """Yes."""
    return True


@frozen(slots=False)
class Rules:
    """A game with its sets, compiled for a number of seats: everything the kernel plays by."""

    game: Game
    model: Model
    seats: int
    layout: Layout
    steps: Steps
    powers: Sequence[Sequence[PowerHook]]
    """The powers of each side, by its number."""
    by_id: Mapping[str, PowerHook]
    tallies: Mapping[str, Sequence[Callable[..., None]]]
    """What counts the past, by event."""
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
        """A new game, its table laid out and nothing done yet; ``run`` begins it.

        ``ValueError`` if an option means nothing.
        """
        play = Play(self, chance, options)
        self.game.lay(play)
        play.agenda.append((self.game.start.id, ()))
        return play

    def position(self, table: Table, chance: Chance, options: Mapping[str, str] | None = None) -> Play[Any]:
        """A play on this table with nothing to do."""
        return Play(self, chance, options, table)


def compile_rules(model: Model, game: Game, seats: int, backend: Backend = "generated") -> Rules:
    """Compile everything a model says for a number of seats."""
    from rftg_dsl.compile.generate import Generator
    from rftg_dsl.compile.interpret import Interpreter

    layout = lay_out(model, game, seats)
    binder = Binder(model, game, layout)
    flat = [power for side in binder.sides for power in side.powers]
    flat += [power.lasting for power in flat if power.lasting]
    interpreter = Interpreter(binder)
    if backend == "generated":
        functions = Generator(binder).build(flat)
    else:
        functions = [interpreter.functions(power) for power in flat]
    hooks = {power.id: PowerHook(power, one, game) for power, one in zip(flat, functions, strict=True)}
    powers = [[hooks[power.id] for power in side.powers] for side in binder.sides]
    counting: dict[str, list[Callable[..., None]]] = {}
    counters: list[int] = []
    for name, (condition, piece) in tallies(model, layout.pieces).items():
        power = Power(name, "trigger", condition.pattern.event.name, "", None, pattern=condition.pattern)  # type: ignore[arg-type]
        counting.setdefault(power.point, []).append(tally(interpreter, power, piece, layout.counter[name]))
        counters += layout.counter[name]
    steps = by_id((*kernel.STEPS, *game.steps))
    rules = Rules(game, model, seats, layout, steps, powers, hooks, counting, counters, binder)
    object.__setattr__(rules, "numbers", game.numbers(rules))
    return rules


def tally(interpreter: Any, power: Power, this: int, counters: Sequence[int]) -> Callable[..., None]:
    """What counts how often a seat did something of a pattern."""

    def count(play: Play[Any], seat: int, *about: Any) -> None:
        if interpreter.suits(power, power.pattern, play, seat, this, (seat, *about)):
            play.adjust(counters[seat], 1, "counted")

    return count
