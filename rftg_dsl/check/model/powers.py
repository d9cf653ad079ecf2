"""Powers: when they apply, and what they do, change or count."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.model.amounts import Amount, Condition, HowMany, Pattern
from rftg_dsl.check.model.things import Counters, PieceSet, PlaceSet, Seats, StockSet, Who
from rftg_dsl.check.visit import nodes_in


@frozen
class Change:
    """The change that a modifier makes, such as adding to a number, setting it or lifting a limit."""

    by: Amount
    direction: Literal["more", "less", "exactly", "any", "printed", "allowed", "forbidden", "closed"]
    """``closed`` puts the number out of reach and so rules out its use; ``printed`` gives the printed number."""
    floor: int | None = None
    ceiling: int | None = None


Filler = PlaceSet | StockSet | PieceSet | Amount | Counters | Seats | Change | str


@frozen
class Do:
    """A verb with its object and slots."""

    verb: str
    signature: int
    """Its index among the game's verbs."""
    what: str | StockSet | PieceSet | Counters | None
    """The name of a counter, things, or a choice of counters."""
    low: Amount = Amount(1)
    high: int | None = None
    """The maximum, if the owner chooses how many; None for exactly ``low``."""
    slots: tuple[tuple[str, Filler], ...] = ()
    all: bool = False
    who: Who = "own"
    """The actor: the owner, or all other seats, clockwise from the owner."""


@frozen
class Lasting:
    """A power that another one begins, and that is independent of its source from then on."""

    power: Trigger | Modifier
    until: str
    """The period at whose end it expires."""


@frozen
class Act:
    """A price with its effects, or the start of a lasting power."""

    may: bool = False
    price: tuple[Do, ...] = ()
    effects: tuple[Do, ...] = ()
    lasting: Lasting | None = None
    choices: tuple[tuple[Do, ...], ...] = ()
    """Alternatives, one of which the owner carries out; used instead of ``effects``."""
    whoever: Condition | None = None
    """A condition; the effects apply to every seat for which it holds, instead of to the owner."""


Use = Literal["immediate", "window", "offer", "trigger", "modifier", "score"]


@frozen
class Printed:
    """The part that all powers have in common."""

    id: str
    """Piece, side and ordinal: ``T12.a/1``."""
    text: str
    at: Span = field(eq=False, repr=False)
    conditions: tuple[Condition, ...]

    @property
    def may(self) -> bool:
        return False

    @property
    def price(self) -> tuple[Do, ...]:
        return ()

    @property
    def effects(self) -> tuple[Do, ...]:
        return ()

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        return ()

    @cached_property
    def about_itself(self) -> bool:
        """Whether it mentions its own piece, so that it would make no sense for another piece."""
        return any(
            (isinstance(part, PieceSet) and "only" in (part.this, part.on_this))
            or (isinstance(part, Do) and any(isinstance(value, PlaceSet) and value.here for _, value in part.slots))
            for part in self.parts
        )

    @cached_property
    def dos(self) -> tuple[Do, ...]:
        """Every verb in it, the price first."""
        return (*self.price, *self.effects, *(do for each in self.choices for do in each))

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return ()

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """Everything it mentions, recursively, in reading order.

        This excludes the subject of a changed number, and any lasting power it begins, which is a separate power.
        """
        # Cached, because every check that looks at powers asks for this.
        return tuple(node for part in (*self.conditions, *self.own_parts, *self.dos) for node in nodes_in(part))

    @cached_property
    def every_part(self) -> tuple[Any, ...]:
        """``parts`` and the subject of a changed number."""
        return self.parts

    @cached_property
    def needed_parts(self) -> tuple[Any, ...]:
        """The parts without which it does nothing, excluding conditions that zero satisfies."""
        conditions = [
            condition for condition in self.conditions if not (isinstance(condition, HowMany) and not condition.low)
        ]
        return tuple(node for part in (*conditions, *self.own_parts, *self.dos) for node in nodes_in(part))


@frozen
class Acting(Printed):
    """A power that acts at a moment."""

    act: Act

    @property
    def may(self) -> bool:
        return self.act.may

    @property
    def price(self) -> tuple[Do, ...]:
        return self.act.price

    @property
    def effects(self) -> tuple[Do, ...]:
        return self.act.effects

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        return self.act.choices


@frozen
class Recurring(Acting):
    """A power that can apply repeatedly, and at the same time as others."""

    rank: int
    """Lower ranks act first."""
    once: str
    """The period that limits its uses; empty if there is no limit."""
    times: int


@frozen
class Immediate(Acting):
    """``gain $1``: acts when its piece comes into play."""

    use: ClassVar[Use] = "immediate"
    point: ClassVar[str] = "immediate"


@frozen
class Window(Recurring):
    """``at end of ship: gain $1``: acts at the start or end of a phase."""

    use: ClassVar[Use] = "window"
    edge: str
    phase: str

    @property
    def point(self) -> str:
        return f"{self.edge} of {self.phase}"


@frozen
class Offer(Recurring):
    """``assign: may reassign 1 worker``: offered to the owner by its phase."""

    use: ClassVar[Use] = "offer"
    phase: str

    @property
    def point(self) -> str:
        return self.phase


@frozen
class Trigger(Recurring):
    """``when you trade: gain $1``: acts on an event."""

    use: ClassVar[Use] = "trigger"
    pattern: Pattern

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return (self.pattern,)

    @property
    def point(self) -> str:
        return self.pattern.event.name


@frozen
class Modifier(Printed):
    """``cost of gray worlds: 2 less``: changes a number as long as its piece is in play."""

    use: ClassVar[Use] = "modifier"
    parameter: str
    about: PieceSet | StockSet | None
    """The things that have the number; None if only the owner has it."""
    change: Change
    rank: int
    price: tuple[Do, ...]
    """The price of the change; if empty, the change applies without asking."""
    once: str = ""
    times: int = 0

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return (self.change,)

    @cached_property
    def every_part(self) -> tuple[Any, ...]:
        return (*self.parts, *nodes_in(self.about or ()))

    @property
    def point(self) -> str:
        """The number at which it reacts; for a permission, ``be`` and the act."""
        return f"be {self.parameter}" if self.change.direction in ("allowed", "forbidden") else self.parameter

    @property
    def may(self) -> bool:
        return bool(self.price)


@frozen
class Score(Printed):
    """``score 1 per own world``: adds to the score."""

    use: ClassVar[Use] = "score"
    point: ClassVar[str] = "score"
    rows: tuple[Amount, ...]
    """If there are several rows, a piece counts only in the first one it fits."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return self.rows


Power = Immediate | Window | Offer | Trigger | Modifier | Score
