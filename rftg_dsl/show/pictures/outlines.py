"""A parser for the subset of SVG path syntax that our pictures use; it yields lines and Bézier curves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import cycle
from math import acos, cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

Point = tuple[float, float]
TOKEN = re.compile(r"[MLHVCQTAZmlhvqtz]|-?[0-9]*\.?[0-9]+")
TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""The number of arguments for each command; commands in lower case use coordinates relative to the current point."""


class Stroke(NamedTuple):
    """A segment of an outline."""

    sort: str
    """The kind of segment: ``move``, ``line``, ``curve`` or ``close``."""
    points: tuple[Point, ...] = ()


def parse_outline(d: str) -> Iterator[Stroke]:
    """Yield the segments of an outline. Raise ``ValueError`` for any other path syntax."""
    tokens = TOKEN.findall(d)
    # ``findall`` skips text that does not match, so compare the tokens with the input.
    if "".join(tokens) != re.sub(r"[\s,]", "", d):
        raise ValueError(f"{d!r} is not a valid outline")
    at: Point = (0, 0)
    begun = bend = at
    for command, arguments in parse_commands(tokens):
        numbers = make_absolute(command, arguments, at)
        match command.upper():
            case "M":
                at = begun = (numbers[0], numbers[1])
                yield Stroke("move", (at,))
            case "L" | "H" | "V" as way:
                at = (at[0] if way == "V" else numbers[0], at[1] if way == "H" else numbers[-1])
                yield Stroke("line", (at,))
            case "C":
                at = (numbers[4], numbers[5])
                yield Stroke("curve", ((numbers[0], numbers[1]), (numbers[2], numbers[3]), at))
            case "Q" | "T" as sort:
                # ``T`` only ever follows another quadratic curve, whose control point it mirrors.
                bend = (2 * at[0] - bend[0], 2 * at[1] - bend[1]) if sort == "T" else (numbers[0], numbers[1])
                end = (numbers[-2], numbers[-1])
                yield Stroke("curve", (control_point_for(at, bend), control_point_for(end, bend), end))
                at = end
            case "A":
                end = (numbers[5], numbers[6])
                for points in curves_for_arc(at, end, numbers[0], numbers[1], bool(numbers[3]), bool(numbers[4])):
                    yield Stroke("curve", points)
                at = end
            case _:
                at = begun
                yield Stroke("close")


def parse_commands(tokens: list[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its arguments; additional arguments repeat the command."""
    command, numbers = "", list[float]()
    for token in tokens:
        if token.isalpha():
            if numbers:
                raise ValueError(f"{command} lacks a number")
            command = token
            if not TAKES[command.upper()]:
                yield command, []
            continue
        numbers.append(float(token))
        if not command or not TAKES[command.upper()]:
            raise ValueError(f"{token} does not belong to any command")
        if len(numbers) == TAKES[command.upper()]:
            yield command, numbers
            numbers = []
    if numbers:
        raise ValueError(f"{command} lacks a number")


def make_absolute(command: str, numbers: Sequence[float], at: Point) -> Sequence[float]:
    if command.isupper():
        return numbers
    start = {"h": at[:1], "v": at[1:]}.get(command, at)
    return [number + by for number, by in zip(numbers, cycle(start), strict=False)]


def control_point_for(end: Point, bend: Point) -> Point:
    """Return the cubic control point near ``end`` that is equivalent to a quadratic curve's control point ``bend``."""
    return end[0] + (bend[0] - end[0]) * 2 / 3, end[1] + (bend[1] - end[1]) * 2 / 3


def curves_for_arc(
    start: Point, end: Point, wide: float, high: float, large: bool, sweep: bool
) -> Iterator[tuple[Point, ...]]:
    """Convert an arc of an axis-aligned ellipse to cubic curves of at most 90 degrees each (SVG, appendix B.2)."""
    if start == end or not wide or not high:
        return
    x, y = (start[0] - end[0]) / 2 / wide, (start[1] - end[1]) / 2 / high
    half = hypot(x, y)
    if half > 1:  # scale up radii that are too small to reach the end
        wide, high, x, y, half = wide * half, high * half, x / half, y / half, 1
    far = sqrt(max(1 / (half * half) - 1, 0)) * (1 if large != sweep else -1)
    middle = (far * y, -far * x)
    first, last = (x - middle[0], y - middle[1]), (-x - middle[0], -y - middle[1])
    # Rounding can leave the cosine slightly outside the domain of ``acos``.
    turn = acos(max(-1, min(1, first[0] * last[0] + first[1] * last[1])))
    if first[0] * last[1] - first[1] * last[0] < 0:
        turn = -turn
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    # The epsilon keeps rounding errors from splitting an exact quarter of an ellipse in two.
    pieces = max(1, -int(-abs(turn) // (pi / 2 + 1e-9)))
    step = turn / pieces
    pull = 4 / 3 * tan(step / 4)
    centre = ((start[0] + end[0]) / 2 + middle[0] * wide, (start[1] + end[1]) / 2 + middle[1] * high)

    def place(across: float, down: float) -> Point:
        return centre[0] + across * wide, centre[1] + down * high

    for nth in range(pieces):
        turned = nth * step
        (a, b), (c, d) = rotate(first, turned), rotate(first, turned + step)
        stop = end if nth == pieces - 1 else place(c, d)
        yield place(a - pull * b, b + pull * a), place(c + pull * d, d - pull * c), stop


def rotate(point: Point, turn: float) -> Point:
    return point[0] * cos(turn) - point[1] * sin(turn), point[0] * sin(turn) + point[1] * cos(turn)
