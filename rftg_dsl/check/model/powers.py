"""Powers: when they apply, and what they do, change or score."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.model.amounts import Amount, Condition, Pattern
from rftg_dsl.check.model.things import Counters, PieceSet, PlaceSet, Seats, StockSet, Who
from rftg_dsl.check.visit import nodes_in


@frozen
class Change:
    """A change to a number or an act, such as an addition, a permission, a fixed value or the removal of a limit."""

    by: Amount
    direction: Literal["more", "less", "exactly", "any", "printed", "allowed", "forbidden", "closed"]
    """``closed`` makes the number unattainable and so rules out the act; ``printed`` restores the printed number."""
    floor: int | None = None
    ceiling: int | None = None


Filler = PlaceSet | StockSet | PieceSet | Amount | Counters | Seats | Change | str


@frozen
class Do:
    """A verb with its object and its filled slots."""

    verb: str
    signature: int
    """The index of the verb's signature among the game's verbs."""
    what: str | StockSet | PieceSet | Counters | None
    """The object: the name of a counter, some things, or a choice of counters. None if the verb takes no object."""
    low: Amount = Amount(1)
    high: int | None = None
    """The maximum if the owner chooses how many; None if the number is exactly ``low``."""
    slots: tuple[tuple[str, Filler], ...] = ()
    all: bool = False
    who: Who = "own"
    """The seats that carry out the verb: the owner, or all other seats, clockwise from the owner."""


@frozen
class Lasting:
    """A power that another power puts into effect, and that does not depend on that power afterwards."""

    power: Trigger | Modifier
    until: str
    """The period at the end of which the lasting power expires."""


@frozen
class Act:
    """A price and the effects that it pays for, or the start of a lasting power."""

    may: bool = False
    price: tuple[Do, ...] = ()
    effects: tuple[Do, ...] = ()
    lasting: Lasting | None = None
    choices: tuple[tuple[Do, ...], ...] = ()
    """Alternatives, of which the owner carries out one. They take the place of ``effects``."""
    whoever: Condition | None = None
    """If set, the effects apply to every seat for which this condition holds, instead of to the owner."""


Use = Literal["immediate", "window", "offer", "trigger", "modifier", "score"]


@frozen
class Printed:
    """The attributes that all kinds of power have in common."""

    id: str
    """The id of the power, made up of its piece, side and ordinal, as in ``T12.a/1``."""
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
        """Whether the power mentions its own piece, so that it would make no sense on another piece."""
        return any(
            (isinstance(part, PieceSet) and "only" in (part.this, part.on_this))
            or (isinstance(part, Do) and any(isinstance(value, PlaceSet) and value.here for _, value in part.slots))
            for part in self.parts
        )

    @cached_property
    def dos(self) -> tuple[Do, ...]:
        """Every verb in the power, with its object and slots, starting with the price."""
        return (*self.price, *self.effects, *(do for each in self.choices for do in each))

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return ()

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """All model nodes in the power, recursively, in reading order.

        The subject of a changed number is excluded, and so is any lasting power that this power begins, since that is a
        power of its own.
        """
        # Cached, because every check of powers needs this.
        return tuple(node for part in (*self.conditions, *self.own_parts, *self.dos) for node in nodes_in(part))

    @cached_property
    def every_part(self) -> tuple[Any, ...]:
        """All of ``parts``, followed by the subject of a changed number, if any."""
        return self.parts


@frozen
class Acting(Printed):
    """A power that acts at a particular moment, as opposed to one that applies all the time or scores."""

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
    """A power that can act repeatedly, and at the same moment as other powers."""

    rank: int
    """Powers with a lower rank act first."""
    once: str
    """The period in which the number of uses is limited to ``times``; empty if there is no limit."""
    times: int


@frozen
class Immediate(Acting):
    """A power that acts when its piece comes into play, as in ``gain $1``."""

    use: ClassVar[Use] = "immediate"
    point: ClassVar[str] = "immediate"


@frozen
class Window(Recurring):
    """A power that acts at the start or end of a phase, as in ``at end of ship: gain $1``."""

    use: ClassVar[Use] = "window"
    edge: str
    phase: str

    @property
    def point(self) -> str:
        return f"{self.edge} of {self.phase}"


@frozen
class Offer(Recurring):
    """A power that its phase offers to the owner, as in ``assign: may reassign 1 worker``."""

    use: ClassVar[Use] = "offer"
    phase: str

    @property
    def point(self) -> str:
        return self.phase


@frozen
class Trigger(Recurring):
    """A power that reacts to an event, as in ``when you trade: gain $1``."""

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
    """A power that changes a number as long as its piece is in play, as in ``cost of gray worlds: 2 less``."""

    use: ClassVar[Use] = "modifier"
    parameter: str
    about: PieceSet | StockSet | None
    """The things whose number changes; None if the number belongs to the owner alone."""
    change: Change
    rank: int
    price: tuple[Do, ...]
    """The price of the change. If it is empty, the change applies automatically."""
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
        """The number that the power changes or, for a permission, ``be`` followed by the act."""
        return f"be {self.parameter}" if self.change.direction in ("allowed", "forbidden") else self.parameter

    @property
    def may(self) -> bool:
        return bool(self.price)


@frozen
class Score(Printed):
    """A power that scores points, as in ``score 1 per own world``."""

    use: ClassVar[Use] = "score"
    point: ClassVar[str] = "score"
    rows: tuple[Amount, ...]
    """The amounts to add. If there are several, each piece counts only in the first one that it matches."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        return self.rows


Power = Immediate | Window | Offer | Trigger | Modifier | Score
