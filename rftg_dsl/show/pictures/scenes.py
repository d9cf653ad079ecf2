"""Scenes that show a planet in the side's colour among stars; the side's id determines all other details."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from math import sqrt

from rftg_dsl.show.pictures.display import Circle, Path, Shape
from rftg_dsl.show.pictures.ink import darken, lighten
from rftg_dsl.show.pictures.svg import format_number


class Chance:
    """A source of pseudo-random numbers, seeded with a string."""

    def __init__(self, text: str) -> None:
        # Use SHA-256 rather than ``random``: the pictures must be the same in every version of Python.
        self.bytes = (byte for nth in range(64) for byte in sha256(f"{text}/{nth}".encode()).digest())

    def number_between(self, low: float, high: float) -> float:
        return low + (high - low) * next(self.bytes) / 255

    def one_in(self, n: int) -> bool:
        return next(self.bytes) % n == 0


def draw_stars(seed: str, x: float, y: float, wide: float, high: float) -> Iterator[Shape]:
    chance = Chance(f"stars {seed}")
    for _ in range(min(60, max(6, round(wide * high / 18)))):
        radius = chance.number_between(0.08, 0.26)
        across, down = chance.number_between(radius, wide - radius), chance.number_between(radius, high - radius)
        yield Circle(x + across, y + down, radius, fill=("#ffffff", "#cfd8ff", "#fff1c9")[next(chance.bytes) % 3])


def draw_planet(seed: str, x: float, y: float, radius: float, ink: str) -> Iterator[Shape]:
    chance = Chance(f"planet {seed}")
    # Decide on the features first; later changes to the drawing code then leave each planet's features as they are.
    ringed, banded, moon = chance.one_in(4), chance.one_in(2), chance.one_in(3)
    if ringed:
        radius *= 0.74
        # Draw the far half of the ring before the planet, and the near half after it.
        yield draw_ring(x, y, radius * 1.62, radius * 0.42, lighten(ink, 55), upper=True, thick=radius * 0.13)
    yield Circle(x, y, radius, fill=ink, stroke=darken(ink, 45), thick=radius * 0.03)
    if banded:
        yield from draw_bands(chance, x, y, radius, ink)
    else:
        yield from draw_craters(chance, x, y, radius, ink)
    yield draw_shadow(x, y, radius, darken(ink, 58))
    if ringed:
        yield draw_ring(x, y, radius * 1.62, radius * 0.42, lighten(ink, 55), upper=False, thick=radius * 0.13)
    if moon:
        far = radius * (1.5 if ringed else 1.18)
        side = 1 if chance.one_in(2) else -1
        yield Circle(x + side * far * 0.72, y - far * 0.72, radius * 0.14, fill=lighten(ink, 70))


def draw_bands(chance: Chance, x: float, y: float, radius: float, ink: str) -> Iterator[Shape]:
    top = -0.8
    while top < 0.75:
        low = min(top + chance.number_between(0.1, 0.3), 0.95)
        share = round(chance.number_between(10, 40))
        yield Path(
            outline_of_band(x, y, radius, top * radius, low * radius),
            fill=lighten(ink, share) if chance.one_in(2) else darken(ink, share // 2 + 5),
        )
        top = low + chance.number_between(0.06, 0.22)


def outline_of_band(x: float, y: float, radius: float, top: float, low: float) -> str:
    above, below = (sqrt(max(radius * radius - height * height, 0)) for height in (top, low))
    r, head, foot = (format_number(number, 3) for number in (radius, y + top, y + low))
    right = f"A{r} {r} 0 0 1 {format_number(x + below, 3)} {foot}"
    left = f"A{r} {r} 0 0 1 {format_number(x - above, 3)} {head}"
    start = f"M{format_number(x - above, 3)} {head} L{format_number(x + above, 3)} {head}"
    return f"{start} {right} L{format_number(x - below, 3)} {foot} {left} Z"


def draw_craters(chance: Chance, x: float, y: float, radius: float, ink: str) -> Iterator[Shape]:
    for _ in range(7):
        size = chance.number_between(0.07, 0.22) * radius
        room = radius - size * 1.25
        across = chance.number_between(-1, 1) * room
        down = chance.number_between(-1, 1) * sqrt(max(room * room - across * across, 0))
        yield Circle(x + across, y + down, size, darken(ink, 22), lighten(ink, 22), size * 0.14)


def draw_shadow(x: float, y: float, radius: float, ink: str) -> Path:
    a, r, wide = radius * 0.7071, format_number(radius, 3), format_number(radius * 1.18, 3)
    first, last = (
        f"{format_number(x + a, 3)} {format_number(y - a, 3)}",
        f"{format_number(x - a, 3)} {format_number(y + a, 3)}",
    )
    return Path(f"M{first} A{r} {r} 0 0 1 {last} A{wide} {wide} 0 0 0 {first} Z", fill=ink)


def draw_ring(x: float, y: float, across: float, down: float, ink: str, upper: bool, thick: float) -> Path:
    """Draw half of an elliptical ring as two Bézier curves."""
    # 0.5523 is the usual constant for approximating a quarter circle with a cubic curve.
    k, sign = 0.5523, -1 if upper else 1
    points = [
        (x - across, y), (x - across, y + sign * down * k), (x - across * k, y + sign * down), (x, y + sign * down),
        (x + across * k, y + sign * down), (x + across, y + sign * down * k), (x + across, y),
    ]  # fmt: skip
    text = [f"{format_number(first, 3)} {format_number(other, 3)}" for first, other in points]
    return Path(f"M{text[0]} C{' '.join(text[1:4])} C{' '.join(text[4:])}", stroke=ink, thick=thick)
