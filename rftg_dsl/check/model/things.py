"""Things that sentences name: pieces, stock, places, counters and seats."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.signatures import Listed, Selected

Who = Literal["own", "others", "all"]


@frozen
class Match:
    """A predicate on sides: kind, printed values, and what their powers do."""

    kinds: frozenset[str] = frozenset()
    """Empty for any kind."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """For each property listed, the values of which the side shows at least one."""
    excluded: tuple[tuple[str, frozenset[str]], ...] = ()
    numbers: tuple[tuple[str, int, int], ...] = ()
    """Inclusive ranges of printed numbers; a side that lacks the number does not match."""
    verbs: tuple[tuple[str, bool], ...] = ()
    """Verbs or phases, and whether the side has a power of that sort or lacks one."""
    names: frozenset[str] = frozenset()
    """Printed names; empty for any."""


@frozen
class Likeness:
    """A printed property shared with another piece."""

    property: str
    how: Literal["same", "more", "less"] = "same"
    """The same value, or a number that is more, or less, by at most ``most``; both pieces must have a value."""
    most: int = 0

    def reverse(self) -> Likeness:
        """The same relation, seen from the other piece."""
        if self.how == "same":
            return self
        return Likeness(self.property, "less" if self.how == "more" else "more", self.most)


@frozen
class PieceSet:
    """Pieces by their upper side, location and owner."""

    match: Match
    places: tuple[str, ...] = ()
    """If empty, every place in which powers count."""
    who: Who = "own"
    this: Literal["any", "only", "except"] = "any"
    role: int = 0
    """Only the piece at this index among the event's arguments; 0, the index of the acting seat, allows any piece."""
    extreme: tuple[str, Literal["highest", "lowest"]] | None = None
    holding: tuple[str, ...] = ()
    """Only pieces with contents in one of these places; the contents themselves are meant."""
    tag: int = 0
    """Only pieces that carry this number; 0 for any."""
    different: str = ""
    """A property whose values must all differ among the pieces chosen."""
    like: tuple[Likeness, ...] = ()
    """Likeness to another piece that the verb chooses."""
    free: tuple[str, ...] = ()
    """Only pieces without contents in any of these places."""
    laden: tuple[str, ...] = ()
    """Only pieces with contents in any of these places; unlike ``holding``, the pieces themselves are meant."""
    on: Match | None = None
    on_this: Literal["any", "only", "except"] = "any"
    """Whether the piece underneath can, must or must not be this one."""
    current: tuple[tuple[str, int, int], ...] = ()
    """Inclusive ranges of numbers as currently changed by powers."""
    not_last: bool = False
    """Whether to exclude the piece this power chose last."""
    top: bool = False
    """Only the top piece in each place."""


@frozen
class StockSet:
    """Fungible things by kind and place; ``on`` has the pieces under them."""

    kinds: frozenset[str]
    places: tuple[str, ...]
    who: Who = "own"
    on: PieceSet | None = None
    same_place: bool = False
    """Whether the things chosen must all come from one place."""
    listed: Listed | Selected | None = None


@frozen
class PlaceSet:
    """Destinations; ``here`` means a place on this piece, the first one if none is named."""

    places: tuple[str, ...] = ()
    here: bool = False
    chosen: Selected | Listed | None = None
    """Known only during play, from a counter or fact."""
    on: PieceSet | None = None
    later: bool = False
    """Any place after the current one, in order of declaration."""


@frozen
class Counters:
    """Counters in a slot: ``for 1 credit``. The owner chooses or mixes several: ``with credits or chips``."""

    names: tuple[str, ...]
    mixed: bool = False
    n: int = 0


@frozen
class Seats:
    """Seats in a slot: ``from an opponent`` or, with ``each``, ``from each opponent``."""

    who: Who
    each: bool = False
