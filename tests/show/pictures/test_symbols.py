"""The symbols: each is drawn within its grid, and none looks like another in black and white."""

from __future__ import annotations

from itertools import combinations

import pytest

from rftg_dsl.check.symbols import GRID, load_symbols
from rftg_dsl.show.pictures.outlines import parse_outline
from show.pictures.plane import polygons

SAMPLES = 32
"""Points each way at which a symbol is looked at."""


def pixels(path: str) -> list[bool]:
    """Whether each point of the grid is filled, by the rule evenodd."""
    edges = [
        (point, other)
        for line in polygons(path)
        for point, other in zip(line, [*line[1:], line[0]], strict=True)
    ]  # fmt: skip
    made = []
    for row in range(SAMPLES):
        y = (row + 0.503) * GRID / SAMPLES
        cuts = [a + (y - b) / (d - b) * (c - a) for (a, b), (c, d) in edges if (b <= y) != (d <= y)]
        made += [sum(cut > (column + 0.507) * GRID / SAMPLES for cut in cuts) % 2 == 1 for column in range(SAMPLES)]
    return made


@pytest.mark.parametrize("name", load_symbols())
def test_a_symbol_lies_on_its_grid_and_fills_some_of_it(name: str) -> None:
    path = load_symbols()[name].path
    points = [point for _, segment in parse_outline(path) for point in segment]

    assert path.count("M") == path.count("Z")
    assert all(-0.01 <= coordinate <= GRID + 0.01 for point in points for coordinate in point)
    assert 0.08 < sum(pixels(path)) / SAMPLES**2 < 0.75


def test_no_symbol_looks_like_another() -> None:
    drawn = {name: pixels(symbol.path) for name, symbol in load_symbols().items()}

    close = {
        (name, other): differ
        for name, other in combinations(drawn, 2)
        if (differ := sum(a != b for a, b in zip(drawn[name], drawn[other], strict=True)) / SAMPLES**2) < 0.09
    }
    assert close == {}


def test_a_number_in_a_symbol_stands_on_filled_ground() -> None:
    for symbol in load_symbols().values():
        if symbol.holds:
            x, y, tall = symbol.holds
            filled = pixels(symbol.path)
            there = [
                filled[int(down * SAMPLES / GRID) * SAMPLES + int(across * SAMPLES / GRID)]
                for across in (x - tall * 0.3, x, x + tall * 0.3)
                for down in (y - tall * 0.45, y, y + tall * 0.45)
            ]
            assert all(there), symbol.name
