"""Lowered powers: tests, questions and segments, as both back ends read them.

Names stay names: the binder turns them into numbers. Back ends write ``lowered.Acted`` as they write ``model.Trigger``.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check import model
from rftg_dsl.check.signatures import Listed, Selected, Verb

# -- verbs with their arguments --------------------------------------------------------------------------------------


@frozen
class Plain:
    """A plain value."""

    value: int | str | bool | None


@frozen
class CounterNumber:
    """The number of a counter of the owner."""

    name: str


@frozen
class Granted:
    """The cells from which a verb takes things that it puts into play."""

    stock: model.StockSet
    conjured: bool
    """Whether the things come from nowhere, not from the supply."""


@frozen
class ByProperty:
    """The printed values of a property, by number of the side."""

    name: str


@frozen
class Alike:
    """For each side, by its number, the sides that it is like."""

    likenesses: tuple[model.Likeness, ...]


@frozen
class Here:
    """A place on the piece with the power."""

    place: str = ""
    """Its name; empty: the first there is."""


@frozen
class OnPieces:
    """The place on each of these pieces that ``here`` means on the piece with the power."""

    pieces: model.PieceSet


@frozen
class Takeable:
    """The things among these that a verb can take now."""

    of: model.PieceSet | model.StockSet
    call: Call


@frozen
class Part:
    """A part of a price: how many of which things, or how much of a counter."""

    amount: model.Amount
    of: model.PieceSet | model.StockSet | Takeable | CounterNumber


@frozen
class Spared:
    """Things of which one can be taken so that the later parts of the price can still be paid."""

    of: model.PieceSet | model.StockSet
    rest: tuple[Part, ...]


Argument = (
    Plain
    | Takeable
    | Spared
    | CounterNumber
    | Granted
    | ByProperty
    | Alike
    | Here
    | OnPieces
    | Selected
    | Listed
    | model.Amount
    | model.PieceSet
    | model.StockSet
    | model.PlaceSet
    | model.Counters
    | model.Seats
)
"""An argument of a verb, by name; a back end turns it into numbers of places, kinds and pieces."""


@frozen
class Call:
    """A verb, ready to be called: ``verb.do(play, me, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """Places that are chosen during play, and must be chosen before the call."""
    paid: bool = False
    """Whether it is the first to pay a price, which was found payable before the power was used."""

    @property
    def certain(self) -> bool:
        """Whether it can always be carried out."""
        return self.verb.can is None and not self.selected

    @property
    def tested(self) -> bool:
        """Whether it is skipped if it turns out to be impossible."""
        return not (self.paid or self.certain)


# -- tests -----------------------------------------------------------------------------------------------------------


@frozen
class Unused:
    """The power has been used fewer times in this period than it may be."""

    once: str
    times: int = 1


@frozen
class Payable:
    """All parts of a price can be paid with different things."""

    parts: tuple[Part, ...]


@frozen
class Possible:
    """A verb could be carried out: by the owner, or by any opponent."""

    call: Call
    by_opponents: bool = False
    amount: model.Amount | None = None
    """An amount that must not be 0; None: any."""


@frozen
class AnyOf:
    """One of several verbs could be carried out, once amounts have been taken from counters."""

    tests: tuple[Possible, ...]
    taken: tuple[tuple[CounterNumber, model.Amount], ...] = ()


Test = model.Condition | model.Pattern | Unused | Payable | Possible | AnyOf

# -- powers ----------------------------------------------------------------------------------------------------------


@frozen
class Next:
    """A segment that goes on the agenda."""

    segment: int
    who: Literal["owner", "opponents", "whoever"] = "owner"
    """Who carries it out: the owner; each opponent, clockwise; or every seat for which a condition holds."""
    whoever: model.Condition | None = None
    times: model.Amount | None = None
    """How often it is carried out; None: once."""


@frozen
class Segment:
    """Verbs carried out without waiting for an answer, then the lasting power they begin, then the next segments."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    """The id of the lasting power it begins, and the period at whose end it is over."""
    next: tuple[Next, ...] = ()
    chooses: bool = False
    """Whether the owner then chooses one of the alternatives of the power."""


@frozen
class Alternative:
    """One of the alternatives of a power: the segment it begins with, and the conditions for choosing it."""

    segment: int
    tests: tuple[Test, ...]


@frozen
class Acted:
    """A power that acts when its moment comes."""

    id: str
    tests: tuple[Test, ...]
    """Conditions for using or offering it at that moment."""
    can: tuple[Test, ...]
    """Conditions for its use to be possible and have an effect."""
    asked: bool
    """Whether its owner decides when its moment comes; otherwise it is carried out at once."""
    once: str
    """The period in which its uses are limited; empty without such a limit."""
    segments: tuple[Segment, ...]
    choices: tuple[Alternative, ...] = ()


@frozen
class Price:
    """What a changed number costs: a verb, and the things it takes."""

    call: Call
    of: model.PieceSet | model.StockSet | Takeable | CounterNumber

    @property
    def slots(self) -> tuple[Argument, ...]:
        """The arguments of the verb after its object and its amounts."""
        return self.call.arguments[3:]


@frozen
class Changed:
    """A power that changes a number."""

    id: str
    about: model.PieceSet | model.StockSet | None
    tests: tuple[Test, ...]
    change: model.Change
    parameter: str
    price: Price | None = None
    opens: bool = False
    """Whether the number exists only for what such powers are about."""


@frozen
class FirstFitting:
    """Points for pieces; each piece counts only in the first row it fits."""

    rows: tuple[tuple[int, model.PieceSet], ...]


@frozen
class Scored:
    """A power that gives points when scores are counted."""

    id: str
    tests: tuple[Test, ...]
    total: model.Amount | FirstFitting


Lowered = Acted | Changed | Scored
