"""The growth of every reader's processor time with logs made to be slow: measured nightly, with nothing asserted.

``pytest tests/benchmarks/test_hostile.py --benchmark-enable -s`` prints a row for each shape and reader that takes
long, the steepest first: the time at a size, at four and at sixteen times that, and the exponent of growth between the
last two. An exponent above 1.2 is a fault to mend. ``-k`` picks shapes; ``RFTG_SIZE`` is the smallest size.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from math import log2
from time import process_time

import pytest
from attrs import frozen

import hostile
from readers_of_logs import READERS, refusal
from rftg_dsl.base.limits import WORK

SIZE = int(os.environ.get("RFTG_SIZE", "400"))
"""By what number the smallest of three logs is grown."""
LEAST = 0.1
"""Seconds of the largest log from which an exponent says anything."""


@frozen
class Growth:
    """The processor time of a reader for three logs of one shape."""

    shape: str
    reader: str
    sizes: tuple[int, ...]
    """In bytes."""
    seconds: tuple[float, ...]
    refused: bool
    """Whether the largest was refused for the work that it takes."""

    @property
    def exponent(self) -> float:
        """The exponent of time over size between the last two logs; 0 if they are too fast, or too alike in size."""
        (*_, less, size), (*_, before, after) = self.sizes, self.seconds
        return 0 if after < LEAST or size < 1.5 * less else log2(max(after / max(before, 1e-4), 1)) / log2(size / less)

    def __str__(self) -> str:
        times = " ".join(f"{duration:7.3f}" for duration in self.seconds)
        said = "refused" if self.refused else f"{self.exponent:.2f}"
        return f"{said:>8}  {times} s  {self.sizes[-1]:>10,} bytes  {self.reader}: {self.shape}"


def growths(shape: str) -> Iterator[Growth]:
    """The growth of each reader's time with a shape."""
    raws = [hostile.raw(hostile.SHAPES[shape](SIZE * times)) for times in (1, 4, 16)]
    for name, reader in READERS.items():
        seconds, code = [], ""
        for raw in raws:
            gc.collect()
            gc.freeze()  # or what the tests hold is looked through again and again
            began = process_time()
            code = refusal(reader, raw)
            seconds.append(process_time() - began)
        yield Growth(shape, name, tuple(map(len, raws)), tuple(seconds), code == WORK.code)


FOUND: list[Growth] = []


@pytest.mark.parametrize("shape", hostile.SHAPES)
def test_growth(shape: str, measured: bool) -> None:
    if not measured:
        pytest.skip("measured nightly: --benchmark-enable")
    FOUND.extend(growths(shape))


def test_the_steepest_are_shown(measured: bool) -> None:
    for growth in sorted(FOUND, key=lambda each: (-each.exponent, -each.seconds[-1]))[:60]:
        print(growth)
    assert bool(FOUND) <= measured
