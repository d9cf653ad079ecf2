"""Amounts and conditions: what is counted, and what must be true."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.model.things import Match, PieceSet, StockSet, Who
from rftg_dsl.check.signatures import MANY, EventWord


@frozen
class Count:
    """How many there are."""

    of: PieceSet | StockSet


@frozen
class Sum:
    """The printed numbers of a property added up."""

    property: str
    of: PieceSet


@frozen
class Distinct:
    """How many different values of a property there are; of fungible things, how many kinds."""

    of: PieceSet | StockSet
    property: str


@frozen
class Held:
    """A counter of the owner."""

    counter: str


@frozen
class Plain:
    """A number as it stands."""

    n: int


@frozen
class Triangle:
    """1 + 2 + ... + n, where n is the measure."""

    of: Measure


@frozen
class Steps:
    """The most steps of ``start``, ``start + 1``, ``start + 2`` ... whose sum is at most the measure."""

    of: Measure
    start: int = 1


@frozen
class Difference:
    """One measure less another, at least 0."""

    of: Measure
    less: Measure


@frozen
class Smaller:
    """The smaller of two measures."""

    of: Measure
    other: Measure


@frozen
class Times:
    """How many times something that fits a pattern was done since the phase began, or a longer period."""

    pattern: Pattern
    """What each seat does itself."""
    tally: str
    """The counter that is kept of it."""
    who: Who = "own"
    """Whose acts are counted."""
    period: str = ""
    """The round or turn that it is counted in; empty: the phase, or whatever has begun last."""


@frozen
class Variety:
    """How many of these things the owner did at least once since the phase began."""

    times: tuple[Times, ...]


@frozen
class Figure:
    """A number of the owner: what modifiers make of 0, except those about certain things."""

    parameter: str


@frozen
class Yours:
    """A measure of the owner, within a condition about another seat: ``more worlds than you``."""

    of: Measure


@frozen
class Others:
    """How many opponents there are, or for how many of them a condition holds."""

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
    """``n`` for every full (``up``: or started) ``each`` of a measure; without a measure, just ``n``."""

    n: int
    each: int = 1
    measure: Measure | None = None
    up: bool = False
    less: int = 0
    """Taken off the result, which stays at least 0."""
    most: int = MANY
    """The result is at most this."""


@frozen
class Most:
    """The owner has more (or less) of a measure than every other seat; ``shared``: ties with the best of them."""

    measure: Measure
    shared: bool = False
    fewest: bool = False


@frozen
class AllAre:
    """All of one set are in another; false if there are none."""

    these: PieceSet
    those: PieceSet


@frozen
class HowMany:
    """A measure of the owner is a number from ``low`` to ``high``."""

    measure: Measure
    low: int
    high: int = MANY


@frozen
class Pattern:
    """An event, and what must be true of the things it is about."""

    event: EventWord[...]
    who: Literal["you", "another", "any"] = "you"
    """Whose act it is."""
    pieces: tuple[tuple[str, Match, Literal["any", "only", "except"]], ...] = ()
    """Roles that are pieces: what they must be, and whether they may, must or must not be this piece."""
    kinds: tuple[tuple[str, frozenset[str]], ...] = ()
    """Roles that are fungible kinds."""


@frozen
class Compared:
    """The owner has as many of the one as of the other, or more, or fewer."""

    measure: Measure
    how: Literal["as many", "more", "fewer"]
    other: Measure


@frozen
class Opponents:
    """A condition holds for an opponent, for each of them or for none, seen from their seat."""

    condition: Condition
    how: Literal["any", "every", "no"] = "any"


Condition = Most | AllAre | HowMany | Compared | Opponents
