"""Amounts and conditions in powers."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.model.things import Match, PieceSet, StockSet, Who
from rftg_dsl.check.signatures import MANY, EventWord


@frozen
class Count:
    """The number of things in a set."""

    of: PieceSet | StockSet


@frozen
class Sum:
    """The sum of a printed number over the pieces in a set."""

    property: str
    of: PieceSet


@frozen
class Distinct:
    """The number of distinct values of a property or, for stock, the number of distinct kinds."""

    of: PieceSet | StockSet
    property: str


@frozen
class Held:
    """The value of one of the owner's counters."""

    counter: str


@frozen
class Plain:
    """A constant."""

    n: int


@frozen
class Triangle:
    """The triangle number 1 + 2 + ... + n, where n is another measure."""

    of: Measure


@frozen
class Steps:
    """The largest number of steps ``start``, ``start + 1``, ... whose sum is at most the measure."""

    of: Measure
    start: int = 1


@frozen
class Difference:
    """One measure minus another, but at least 0."""

    of: Measure
    less: Measure


@frozen
class Smaller:
    """The smaller of two measures."""

    of: Measure
    other: Measure


@frozen
class Times:
    """The number of matching events since the phase began, or since the start of a longer period."""

    pattern: Pattern
    """The events to count. The actor is always ``you``, because each seat's acts are counted separately."""
    tally: str
    """The name of the counter that records the events."""
    who: Who = "own"
    period: str = ""
    """The round or turn in which events are counted; empty for the phase, or for whichever period began last."""


@frozen
class Variety:
    """The number of patterns, such as one for each colour, whose event has happened since the phase began."""

    times: tuple[Times, ...]


@frozen
class Figure:
    """The owner's number, which is the sum of all changes to it, except changes limited to particular things."""

    parameter: str


@frozen
class Yours:
    """A measure of what the power's owner has, in a condition about another seat, as in ``more worlds than you``."""

    of: Measure


@frozen
class Others:
    """The number of opponents or, if there is a condition, of the opponents for whom it holds."""

    condition: Condition | None = None


Measure = (
    Plain
    | Count
    | Sum
    | Distinct
    | Held
    | Triangle
    | Steps
    | Difference
    | Smaller
    | Times
    | Variety
    | Figure
    | Yours
    | Others
)


@frozen
class Amount:
    """``n``, or ``n`` for each full ``each`` of a measure. If ``up`` is true, a remainder counts as a full ``each``."""

    n: int
    each: int = 1
    measure: Measure | None = None
    up: bool = False
    less: int = 0
    """An amount to subtract from the result, which is never less than 0."""
    most: int = MANY
    """The maximum result."""


@frozen
class Most:
    """The owner has more (or less) of a measure than all other seats or, if ``shared``, ties with the best of them."""

    measure: Measure
    shared: bool = False
    fewest: bool = False


@frozen
class AllAre:
    """All pieces in one set are also in another. False if the first set is empty."""

    these: PieceSet
    those: PieceSet


@frozen
class HowMany:
    """The owner's measure is between ``low`` and ``high``, inclusive."""

    measure: Measure
    low: int
    high: int = MANY


@frozen
class Pattern:
    """An event, with constraints on the pieces and kinds of stock that take part in it."""

    event: EventWord[...]
    who: Literal["you", "another", "any"] = "you"
    pieces: tuple[tuple[str, Match, Literal["any", "only", "except"]], ...] = ()
    """For each role that is a piece: the role, its match, and whether the piece can, must or must not be this one."""
    kinds: tuple[tuple[str, frozenset[str]], ...] = ()
    """For each role that is a kind of stock: the role, and the kinds that match."""


@frozen
class Compared:
    """The owner has as many of one measure as of another, or has more or fewer, depending on ``how``."""

    measure: Measure
    how: Literal["as many", "more", "fewer"]
    other: Measure


@frozen
class Opponents:
    """A condition that holds for any, every or no opponent. In it, the opponent takes the place of the owner."""

    condition: Condition
    how: Literal["any", "every", "no"] = "any"


Condition = Most | AllAre | HowMany | Compared | Opponents
