"""The rules under which a game is played: its content and its Python code, compiled for a given number of seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rftg_dsl.check.model import Acting, Model, Modifier, Offer, PieceSet, Power, Recurring, Side, Trigger
from rftg_dsl.check.signatures import MANY
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.schedule_to_program import Scoring
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.hook import Hook, Price
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import Program
from rftg_dsl.kernel.run_program import begin
from rftg_dsl.kernel.step import Steps
from rftg_dsl.kernel.table import Table

Functions = Mapping[str, Callable[..., Any]]

MAY = "may"
"""The prefix of the points at which modifiers with a price react, such as ``may cost``."""


class PowerHook(Hook):
    """A compiled power, together with its model."""

    __slots__ = ("model",)

    def __init__(self, power: Power, functions: Functions, game: Game, alternatives: Sequence[int] = ()) -> None:
        asks = any(do.who != "own" or game.verbs[do.signature].asks for do in power.dos)
        asks = asks or (isinstance(power, Acting) and bool(power.act.choices or power.act.whoever))
        rank = power.rank if isinstance(power, Recurring | Modifier) else 0
        if isinstance(power, Modifier):
            # Powers with a higher floor come first, so that later powers can still go below that floor.
            rank = rank * MANY - (power.change.floor or 0)
        super().__init__(
            power.id,
            f"{MAY} {power.point}" if isinstance(power, Modifier) and power.may else power.point,
            functions["react"],
            functions.get("can", can_always),
            [functions[f"segment{nth}"] for nth in range(len(functions)) if f"segment{nth}" in functions],
            rank=rank,
            others=isinstance(power, Trigger) and power.pattern.who != "you",
            itself=is_about_itself(power),
            asks=asks or (power.may and not isinstance(power, Offer)),
            may=power.may,
            once=power.once if isinstance(power, Recurring | Modifier) else "",
            times=power.times if isinstance(power, Recurring | Modifier) and power.once else 1,
            options=functions.get("options"),
            alternatives=alternatives,
            price=price_of(power, functions, game) if isinstance(power, Modifier) and power.price else None,
        )
        self.model = power


def is_about_itself(power: Power) -> bool:
    if isinstance(power, Modifier):
        return isinstance(power.about, PieceSet) and power.about.this == "only"
    return isinstance(power, Trigger) and any(how == "only" for _, _, how in power.pattern.pieces)


def price_of(power: Modifier, functions: Functions, game: Game) -> Price:
    [do] = power.price
    low = max(1, do.low.n)
    own = isinstance(do.what, PieceSet) and do.what.this == "only"
    counts = game.verbs[do.signature].counts
    return Price(low, low if do.high is None else do.high, own, counts, functions["units"], functions["pay"])


def can_always(*_: Any) -> bool:
    return True


@frozen(slots=False)
class Rules:
    """A game with its sets, compiled for a given number of seats. The kernel needs nothing else."""

    game: Game
    model: Model
    seats: int
    layout: Layout
    steps: Steps
    powers: Sequence[Sequence[PowerHook]]
    """The powers on each side, by side number."""
    by_id: Mapping[str, PowerHook]
    tallies: Mapping[str, Sequence[Callable[..., None]]]
    tally_counters: Mapping[str, Sequence[int]]
    """For each period (phase, round or turn), the tally counters that are reset to 0 when the period begins."""
    program: Program
    lines: Sequence[Scoring]
    ties: Sequence[Scoring]
    sides: Sequence[Side] = field(repr=False)
    numbers: Any = field(default=None, repr=False)

    @cached_property
    def own_points(self) -> frozenset[str]:
        return frozenset(hook.point for hook in self.by_id.values() if hook.itself)

    @cached_property
    def scoring(self) -> Sequence[Sequence[PowerHook]]:
        return [[power for power in powers if power.point == "score"] for powers in self.powers]

    @cached_property
    def powers_wake_immediately(self) -> bool:
        return not self.model.words.schedule.wakes

    @cached_property
    def mixed(self) -> Sequence[int]:
        """For each piece, the number of its shuffling group, which consists of the piece's kind and any kinds mixed
        with it."""
        kinds = {side.id: component.kind for component in self.model.components for side in component.sides}
        of = [kinds[self.layout.sides[piece.sides[0]]] for piece in self.layout.pieces]
        together = {kind: min(group) for group in self.game.mixed for kind in group}
        names = [together.get(kind, kind) for kind in of]
        numbers = {name: number for number, name in enumerate(sorted(set(names)))}
        return [numbers[name] for name in names]

    @cached_property
    def order(self) -> Callable[[Table], Sequence[int]]:
        return self.program.order

    def start(self, chance: Chance, options: Mapping[str, str] | None = None) -> Play[Any]:
        """Return a new game that is laid out but not begun; ``run`` begins it. Raise ``ValueError`` if an option is
        invalid."""
        play = Play(self, chance, options)
        self.game.lay(play)
        play.agenda.append((begin.id, ()))
        return play

    def position(self, table: Table, chance: Chance, options: Mapping[str, str] | None = None) -> Play[Any]:
        """Return a play on this table, with an empty agenda."""
        return Play(self, chance, options, table)
