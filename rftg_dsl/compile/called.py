"""Functions that generated code calls by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def triangle(n: int) -> int:
    """The largest whole number whose triangular number is at most ``n``."""
    root = 0
    while (root + 1) * (root + 2) // 2 <= n:
        root += 1
    return root


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
