"""The table: plain data that is changed only by functions that record each change.

An event is a tuple ``(op, word, cause, ...)``: the kernel's operation, the game's word for it, and the step or printed
power that caused it. Applying all events to the initial table reproduces the current table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, Self

from rftg_dsl.kernel.layout import Layout

SHIFT, MOVE, ADJUST, FLIP, TAG, FACT, ARRANGE, ENTER, WAKE, NOTE = (
    "shift move adjust flip tag fact arrange enter wake note".split()
)

Event = tuple[Any, ...]
Plain = Mapping[str, Any]


class Table:
    """The fungible things, pieces, counters and facts of one game in progress."""

    __slots__ = (
        "cause",
        "counters",
        "entered",
        "events",
        "facts",
        "last_entered",
        "layout",
        "place_of",
        "side",
        "stock",
        "tag",
        "woken",
        "zone",
    )

    layout: Layout
    events: list[Event]
    cause: str
    stock: list[int]
    zone: list[tuple[int, ...]]
    """The pieces in each place, in order."""
    place_of: list[int]
    """The place of each piece; -1 until setup has put the piece somewhere."""
    side: list[int]
    tag: list[int]
    """The number that each piece carries, such as its space on a track."""
    entered: list[int]
    """The position of each piece in the order of entering play, numbered from 1; 0 if the piece is not in play."""
    last_entered: int
    woken: int
    """The ``entered`` number of the newest piece that counts, in games where pieces do not count immediately."""
    counters: list[int]
    facts: list[Any]

    def __init__(self, layout: Layout, of: Table | None = None) -> None:
        self.layout = layout
        self.events = []
        if of is not None:
            self.cause = of.cause
            self.stock = of.stock[:]
            # A shallow copy is enough, because zones are tuples, which clones can share.
            self.zone = of.zone[:]
            self.place_of = of.place_of[:]
            self.side = of.side[:]
            self.tag = of.tag[:]
            self.entered = of.entered[:]
            self.last_entered = of.last_entered
            self.woken = of.woken
            self.counters = of.counters[:]
            self.facts = of.facts[:]
            return
        self.cause = "setup"
        self.stock = [0] * len(layout.cell_names)
        self.zone = [()] * layout.places
        self.place_of = [-1] * len(layout.pieces)
        self.side = [piece.sides[0] for piece in layout.pieces]
        self.tag = [0] * len(layout.pieces)
        self.entered = [0] * len(layout.pieces)
        self.last_entered = self.woken = 0
        self.counters = [counter.start for counter in layout.counter_specs]
        self.facts = list(layout.fact_starts)

    # -- before the first event ------------------------------------------------------------------------------

    def lay(self, place: int, pieces: Sequence[int]) -> None:
        """Put pieces in their initial place without recording an event."""
        self.zone[place] = tuple(pieces)
        for piece in pieces:
            self.place_of[piece] = place
            if self.layout.active[place]:
                self.last_entered += 1
                self.entered[piece] = self.last_entered

    # -- events ----------------------------------------------------------------------------------------------

    def shift(self, source: int, target: int, n: int, word: str) -> None:
        """Move ``n`` fungible things from one cell to another."""
        stock = self.stock
        assert 0 < n <= stock[source], (self.layout.cell_names[source], stock[source], n)
        self.events.append((SHIFT, word, self.cause, source, target, n))
        stock[source] -= n
        stock[target] += n

    def shift_all(self, source: int, target: int, word: str) -> None:
        """Move everything in the row of cells that starts at ``source`` to the row that starts at ``target``."""
        stock = self.stock
        for kind in range(len(self.layout.kinds)):
            if n := stock[source + kind]:
                self.shift(source + kind, target + kind, n, word)

    def move(self, piece: int, place: int, word: str, index: int | None = None) -> None:
        """Move a piece to the end of a place, or to position ``index`` within the place."""
        zone = self.zone
        source = self.place_of[piece]
        # For a move within one place, ``index`` counts only the other pieces.
        there = zone[place] if source != place else tuple([other for other in zone[place] if other != piece])
        if index is None:
            index = len(there)
        self.events.append((MOVE, word, self.cause, piece, place, index))
        if source >= 0 and source != place:
            left = zone[source]
            spot = left.index(piece)
            zone[source] = left[:spot] + left[spot + 1 :]
        zone[place] = (*there[:index], piece, *there[index:])
        self.place_of[piece] = place

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> bool:
        """Move pieces from one place to the end of another. If the pieces are in several places, do nothing and return
        False."""
        source = self.place_of[pieces[0]]
        left, there = self.zone[source], self.zone[place]
        staying: list[int] = []
        if pieces != left:
            place_of = self.place_of
            if any(place_of[piece] != source for piece in pieces):
                return False
            staying += left
            for piece in pieces:
                staying.remove(piece)
        cause = self.cause
        # Record one event per piece, but rebuild the two zones only once.
        self.events += [(MOVE, word, cause, piece, place, index) for index, piece in enumerate(pieces, len(there))]
        self.zone[source] = tuple(staying)
        self.zone[place] = there + tuple(pieces)
        for piece in pieces:
            self.place_of[piece] = place
        return True

    def adjust(self, counter: int, by: int, word: str) -> int:
        """Change a counter within its bounds, and return the actual change.

        If part of the change is lost, the last entry in the event is the lost amount.
        """
        spec = self.layout.counter_specs[counter]
        before = self.counters[counter]
        after = before + by
        if after > spec.high:
            after = spec.high
        elif after < spec.low:
            after = spec.low
        change = after - before
        if change == by:
            self.events.append((ADJUST, word, self.cause, counter, change))
        else:
            self.events.append((ADJUST, word, self.cause, counter, change, by - change))
        self.counters[counter] = after
        return change

    def flip(self, piece: int, side: int, word: str) -> None:
        """Turn a piece to one of its sides."""
        self.events.append((FLIP, word, self.cause, piece, side))
        self.side[piece] = side

    def set_tag(self, piece: int, tag: int, word: str) -> None:
        """Set the number that a piece carries."""
        self.events.append((TAG, word, self.cause, piece, tag))
        self.tag[piece] = tag

    def set_fact(self, fact: int, value: Any, word: str) -> None:
        """Set a fact about the table to a word, a number, or a tuple of words and numbers."""
        self.events.append((FACT, word, self.cause, fact, value))
        self.facts[fact] = value

    def arrange(self, place: int, order: tuple[int, ...], word: str) -> None:
        """Reorder the pieces in a place."""
        assert sorted(order) == sorted(self.zone[place])
        self.events.append((ARRANGE, word, self.cause, place, order))
        self.zone[place] = order

    def enter(self, piece: int, word: str) -> None:
        """Record that a piece comes into play, with the next number in order."""
        self.last_entered += 1
        self.events.append((ENTER, word, self.cause, piece, self.last_entered))
        self.entered[piece] = self.last_entered

    def leave(self, piece: int, word: str) -> None:
        """Record that a piece leaves play."""
        self.events.append((ENTER, word, self.cause, piece, 0))
        self.entered[piece] = 0

    def wake_up(self, word: str) -> None:
        """Record that all pieces currently in play count from now on."""
        self.events.append((WAKE, word, self.cause, self.last_entered))
        self.woken = self.last_entered

    def note(self, word: str, *what: Any) -> None:
        """Record something that leaves the table unchanged."""
        self.events.append((NOTE, word, self.cause, *what))

    # -- as data ---------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """Return the table as plain data with names instead of numbers. Digests are computed from this data.

        Zeros, empty places and the sides of one-sided pieces are omitted.
        """
        layout = self.layout
        pieces, sides, names = layout.piece_names, layout.sides, layout.place_names
        return {
            "counters": dict(zip(layout.counter_names, self.counters, strict=True)),
            "entered": dict(compress(zip(pieces, self.entered, strict=True), self.entered)),
            "facts": dict(zip(layout.facts, self.facts, strict=True)),
            "last_entered": self.last_entered,
            "pieces": {names[place]: [pieces[piece] for piece in zone] for place, zone in enumerate(self.zone) if zone},
            "sides": {name: sides[self.side[piece]] for piece, name in layout.turned},
            "stock": dict(compress(zip(layout.cell_names, self.stock, strict=True), self.stock)),
            "tags": dict(compress(zip(pieces, self.tag, strict=True), self.tag)),
            "woken": self.woken,
        }

    @classmethod
    def from_plain(cls, layout: Layout, plain: Plain) -> Self:
        """Build the table described by ``plain``. Raise an error such as ``KeyError`` if it does not fit the layout."""
        table = cls(layout)
        table.stock = [plain["stock"].get(name, 0) for name in layout.cell_names]
        for name, pieces in plain["pieces"].items():
            place = layout.place_numbers[name]
            table.zone[place] = tuple([layout.piece[piece] for piece in pieces])
            for piece in table.zone[place]:
                table.place_of[piece] = place
        for piece, name in layout.turned:
            table.side[piece] = layout.side[plain["sides"][name]]
        table.tag = [plain["tags"].get(name, 0) for name in layout.piece_names]
        table.entered = [plain["entered"].get(name, 0) for name in layout.piece_names]
        table.last_entered, table.woken = plain["last_entered"], plain["woken"]
        table.counters = [plain["counters"][name] for name in layout.counter_names]
        table.facts = [freeze_data(plain["facts"][name]) for name in layout.facts]
        return table


def freeze_data(value: Any) -> Any:
    """Turn every list in plain data into a tuple, at any depth."""
    return tuple([freeze_data(member) for member in value]) if isinstance(value, list | tuple) else value
