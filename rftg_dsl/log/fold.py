"""Folding: applies the events of a log to a table. It needs no rules and no chance, only names and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl.log.budget import LONGEST, Spend, check_name, free, moved
from rftg_dsl.log.record import is_long

Plain = dict[str, Any]

PARTS = ("stock", "pieces", "counters", "facts", "sides", "tags", "entered")
"""The parts of a table with names in them."""


Others = Mapping[str, Callable[[Any, Sequence[Any]], None]]
"""What is done for each event but ``shift`` and ``adjust``, which are most of them."""


class Unfit(Exception):
    """An event that is impossible on this table."""


def unfit(error: Exception) -> Unfit:
    """What is wrong with an event that raised an error."""
    return Unfit(
        f"there is no {error.args[0]!r}" if isinstance(error, KeyError) else "it is not made as such events are"
    )


class Folded:
    """A table as plain data, changed by the events of a log."""

    held: ClassVar[tuple[type, ...]] = (str,)
    """What can lie in a place: the ids of pieces."""

    def __init__(self, table: Plain, spend: Spend = free) -> None:
        self.spend = spend
        """Takes what the events cost from the budget of their log."""
        self.table: Plain = {part: dict(one) if isinstance(one, dict) else one for part, one in table.items()}
        self.stock: dict[str, int] = self.table["stock"]
        self.counters: dict[str, int] = self.table["counters"]
        try:
            if not all(type(piece) in self.held for pieces in table["pieces"].values() for piece in pieces):
                raise TypeError
            self.pieces = self.table["pieces"] = {place: pieces[:] for place, pieces in table["pieces"].items()}
            self.where = {piece: place for place, pieces in self.pieces.items() for piece in pieces}
        except TypeError:
            raise Unfit("the table's places do not hold pieces") from None

    def fold(self, events: Iterable[Sequence[Any]]) -> None:
        """Apply events, one after another."""
        stock, counters, other, longest = self.stock, self.counters, self.others, LONGEST
        try:
            for event in events:
                op = event[0]
                if type(event[1]) is not str or type(event[2]) is not str or not event[1] or not event[2]:
                    raise Unfit("an event has a word and a cause")
                if op == "shift":
                    _, _, _, source, target, n = event
                    left = stock[source] - n
                    if type(n) is not int or n < 1:
                        raise Unfit(f"cannot shift {n}")
                    if left > 0:
                        stock[source] = left
                    elif left == 0:
                        del stock[source]
                    else:
                        raise Unfit(f"{source} holds fewer than {n}")
                    stock[target] = stock.get(target, 0) + n
                    if len(target) > longest:
                        check_name(target)
                elif op == "adjust":
                    counter, by, *lost = event[3:]
                    counters[counter] += by
                    if type(by) is not int or len(lost) > 1 or any(type(one) is not int for one in lost):
                        raise Unfit(f"cannot change {counter} so")
                else:
                    other[op](self, event)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError) as error:
            raise unfit(error) from None

    def _move(self, event: Sequence[Any]) -> None:
        _, _, _, piece, place, index = event
        source = self.where.get(piece)
        if source is None:
            raise Unfit(f"unknown piece {piece}")
        remaining = self.pieces[source]
        at = remaining.index(piece)
        self.spend(moved(at, remaining, self.pieces.get(place, ())))
        del remaining[at]
        if not remaining:
            del self.pieces[source]
        there = self.pieces.setdefault(place, [])
        if type(place) is not str or type(index) is not int or not 0 <= index <= len(there):
            raise Unfit(f"{place} has no position {index}")
        check_name(place)
        there.insert(index, piece)
        self.where[piece] = place

    def _flip(self, event: Sequence[Any]) -> None:
        _, _, _, piece, side = event
        if piece not in self.where or type(side) is not str:
            raise Unfit(f"unknown piece {piece}, or side {side}")
        check_name(side)
        self.table["sides"][piece] = side

    def _tag(self, event: Sequence[Any]) -> None:
        _, _, _, piece, n = event
        tags = self.table["tags"]
        if piece not in self.where or type(n) is not int:
            raise Unfit(f"unknown piece {piece}, or number {n}")
        if n:
            tags[piece] = n
        else:
            tags.pop(piece, None)

    def _enter(self, event: Sequence[Any]) -> None:
        _, _, _, piece, nth = event
        entered = self.table["entered"]
        if piece not in self.where or type(nth) is not int:
            raise Unfit(f"unknown piece {piece}, or number {nth}")
        if nth:
            if nth != self.table["last_entered"] + 1:
                raise Unfit(f"{piece} comes into play out of order")
            entered[piece] = self.table["last_entered"] = nth
        else:
            del entered[piece]

    def _wake(self, event: Sequence[Any]) -> None:
        _, _, _, n = event
        if type(n) is not int or not self.table["woken"] <= n <= self.table["last_entered"]:
            raise Unfit(f"cannot wake the first {n} pieces")
        self.table["woken"] = n

    def _fact(self, event: Sequence[Any]) -> None:
        _, _, _, fact, value = event
        if fact not in self.table["facts"]:
            raise Unfit(f"unknown fact {fact}")
        if type(value) is not int and is_long(value):
            raise Unfit(f"the value of {fact} is too long")
        self.table["facts"][fact] = value

    def _arrange(self, event: Sequence[Any]) -> None:
        _, _, _, place, pieces = event
        if len(self.pieces[place]) != len(pieces) or sorted(self.pieces[place]) != sorted(pieces):
            raise Unfit(f"{place} holds other pieces")
        self.pieces[place] = list(pieces)

    def _note(self, event: Sequence[Any]) -> None:
        """Nothing changes."""

    others: ClassVar[Others] = {
        "move": _move,
        "flip": _flip,
        "tag": _tag,
        "fact": _fact,
        "arrange": _arrange,
        "enter": _enter,
        "wake": _wake,
        "note": _note,
    }
