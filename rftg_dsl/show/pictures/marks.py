"""Individual signs: a word's symbol, a number in a symbol, and a die."""

from __future__ import annotations

from functools import cache

from rftg_dsl.check.symbols import GRID, load_symbols
from rftg_dsl.show.pictures.display import Box, Path, Shape, Words
from rftg_dsl.show.pictures.ink import darken, ground_for, ink_on
from rftg_dsl.show.pictures.letters import USUAL, Face
from rftg_dsl.show.pictures.measure import measure_text
from rftg_dsl.show.pictures.outlines import parse_outline

CAPITALS = 0.72


def draw_symbol(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """Draw a symbol in a square whose upper left corner is at ``x``, ``y``; draw an unknown name as text."""
    known = load_symbols().get(name)
    if known is None:
        return [centre_text(name, x + size / 2, y + size / 2, size, size * 0.9, ink, bold=True)]
    return [Path(known.path, x, y, size / GRID, fill=ink)]


@cache
def spread_of(name: str) -> tuple[float, float]:
    """Return the left and right edges of a symbol, as fractions of its size."""
    known = load_symbols().get(name)
    if known is None:
        return 0, 1
    across = [x / GRID for _, points in parse_outline(known.path) for x, _ in points]
    return min(across), max(across)


def with_number(name: str, text: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """Draw a symbol with a short text inside it, or the symbol alone if it has no room for text."""
    known = load_symbols().get(name)
    if known is None or known.holds is None:
        return draw_symbol(name, x, y, size, ink)
    ink = ground_for(ink)
    across, down, tall = (length * size / GRID for length in known.holds)
    number = centre_text(text, x + across, y + down, tall, size * 0.72, ink_on(ink), bold=True)
    return [*draw_symbol(name, x, y, size, ink), number]


def centre_text(
    text: str, x: float, y: float, tall: float, wide: float, ink: str, bold: bool = False, face: Face = USUAL
) -> Words:
    # Labels consist of capitals and digits, which are not as tall as the font size.
    size = min(tall / CAPITALS, wide / max(measure_text(text, bold, face), 0.01))
    return Words(x, y + size * CAPITALS / 2, size, text, ink, bold, "middle", face)


def draw_die(name: str, x: float, y: float, size: float, ink: str) -> list[Shape]:
    return [
        draw_square(x, y, size, ink, 0.05),
        *draw_symbol(name, x + size * 0.16, y + size * 0.16, size * 0.68, ink_on(ink)),
    ]


def draw_square(x: float, y: float, size: float, ink: str, edge: float) -> Box:
    """Draw a blank die; ``edge`` is the width of its border, as a fraction of ``size``."""
    thick = size * edge
    inner = size - thick
    return Box(x + thick / 2, y + thick / 2, inner, inner, ink, darken(ink, 35), thick, round=size * 0.2)
