"""Scenes that show what a side does: a space station with a module for each power.

A module has the colour of its phase and the symbol of what the power is about; smaller modules have the other words of
the power. Its shape says when the power acts: in its phase, on an event, always, or at the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from attrs import frozen

from rftg_dsl.check.model import Modifier, Power
from rftg_dsl.check.vocabulary import SCORE
from rftg_dsl.show.pictures.display import Box, Circle, Path, Shape
from rftg_dsl.show.pictures.frames import draw_frame
from rftg_dsl.show.pictures.ink import darken, ground_for, ink_on, lighten
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.marks import centre_text, draw_symbol
from rftg_dsl.show.pictures.outlines import Point
from rftg_dsl.show.pictures.scenes import Chance
from rftg_dsl.show.pictures.svg import format_number
from rftg_dsl.wording.power_text import Line

SHAPES = {"offer": "circle", "trigger": "hexagon", "modifier": "round", "score": "burst"}
"""The shape of a module by the use of its power."""
MAIN = ("counter", "value", "kind", "thing")
"""The sorts of words that the large symbol of a module can show, the most telling first."""
MODULES, WORDS = 4, 2
"""The most modules of a station, and the most smaller ones beside each."""
STEEL, PANEL = "#8f9bb3", "#2b4a8b"
STEP, PANELS, WIDE = 2.1, 2.6, 1.2
"""The distance between the middles of modules in a row and the room for both panels, relative to the radius of modules;
and the least proportion of a box in which modules are in a row."""
RADII = (0.34, 0.24, 0.23, 0.2)
"""The radius of modules around the middle of a box, by their number and relative to the shorter edge of the box."""


@frozen
class Module:
    """A part of a station that shows one power."""

    shape: str
    ink: str
    symbol: str
    label: str
    """A number with its sign; empty if the power does not change a number."""
    others: tuple[Look, ...]
    """The looks of the other words in the power."""


def modules_of(powers: Sequence[Power], lines: Sequence[Line], looks: Mapping[str, Look], plain: Look) -> list[Module]:
    """Return a module for each power, without repetitions; ``plain`` is the look of a power without a phase."""
    made = [make_module(power, line, looks, plain) for power, line in zip(powers, lines, strict=True)]
    return list(dict.fromkeys(made))[:MODULES]


def make_module(power: Power, line: Line, looks: Mapping[str, Look], plain: Look) -> Module:
    phases = [looks[segment.word] for segment in line.heading if segment.sort == "phase"]
    phase = phases[0] if phases else plain
    named = list(dict.fromkeys(name_words(power, line, looks)))
    # Every power that scores names points, so they say least.
    words = [word for word in named if word != SCORE] or named
    label = label_of(power)
    symbol = looks[words[0]].symbol if words else "" if label else phase.symbol
    others = tuple(looks[word] for word in words[1 : 1 + WORDS])
    return Module(SHAPES.get(power.use, "diamond"), ground_for(phase.ink), symbol, label, others)


def name_words(power: Power, line: Line, looks: Mapping[str, Look]) -> Iterator[str]:
    """Yield the words of a power that have a look, the most telling first."""
    if isinstance(power, Modifier) and power.parameter in looks:
        yield power.parameter
    words = [segment for segment in line.body if segment.word in looks]
    for sort in MAIN:
        yield from (segment.word for segment in words if segment.sort == sort)


def label_of(power: Power) -> str:
    """The number by which a power changes another, such as +2."""
    if not isinstance(power, Modifier) or power.change.direction not in ("more", "less"):
        return ""
    return f"{'+' if power.change.direction == 'more' else '−'}{power.change.by.n}"


# -- drawing -------------------------------------------------------------------------------------------------------


def draw_horizon(x: float, y: float, wide: float, high: float, ink: str) -> Iterator[Shape]:
    """Draw the edge of a planet along the bottom of a box."""
    yield draw_ground(x, y + high * 0.85, wide, high * 0.15, lighten(ink, 35))
    yield draw_ground(x, y + high * 0.865, wide, high * 0.135, darken(ink, 45))


def draw_ground(x: float, y: float, wide: float, high: float, ink: str) -> Path:
    """Draw the part of a disc above ``y``, and a box below it."""
    radius = format_number(wide * 1.1)
    left, right, top, low = (format_number(number) for number in (x, x + wide, y, y + high))
    return Path(f"M{left} {top} A{radius} {radius} 0 0 1 {right} {top} L{right} {low} L{left} {low} Z", fill=ink)


def draw_station(seed: str, modules: Sequence[Module], x: float, y: float, wide: float, high: float) -> Iterator[Shape]:
    """Draw a station in a box: in a row if the box is wide, else around its middle."""
    radius, places = place_modules(seed, len(modules), x, y, wide, high)
    yield from draw_trusses(places, radius)
    if wide > high * WIDE:
        yield from draw_panel(places[0][0] - radius * 1.35, places[0][1], radius, -1)
        yield from draw_panel(places[-1][0] + radius * 1.35, places[-1][1], radius, 1)
    for nth, (module, place) in enumerate(zip(modules, places, strict=True)):
        yield from draw_module(module, *place, radius, upward=nth % 2 == 0)


def place_modules(seed: str, many: int, x: float, y: float, wide: float, high: float) -> tuple[float, list[Point]]:
    """Return the radius of the modules, and the position of each."""
    chance = Chance(f"station {seed}")
    if wide > high * WIDE:
        radius = min(high * 0.27, wide / (2 + STEP * (many - 1) + PANELS))
        left = x + wide / 2 - radius * STEP * (many - 1) / 2
        sway = [(-1) ** nth * chance.number_between(0.02, 0.12) * high * (many > 1) for nth in range(many)]
        return radius, [(left + nth * radius * STEP, y + high * 0.48 - sway[nth]) for nth in range(many)]
    edge = min(wide, high)
    radius = edge * RADII[many - 1]
    far = min(edge / 2 - radius, edge * 0.28) if many > 1 else 0
    turn = pi * (0.75 if many < 4 else 0.25) + chance.number_between(-0.2, 0.2)
    angles = [turn + 2 * pi * nth / many for nth in range(many)]
    return radius, [(x + wide / 2 + far * cos(angle), y + high / 2 + far * sin(angle)) for angle in angles]


def draw_trusses(places: Sequence[Point], radius: float) -> Iterator[Shape]:
    for (x, y), (right, low) in pairwise(places):
        numbers = " L".join(f"{format_number(across)} {format_number(down)}" for across, down in ((x, y), (right, low)))
        yield Path(f"M{numbers}", stroke=STEEL, thick=radius * 0.26)
        yield Path(f"M{numbers}", stroke=darken(STEEL, 45), thick=radius * 0.1)


def draw_panel(x: float, y: float, radius: float, side: int) -> Iterator[Shape]:
    """Draw a solar panel that a boom connects to a module."""
    wide, high = radius * 0.85, radius * 1.3
    boom = radius * 0.5
    left = x if side > 0 else x - wide
    yield Box(x - (boom if side > 0 else 0), y - radius * 0.06, boom, radius * 0.12, STEEL)
    for nth in range(2):
        for row in range(3):
            place = (left + nth * wide / 2, y - high / 2 + row * high / 3, wide / 2, high / 3)
            yield Box(*place, PANEL, lighten(PANEL, 55), radius * 0.04)


def draw_module(module: Module, x: float, y: float, radius: float, upward: bool) -> Iterator[Shape]:
    place = (x - radius, y - radius, 2 * radius, 2 * radius)
    yield from draw_frame(module.shape, *place, module.ink, lighten(module.ink, 65), radius * 0.09)
    front = ink_on(module.ink)
    size = radius * (0.85 if module.label else 1.1)
    if module.symbol:
        down = size * 0.62 if module.label else size / 2
        yield from draw_symbol(module.symbol, x - size / 2, y - down, size, front)
    if module.label:
        tall, below = (radius * 0.42, radius * 0.52) if module.symbol else (radius * 0.75, 0)
        yield centre_text(module.label, x, y + below, tall, radius * 1.3, front, bold=True)
    for nth, look in enumerate(module.others):
        angle = (-1 if upward else 1) * (pi / 4 + nth * pi / 2)
        yield from draw_pod(look, x + cos(angle) * radius * 1.08, y + sin(angle) * radius * 1.08, radius * 0.4)


def draw_pod(look: Look, x: float, y: float, radius: float) -> Iterator[Shape]:
    ink = ground_for(look.ink)
    size = radius * 1.25
    yield Circle(x, y, radius, ink, "#ffffff", radius * 0.16)
    yield from draw_symbol(look.symbol, x - size / 2, y - size / 2, size, ink_on(ink))
