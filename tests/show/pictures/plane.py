"""Where shapes lie: what tests measure pictures with."""

from __future__ import annotations

from rftg_dsl.show.pictures.display import Box, Circle, Path, Shape, Words
from rftg_dsl.show.pictures.measure import ASCENT, DESCENT, measure_text
from rftg_dsl.show.pictures.outlines import Point, parse_outline

Extent = tuple[float, float, float, float]


def polygons(path: str) -> list[list[Point]]:
    """The outlines of a path, their curves as short lines."""
    found: list[list[Point]] = []
    for sort, points in parse_outline(path):
        if sort == "move":
            found.append([points[0]])
        elif sort == "line":
            found[-1].append(points[0])
        elif sort == "curve":
            (a, b), (c, d), (e, f) = points
            x, y = found[-1][-1]
            for nth in range(1, 9):
                t = nth / 8
                u = 1 - t
                across = u**3 * x + 3 * u * u * t * a + 3 * u * t * t * c + t**3 * e
                down = u**3 * y + 3 * u * u * t * b + 3 * u * t * t * d + t**3 * f
                found[-1].append((across, down))
    return found


def extent(one: Shape) -> Extent:
    """The left, upper, right and lower edge of what a shape covers."""
    match one:
        case Words():
            wide = one.width or measure_text(one.text, one.bold) * one.size
            left = one.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[one.anchor] * wide
            return left, one.y - ASCENT * one.size, left + wide, one.y + DESCENT * one.size * hangs(one.text)
        case Path():
            points = [point for line in polygons(one.d) for point in line]
            across, down = ([one.scale * point[nth] for point in points] for nth in (0, 1))
            edges = (one.x + min(across), one.y + min(down), one.x + max(across), one.y + max(down))
        case Circle():
            edges = (one.x - one.radius, one.y - one.radius, one.x + one.radius, one.y + one.radius)
        case Box():
            edges = (one.x, one.y, one.x + one.width, one.y + one.height)
    half = one.thick / 2 if one.stroke else 0
    return edges[0] - half, edges[1] - half, edges[2] + half, edges[3] + half


def hangs(text: str) -> bool:
    """Whether some letter of a text reaches below its base line."""
    return any(one in "gjpqyQ,;()|[]{}$/" for one in text)


def covers(one: Shape, where: Point) -> bool:
    """Whether a shape that is filled covers a point."""
    x, y = where
    match one:
        case Box():
            return one.x <= x <= one.x + one.width and one.y <= y <= one.y + one.height
        case Circle():
            return (x - one.x) ** 2 + (y - one.y) ** 2 <= one.radius**2
        case Path():
            at = ((x - one.x) / one.scale, (y - one.y) / one.scale)
            return sum(crossed(line, at) for line in polygons(one.d)) % 2 == 1
    return False


def crossed(line: list[Point], where: Point) -> int:
    """How many edges of a closed line lie to the right of a point."""
    x, y = where
    edges = zip(line, [*line[1:], line[0]], strict=True)
    return sum((b <= y) != (d <= y) and a + (y - b) / (d - b) * (c - a) > x for (a, b), (c, d) in edges)
