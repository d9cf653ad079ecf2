"""Folding events over a table gives the table again: no rules, no chance, only names and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

Plain = dict[str, Any]


class Unfit(Exception):
    """An event that cannot have happened on this table."""


class Folded:
    """A table as plain data, changed by the events of a log."""

    def __init__(self, table: Plain) -> None:
        self.table = deepcopy(table)
        self.stock: dict[str, int] = self.table["stock"]
        self.at: dict[str, list[str]] = self.table["at"]
        self.counters: dict[str, int] = self.table["counters"]
        try:
            self.where = {piece: place for place, pieces in self.at.items() for piece in pieces}
        except TypeError:
            raise Unfit("the table has no pieces where they should lie") from None

    def fold(self, events: Iterable[Sequence[Any]]) -> None:
        """Let events happen, one after another."""
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
                        raise Unfit(f"there are not {n} at {source}")
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
            raise Unfit(f"no piece is called {piece}")
        there = self.at[source]
        there.remove(piece)
        if not there:
            del self.at[source]
        self.at.setdefault(place, []).insert(index, piece)
        self.where[piece] = place

    def _turn(self, event: Sequence[Any]) -> None:
        self.table["sides"][event[3]] = event[4]

    def _mark(self, event: Sequence[Any]) -> None:
        marks = self.table["marks"]
        if event[4]:
            marks[event[3]] = event[4]
        else:
            marks.pop(event[3], None)

    def _fact(self, event: Sequence[Any]) -> None:
        if event[3] not in self.table["facts"]:
            raise Unfit(f"no fact is called {event[3]}")
        self.table["facts"][event[3]] = event[4]

    def _arrange(self, event: Sequence[Any]) -> None:
        if sorted(self.at[event[3]]) != sorted(event[4]):
            raise Unfit(f"other pieces lie at {event[3]}")
        self.at[event[3]] = list(event[4])

    def _note(self, event: Sequence[Any]) -> None:
        """Nothing changes."""


OTHER = {
    "move": Folded._move,
    "turn": Folded._turn,
    "mark": Folded._mark,
    "fact": Folded._fact,
    "arrange": Folded._arrange,
    "note": Folded._note,
}
