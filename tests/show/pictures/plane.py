"""Where shapes lie: what tests measure pictures with."""

from __future__ import annotations

from rftg_dsl.show.pictures.display import Box, Circle, Path, Shape, Words
from rftg_dsl.show.pictures.measure import ASCENT, DESCENT, measure_text
from rftg_dsl.show.pictures.outlines import Point, parse_outline

Extent = tuple[float, float, float, float]


def polygons(path: str) -> list[list[Point]]:
    """The outlines of a path, their curves as short lines."""
    outlines: list[list[Point]] = []
    for sort, points in parse_outline(path):
        if sort == "move":
            outlines.append([points[0]])
        elif sort == "line":
            outlines[-1].append(points[0])
        elif sort == "curve":
            (a, b), (c, d), (e, f) = points
            x, y = outlines[-1][-1]
            for nth in range(1, 9):
                t = nth / 8
                u = 1 - t
                across = u**3 * x + 3 * u * u * t * a + 3 * u * t * t * c + t**3 * e
                down = u**3 * y + 3 * u * u * t * b + 3 * u * t * t * d + t**3 * f
                outlines[-1].append((across, down))
    return outlines


def extent(shape: Shape) -> Extent:
    """The left, upper, right and lower edge of what a shape covers."""
    match shape:
        case Words():
            wide = measure_text(shape.text, shape.bold) * shape.size
            left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
            return left, shape.y - ASCENT * shape.size, left + wide, shape.y + DESCENT * shape.size * hangs(shape.text)
        case Path():
            points = [point for line in polygons(shape.d) for point in line]
            across, down = ([shape.scale * point[nth] for point in points] for nth in (0, 1))
            edges = (shape.x + min(across), shape.y + min(down), shape.x + max(across), shape.y + max(down))
        case Circle():
            edges = (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
        case Box():
            edges = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
    half = shape.thick / 2 if shape.stroke else 0
    return edges[0] - half, edges[1] - half, edges[2] + half, edges[3] + half


def hangs(text: str) -> bool:
    """Whether some letter of a text reaches below its base line."""
    return any(letter in "gjpqyQ,;()|[]{}$/" for letter in text)


def covers(shape: Shape, where: Point) -> bool:
    """Whether a shape that is filled covers a point."""
    x, y = where
    match shape:
        case Box():
            return shape.x <= x <= shape.x + shape.width and shape.y <= y <= shape.y + shape.height
        case Circle():
            return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
        case Path():
            at = ((x - shape.x) / shape.scale, (y - shape.y) / shape.scale)
            return sum(crossed(line, at) for line in polygons(shape.d)) % 2 == 1
    return False


def crossed(line: list[Point], where: Point) -> int:
    """How many edges of a closed line lie to the right of a point."""
    x, y = where
    edges = zip(line, [*line[1:], line[0]], strict=True)
    return sum((b <= y) != (d <= y) and a + (y - b) / (d - b) * (c - a) > x for (a, b), (c, d) in edges)
