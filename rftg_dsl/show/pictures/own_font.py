"""A set's own font: the letters of its names and rule texts, as outlines like those of the usual font."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.base.truetype import Contour, FontError, Point, TrueType
from rftg_dsl.show.pictures.letters import UNITS, Face, Letter


class OwnFace(Face):
    """A font that an author has chosen, in one or two weights."""

    def __init__(self, regular: TrueType, bold: TrueType | None) -> None:
        self.weights = (regular, bold or regular)
        self.known: dict[tuple[str, bool], Letter | None] = {}

    def find_letter(self, character: str, bold: bool) -> Letter | None:
        key = (character, bold)
        if key not in self.known:
            self.known[key] = trace_letter(self.weights[bold], character, bold)
        return self.known[key]


def trace_letter(font: TrueType, character: str, bold: bool) -> Letter | None:
    """Return a character's letter; None if the font lacks the character, or if its glyph is damaged."""
    try:
        glyph = font.glyph_of(ord(character))
        if not glyph:
            return None
        path = "".join(write_contours(font.contours_of(glyph), UNITS / font.units))
        return Letter(character, bold, round(font.advance_of(glyph) * UNITS / font.units), path)
    except FontError:
        return None


def write_contours(contours: Sequence[Contour], scale: float) -> Iterator[str]:
    """Write contours as lines and quadratic curves in relative SVG path notation, with *y* downwards."""
    at = (0, 0)
    for contour in contours:
        places = [Point(round(point.x * scale), round(-point.y * scale), point.on) for point in contour]
        if len(places) > 2:
            start, *rest = begin_on_curve(places)
            yield f"m{write_distance(at, start)}"
            at = (int(start.x), int(start.y))
            yield from write_curves(start, [*rest, start])
            yield "z"


def begin_on_curve(places: Sequence[Point]) -> list[Point]:
    """Turn a contour so that it begins with a point on the curve, which is added if there is none."""
    first = next((nth for nth, place in enumerate(places) if place.on), None)
    if first is None:
        return [find_middle(places[-1], places[0]), *places]
    return [*places[first:], *places[:first]]


def write_curves(start: Point, places: Sequence[Point]) -> Iterator[str]:
    """Write the curves through a contour's other points, the last of which is on the curve."""
    at, control = start, None
    for place in places:
        if control is None and not place.on:
            control = place
            continue
        # Between two control points, the curve goes through the middle.
        end = place if place.on else find_middle(control or at, place)
        yield f"q{write_distance(at, control)} {write_distance(at, end)}" if control else f"l{write_distance(at, end)}"
        at, control = end, None if place.on else place


def find_middle(one: Point, other: Point) -> Point:
    return Point(round((one.x + other.x) / 2), round((one.y + other.y) / 2), True)


def write_distance(start: Point | tuple[int, int], end: Point) -> str:
    return f"{int(end.x - start[0])} {int(end.y - start[1])}"
