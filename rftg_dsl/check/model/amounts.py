"""Amounts and conditions."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.model.things import Match, PieceSet, StockSet, Who
from rftg_dsl.check.signatures import MANY, EventWord


@frozen
class Count:
    """The number of these things."""

    of: PieceSet | StockSet


@frozen
class Sum:
    """The sum of a printed number over pieces."""

    property: str
    of: PieceSet


@frozen
class Distinct:
    """The number of distinct values of a property or, for stock, of distinct kinds."""

    of: PieceSet | StockSet
    property: str


@frozen
class Held:
    """The value of the owner's counter."""

    counter: str


@frozen
class Plain:
    """A constant."""

    n: int


@frozen
class Triangle:
    """1 + 2 + ... + n, where n is the measure."""

    of: Measure


@frozen
class Steps:
    """The largest number of steps ``start``, ``start + 1``, ... whose sum is at most the measure."""

    of: Measure
    start: int = 1


@frozen
class Difference:
    """One measure minus another, at least 0."""

    of: Measure
    less: Measure


@frozen
class Smaller:
    """The smaller of two measures."""

    of: Measure
    other: Measure


@frozen
class Times:
    """The count of matching events since the phase, or a longer period, began."""

    pattern: Pattern
    """The actor in it is ``you``, because each seat's acts are counted separately."""
    tally: str
    """The name of the counter that records them."""
    who: Who = "own"
    period: str = ""
    """The round or turn over which they are counted; empty for the phase, or whichever period began last."""


@frozen
class Variety:
    """The number of these events that have happened at least once since the phase began."""

    times: tuple[Times, ...]


@frozen
class Figure:
    """The owner's number: 0 as changed by its modifiers, except those about particular things."""

    parameter: str


@frozen
class Yours:
    """The owner's measure, inside a condition about another seat: ``more worlds than you``."""

    of: Measure


@frozen
class Others:
    """The number of opponents, or of those for whom a condition holds."""

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
    """``n`` for each full ``each`` of a measure or, if ``up``, also for part of it; without a measure, just ``n``."""

    n: int
    each: int = 1
    measure: Measure | None = None
    up: bool = False
    less: int = 0
    """Subtracted from the result, which stays at least 0."""
    most: int = MANY
    """The maximum of the result."""


@frozen
class Most:
    """The owner has more (or less) of a measure than every other seat or, if ``shared``, ties with the best of them."""

    measure: Measure
    shared: bool = False
    fewest: bool = False


@frozen
class AllAre:
    """All pieces of one set are in another; false if there are none."""

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
    """An event, with constraints on its participants."""

    event: EventWord[...]
    who: Literal["you", "another", "any"] = "you"
    pieces: tuple[tuple[str, Match, Literal["any", "only", "except"]], ...] = ()
    """For each role that is a piece, its match, and whether it can, must or must not be this piece."""
    kinds: tuple[tuple[str, frozenset[str]], ...] = ()
    """For each role that is a kind of stock, the kinds that match."""


@frozen
class Compared:
    """The owner has as many of one measure as of another, or more, or fewer."""

    measure: Measure
    how: Literal["as many", "more", "fewer"]
    other: Measure


@frozen
class Opponents:
    """A condition that holds for any, every or no opponent, from that opponent's point of view."""

    condition: Condition
    how: Literal["any", "every", "no"] = "any"


Condition = Most | AllAre | HowMany | Compared | Opponents
