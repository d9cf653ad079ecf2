"""Single signs: the symbol of a word, a number in a symbol, a die."""

from __future__ import annotations

from functools import cache

from rftg_dsl.check.symbols import GRID, symbols
from rftg_dsl.show.pictures.display import Box, Path, Shape, Words
from rftg_dsl.show.pictures.ink import darker, ground, upon
from rftg_dsl.show.pictures.measure import width
from rftg_dsl.show.pictures.outlines import strokes

CAPITALS = 0.72
"""The height of capitals and digits, in parts of the font size."""


def symbol(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A symbol in a square: its upper left corner and its size."""
    known = symbols().get(name)
    if known is None:
        return [centred(name, x + size / 2, y + size / 2, size, size * 0.9, ink, bold=True)]
    return [Path(known.path, x, y, size / GRID, fill=ink)]


@cache
def spread(name: str) -> tuple[float, float]:
    """Where a symbol begins and ends from left to right, in parts of its size."""
    known = symbols().get(name)
    if known is None:
        return 0, 1
    across = [x / GRID for _, points in strokes(known.path) for x, _ in points]
    return min(across), max(across)


def with_number(name: str, text: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A symbol with a short text in it, if it can hold one; the symbol alone otherwise."""
    known = symbols().get(name)
    if known is None or known.holds is None:
        return symbol(name, x, y, size, ink)
    ink = ground(ink)
    across, down, tall = (one * size / GRID for one in known.holds)
    number = centred(text, x + across, y + down, tall, size * 0.72, upon(ink), bold=True)
    return [*symbol(name, x, y, size, ink), number]


def centred(text: str, x: float, y: float, tall: float, wide: float, ink: str, bold: bool = False) -> Words:
    """A short text around a point, no taller and no wider than this."""
    size = min(tall / CAPITALS, wide / max(width(text, bold), 0.01))
    return Words(x, y + size * CAPITALS / 2, size, text, ink, bold, anchor="middle")


def die(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A die of a colour with a symbol on it."""
    return [square(x, y, size, ink, 0.05), *symbol(name, x + size * 0.16, y + size * 0.16, size * 0.68, upon(ink))]


def square(x: float, y: float, size: float, ink: str, edge: float) -> Box:
    """A die, or its face, without a symbol; ``edge``: how thick its edge is, in parts of the size."""
    thick = size * edge
    inner = size - thick
    return Box(x + thick / 2, y + thick / 2, inner, inner, ink, darker(ink, 35), thick, round=size * 0.2)
