"""Pictures of die faces."""

from __future__ import annotations

from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.display import Picture, Shape
from rftg_dsl.show.pictures.ink import ink_on
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.marks import draw_square, draw_symbol
from rftg_dsl.show.pictures.studio import Studio, studio_of

SIZE = 16.0
"""The edge length of a die, in millimetres."""
PLAIN = Look("#5a6068", "dots")


def draw_face(library: Library, kind: str, face: str) -> Picture:
    """Draw a die face. Raise ``KeyError`` if the kind of die is unknown."""
    return face_of(studio_of(library), kind, face)


def face_of(at: Studio, kind: str, face: str) -> Picture:
    """Draw a die face as ``draw_face`` does, but with an existing studio."""
    words = at.words
    stock_kind = words.stock_kinds[kind]
    title = f"{stock_kind.title} {words.stocks[stock_kind.of].name}: {at.title_of(face)}"
    return Picture(SIZE, SIZE, tuple(shapes_of_face(at, kind, face, 0, 0, SIZE)), title, at.title_of(face), SIZE * 0.2)


def shapes_of_face(at: Studio, kind: str, face: str, x: float, y: float, size: float) -> list[Shape]:
    """Draw a face as a square in the die's colour, with the face's symbol in the middle and the die's in a corner."""
    die, shown = at.looks.get(kind, PLAIN), at.looks.get(face, PLAIN)
    front = ink_on(die.ink)
    # The symbol of its kind identifies a die even without colour.
    small = draw_symbol(die.symbol, x + size * 0.72, y + size * 0.72, size * 0.2, front)
    large = draw_symbol(shown.symbol, x + size * 0.18, y + size * 0.16, size * 0.6, front)
    return [draw_square(x, y, size, die.ink, 0.03), *large, *small]
