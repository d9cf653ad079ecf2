"""Lowered powers, which consist of tests, questions and segments. They are the common input of both back ends.

Names remain names; the binder turns them into numbers. Back ends refer to these classes with the module's name, as in
``lowered.Acted``, just as they write ``model.Trigger``.
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
    """Whether the things are created from nothing rather than taken from the supply."""


@frozen
class ByProperty:
    """The printed values of a property, by side number."""

    name: str


@frozen
class Alike:
    """The sides that each side is like, by side number."""

    likenesses: tuple[model.Likeness, ...]


@frozen
class Here:
    """A place on the piece with the power."""

    place: str = ""


@frozen
class OnPieces:
    """For each piece in a set, the place on that piece that ``here`` would refer to."""

    pieces: model.PieceSet


@frozen
class Takeable:
    """The subset of the given things that a verb can currently take."""

    of: model.PieceSet | model.StockSet
    call: Call


@frozen
class Part:
    """A part of a price: a number of things, or an amount of a counter."""

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
    """A verb, ready to be called: ``verb.do(play, seat, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """Places that are determined during play. Each must have been chosen before the call."""
    paid: bool = False
    """Whether the call pays the first part of a price that was found to be payable before the power was used."""

    @property
    def certain(self) -> bool:
        return self.verb.can is None and not self.selected

    @property
    def tested(self) -> bool:
        return not (self.paid or self.certain)


# -- tests -----------------------------------------------------------------------------------------------------------


@frozen
class Unused:
    """A test that the power has not been used up in this period."""

    once: str
    times: int = 1


@frozen
class Payable:
    """A test that all parts of a price can be paid without using anything twice."""

    parts: tuple[Part, ...]


@frozen
class Possible:
    """A test that a verb could be carried out by the owner or, with ``by_opponents``, by any opponent."""

    call: Call
    by_opponents: bool = False
    amount: model.Amount | None = None


@frozen
class AnyOf:
    """A test that at least one of several verbs could be carried out after ``taken`` has been deducted from
    counters."""

    tests: tuple[Possible, ...]
    taken: tuple[tuple[CounterNumber, model.Amount], ...] = ()


Test = model.Condition | model.Pattern | Unused | Payable | Possible | AnyOf

# -- powers ----------------------------------------------------------------------------------------------------------


@frozen
class Next:
    """A segment to put on the agenda, and the seats that it runs for."""

    segment: int
    who: Literal["owner", "opponents", "whoever"] = "owner"
    """The owner; each opponent, in clockwise order; or every seat for which the condition ``whoever`` holds."""
    whoever: model.Condition | None = None
    times: model.Amount | None = None


@frozen
class Segment:
    """A part of a power: verbs that run without waiting, then the lasting power that begins, if any, then the segments
    that follow."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    next: tuple[Next, ...] = ()
    chooses: bool = False
    """Whether the owner chooses one of the power's alternatives after this segment."""


@frozen
class Alternative:
    """One of a power's alternatives: its first segment, and the conditions for choosing it."""

    segment: int
    tests: tuple[Test, ...]


@frozen
class Acted:
    """A power that takes effect at a certain moment, rather than changing a number or a score."""

    id: str
    tests: tuple[Test, ...]
    """The conditions for using the power, or for offering it, when its moment comes."""
    can: tuple[Test, ...]
    asked: bool
    """Whether the power's owner is asked first. Otherwise, the power runs at once."""
    once: str
    """The period in which the power's uses are limited; empty if there is no limit."""
    segments: tuple[Segment, ...]
    choices: tuple[Alternative, ...] = ()


@frozen
class Price:
    """The price of changing a number: a verb, and the things that the verb takes."""

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
    """Whether the number is closed unless a power like this one applies."""


@frozen
class FirstFitting:
    """Rows of points for pieces. Each piece counts only in the first row that it fits."""

    rows: tuple[tuple[int, model.PieceSet], ...]


@frozen
class Scored:
    """A power that is worth points when scores are counted."""

    id: str
    tests: tuple[Test, ...]
    total: model.Amount | FirstFitting


Lowered = Acted | Changed | Scored
