"""Tests whether dice thrown by people are fair: counts their faces over many logs, and computes how likely such counts
are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import erfc, exp, pi, sqrt

Counts = Mapping[str, list[int]]

FACES = 1_000
"""Maximum number of faces on dice that are counted. No one throws larger dice, and a log could contain dice of any
number of sizes."""

LEAST = 5
"""The expected count per face below which a chi-square test is meaningless."""


class Dice:
    """Counts of the faces that came up, by the number of faces on the die."""

    def __init__(self) -> None:
        self.counts: defaultdict[int, list[int]] = defaultdict(list)

    def count_results(self, faces: int, results: Iterable[int]) -> None:
        if faces > FACES:
            return
        counts = self.counts[faces] or [0] * faces
        for result in results:
            counts[result] += 1
        self.counts[faces] = counts

    def add(self, counts: Counts) -> None:
        for faces, seen in counts.items():
            if int(faces) > FACES:  # from a report by an earlier version
                continue
            before = self.counts[int(faces)] or [0] * int(faces)
            self.counts[int(faces)] = [count + more for count, more in zip(before, seen, strict=True)]

    def as_plain(self) -> dict[str, list[int]]:
        return {str(faces): counts for faces, counts in sorted(self.counts.items())}


THROWN = re.compile(rb'^\{"domain":(\d+),"fx":.*,"result":\[([\d,]*)\]\}$', re.MULTILINE)
"""Matches records of thrown dice. Records of draws also contain ``from``, so they do not match."""


def dice_in(log: bytes) -> Dice:
    dice = Dice()
    # A regular expression is enough for lines that have already been checked, and saves parsing them.
    for faces, results in THROWN.findall(log):
        dice.count_results(int(faces), map(int, results.split(b",") if results else ()))
    return dice


def p_value_of(counts: list[int]) -> float | None:
    """The probability that fair dice produce counts at least this uneven, by Pearson's chi-square test; None if there
    are too few throws."""
    expected = sum(counts) / len(counts)
    if len(counts) < 2 or expected < LEAST:
        return None
    return probability_above(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1)


def probability_above(value: float, degrees: int) -> float:
    """The probability that a chi-square variable with ``degrees`` degrees of freedom exceeds ``value``."""
    # If the number of degrees of freedom is an integer, the closed form is a finite series. Using it avoids a
    # dependency on scipy for a single function.
    half, odd = value / 2, degrees % 2
    total = erfc(sqrt(half)) if odd else 0.0
    term = 2 * sqrt(half / pi) * exp(-half) if odd else exp(-half)
    for nth in range(1, degrees // 2 + 1):
        total += term
        term *= half / (nth + odd / 2)
    return min(total, 1.0)
