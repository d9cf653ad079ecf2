"""Folding: applies the events of a log to a table. It needs no rules and no chance, only names and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Plain = dict[str, Any]


class Unfit(Exception):
    """An event that is impossible on this table."""


class Folded:
    """A table as plain data, changed by the events of a log."""

    def __init__(self, table: Plain) -> None:
        self.table: Plain = {part: dict(one) if isinstance(one, dict) else one for part, one in table.items()}
        self.stock: dict[str, int] = self.table["stock"]
        self.counters: dict[str, int] = self.table["counters"]
        try:
            if not all(isinstance(pieces, list) for pieces in table["pieces"].values()):
                raise TypeError
            self.pieces = self.table["pieces"] = {place: pieces[:] for place, pieces in table["pieces"].items()}
            self.where = {piece: place for place, pieces in self.pieces.items() for piece in pieces}
        except TypeError:
            raise Unfit("the table's places do not hold pieces") from None

    def fold(self, events: Iterable[Sequence[Any]]) -> None:
        """Apply events, one after another."""
        stock, counters, other = self.stock, self.counters, OTHER
        try:
            for event in events:
                op = event[0]
                if op == "shift":
                    _, _, _, source, target, n = event
                    left = stock[source] - n
                    if left > 0:
                        stock[source] = left
                    elif left == 0:
                        del stock[source]
                    else:
                        raise Unfit(f"{source} holds fewer than {n}")
                    if n > 0:
                        stock[target] = stock.get(target, 0) + n
                elif op == "adjust":
                    counters[event[3]] += event[4]
                else:
                    other[op](self, event)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError) as error:
            raise Unfit(f"{type(error).__name__}: {error}") from None

    def _move(self, event: Sequence[Any]) -> None:
        _, _, _, piece, place, index = event
        source = self.where.get(piece)
        if source is None:
            raise Unfit(f"unknown piece {piece}")
        remaining = self.pieces[source]
        remaining.remove(piece)
        if not remaining:
            del self.pieces[source]
        self.pieces.setdefault(place, []).insert(index, piece)
        self.where[piece] = place

    def _flip(self, event: Sequence[Any]) -> None:
        self.table["sides"][event[3]] = event[4]

    def _tag(self, event: Sequence[Any]) -> None:
        tags = self.table["tags"]
        if event[4]:
            tags[event[3]] = event[4]
        else:
            tags.pop(event[3], None)

    def _enter(self, event: Sequence[Any]) -> None:
        entered, piece, nth = self.table["entered"], event[3], event[4]
        if piece not in self.where:
            raise Unfit(f"unknown piece {piece}")
        if nth:
            if nth != self.table["last_entered"] + 1:
                raise Unfit(f"{piece} comes into play out of order")
            entered[piece] = self.table["last_entered"] = nth
        else:
            del entered[piece]

    def _wake(self, event: Sequence[Any]) -> None:
        if not self.table["woken"] <= event[3] <= self.table["last_entered"]:
            raise Unfit(f"cannot wake the first {event[3]} pieces")
        self.table["woken"] = event[3]

    def _fact(self, event: Sequence[Any]) -> None:
        if event[3] not in self.table["facts"]:
            raise Unfit(f"unknown fact {event[3]}")
        self.table["facts"][event[3]] = event[4]

    def _arrange(self, event: Sequence[Any]) -> None:
        if sorted(self.pieces[event[3]]) != sorted(event[4]):
            raise Unfit(f"{event[3]} holds other pieces")
        self.pieces[event[3]] = list(event[4])

    def _note(self, event: Sequence[Any]) -> None:
        """Nothing changes."""


OTHER = {
    "move": Folded._move,
    "flip": Folded._flip,
    "tag": Folded._tag,
    "fact": Folded._fact,
    "arrange": Folded._arrange,
    "enter": Folded._enter,
    "wake": Folded._wake,
    "note": Folded._note,
}
