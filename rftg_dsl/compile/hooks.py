"""Hooks: compiled powers, and the rules a game is played by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from attrs import field, frozen

from rftg_dsl.check.model import Model, Power, Side
from rftg_dsl.compile.bind import Binder, lay_out, tallies
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import STEPS, Play, Step
from rftg_dsl.words import Game

Backend = Literal["generated", "interpreted"]
Playing = TypeVar("Playing", bound=Play)


MAY = "may"
"""Before the name of a number: where modifiers are found that change it only at a price."""


class Hook:
    """One compiled power, waiting for its moment."""

    __slots__ = ("asks", "can", "id", "model", "others", "point", "rank", "react", "segments")

    def __init__(self, power: Power, functions: Mapping[str, Callable[..., Any]], game: Game) -> None:
        self.model = power
        self.id = power.id
        self.point = power.point or power.use
        if power.use == "modifier" and power.may:
            self.point = f"{MAY} {self.point}"
        self.others = bool(power.pattern and power.pattern.who != "you")
        verbs = [game.verbs[one.signature] for one in (*power.price, *power.effects)]
        everyone = all(one.who == "own" for one in (*power.price, *power.effects))
        self.asks = (power.may and power.use != "offer") or not everyone or any(verb.asks for verb in verbs)
        floor = power.change.floor if power.change else None
        self.rank = power.rank - (floor or 0)
        """As written; modifiers with a higher floor come first, so that a lower one can still be reached."""
        self.react = functions["react"]
        self.can: Callable[..., bool] = functions.get("can", always)
        self.segments: Sequence[Callable[..., None]] = [
            functions[f"segment{nth}"] for nth in range(len(functions)) if f"segment{nth}" in functions
        ]


def always(*_: Any) -> bool:
    """Yes."""
    return True


class Tally:
    """Counts how often something of a pattern happened this phase; heard like a power, but printed nowhere."""

    __slots__ = ("asks", "id", "others", "point", "rank", "react")

    def __init__(self, name: str, point: str, counters: Sequence[int], suits: Callable[..., bool]) -> None:
        self.id = name
        self.point = point
        self.others = False
        self.rank = 0
        self.asks = False

        def react(g: Play, me: int, this: int, *about: Any) -> None:
            if suits(g, me, about):
                g.adjust(counters[me], 1, "counted")

        self.react = react


@frozen(slots=False)
class Rules:
    """A game with its sets, compiled for a number of seats: everything the kernel plays by."""

    game: Game
    model: Model
    seats: int
    layout: Layout
    steps: Mapping[str, Step]
    powers: Sequence[Sequence[Hook]]
    """The powers of each side, by its number."""
    by_id: Mapping[str, Hook]
    tallies: Mapping[str, Sequence[Tally]]
    """What counts the past, by event."""
    at_once: bool
    binder: Binder = field(repr=False)
    words: Any = field(default=None, repr=False)
    """What the game's steps look up."""

    @property
    def sides(self) -> Sequence[Side]:
        """All sides, by number."""
        return self.binder.sides

    def order(self, play: Play) -> Sequence[int]:
        """All seats in strict order."""
        found: Sequence[int] = self.game.order(play)
        return found

    def start(self, chance: Chance, options: Mapping[str, str] | None = None) -> Play:
        """A new game, its table laid out and nothing done yet; ``run`` begins it."""
        return self.prepare(Play(self, chance, options))

    def prepare(self, play: Playing) -> Playing:
        """Lay out the table of a new play, whatever kind of play it is."""
        self.game.lay(play)
        play.agenda.append((self.game.start, ()))
        return play


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
    by_id = {power.id: Hook(power, one, game) for power, one in zip(flat, functions, strict=True)}
    powers = [[by_id[power.id] for power in side.powers] for side in binder.sides]
    counting: dict[str, list[Tally]] = {}
    for name, (condition, piece) in tallies(model, layout.pieces).items():
        counters = layout.counter[name]
        power = Power(name, "trigger", condition.pattern.event.name, "", None, pattern=condition.pattern)  # type: ignore[arg-type]

        def suits(g: Play, me: int, about: Sequence[Any], power: Power = power, this: int = piece) -> bool:
            assert power.pattern is not None
            return interpreter.suits(power, power.pattern, g, me, this, about)

        counting.setdefault(power.point, []).append(Tally(name, power.point, counters, suits))
    steps = {**STEPS, **game.steps}
    rules = Rules(game, model, seats, layout, steps, powers, by_id, counting, game.at_once, binder)
    object.__setattr__(rules, "words", game.words(rules))
    return rules
