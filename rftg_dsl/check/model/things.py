"""Things: pieces, fungible things, places, counters and seats, as sentences name them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.check.signatures import Listed, Selected

Who = Literal["own", "others", "all"]


@frozen
class Match:
    """Which sides are meant: by kind, by printed values, by what their powers do."""

    kinds: frozenset[str] = frozenset()
    """Empty: any kind."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties, and the values that fit: for each entry, the side must show one of them."""
    excluded: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties, and the values that do not fit."""
    numbers: tuple[tuple[str, int, int], ...] = ()
    """Properties, and the lowest and highest printed number that fits; a side without the number does not fit."""
    verbs: tuple[tuple[str, bool], ...] = ()
    """Verbs or phases, and whether the side must have a power of that sort or must not."""
    names: frozenset[str] = frozenset()
    """The printed names that fit; empty: any."""


@frozen
class Likeness:
    """A printed property that a piece has in common with another one."""

    property: str
    how: Literal["same", "more", "less"] = "same"
    """The same value; or a number that is more, or less, by at most ``most``; both pieces must have one."""
    most: int = 0

    def reverse(self) -> Likeness:
        """The same, said about the other piece."""
        if self.how == "same":
            return self
        return Likeness(self.property, "less" if self.how == "more" else "more", self.most)


@frozen
class PieceSet:
    """Pieces: by the side that is up, where they stand, and whose they are."""

    match: Match
    places: tuple[str, ...] = ()
    """Empty: every place in which powers count."""
    who: Who = "own"
    this: Literal["any", "only", "except"] = "any"
    role: int = 0
    """Only the piece at this place among the arguments of the event, where the acting seat is 0; 0: any."""
    extreme: tuple[str, Literal["highest", "lowest"]] | None = None
    """Only those with the highest or lowest value of a property in the whole set."""
    holding: tuple[str, ...] = ()
    """Only those with something on them, in one of these places."""
    tag: int = 0
    """Only those that carry this number; 0: any."""
    different: str = ""
    """A property: no two of those chosen may have the same value."""
    like: tuple[Likeness, ...] = ()
    """How they are like another piece that the verb chooses."""
    free: tuple[str, ...] = ()
    """Only those with nothing on them, in any of these places."""
    laden: tuple[str, ...] = ()
    """Only those with something on them, in any of these places; unlike ``holding``, the piece itself is meant."""
    on: Match | None = None
    """Only those that stand on such a piece."""
    on_this: Literal["any", "only", "except"] = "any"
    """Whether that piece may, must or must not be this one."""
    current: tuple[tuple[str, int, int], ...] = ()
    """Numbers that powers change, and the lowest and highest that fits, as they are now."""
    not_last: bool = False
    """Not the one that this power chose last."""
    top: bool = False
    """Only the first of each place."""


@frozen
class StockSet:
    """Fungible things: by kind and place; ``on``: the pieces they lie on."""

    kinds: frozenset[str]
    places: tuple[str, ...]
    who: Who = "own"
    on: PieceSet | None = None
    same_place: bool = False
    """Those chosen must all come from one place."""
    listed: Listed | Selected | None = None
    """Only those in places known only during play."""


@frozen
class PlaceSet:
    """Places an effect can lead to; ``here``: a place of this very piece, the first one if none is named."""

    places: tuple[str, ...] = ()
    here: bool = False
    chosen: Selected | Listed | None = None
    """Places known only during play, by the counter or fact that says which."""
    on: PieceSet | None = None
    """The places on these pieces."""
    later: bool = False
    """Any place that comes later than the one a thing is in, in the order of declaration."""


@frozen
class Counters:
    """Counters in a slot; of several, the owner chooses one or mixes: ``with credits or chips``, ``for 1 credit``."""

    names: tuple[str, ...]
    mixed: bool = False
    n: int = 0


@frozen
class Seats:
    """Seats in a slot: ``from an opponent``; ``each``: ``from each opponent``."""

    who: Who
    each: bool = False
