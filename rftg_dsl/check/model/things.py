"""The things that sentences refer to: pieces, stock, places, counters and seats."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.signatures import Listed, Selected

Who = Literal["own", "others", "all"]


@frozen
class Match:
    """A predicate on sides, by kind, printed values, and the sorts of their powers."""

    kinds: frozenset[str] = frozenset()
    """The kinds of side that match; empty for any."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties with values; for each property, the side must show at least one of the values."""
    excluded: tuple[tuple[str, frozenset[str]], ...] = ()
    numbers: tuple[tuple[str, int, int], ...] = ()
    """Printed numbers with inclusive ranges. A side without the number does not match."""
    verbs: tuple[tuple[str, bool], ...] = ()
    """Sorts of power, by verb or phase. With True, the side must have such a power; with False, it must not."""
    names: frozenset[str] = frozenset()
    """The printed names that match; empty for any."""


@frozen
class Likeness:
    """A relation between a printed property of a piece and that of another piece."""

    property: str
    how: Literal["same", "more", "less"] = "same"
    """The same value, or a number that is more, or less, by at most ``most``. Both pieces must show the property."""
    most: int = 0

    def reverse(self) -> Likeness:
        """Return the same relation, as seen from the other piece."""
        if self.how == "same":
            return self
        return Likeness(self.property, "less" if self.how == "more" else "more", self.most)


@frozen
class PieceSet:
    """The pieces that fit a description of their upper side, location, owner and contents."""

    match: Match
    places: tuple[str, ...] = ()
    """The places where the pieces can be; empty for every place in which powers count."""
    who: Who = "own"
    this: Literal["any", "only", "except"] = "any"
    role: int = 0
    """If not 0, only the piece at this index among the event's arguments; index 0 would be the acting seat."""
    extreme: tuple[str, Literal["highest", "lowest"]] | None = None
    holding: tuple[str, ...] = ()
    """Only pieces with contents in one of these places. The contents are meant, not the pieces themselves."""
    tag: int = 0
    """Only pieces that carry this number; 0 for any piece."""
    different: str = ""
    """A property that must be different for each of the pieces chosen; empty if there is none."""
    like: tuple[Likeness, ...] = ()
    """The respects in which each piece must be similar to another piece that the verb chooses."""
    free: tuple[str, ...] = ()
    """Only pieces without contents in any of these places."""
    laden: tuple[str, ...] = ()
    """Only pieces with contents in one of these places. Unlike with ``holding``, the pieces themselves are meant."""
    on: Match | None = None
    on_this: Literal["any", "only", "except"] = "any"
    """Whether the piece underneath can, must or must not be this piece."""
    current: tuple[tuple[str, int, int], ...] = ()
    """Numbers with inclusive ranges for their current values, that is, as changed by powers."""
    not_last: bool = False
    """Whether to exclude the piece that this power chose last."""
    top: bool = False
    """Whether to include only the top piece in each place."""


@frozen
class StockSet:
    """The fungible things of certain kinds in certain places; ``on`` describes the pieces that they are on."""

    kinds: frozenset[str]
    places: tuple[str, ...]
    who: Who = "own"
    on: PieceSet | None = None
    same_place: bool = False
    """Whether all of the chosen things must be in the same place."""
    listed: Listed | Selected | None = None


@frozen
class PlaceSet:
    """Destinations. ``here`` means a place on this piece: the place named or, if none is, the first one."""

    places: tuple[str, ...] = ()
    here: bool = False
    chosen: Selected | Listed | None = None
    """The destinations that a counter or a fact of the table determines during play."""
    on: PieceSet | None = None
    later: bool = False
    """Whether any place after the thing's current one is allowed, in order of declaration."""


@frozen
class Counters:
    """Counters in a slot, as in ``for 1 credit``. The owner chooses one of several or, if ``mixed``, any mix."""

    names: tuple[str, ...]
    mixed: bool = False
    n: int = 0


@frozen
class Seats:
    """Seats in a slot: ``from an opponent`` or, if ``each``, ``from each opponent``."""

    who: Who
    each: bool = False


def can_overlap(things: object, other: object) -> bool:
    """Return whether both phrases can mean the same thing. A piece and its contents count as a single thing."""
    if isinstance(things, StockSet) and isinstance(other, StockSet):
        return bool(things.kinds & other.kinds) and can_share_place(things.places, other.places)
    if isinstance(things, PieceSet) and isinstance(other, PieceSet):
        kinds, others = things.match.kinds, other.match.kinds
        apart = {things.this, other.this} == {"only", "except"}
        return (
            not apart
            and bool(not kinds or not others or kinds & others)
            and can_share_place(things.places, other.places)
        )
    return False


def can_share_place(places: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Return whether two phrases can mean things in the same place. A phrase without a place can mean several."""
    return not places or not others or not set(places).isdisjoint(others)
