"""Dice and their faces."""

from __future__ import annotations

from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.display import Picture, Shape
from rftg_dsl.show.pictures.ink import upon
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.marks import square, symbol
from rftg_dsl.show.pictures.studio import Studio, studio

SIZE = 16.0
"""The edge of a die in millimetres."""
PLAIN = Look("#5a6068", "dots")
"""The look of a face that has none."""


def face(library: Library, kind: str, face: str) -> Picture:
    """One face of a kind of die; ``KeyError`` if there is no such kind."""
    return face_of(studio(library), kind, face)


def face_of(at: Studio, kind: str, face: str) -> Picture:
    """The same, with the looks at hand."""
    words = at.words
    one = words.stock_kinds[kind]
    title = f"{one.title} {words.stocks[one.of].name}: {at.title(face)}"
    return Picture(SIZE, SIZE, tuple(face_shapes(at, kind, face, 0, 0, SIZE)), title, at.title(face), SIZE * 0.2)


def face_shapes(at: Studio, kind: str, face: str, x: float, y: float, size: float) -> list[Shape]:
    """A face in a square: the die has its kind's colour and, in a corner, its symbol; the middle shows the face."""
    die, shown = at.looks.get(kind, PLAIN), at.looks.get(face, PLAIN)
    front = upon(die.ink)
    small = symbol(die.symbol, x + size * 0.72, y + size * 0.72, size * 0.2, front)
    large = symbol(shown.symbol, x + size * 0.18, y + size * 0.16, size * 0.6, front)
    return [square(x, y, size, die.ink, 0.03), *large, *small]
