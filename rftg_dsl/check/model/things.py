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
    """Empty: any kind."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """For each property listed, the side shows one of the values."""
    excluded: tuple[tuple[str, frozenset[str]], ...] = ()
    numbers: tuple[tuple[str, int, int], ...] = ()
    """Inclusive ranges of printed numbers; a side without the number does not match."""
    verbs: tuple[tuple[str, bool], ...] = ()
    """Verbs or phases, and whether the side has a power of that sort or lacks one."""
    names: frozenset[str] = frozenset()
    """Printed names; empty: any."""


@frozen
class Likeness:
    """A printed property shared with another piece."""

    property: str
    how: Literal["same", "more", "less"] = "same"
    """The same value; or a number that is more, or less, by at most ``most``. Both pieces must have one."""
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
    """Empty: every place in which powers count."""
    who: Who = "own"
    this: Literal["any", "only", "except"] = "any"
    role: int = 0
    """Only the piece at this index of the event's arguments, where 0 is the acting seat; 0: any piece."""
    extreme: tuple[str, Literal["highest", "lowest"]] | None = None
    holding: tuple[str, ...] = ()
    """Only those with contents in one of these places; the contents are meant."""
    tag: int = 0
    """Only those that carry this number; 0: any."""
    different: str = ""
    """A property whose values must all differ among the pieces chosen."""
    like: tuple[Likeness, ...] = ()
    """Likeness to another piece that the verb chooses."""
    free: tuple[str, ...] = ()
    """Only those without contents in any of these places."""
    laden: tuple[str, ...] = ()
    """Only those with contents in any of these places; unlike ``holding``, the piece itself is meant."""
    on: Match | None = None
    on_this: Literal["any", "only", "except"] = "any"
    """Whether that piece can, must or must not be this one."""
    current: tuple[tuple[str, int, int], ...] = ()
    """Inclusive ranges of numbers as currently changed by powers."""
    not_last: bool = False
    """Excludes the piece this power chose last."""
    top: bool = False
    """Only the first in each place."""


@frozen
class StockSet:
    """Fungible things by kind and place; ``on``: the pieces under them."""

    kinds: frozenset[str]
    places: tuple[str, ...]
    who: Who = "own"
    on: PieceSet | None = None
    same_place: bool = False
    """Those chosen must all come from one place."""
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
    """Counters in a slot; of several, the owner chooses or mixes: ``with credits or chips``, ``for 1 credit``."""

    names: tuple[str, ...]
    mixed: bool = False
    n: int = 0


@frozen
class Seats:
    """Seats in a slot: ``from an opponent``; ``each``: ``from each opponent``."""

    who: Who
    each: bool = False
