"""Functions that generated code calls by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

Unit = tuple[str, int]
"""One of the things that a price can be paid with: its sort and its number."""


def triangle(n: int) -> int:
    """1 + 2 + ... + n."""
    return n * (n + 1) // 2


def steps(n: int, start: int) -> int:
    """The most steps of ``start``, ``start + 1``, ``start + 2`` ... whose sum is at most ``n``."""
    found = 0
    while n >= start + found:
        n -= start + found
        found += 1
    return found


def units_of(sort: str, things: Sequence[int], there: Sequence[int] | None = None) -> dict[Unit, int]:
    """How many there are of each of these things; one of each without ``there``, which has the numbers of all."""
    return {(sort, thing): 1 if there is None else there[thing] for thing in things}


def units_in(g: Any, counter: int) -> dict[Unit, int]:
    """How much can be taken from a counter."""
    return {("counter", counter): g.counters[counter] - g.layout.counter_specs[counter].low}


def spared(sort: str, things: Sequence[int], but: Collection[Unit]) -> list[int]:
    """These things without those that are not to be taken."""
    return [thing for thing in things if (sort, thing) not in but]


def payable(parts: list[tuple[int, dict[Unit, int]]]) -> bool:
    """Whether all parts of a price can be paid with different things.

    Each part is how many it takes, and how many there are of each thing that pays it. By Hall's theorem it is enough
    that any parts together take no more than there is of all things that pay one of them.
    """
    for chosen in range(1, 2 ** len(parts)):
        some = [part for nth, part in enumerate(parts) if chosen >> nth & 1]
        there: dict[Unit, int] = {}
        for _, units in some:
            there |= units
        if sum(n for n, _ in some) > sum(there.values()):
            return False
    return True


def extreme(pieces: list[int], values: Sequence[int], side: Sequence[int], best: Callable[..., int]) -> list[int]:
    """The pieces with the highest or lowest value."""
    if not pieces:
        return pieces
    top = best([values[side[piece]] for piece in pieces])
    return [piece for piece in pieces if values[side[piece]] == top]


def all_in(these: list[int], those: list[int]) -> bool:
    """Whether there is at least one of these, and all of them are among those."""
    return bool(these) and all(piece in those for piece in these)


def first_fitting(rows: list[tuple[int, list[int]]]) -> int:
    """The points of rows of ``(points per piece, pieces)``; a piece counts only in the first row it fits."""
    counted: set[int] = set()
    total = 0
    for n, pieces in rows:
        new = set(pieces) - counted
        counted |= new
        total += n * len(new)
    return total
