"""The forms that a choice can take. A form can test, count and list its answers, and draw one of them at random.

A form lists *handles*: words, or the numbers of cells, pieces or places. ``of`` specifies the kind of handle, so that a
pick can be written to a log by name and read back. Only ``listed`` expands the full set of answers. The time and memory
that everything else takes depend on the size of the form and the pick, never on the number of answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Any, ClassVar, Literal

Pick = Any
"""An answer: a handle, a tuple of handles, a count per handle, or a number."""

Of = str | tuple[str, ...]
"""The kind of a handle: ``cell``, ``piece``, ``side``, ``place``, ``seat`` or ``word``; for a compound handle, a tuple
of kinds."""

Random = Callable[[], float]
"""A function such as ``random.Random(...).random``, which returns a number from 0 up to, but not including, 1."""

EXACT = 2**53
"""The number of distinct values a ``Random`` can return."""


def number_below(count: int, random: Random) -> int:
    assert count > 0, "a form without an answer"
    if count <= EXACT:
        return int(random() * count)
    drawn, size = 0, 1
    while size < count * EXACT:  # so large that the remainder's bias is negligible
        drawn, size = drawn * EXACT + int(random() * EXACT), size * EXACT
    return drawn % count


class One:
    """One member of a set."""

    __slots__ = ("of", "options")
    kind: ClassVar[Literal["one"]] = "one"

    def __init__(self, options: Sequence[Pick], of: Of = "word") -> None:
        self.options = options
        self.of = of

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.shape())}>"

    def accepts(self, pick: Pick) -> bool:
        return pick in self.options

    def count(self) -> int:
        return len(self.options)

    def single(self) -> bool:
        return len(self.options) < 2

    def only(self) -> Pick:
        return self.options[0]

    def draw(self, random: Random) -> Pick:
        options = self.options
        return options[int(random() * len(options))]

    def listed(self) -> list[Pick]:
        return list(self.options)

    def plain(self) -> tuple[Any, ...]:
        return (self.kind, self.of, tuple(self.options))

    def shape(self) -> tuple[Any, ...]:
        return ("one", len(self.options))


class Some:
    """From ``low`` to ``high`` different members of a set, in any order."""

    __slots__ = ("high", "low", "of", "options")
    kind: ClassVar[Literal["some"]] = "some"

    def __init__(self, options: Sequence[Pick], low: int, high: int, of: Of = "word") -> None:
        self.options = options
        self.low = min(low, len(options))
        self.high = min(high, len(options))
        self.of = of

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.shape())}>"

    def accepts(self, pick: Pick) -> bool:
        if not (isinstance(pick, tuple) and self.low <= len(pick) <= self.high):
            return False
        for member in pick:
            if member not in self.options:
                return False
        return len(set(pick)) == len(pick)

    def count(self) -> int:
        return sum(self._count_by_size())

    def _count_by_size(self) -> Iterator[int]:
        size = len(self.options)
        ways = comb(size, self.low)
        for n in range(self.low, self.high + 1):
            yield ways
            # Deriving ``comb(size, n + 1)`` from ``comb(size, n)`` is cheaper than computing it from scratch.
            ways = ways * (size - n) // (n + 1)

    def single(self) -> bool:
        return self.low == self.high and self.high in (0, len(self.options))

    def only(self) -> Pick:
        return tuple(self.options[: self.high])

    def draw(self, random: Random) -> Pick:
        size = self.low
        if self.high != self.low:
            at = number_below(self.count(), random)
            # Weight each size by its number of answers; otherwise, small sets would be drawn too often.
            for ways in self._count_by_size():
                if at < ways:
                    break
                at -= ways
                size += 1
        left = list(self.options)
        return tuple([left.pop(int(random() * len(left))) for _ in range(size)])

    def listed(self) -> list[Pick]:
        from itertools import combinations

        return [way for n in range(self.low, self.high + 1) for way in combinations(self.options, n)]

    def plain(self) -> tuple[Any, ...]:
        return (self.kind, self.of, tuple(self.options), self.low, self.high)

    def shape(self) -> tuple[Any, ...]:
        return ("some", self.low, self.high, len(self.options))


class Bag:
    """From ``low`` to ``high`` interchangeable things taken from some cells.

    A pick is a tuple of ``(handle, count)`` pairs in the order of the cells, without zero counts.
    """

    __slots__ = ("cells", "high", "low", "of")
    kind: ClassVar[Literal["bag"]] = "bag"

    def __init__(self, cells: Sequence[tuple[Pick, int]], low: int, high: int, of: Of = "cell") -> None:
        total = sum([n for _, n in cells])
        self.cells = cells
        self.low = min(low, total)
        self.high = min(high, total)
        self.of = of

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.shape())}>"

    def accepts(self, pick: Pick) -> bool:
        if not isinstance(pick, tuple) or len(pick) > len(self.cells):
            return False
        there = dict(self.cells)
        known = list(there)  # `in` on a list works for any pick; on a dict, it fails for an unhashable pick
        total, seen = 0, set()
        for entry in pick:
            if not (isinstance(entry, tuple) and len(entry) == 2):
                return False
            handle, n = entry
            # ``type``, not ``isinstance``: True must not pass for 1.
            if handle not in known or handle in seen or type(n) is not int or not 0 < n <= there[handle]:
                return False
            seen.add(handle)
            total += n
        return self.low <= total <= self.high

    def ordered(self, pick: Pick) -> Pick:
        """Put an accepted pick in the order of the cells, which is the order in which it is carried out."""
        counts = dict(pick)
        return tuple([(cell, counts[cell]) for cell, _ in self.cells if cell in counts])

    def ways(self) -> list[list[int]]:
        """Return a table in which ``ways[i][t]`` is the number of ways to take ``t`` things from cell ``i`` and later
        cells."""
        top = self.high
        table = [[1] + [0] * top]
        for _, n in reversed(self.cells):
            up_to = [0, *accumulate(table[-1])]
            table.append([up_to[t + 1] - up_to[max(0, t - n)] for t in range(top + 1)])
        table.reverse()
        return table

    def count(self) -> int:
        if len(self.cells) == 1:
            return self.high - self.low + 1
        return sum(self.ways()[0][self.low : self.high + 1])

    def single(self) -> bool:
        high = self.high
        return self.low == high and (len(self.cells) == 1 or high == 0 or high == sum([n for _, n in self.cells]))

    def only(self) -> Pick:
        if self.high == 0:
            return ()
        if len(self.cells) == 1:
            return ((self.cells[0][0], self.high),)
        return tuple([(cell, n) for cell, n in self.cells if n])

    def draw(self, random: Random) -> Pick:
        cells = self.cells
        # If exactly one thing is taken, each cell is one answer, however many things it holds.
        if self.low == self.high == 1:
            cell, n = cells[int(random() * len(cells))]
            if n:
                return ((cell, 1),)
        # If the total is not limited, the cells can be drawn independently, without the table.
        if self.low == 0 and self.high == sum([n for _, n in cells]):
            return tuple([(cell, k) for cell, n in cells if (k := int(random() * (n + 1)))])
        table = self.ways()
        at = number_below(sum(table[0][self.low : self.high + 1]), random)
        left = self.low
        while at >= table[0][left]:
            at -= table[0][left]
            left += 1
        pick = []
        for nth, (cell, n) in enumerate(cells):
            after = table[nth + 1]
            take = 0
            for take in range(min(n, left) + 1):
                if at < after[left - take]:
                    break
                at -= after[left - take]
            if take:
                pick.append((cell, take))
                left -= take
        return tuple(pick)

    def listed(self) -> list[Pick]:
        picks: list[tuple[tuple[tuple[Pick, int], ...], int]] = [((), 0)]
        left = sum([n for _, n in self.cells])
        for cell, n in self.cells:
            left -= n  # prune dead ends, so there are never more partial picks than answers
            picks = [
                ((*pick, (cell, k)) if k else pick, taken + k)
                for pick, taken in picks
                for k in range(max(0, self.low - left - taken), min(n, self.high - taken) + 1)
            ]
        return [pick for pick, _ in picks]

    def plain(self) -> tuple[Any, ...]:
        return (self.kind, self.of, tuple(self.cells), self.low, self.high)

    def shape(self) -> tuple[Any, ...]:
        return ("bag", self.low, self.high, sum(n for _, n in self.cells))


class Range:
    """A whole number from ``low`` to ``high``."""

    __slots__ = ("high", "low")
    kind: ClassVar[Literal["amount"]] = "amount"
    of: ClassVar[Of] = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.shape())}>"

    def accepts(self, pick: Pick) -> bool:
        # ``type``, not ``isinstance``: True must not pass for 1.
        return type(pick) is int and self.low <= pick <= self.high

    def count(self) -> int:
        return self.high - self.low + 1

    def single(self) -> bool:
        return self.low == self.high

    def only(self) -> Pick:
        return self.low

    def draw(self, random: Random) -> Pick:
        return self.low + number_below(self.high - self.low + 1, random)

    def listed(self) -> list[Pick]:
        return list(range(self.low, self.high + 1))

    def plain(self) -> tuple[Any, ...]:
        return (self.kind, self.low, self.high)

    def shape(self) -> tuple[Any, ...]:
        return ("amount", self.low, self.high)


Form = One | Some | Bag | Range


def form_of(plain: Sequence[Any]) -> Form:
    kind, *rest = plain
    if kind == Range.kind:
        return Range(*rest)
    of, options, *bounds = rest
    if kind == One.kind:
        return One(options, of)
    low, high = bounds
    return Some(options, low, high, of) if kind == Some.kind else Bag(options, low, high, of)


def choose_simplest(form: Form) -> Pick:
    """Return the first answer, or the smallest answer that the form accepts, without listing all answers."""
    if isinstance(form, One):
        return form.options[0]
    if isinstance(form, Range):
        return form.low
    if isinstance(form, Some):
        return tuple(form.options[: form.low])
    left, picked = form.low, []
    for handle, there in form.cells:
        if left > 0:
            picked.append((handle, min(left, there)))
            left -= there
    return tuple(picked)
