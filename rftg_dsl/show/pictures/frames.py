"""The shapes that a box in a layout can have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.show.pictures.display import Box, Circle, Path, Shape
from rftg_dsl.show.pictures.svg import format_number

Outline = tuple[tuple[float, float], ...]

CORNERS: Mapping[str, Outline] = {
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "hexagon": ((0.25, 0.03), (0.75, 0.03), (1, 0.5), (0.75, 0.97), (0.25, 0.97), (0, 0.5)),
    "shield": ((0, 0.02), (1, 0.02), (1, 0.55), (0.82, 0.8), (0.5, 1), (0.18, 0.8), (0, 0.55)),
    "burst": (
        (0.5, 0),
        (0.62, 0.13),
        (0.79, 0.1),
        (0.82, 0.27),
        (0.98, 0.35),
        (0.9, 0.5),
        (0.98, 0.65),
        (0.82, 0.73),
        (0.79, 0.9),
        (0.62, 0.87),
        (0.5, 1),
        (0.38, 0.87),
        (0.21, 0.9),
        (0.18, 0.73),
        (0.02, 0.65),
        (0.1, 0.5),
        (0.02, 0.35),
        (0.18, 0.27),
        (0.21, 0.1),
        (0.38, 0.13),
    ),
}
"""The corners of each shape, as coordinates in a unit square."""


ROUNDED = 0.22
"""The corner radius of a ``round`` box, as a fraction of its shorter edge."""


def draw_rounded_box(x: float, y: float, wide: float, high: float, corners: Sequence[float], fill: str) -> Path:
    """Draw a rectangle with a separate radius for each corner, clockwise from the upper left."""
    return Path(outline_of_box(x, y, wide, high, corners), fill=fill)


def outline_of_shape(shape: str, wide: float, high: float, corners: Sequence[float]) -> str:
    """The outline of a shape whose upper left corner is at the origin; ``corners`` are those of a plain box."""
    radius = min(wide, high) / 2
    match shape:
        case "none" | "box":
            return outline_of_box(0, 0, wide, high, corners)
        case "round":
            return outline_of_box(0, 0, wide, high, [radius * 2 * ROUNDED] * 4)
        case "circle":
            return outline_of_box(wide / 2 - radius, high / 2 - radius, 2 * radius, 2 * radius, [radius] * 4)
    return outline_of_polygon(CORNERS[shape], 0, 0, wide, high)


def outline_of_box(x: float, y: float, wide: float, high: float, corners: Sequence[float]) -> str:
    right, low = x + wide, y + high
    places = ((x, y, 0, 1, 1, 0), (right, y, -1, 0, 0, 1), (right, low, 0, -1, -1, 0), (x, low, 1, 0, 0, -1))
    parts: list[str] = []
    for (across, down, before, up, after, along), radius in zip(places, corners, strict=True):
        start = f"{format_number(across + before * radius)} {format_number(down + up * radius)}"
        end = f"{format_number(across + after * radius)} {format_number(down + along * radius)}"
        arc = f" A{format_number(radius)} {format_number(radius)} 0 0 1 {end}" if radius else ""
        parts.append(f"{'L' if parts else 'M'}{start}{arc}")
    return f"{' '.join(parts)} Z"


def outline_of_polygon(corners: Outline, x: float, y: float, wide: float, high: float) -> str:
    points = [f"{format_number(x + across * wide)} {format_number(y + down * high)}" for across, down in corners]
    return f"M{' L'.join(points)} Z"


def draw_frame(
    shape: str, x: float, y: float, wide: float, high: float, fill: str, edge: str, thick: float
) -> list[Shape]:
    match shape:
        case "none":
            return []
        case "box" | "round":
            return [Box(x, y, wide, high, fill, edge, thick, min(wide, high) * (ROUNDED if shape == "round" else 0))]
        case "circle":
            return [Circle(x + wide / 2, y + high / 2, min(wide, high) / 2, fill, edge, thick)]
    return [Path(outline_of_polygon(CORNERS[shape], x, y, wide, high), fill=fill, stroke=edge, thick=thick)]
