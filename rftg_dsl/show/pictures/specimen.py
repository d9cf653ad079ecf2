"""Pictures made of several others: a row of pictures, or a chart of all symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.show.pictures.display import Box, Picture, Shape
from rftg_dsl.show.pictures.ink import BLACK, WHITE
from rftg_dsl.show.pictures.marks import centre_text, draw_symbol

GAP = 4.0
COLUMNS, WIDE, HIGH, SIZE, FONT = 10, 20.0, 19.0, 10.0, 2.6
"""The number of symbols per row; then cell width, cell height, symbol size and font size, in millimetres."""


def draw_row(pictures: Sequence[Picture], title: str) -> Picture:
    shapes: list[Shape] = []
    x = 0.0
    for picture in pictures:
        shapes += [evolve(each, x=each.x + x) for each in picture.shapes]
        x += picture.width + GAP
    said = "\n\n".join(f"{picture.title}\n{picture.said}".strip() for picture in pictures)
    return Picture(x - GAP, max(picture.height for picture in pictures), tuple(shapes), title, said)


def draw_chart() -> Picture:
    rows = -(-len(load_symbols()) // COLUMNS)
    wide, high = COLUMNS * WIDE, rows * HIGH
    return Picture(wide, high, (Box(0, 0, wide, high, fill=WHITE), *draw_cells()), "Symbols", ", ".join(load_symbols()))


def draw_cells() -> Iterator[Shape]:
    for nth, name in enumerate(load_symbols()):
        down, across = divmod(nth, COLUMNS)
        x, y = across * WIDE, down * HIGH
        yield from draw_symbol(name, x + (WIDE - SIZE) / 2, y + 1.5, SIZE, BLACK)
        yield centre_text(name, x + WIDE / 2, y + SIZE + 4.5, FONT, WIDE * 0.9, BLACK)
