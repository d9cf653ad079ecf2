"""Single signs: the symbol of a word, a number in a symbol, a die."""

from __future__ import annotations

from rftg_dsl.draw.display import Box, Path, Shape, Words
from rftg_dsl.draw.ink import darker, upon
from rftg_dsl.draw.measure import width
from rftg_dsl.symbols import GRID, symbols

CAPITALS = 0.72
"""The height of capitals and digits, in parts of the font size."""


def symbol(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A symbol in a square: its upper left corner and its size."""
    known = symbols().get(name)
    if known is None:
        return [centred(name, x + size / 2, y + size / 2, size, size * 0.9, ink, bold=True)]
    return [Path(known.path, x, y, size / GRID, fill=ink)]


def with_number(name: str, text: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A symbol with a short text in it, if it can hold one; the symbol alone otherwise."""
    known, made = symbols().get(name), symbol(name, x, y, size, ink)
    if known is None or known.holds is None:
        return made
    across, down, tall = (one * size / GRID for one in known.holds)
    return [*made, centred(text, x + across, y + down, tall, size * 0.72, upon(ink), bold=True)]


def centred(text: str, x: float, y: float, tall: float, wide: float, ink: str, bold: bool = False) -> Words:
    """A short text around a point, no taller and no wider than this."""
    size = min(tall / CAPITALS, wide / max(width(text, bold), 0.01))
    return Words(x, y + size * CAPITALS / 2, size, text, ink, bold, anchor="middle")


def die(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """A die of a colour with a symbol on it."""
    edge = Box(x, y, size, size, fill=ink, stroke=darker(ink, 35), thick=size * 0.05, round=size * 0.22)
    return [edge, *symbol(name, x + size * 0.16, y + size * 0.16, size * 0.68, upon(ink))]
