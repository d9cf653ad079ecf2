"""Powers: when they come, what they do, change or count."""

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
    """What a modifier does to its number: add, subtract, set it or lift the limit."""

    by: Amount
    direction: Literal["more", "less", "exactly", "any", "printed", "allowed", "forbidden", "closed"]
    """``closed``: the number is out of reach, so that nobody can do what it is for."""
    """``printed``: it is the printed number, whatever else would change it."""
    floor: int | None = None
    """``not below``."""
    ceiling: int | None = None
    """``not above``."""


Filler = PlaceSet | StockSet | PieceSet | Amount | Counters | Seats | Change | str
"""What can stand in a slot of a verb; an amount after ``by``."""


@frozen
class Do:
    """A verb with what it is done to."""

    verb: str
    signature: int
    """The index of its signature among the verbs of the game."""
    what: str | StockSet | PieceSet | Counters | None
    """A counter by name; things; or several counters that the owner chooses among."""
    low: Amount = Amount(1)
    high: int | None = None
    """The most, if the owner chooses how many; None: exactly ``low``."""
    slots: tuple[tuple[str, Filler], ...] = ()
    all: bool = False
    """As many as there are."""
    who: Who = "own"
    """Who does it: the owner, or every other seat, clockwise from the owner."""


@frozen
class Lasting:
    """A power that another one begins, and that stays when its source is gone."""

    power: Trigger | Modifier
    until: str
    """The stretch of play at whose end it is over."""


@frozen
class Act:
    """What a power does: its price, then its effects; or it begins something that lasts."""

    may: bool = False
    """Whether the owner may decline."""
    price: tuple[Do, ...] = ()
    effects: tuple[Do, ...] = ()
    lasting: Lasting | None = None
    choices: tuple[tuple[Do, ...], ...] = ()
    """Alternatives of which the owner carries out one, instead of effects."""
    whoever: Condition | None = None
    """The effects are for every seat for which this holds, instead of the owner."""


Use = Literal["immediate", "window", "offer", "trigger", "modifier", "score"]
"""The sorts of powers, as they are printed and as a game lists them for a kind of side."""


@frozen
class Printed:
    """What powers of every sort have."""

    id: str
    """Piece, side and ordinal: ``T12.a/1``."""
    text: str
    at: Span = field(eq=False, repr=False)
    conditions: tuple[Condition, ...]

    @property
    def may(self) -> bool:
        """Whether the owner may decline."""
        return False

    @property
    def price(self) -> tuple[Do, ...]:
        """What the owner gives for it; nothing unless its sort can have a price."""
        return ()

    @property
    def effects(self) -> tuple[Do, ...]:
        """What it does once it is paid for; nothing if it only changes or counts."""
        return ()

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        """The alternatives of which it does one; empty if it leaves no choice."""
        return ()

    @cached_property
    def about_itself(self) -> bool:
        """Whether it says anything of its own piece, so that it means nothing on behalf of another."""
        return any(
            (isinstance(part, PieceSet) and "only" in (part.this, part.on_this))
            or (isinstance(part, Do) and any(isinstance(value, PlaceSet) and value.here for _, value in part.slots))
            for part in self.parts
        )

    @cached_property
    def dos(self) -> tuple[Do, ...]:
        """Everything it can do, the price first."""
        return (*self.price, *self.effects, *(do for each in self.choices for do in each))

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """What only its sort of power has."""
        return ()

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """Everything it mentions, in reading order, and everything inside that.

        Left out are the things a changed number belongs to, and a power that this one begins, which is a power of its
        own.
        """
        return tuple(node for part in (*self.conditions, *self.own_parts, *self.dos) for node in nodes_in(part))

    @cached_property
    def every_part(self) -> tuple[Any, ...]:
        """The same with the things that a changed number belongs to."""
        return self.parts

    @cached_property
    def needed_parts(self) -> tuple[Any, ...]:
        """The parts without which it does nothing: conditions that hold where there is none of something are spared."""
        conditions = [
            condition for condition in self.conditions if not (isinstance(condition, HowMany) and not condition.low)
        ]
        return tuple(node for part in (*conditions, *self.own_parts, *self.dos) for node in nodes_in(part))


@frozen
class Acting(Printed):
    """A power that does something when its moment comes."""

    act: Act

    @property
    def may(self) -> bool:
        """Whether the owner may decline."""
        return self.act.may

    @property
    def price(self) -> tuple[Do, ...]:
        """What the owner gives for it."""
        return self.act.price

    @property
    def effects(self) -> tuple[Do, ...]:
        """What it does once it is paid for."""
        return self.act.effects

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        """The alternatives of which it does one."""
        return self.act.choices


@frozen
class Recurring(Acting):
    """A power that can come again and again, and together with others."""

    rank: int
    """Of powers that come at the same time, lower ones are first."""
    once: str
    """The stretch of play in which its uses are limited; empty if they are not."""
    times: int
    """How many times it can be used in each such stretch."""


@frozen
class Immediate(Acting):
    """``gain $1``: it acts when its piece comes into play."""

    use: ClassVar[Use] = "immediate"
    point: ClassVar[str] = "immediate"


@frozen
class Window(Recurring):
    """``at end of ship: gain $1``: it acts at the start or end of a phase."""

    use: ClassVar[Use] = "window"
    edge: str
    phase: str

    @property
    def point(self) -> str:
        """The moment at which it is heard."""
        return f"{self.edge} of {self.phase}"


@frozen
class Offer(Recurring):
    """``assign: may reassign 1 worker``: its phase offers it to the owner."""

    use: ClassVar[Use] = "offer"
    phase: str

    @property
    def point(self) -> str:
        """The phase in which it is heard."""
        return self.phase


@frozen
class Trigger(Recurring):
    """``when you trade: gain $1``: it acts when something happens."""

    use: ClassVar[Use] = "trigger"
    pattern: Pattern

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """What it waits for."""
        return (self.pattern,)

    @property
    def point(self) -> str:
        """The event at which it is heard."""
        return self.pattern.event.name


@frozen
class Modifier(Printed):
    """``cost of gray worlds: 2 less``: it changes a number as long as its piece is in play."""

    use: ClassVar[Use] = "modifier"
    parameter: str
    about: PieceSet | StockSet | None
    """What the number must belong to; None if it belongs to the owner alone."""
    change: Change
    rank: int
    price: tuple[Do, ...]
    """What the owner gives up for the change; empty if it needs no asking."""
    once: str = ""
    """The stretch of play in which its uses are limited; empty if they are not."""
    times: int = 0
    """How many times it can be used in each such stretch."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """The change."""
        return (self.change,)

    @cached_property
    def every_part(self) -> tuple[Any, ...]:
        """Everything it mentions, and what the number belongs to."""
        return (*self.parts, *nodes_in(self.about or ()))

    @property
    def point(self) -> str:
        """The number at which it is heard; of a permission, the act with ``be`` before it."""
        return f"be {self.parameter}" if self.change.direction in ("allowed", "forbidden") else self.parameter

    @property
    def may(self) -> bool:
        """Whether the owner may do without the change: only where it has a price."""
        return bool(self.price)


@frozen
class Score(Printed):
    """``score 1 per own world``: it counts when scores are counted."""

    use: ClassVar[Use] = "score"
    point: ClassVar[str] = "score"
    rows: tuple[Amount, ...]
    """If there are several, a piece counts only in the first row it fits."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """The points."""
        return self.rows


Power = Immediate | Window | Offer | Trigger | Modifier | Score
"""One power of one side."""
