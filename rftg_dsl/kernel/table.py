"""The table: plain data, changed only by functions that record what they change.

An event is a tuple ``(op, word, cause, ...)``: the kernel's change, the game's word for it, and the decision's
step or printed power that made it happen. Folding the events over the table at setup gives the table again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from rftg_dsl.kernel.layout import Layout

SHIFT, MOVE, ADJUST, TURN, MARK, FACT, ARRANGE, NOTE = "shift move adjust turn mark fact arrange note".split()

Event = tuple[Any, ...]


class Table:
    """Fungible things, pieces, counters and facts of one game in progress."""

    __slots__ = ("at", "cause", "counters", "events", "facts", "layout", "mark", "side", "stock", "zone")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.stock = [0] * len(layout.cell_names)
        """How many of a kind stand in a place, by cell."""
        self.zone: list[tuple[int, ...]] = [()] * layout.places
        """The pieces in a place, in order, by place."""
        self.at = [-1] * len(layout.pieces)
        """The place of a piece; -1 before setup puts it somewhere."""
        self.side = [piece.sides[0] for piece in layout.pieces]
        """The side of a piece that is up."""
        self.mark = [0] * len(layout.pieces)
        """A number a piece carries, such as its space on a track."""
        self.counters = [counter.start for counter in layout.counter_specs]
        self.facts: list[Any] = list(layout.fact_starts)
        self.events: list[Event] = []
        self.cause = "setup"

    def shift(self, source: int, target: int, n: int, word: str) -> None:
        """Move ``n`` fungible things from cell to cell."""
        stock = self.stock
        assert 0 < n <= stock[source], (self.layout.cell_names[source], stock[source], n)
        stock[source] -= n
        stock[target] += n
        self.events.append((SHIFT, word, self.cause, source, target, n))

    def shift_all(self, source: int, target: int, word: str) -> None:
        """Move everything in the row of cells that starts at ``source`` to the row at ``target``."""
        stock = self.stock
        for kind in range(len(self.layout.kinds)):
            if n := stock[source + kind]:
                self.shift(source + kind, target + kind, n, word)

    def move(self, piece: int, place: int, word: str, index: int | None = None) -> None:
        """Move a piece to a place, behind those there or in front of the one at ``index``."""
        source = self.at[piece]
        zone = self.zone
        if source >= 0:
            left = zone[source]
            spot = left.index(piece)
            zone[source] = left[:spot] + left[spot + 1 :]
        there = zone[place]
        if index is None:
            index = len(there)
            zone[place] = (*there, piece)
        else:
            zone[place] = (*there[:index], piece, *there[index:])
        self.at[piece] = place
        self.events.append((MOVE, word, self.cause, piece, place, index))

    def lay(self, place: int, pieces: Sequence[int]) -> None:
        """Put pieces where they lie before anything has happened."""
        self.zone[place] = tuple(pieces)
        for piece in pieces:
            self.at[piece] = place

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> None:
        """Move pieces of one place to another, one after another, each behind those there."""
        source = self.at[pieces[0]]
        left = self.zone[source]
        if len(pieces) == len(left):
            self.zone[source] = ()
        else:
            staying = list(left)
            for piece in pieces:
                staying.remove(piece)
            self.zone[source] = tuple(staying)
        there = self.zone[place]
        self.zone[place] = there + tuple(pieces)
        cause = self.cause
        self.events += [(MOVE, word, cause, piece, place, index) for index, piece in enumerate(pieces, len(there))]
        for piece in pieces:
            self.at[piece] = place

    def adjust(self, counter: int, by: int, word: str) -> int:
        """Change a counter, kept between its bounds, and return by how much it changed; the rest is lost."""
        spec = self.layout.counter_specs[counter]
        before = self.counters[counter]
        after = before + by
        if after > spec.high:
            after = spec.high
        elif after < spec.low:
            after = spec.low
        self.events.append((ADJUST, word, self.cause, counter, after - before))
        self.counters[counter] = after
        return after - before

    def turn(self, piece: int, side: int, word: str) -> None:
        """Turn a piece so that a side of it is up."""
        self.side[piece] = side
        self.events.append((TURN, word, self.cause, piece, side))

    def set_mark(self, piece: int, mark: int, word: str) -> None:
        """Give a piece its number."""
        self.mark[piece] = mark
        self.events.append((MARK, word, self.cause, piece, mark))

    def set_fact(self, fact: int, value: Any, word: str) -> None:
        """Set a fact of the table: a word, a number, or a tuple of them."""
        self.facts[fact] = value
        self.events.append((FACT, word, self.cause, fact, value))

    def arrange(self, place: int, order: tuple[int, ...], word: str) -> None:
        """Put the pieces of a place into another order."""
        assert sorted(order) == sorted(self.zone[place])
        self.zone[place] = order
        self.events.append((ARRANGE, word, self.cause, place, order))

    def note(self, word: str, *what: Any) -> None:
        """Record something that changes nothing on the table."""
        self.events.append((NOTE, word, self.cause, *what))

    def plain(self) -> dict[str, Any]:
        """The table as data with names: what a digest covers.

        Zeros and empty places are left out, and the sides of pieces that have but one.
        """
        layout = self.layout
        pieces, sides, names = layout.piece_names, layout.sides, layout.place_names
        return {
            "at": {names[place]: [pieces[piece] for piece in zone] for place, zone in enumerate(self.zone) if zone},
            "counters": dict(zip(layout.counter_names, self.counters, strict=True)),
            "facts": dict(zip(layout.facts, self.facts, strict=True)),
            "marks": dict(compress(zip(pieces, self.mark, strict=True), self.mark)),
            "sides": {name: sides[self.side[piece]] for piece, name in layout.turned},
            "stock": dict(compress(zip(layout.cell_names, self.stock, strict=True), self.stock)),
        }
