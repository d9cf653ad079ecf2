"""Folding applies the events of a log to a table. It requires neither rules nor randomness, only names and numbers.

The caller has already checked the shapes of the events (``kinds.EVENT``). This module checks that each event is
possible on the current table.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rftg_dsl.log.format.budget import LONGEST, Spend, check_name, spend_nothing, steps_to_move
from rftg_dsl.log.format.kinds import LARGEST

Plain = dict[str, Any]

Others = Mapping[str, Callable[[Any, Sequence[Any]], None]]
"""Handlers for all events except ``shift`` and ``adjust``, which ``fold`` handles inline because they are the most
frequent."""


class UnfitEvent(Exception):
    """An event that is impossible on the current table."""


def make_unfit(error: Exception) -> UnfitEvent:
    return UnfitEvent(f"there is no {error.args[0]!r}" if isinstance(error, KeyError) else "malformed event")


class Folded:
    """A table as plain data, to which the events of a log are applied."""

    def __init__(self, table: Plain, names: Container[str] | None = None, spend: Spend = spend_nothing) -> None:
        """``names`` contains the sides that exist; if it is None, events may name any side. ``spend`` is charged for
        expensive events."""
        self.spend = spend
        self.table: Plain = {part: dict(value) if isinstance(value, dict) else value for part, value in table.items()}
        self.names = names
        self.causes: set[str] = set()
        self.stock: dict[str, int] = self.table["stock"]
        self.counters: dict[str, int] = self.table["counters"]
        self.pieces = self.table["pieces"] = {place: pieces[:] for place, pieces in table["pieces"].items()}
        self.where = {piece: place for place, pieces in self.pieces.items() for piece in pieces}
        self.left = "", 0
        """The place and position that the last piece to move has left."""

    def fold(self, events: Iterable[Sequence[Any]]) -> None:
        stock, counters, other, longest = self.stock, self.counters, self.others, LONGEST
        causes = self.causes
        try:
            for event in events:
                op = event[0]
                if event[2] not in causes:
                    self._check_cause(event[2])
                if op == "shift":
                    _, _, _, source, target, n = event
                    # Inlined, because most events are shifts and adjustments, and a call would cost more than the
                    # change itself.
                    left = stock[source] - n
                    if left > 0:
                        stock[source] = left
                    elif left == 0:
                        # Tables omit empty cells, so keeping one would change the digest.
                        del stock[source]
                    else:
                        raise UnfitEvent(f"{source} contains fewer than {n}")
                    if source == target or not self.are_alike(source, target):
                        raise UnfitEvent(
                            f"things must move between two different cells of one kind, not from {source} to {target}"
                        )
                    stock[target] = now = stock.get(target, 0) + n
                    if now > LARGEST:
                        raise UnfitEvent(f"{target} contains too many")
                    # Only a target can introduce a new name; all other names were checked in the head.
                    if len(target) > longest:
                        check_name(target)
                elif op == "adjust":
                    counter, by = event[3], event[4]
                    counters[counter] = now = counters[counter] + by
                    if not -LARGEST <= now <= LARGEST:
                        raise UnfitEvent(f"{counter} is too large")
                    if len(event) > 5 and not (event[5] > 0 <= by or event[5] < 0 >= by):
                        raise UnfitEvent(f"a change of {by} cannot lose {event[5]}")
                else:
                    other[op](self, event)
        except (KeyError, ValueError, IndexError, TypeError, AttributeError) as error:
            raise make_unfit(error) from None

    def _check_cause(self, cause: str) -> None:
        """Raise ``UnfitEvent`` if the cause is a power on a side that does not exist. Only the ids of powers contain a
        slash."""
        side, slash, _ = cause.rpartition("/")
        if slash and self.names is not None and side not in self.names:
            raise UnfitEvent(f"the cause refers to the side {side}, which does not exist")
        self.causes.add(cause)

    @staticmethod
    def are_alike(source: str, target: str) -> bool:
        return source.partition("@")[0] == target.partition("@")[0]

    def _move(self, event: Sequence[Any]) -> None:
        _, _, _, piece, place, index = event
        source = self.where.get(piece)
        if source is None:
            raise UnfitEvent(f"unknown piece {piece}")
        remaining = self.pieces[source]
        at = remaining.index(piece)
        self.spend(steps_to_move(at, remaining, self.pieces.get(place, ())))
        self.left = source, at
        del remaining[at]
        if not remaining:
            del self.pieces[source]
        there = self.pieces.setdefault(place, [])
        if index > len(there):
            raise UnfitEvent(f"{place} has no position {index}")
        check_name(place)
        there.insert(index, piece)
        self.where[piece] = place

    def _flip(self, event: Sequence[Any]) -> None:
        _, _, _, piece, side = event
        sides = self.table["sides"]
        if piece not in sides or (self.names is not None and side not in self.names):
            raise UnfitEvent(f"piece {piece} has no sides, or there is no side {side}")
        check_name(side)
        sides[piece] = side

    def _tag(self, event: Sequence[Any]) -> None:
        _, _, _, piece, n = event
        tags = self.table["tags"]
        if piece not in self.where:
            raise UnfitEvent(f"unknown piece {piece}")
        if n:
            tags[piece] = n
        else:
            tags.pop(piece, None)

    def _enter(self, event: Sequence[Any]) -> None:
        _, _, _, piece, nth = event
        entered = self.table["entered"]
        if piece not in self.where:
            raise UnfitEvent(f"unknown piece {piece}")
        if nth:
            if piece in entered or nth != self.table["last_entered"] + 1:
                raise UnfitEvent(f"{piece} comes into play out of order")
            entered[piece] = self.table["last_entered"] = nth
        else:
            del entered[piece]

    def _wake(self, event: Sequence[Any]) -> None:
        _, _, _, n = event
        if not self.table["woken"] <= n <= self.table["last_entered"]:
            raise UnfitEvent(f"cannot wake the first {n} pieces")
        self.table["woken"] = n

    def _set_fact(self, event: Sequence[Any]) -> None:
        _, _, _, fact, value = event
        if fact not in self.table["facts"]:
            raise UnfitEvent(f"unknown fact {fact}")
        self.table["facts"][fact] = value

    def _arrange(self, event: Sequence[Any]) -> None:
        _, _, _, place, pieces = event
        if len(self.pieces[place]) != len(pieces) or sorted(self.pieces[place]) != sorted(pieces):
            raise UnfitEvent(f"{place} contains other pieces")
        self.pieces[place] = list(pieces)

    def _note(self, event: Sequence[Any]) -> None: ...

    others: ClassVar[Others] = {
        "move": _move,
        "flip": _flip,
        "tag": _tag,
        "fact": _set_fact,
        "arrange": _arrange,
        "enter": _enter,
        "wake": _wake,
        "note": _note,
    }
