"""The picture of a side: a layout filled in from the checked model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import Diagnostic, Severity
from rftg_dsl.base.raster import Raster
from rftg_dsl.check.model import Side
from rftg_dsl.library.layouts import NONE, PAPER, SIDE, Box, Template
from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.display import Anchor, Circle, Image, Picture, Shape, Words
from rftg_dsl.show.pictures.display import Box as Rectangle
from rftg_dsl.show.pictures.flow import Flowed, Sign, Token, Word, draw_text, fit_paragraphs
from rftg_dsl.show.pictures.frames import draw_frame, draw_rounded_box, outline_of_shape
from rftg_dsl.show.pictures.ink import BLACK, darken, ground_for, ink_on, lighten, make_readable
from rftg_dsl.show.pictures.letters import Face
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.margins import Margins, add_margins, extend_box
from rftg_dsl.show.pictures.marks import centre_text, draw_symbol
from rftg_dsl.show.pictures.rule import Pen
from rftg_dsl.show.pictures.scenes import draw_planet, draw_stars
from rftg_dsl.show.pictures.stations import draw_horizon, draw_station, modules_of
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.pictures.svg import format_number
from rftg_dsl.wording.text_segments import to_string

LEFT, RIGHT = 0.17, 0.22
"""The parts of a scene's width at its ends that other boxes may cover."""
INSET = 0.16
"""Margin between a symbol and the shape around it, as a fraction of the shape's shorter edge."""


@frozen
class Drawn:
    """A picture, with a diagnostic for each text that does not fit on it."""

    picture: Picture
    crowded: tuple[Diagnostic, ...] = ()


def picture_of(library: Library, side: Side) -> Picture:
    """Draw a side. Raise ``ContentError`` if the library's layouts contain mistakes."""
    return draw_side(studio_of(library), side).picture


def draw_side(at: Studio, side: Side, margins: Margins | None = None) -> Drawn:
    """Draw a side with rounded corners and a border or, if there are margins, with square corners and no border.

    What reaches the edge of the side then goes on to the edge of the picture.
    """
    page = Page(at, side, at.template_for(side.kind), margins)
    width, height = page.template.size
    shapes: list[Shape] = [Rectangle(0, 0, width, height, fill=page.paper, round=page.corner)]
    for box in page.template.boxes:
        shapes += page.draw_box(box)
    if margins is None:
        shapes.append(draw_border(width, height, darken(page.ink, 30)))
    said = "\n".join(str(line) for line in page.lines)
    return Drawn(Picture(width, height, tuple(shapes), side.name, said, page.corner), tuple(page.crowded))


def draw_border(width: float, height: float, ink: str) -> Rectangle:
    half = EDGE / 2
    return Rectangle(half, half, width - EDGE, height - EDGE, stroke=ink, thick=EDGE, round=CORNER - half)


BEYOND = 0.1
"""The part of an image beyond its outline, in millimetres."""
CORNER, EDGE = 2.5, 0.6
"""The corner radius and border width of a side, in millimetres."""


def with_face(token: Token, face: Face) -> Token:
    return evolve(token, face=face) if isinstance(token, Word) else token


def place_raster(raster: Raster, box: Box, corners: Sequence[float]) -> Image:
    """Fit an image in a box, or cover the box with it, and cut it to the shape of the box."""
    x, y, wide, high = box.at
    scale = (max if box.fit == "cover" else min)(wide / raster.width, high / raster.height)
    width, height = raster.width * scale, raster.height * scale
    seen = (min(wide, width), min(high, height))
    outline = outline_of_shape(box.shape, *seen, corners if seen == (wide, high) else [0] * 4)
    # Some programs round an image to whole pixels, but none an outline, so the image goes a little beyond it.
    beyond = 1 + 2 * BEYOND / min(width, height)
    width, height = width * beyond, height * beyond
    left, top = (seen[0] - width) / 2, (seen[1] - height) / 2
    return Image(x + (wide - seen[0]) / 2, y + (high - seen[1]) / 2, raster, left, top, width, height, outline)


class Page:
    """A side that is being drawn, with its template and colours."""

    def __init__(self, at: Studio, side: Side, template: Template, margins: Margins | None = None) -> None:
        self.at, self.side = at, side
        self.template = add_margins(template, margins) if margins else template
        self.margins = margins or Margins()
        self.corner = CORNER if margins is None else 0.0
        self.lines = at.lines_of(side)
        self.paper = self.resolve_colour(template.paper) or "#ffffff"
        self.ink = self.resolve_colour(template.ink) or ground_for(self.of_kind.ink)
        self.crowded: list[Diagnostic] = []

    @property
    def of_kind(self) -> Look:
        return self.at.looks[self.side.kind]

    def resolve_colour(self, ink: str) -> str:
        """Return the colour for a colour value in a layout; empty if the value is a property that the side lacks."""
        if ink.startswith("#"):
            return ink
        if ink in (SIDE, PAPER):
            return self.ink if ink == SIDE else self.paper
        value = self.side.properties.get(ink)
        shown = value[0] if isinstance(value, tuple) and value else value
        look = self.at.looks.get(shown) if isinstance(shown, str) else None
        return ground_for(look.ink) if look else ""

    def fill_of(self, box: Box) -> str:
        if box.fill == NONE:
            return ""
        ink = self.resolve_colour(box.fill) or self.ink
        return darken(ink, box.shade) if box.shade > 0 else lighten(ink, -box.shade)

    def front_of(self, box: Box) -> str:
        behind, ink = self.background_of(box), self.resolve_colour(box.text) or self.ink
        if not box.text:
            return ink_on(behind)
        return ink if box.shape == "none" else make_readable(ink, behind, 3)

    def background_of(self, box: Box) -> str:
        return (self.fill_of(box) if box.shape != "none" else "") or self.paper

    def draw_box(self, box: Box) -> Iterator[Shape]:
        match box.shows:
            case "plate":
                yield from self.draw_plate(box)
                if box.say:
                    yield self.draw_line(box, box.say)
            case "name":
                yield from self.draw_plate(box)
                yield from self.draw_paragraphs(
                    box, [[Word(text, self.front_of(box), box.bold) for text in self.side.name.split()]]
                )
            case "kind":
                yield from self.draw_plate(box)
                yield from self.draw_kind(box)
            case "text":
                yield from self.draw_rule_text(box)
            case "property" if self.side.properties.get(box.of) is not None:
                yield from self.draw_property(box)
            case "properties":
                yield from self.draw_paragraphs(box, [list(self.write_properties(box))])
            case "phases":
                yield from self.draw_phases(box)
            case "track":
                yield from self.draw_track(box)
            case "picture" if raster := box.image or self.at.picture_for(self.side):
                yield from self.draw_own_picture(box, raster)
            case "scene" | "picture":
                yield from self.draw_scene(box)

    def draw_plate(self, box: Box) -> Iterator[Shape]:
        edge = "" if box.edge == NONE else self.resolve_colour(box.edge)
        thick = min(box.at[2:]) * 0.06 if edge else 0
        box = self.extend(box)
        if box.shape == "box" and not edge:
            yield draw_rounded_box(*box.at, self.corners_of(box), self.fill_of(box))
            return
        yield from draw_frame(box.shape, *box.at, self.fill_of(box), edge, thick)

    def extend(self, box: Box) -> Box:
        """Return a rectangular box as far as the edge of the picture, if it reaches the edge of the side."""
        return extend_box(box, self.template.size, self.margins) if box.shape == "box" else box

    def corners_of(self, box: Box) -> list[float]:
        """Return a box's four corner radii; a corner is rounded only if it is at a corner of the side."""
        x, y, wide, high = box.at
        far = (x + wide >= self.template.size[0], y + high >= self.template.size[1])
        ends = ((x <= 0, y <= 0), (far[0], y <= 0), far, (x <= 0, far[1]))
        return [self.corner if all(both) else 0.0 for both in ends]

    def draw_line(self, box: Box, text: str) -> Words:
        x, y, wide, high = box.at
        tall, front = min(box.size * 0.72, high * 0.6), self.front_of(box)
        return centre_text(text, x + wide / 2, y + high / 2, tall, wide * 0.8, front, True, self.at.face)

    def draw_paragraphs(self, box: Box, paragraphs: Sequence[Sequence[Token]]) -> list[Shape]:
        pad = 0 if box.shape == "none" else min(1.2, min(box.at[2:]) * 0.16)
        x, y, wide, high = box.at[0] + pad, box.at[1] + pad, box.at[2] - 2 * pad, box.at[3] - 2 * pad
        lettered = [[with_face(token, self.at.face) for token in paragraph] for paragraph in paragraphs]
        text = fit_paragraphs(lettered, wide, high, box.size, box.least)
        self.check(box, text)
        anchor: Anchor = {"left": "start", "middle": "middle", "right": "end"}[box.align]  # type: ignore[assignment]
        spare = max(high - text.tall, 0)
        return draw_text(text, x, y + spare / 2, wide, high - spare / 2, anchor)

    def check(self, box: Box, text: Flowed) -> None:
        if not text.fits:
            what = {"name": "name", "text": "rule text"}.get(box.shows, "line")
            message = (
                f"the {what} of {self.side.name!r} does not fit on its picture, even at {format_number(box.least)} mm"
            )
            hint = "shorten it, or make its box larger in layouts.toml"
            self.crowded.append(Diagnostic("crowded-side", self.side.at, message, hint, Severity.LINT))

    def draw_rule_text(self, box: Box) -> Iterator[Shape]:
        if self.lines:
            yield from self.draw_plate(box)
        pen = Pen(self.at.words, self.at.looks, self.front_of(box), self.background_of(box))
        yield from self.draw_paragraphs(box, [pen.write_paragraph(line) for line in self.lines])

    def draw_kind(self, box: Box) -> Iterator[Shape]:
        yield from self.draw_sign(box, self.of_kind.symbol)

    def draw_sign(self, box: Box, name: str) -> Iterator[Shape]:
        x, y, wide, high = box.at
        edge = min(wide, high)
        pad = edge * INSET if box.shape != "none" else 0
        left, top = x + (wide - edge) / 2 + pad, y + (high - edge) / 2 + pad
        yield from draw_symbol(name, left, top, edge - 2 * pad, self.front_of(box))

    def draw_property(self, box: Box) -> Iterator[Shape]:
        yield from self.draw_plate(box)
        value = self.side.properties[box.of]
        if isinstance(value, int):
            printed = "?" if self.side.has_open_number(box.of, self.at.words) else str(value)
            # Use a real minus sign, which is wider than a hyphen.
            yield self.draw_line(box, f"{box.say}{printed}".replace("-", "−"))
            return
        for nth, word in enumerate((value,) if isinstance(value, str) else value):
            x, y, wide, high = box.at
            yield from self.draw_sign(evolve(box, at=(x + nth * high * 1.1, y, wide, high)), self.at.looks[word].symbol)

    def write_properties(self, box: Box) -> Iterator[Token]:
        """Write all properties as words, for kinds of side without a layout of their own."""
        for name, value in self.side.properties.items():
            if isinstance(value, int):
                label = to_string(self.at.speaker_of(self.side).word_property(name))
                yield from (Word(text, BLACK, bold=True) for text in f"{label} {value}".split())
            for word in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
                look = self.at.looks[word]
                yield Sign(look.symbol, make_readable(look.ink, self.paper, 3))
                yield from (
                    Word(text, make_readable(look.ink, self.paper), True) for text in self.at.title_of(word).split()
                )

    def draw_phases(self, box: Box) -> Iterator[Shape]:
        """Draw the symbols of the phases in which the side has powers, in game order, along the box's longer edge."""
        heard = [segment.word for line in self.lines for segment in line.heading if segment.sort == "phase"]
        names = [name for name in self.at.words.phases if name in heard]
        x, y, wide, high = box.at
        edge = min(wide, high)
        room = max(wide, high) / max(len(names), 1)
        step = min(edge * 1.12, room)
        size = min(edge, step * 0.94)
        for nth, name in enumerate(names):
            across, down = (nth * step, (high - size) / 2) if wide >= high else ((wide - size) / 2, nth * step)
            look = self.at.looks[name]
            each = evolve(box, at=(x + across, y + down, size, size), fill=look.ink, text="")
            yield from self.draw_plate(each)
            yield from self.draw_sign(each, look.symbol)

    def draw_track(self, box: Box) -> Iterator[Shape]:
        """Draw a track with as many spaces as the value of the box's property."""
        spaces = self.side.properties.get(box.of)
        if not isinstance(spaces, int):
            return
        x, y, wide, high = box.at
        edge, middle = min(wide, high), min(wide, high) / 2
        size = min(edge * 0.4, (max(wide, high) - edge) / max(spaces, 1) * 0.44)
        front, back = self.front_of(box), self.fill_of(box) or self.paper
        line = (x + middle - edge * 0.07, y, edge * 0.14, high - middle)
        across = (x + middle, y + middle - edge * 0.07, wide - middle, edge * 0.14)
        yield Rectangle(*(line if high > wide else across), fill=front)
        for nth, (left, top) in enumerate(spaces_of(box, spaces)):
            # The first space is blank; the others are numbered.
            yield Circle(left, top, size, back if nth else self.paper, front, edge * 0.05)
            if nth:
                yield centre_text(str(nth), left, top, size, size * 1.4, ink_on(back), True)

    def draw_own_picture(self, box: Box, raster: Raster) -> Iterator[Shape]:
        yield from self.draw_plate(box)
        whole = self.extend(box) if box.fit == "cover" else box
        yield place_raster(raster, whole, self.corners_of(whole))
        yield from self.draw_plate(evolve(box, fill=NONE)) if box.edge != NONE else ()

    def draw_station(self, box: Box) -> Iterator[Shape]:
        """Draw what the side does; the symbol of its kind, if it has no powers."""
        plain = evolve(self.of_kind, ink=lighten(self.ink, 25))
        modules = modules_of(self.side.powers, self.lines, self.at.looks, plain)
        if not modules:
            yield from self.draw_kind(box)
            return
        x, y, wide, high = box.at
        if box.shape != "none":
            yield from draw_horizon(*self.extend(box).at, modules[0].ink)
            x, wide = x + wide * LEFT, wide * (1 - LEFT - RIGHT)
        yield from draw_station(self.side.id, modules, x, y, wide, high)

    def draw_scene(self, box: Box) -> Iterator[Shape]:
        x, y, wide, high = box.at
        if box.shape != "none":
            yield from self.draw_plate(box)
            yield from draw_stars(self.side.id, *self.extend(box).at)
        if box.scene == "station":
            yield from self.draw_station(box)
            return
        radius = min(wide, high) / 2 * 0.86
        ink = self.resolve_colour(box.text) if box.text else self.ink
        yield from draw_planet(self.side.id, x + wide / 2, y + high / 2, radius, ink or self.ink)


def spots_of(at: Studio, side: Side) -> dict[str, list[tuple[float, float]]]:
    """Return where pieces that lie on a side are drawn on its picture, by place, in millimetres.

    A place on a track has a spot for each space; any other has one.
    """
    spots = {}
    for box in at.template_for(side.kind).boxes:
        spaces = side.properties.get(box.of) if box.shows == "track" else 1
        if box.holds and isinstance(spaces, int):
            x, y, wide, high = box.at
            spots[box.holds] = [*spaces_of(box, spaces)] if box.shows == "track" else [(x + wide / 2, y + high / 2)]
    return spots


def spaces_of(box: Box, n: int) -> Iterator[tuple[float, float]]:
    """Yield the centre of each space of a track; an upright one begins at the bottom, a level one at the left."""
    x, y, wide, high = box.at
    middle = min(wide, high) / 2
    step = (max(wide, high) - 2 * middle) / max(n, 1)
    for nth in range(n):
        yield (x + middle, y + high - middle - nth * step) if high > wide else (x + middle + nth * step, y + middle)
