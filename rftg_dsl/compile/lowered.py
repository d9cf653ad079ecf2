"""Lowered powers, made of tests, questions and segments: the common input of both back ends.

Names stay names; the binder turns them into numbers. Back ends write ``lowered.Acted`` just as they write
``model.Trigger``.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check import model
from rftg_dsl.check.signatures import Listed, Selected, Verb

# -- verbs with their arguments --------------------------------------------------------------------------------------


@frozen
class Plain:
    """A literal value."""

    value: int | str | bool | None


@frozen
class CounterNumber:
    """The number of one of the owner's counters."""

    name: str


@frozen
class Granted:
    """The cells from which a verb takes the things that it puts into play."""

    stock: model.StockSet
    conjured: bool
    """Whether the things come from nowhere rather than from the supply."""


@frozen
class ByProperty:
    """A property's printed values, by side number."""

    name: str


@frozen
class Alike:
    """By side number, the sides that each side is like."""

    likenesses: tuple[model.Likeness, ...]


@frozen
class Here:
    """A place on the piece with the power."""

    place: str = ""


@frozen
class OnPieces:
    """For each of these pieces, the place on it that ``here`` would mean."""

    pieces: model.PieceSet


@frozen
class Takeable:
    """Whichever of the given things a verb can currently take."""

    of: model.PieceSet | model.StockSet
    call: Call


@frozen
class Part:
    """A part of a price: how many of which things, or how much of a counter."""

    amount: model.Amount
    of: model.PieceSet | model.StockSet | Takeable | CounterNumber


@frozen
class Spared:
    """Things that can each be taken without making the later parts of a price unpayable."""

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
"""A verb's argument, with names rather than numbers."""


@frozen
class Call:
    """A verb, ready to be called: ``verb.do(play, me, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """Places determined during play; each must have been chosen before the call."""
    paid: bool = False
    """Whether it pays the first part of a price that was found payable before the power was used."""

    @property
    def certain(self) -> bool:
        return self.verb.can is None and not self.selected

    @property
    def tested(self) -> bool:
        return not (self.paid or self.certain)


# -- tests -----------------------------------------------------------------------------------------------------------


@frozen
class Unused:
    """A test that the power has uses left in this period."""

    once: str
    times: int = 1


@frozen
class Payable:
    """A test that all parts of a price can be paid with different things."""

    parts: tuple[Part, ...]


@frozen
class Possible:
    """A test that a verb could be carried out by the owner, or by any opponent."""

    call: Call
    by_opponents: bool = False
    amount: model.Amount | None = None


@frozen
class AnyOf:
    """A test that one of several verbs could be carried out once ``taken`` has been paid from counters."""

    tests: tuple[Possible, ...]
    taken: tuple[tuple[CounterNumber, model.Amount], ...] = ()


Test = model.Condition | model.Pattern | Unused | Payable | Possible | AnyOf

# -- powers ----------------------------------------------------------------------------------------------------------


@frozen
class Next:
    """A segment that goes on the agenda."""

    segment: int
    who: Literal["owner", "opponents", "whoever"] = "owner"
    """The owner; each opponent, clockwise; or every seat for which ``whoever`` holds."""
    whoever: model.Condition | None = None
    times: model.Amount | None = None


@frozen
class Segment:
    """Verbs that run without waiting, then the lasting power they begin, then the segments that follow."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    next: tuple[Next, ...] = ()
    chooses: bool = False
    """Whether the owner then chooses one of the power's alternatives."""


@frozen
class Alternative:
    """One of a power's alternatives: the segment it begins with, and the conditions for choosing it."""

    segment: int
    tests: tuple[Test, ...]


@frozen
class Acted:
    """A power that acts when its moment comes."""

    id: str
    tests: tuple[Test, ...]
    """Conditions for using it, or offering it, when its moment comes."""
    can: tuple[Test, ...]
    asked: bool
    """Whether its owner is asked first; otherwise it runs at once."""
    once: str
    """The period that limits its uses; empty if there is no limit."""
    segments: tuple[Segment, ...]
    choices: tuple[Alternative, ...] = ()


@frozen
class Price:
    """The price of a changed number: a verb, and the things it takes."""

    call: Call
    of: model.PieceSet | model.StockSet | Takeable | CounterNumber

    @property
    def slots(self) -> tuple[Argument, ...]:
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
    """Whether the number exists only where such a power applies."""


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
