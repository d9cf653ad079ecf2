"""Functions that generated code calls by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Unit = tuple[str, int]
"""Something that can pay a price: its type (``piece``, ``cell`` or ``counter``) and its number."""


def triangle_of(n: int) -> int:
    """Return 1 + 2 + ... + n."""
    return n * (n + 1) // 2


def count_steps(n: int, start: int) -> int:
    """Return the largest number of steps (``start``, ``start + 1``, ``start + 2`` and so on) whose sum is at most
    ``n``."""
    steps = 0
    while n >= start + steps:
        n -= start + steps
        steps += 1
    return steps


def units_of(sort: str, things: Sequence[int], there: Sequence[int] | None = None) -> dict[Unit, int]:
    """Return the amount of each thing, which is its entry in ``there`` or, if ``there`` is None, 1."""
    return {(sort, thing): 1 if there is None else there[thing] for thing in things}


def units_in(play: Any, counter: int) -> dict[Unit, int]:
    """Return the amount that a counter can pay before it reaches 0 or its minimum, whichever is higher."""
    return {("counter", counter): play.counters[counter] - max(0, play.layout.counter_specs[counter].low)}


def leave_out(sort: str, things: Sequence[int], but: Collection[Unit]) -> list[int]:
    return [thing for thing in things if (sort, thing) not in but]


Due = tuple[int, Mapping[Unit, int]]
"""A part of a price: the amount due, and the available amount of each thing that can pay it."""


def can_pay_parts(parts: Sequence[Due]) -> bool:
    """Whether all parts of a price can be paid without using anything twice."""
    if len(parts) == 1:
        [(n, units)] = parts
        return n <= sum(units.values())
    # Use augmenting paths, because a greedy choice could give away the only thing that another part can use.
    left = {unit: n for _, units in parts for unit, n in units.items()}
    taken: list[dict[Unit, int]] = [{} for _ in parts]
    for nth, (n, _) in enumerate(parts):
        while n > 0:
            if not (path := exchange(parts, left, taken, nth)):
                return False
            n -= pass_on(path, left, taken, n)
    return True


def exchange(
    parts: Sequence[Due], left: Mapping[Unit, int], taken: Sequence[Mapping[Unit, int]], first: int
) -> list[tuple[int, Unit]]:
    """Return a path by which part ``first`` can get one more thing, or an empty path if that is impossible.

    Each entry is a part and the thing that it gets from the next part on the path. The last part gets a thing that no
    part has taken yet.
    """
    came: dict[int, list[tuple[int, Unit]]] = {first: []}
    waiting = [first]
    for part in waiting:
        for unit in parts[part][1]:
            path = [*came[part], (part, unit)]
            if left[unit] > 0:
                return path
            for other, things in enumerate(taken):
                if things.get(unit) and other not in came:
                    came[other] = path
                    waiting.append(other)
    return []


def pass_on(
    path: Sequence[tuple[int, Unit]], left: dict[Unit, int], taken: Sequence[dict[Unit, int]], most: int
) -> int:
    """Pass as many things as possible along a path, but at most ``most``, and return the number passed."""
    givers = [(part, unit) for (_, unit), (part, _) in pairwise(path)]
    n = min([most, left[path[-1][1]], *(taken[part][unit] for part, unit in givers)])
    for part, unit in path:
        taken[part][unit] = taken[part].get(unit, 0) + n
    for part, unit in givers:
        taken[part][unit] -= n
    left[path[-1][1]] -= n
    return n


def can_still_pay(taken: Unit, due: Iterable[Due]) -> bool:
    return can_pay_parts([(n, {thing: many - (thing == taken) for thing, many in units.items()}) for n, units in due])


def things_to_spare(sort: str, things: Iterable[int], due: Sequence[Due]) -> list[int]:
    """Return the things that can each be taken while everything in ``due`` remains payable."""
    return [thing for thing in things if can_still_pay((sort, thing), due)]


def does_hold_after(play: Any, amounts: Sequence[tuple[int, int]], test: Callable[[], bool]) -> bool:
    """Whether a test will hold once amounts have been taken from counters. The table is left unchanged."""
    # Change the table directly, without events or bounds, because the change is only hypothetical.
    for counter, n in amounts:
        play.counters[counter] -= n
    holds = test()
    for counter, n in amounts:
        play.counters[counter] += n
    return holds


def select_extreme(
    pieces: list[int], values: Sequence[int], side: Sequence[int], best: Callable[..., int]
) -> list[int]:
    if not pieces:
        return pieces
    top = best([values[side[piece]] for piece in pieces])
    return [piece for piece in pieces if values[side[piece]] == top]


def all_in(these: list[int], allowed: list[int]) -> bool:
    """Whether all of ``these`` are in ``allowed``; False if ``these`` is empty."""
    return bool(these) and all(piece in allowed for piece in these)


def points_of_rows(rows: list[tuple[int, list[int]]]) -> int:
    """Return the points for rows of ``(points per piece, pieces)``. A piece counts only in the first row that it
    fits."""
    counted: set[int] = set()
    total = 0
    for n, pieces in rows:
        new = set(pieces) - counted
        counted |= new
        total += n * len(new)
    return total
