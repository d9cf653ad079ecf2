"""Sheets as a PDF, written with ReportLab (the ``print`` extra); identical sheets produce identical bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import require_extra
from rftg_dsl.show.pictures.display import Box, Circle, Image, Path, Picture, Words
from rftg_dsl.show.pictures.ink import channels_of
from rftg_dsl.show.pictures.lettering import left_edge_of, place_letters
from rftg_dsl.show.pictures.letters import UNITS, Letter, letters_of
from rftg_dsl.show.pictures.outlines import Point, Stroke, parse_outline
from rftg_dsl.show.pictures.sheets import Page

MM = 72 / 25.4
MARK, APART, HAIR = 3.0, 1.0, 0.15
"""The length of a cut mark, its distance from the cut, and its line width, in millimetres."""
LABEL, GREY = 2.2, "#595959"
"""The font size in millimetres and the colour of the line at the foot of a page."""
EVEN_ODD, NONZERO = 0, 1
"""ReportLab's numbers for the fill rules."""
BOUNDS = (-UNITS * MM, -UNITS * MM, 3 * UNITS * MM, 2 * UNITS * MM)
"""A box that contains the outline of every letter, for a font size of ``UNITS`` millimetres."""


def check_installed() -> None:
    with require_extra("print", "a PDF"):
        import reportlab  # noqa: F401


def as_pdf(pages: Sequence[Page], title: str) -> bytes:
    """Write the pages as a PDF. Raise ``UsageError`` if the ``print`` extra is not installed."""
    check_installed()
    made = BytesIO()
    canvas = make_canvas(made)
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setKeywords("")
    canvas.setCreator("rftg")
    # Otherwise the page would be shrunk for printing, and the pieces would not be life-size.
    canvas.setViewerPreference("PrintScaling", "None")
    letters = dict(define_letters(canvas, pages))
    forms = dict(define_pictures(canvas, pages, letters))
    for page in pages:
        canvas.setPageSize((page.width * MM, page.height * MM))
        draw_cut_marks(canvas, page)
        draw_words(canvas, label_of(page), page.height, letters)
        for placed in page.placed:
            canvas.saveState()
            canvas.translate(placed.x * MM, (page.height - placed.y - placed.picture.height * placed.scale) * MM)
            canvas.scale(placed.scale, placed.scale)
            canvas.doForm(forms[placed.picture])
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def make_canvas(file: BytesIO) -> Any:
    from reportlab.pdfgen.canvas import Canvas

    class FontlessCanvas(Canvas):  # type: ignore[misc]
        """A canvas that selects no font, because a print shop would ask for the font that it selects by itself."""

        def _make_preamble(self) -> None:
            self._preamble = ""

    # ``invariant`` omits the date and random ids.
    return FontlessCanvas(file, invariant=1, pageCompression=1)


def label_of(page: Page) -> Words:
    foot = page.down[-1] + page.bleed + APART + LABEL
    return Words(page.across[0] + APART, foot, LABEL, page.title, GREY)


def define_letters(canvas: Any, pages: Iterable[Page]) -> Iterator[tuple[Letter, str]]:
    """Define each letter on the pages as a PDF form, and yield the letter with the name of its form."""
    lines = dict.fromkeys((words.text, words.bold) for page in pages for words in words_on(page))
    letters = dict.fromkeys(letter for line in lines for letter in letters_of(*line) if letter.path)
    for nth, letter in enumerate(letters, 1):
        name = f"letter{nth}"
        canvas.beginForm(name, *BOUNDS)
        canvas.drawPath(trace_outline(canvas, Path(letter.path), 0), fillMode=NONZERO, fill=1, stroke=0)
        canvas.endForm()
        yield letter, name


def words_on(page: Page) -> Iterator[Words]:
    yield label_of(page)
    for picture in dict.fromkeys(placed.picture for placed in page.placed):
        yield from (shape for shape in picture.shapes if isinstance(shape, Words))


def define_pictures(canvas: Any, pages: Iterable[Page], letters: Mapping[Letter, str]) -> Iterator[tuple[Picture, str]]:
    """Define each distinct picture as a PDF form, and yield the picture with the name of its form."""
    # All copies of a picture refer to the same form, which keeps the file small.
    for nth, picture in enumerate(dict.fromkeys(placed.picture for page in pages for placed in page.placed), 1):
        name = f"picture{nth}"
        canvas.beginForm(name, 0, 0, picture.width * MM, picture.height * MM)
        for shape in picture.shapes:
            if isinstance(shape, Words):
                draw_words(canvas, shape, picture.height, letters)
            elif isinstance(shape, Image):
                draw_image(canvas, shape, picture.height)
            else:
                draw(canvas, shape, picture.height)
        canvas.endForm()
        yield picture, name


def draw_cut_marks(canvas: Any, page: Page) -> None:
    canvas.setLineWidth(HAIR * MM)
    canvas.setStrokeColorRGB(0, 0, 0)
    for here, there in mark_ends_on(page):
        canvas.line(here[0] * MM, (page.height - here[1]) * MM, there[0] * MM, (page.height - there[1]) * MM)


def mark_ends_on(page: Page) -> Iterator[tuple[Point, Point]]:
    for edges, swapped in ((page.across, False), (page.down, True)):
        first, last = (page.across[0], page.across[-1]) if swapped else (page.down[0], page.down[-1])
        for edge in edges:
            for start, way in ((first - page.bleed, -1), (last + page.bleed, 1)):
                ends = (start + way * APART, start + way * (APART + MARK))
                here, there = ((end, edge) if swapped else (edge, end) for end in ends)
                yield here, there


def draw(canvas: Any, shape: Box | Circle | Path, height: float) -> None:
    if shape.fill:
        canvas.setFillColorRGB(*(part / 255 for part in channels_of(shape.fill)))
    if shape.stroke:
        canvas.setStrokeColorRGB(*(part / 255 for part in channels_of(shape.stroke)))
        canvas.setLineWidth(shape.thick * MM)
    how = {"fill": int(bool(shape.fill)), "stroke": int(bool(shape.stroke))}
    match shape:
        case Box(x=x, y=y) if shape.round:
            # In PDF, the vertical axis starts at the bottom of the page.
            low = height - y - shape.height
            canvas.roundRect(x * MM, low * MM, shape.width * MM, shape.height * MM, shape.round * MM, **how)
        case Box(x=x, y=y):
            path = Path(f"M{x} {y}h{shape.width}v{shape.height}h{-shape.width}Z")
            canvas.drawPath(trace_outline(canvas, path, height), **how)
        case Circle(x=x, y=y):
            canvas.circle(x * MM, (height - y) * MM, shape.radius * MM, **how)
        case Path():
            rule = EVEN_ODD if shape.rule == "evenodd" else NONZERO
            canvas.drawPath(trace_outline(canvas, shape, height), fillMode=rule, **how)


def draw_image(canvas: Any, image: Image, height: float) -> None:
    from reportlab.lib.utils import ImageReader

    canvas.saveState()
    outline = Path(image.outline, image.x, image.y)
    canvas.clipPath(trace_outline(canvas, outline, height), stroke=0, fill=0)
    low = height - image.y - image.top - image.height
    place = ((image.x + image.left) * MM, low * MM, image.width * MM, image.height * MM)
    try:
        canvas.drawImage(ImageReader(BytesIO(image.raster.raw)), *place, mask="auto")
    except (OSError, ValueError, SyntaxError):  # a JPEG is not decoded before
        hint = "open it in another program, and save it again"
        raise UsageError("a picture of the set is damaged, so it cannot be printed", hint, "bad-picture") from None
    canvas.restoreState()


def trace_outline(canvas: Any, outline: Path, height: float) -> Any:
    path = canvas.beginPath()
    add = {"move": path.moveTo, "line": path.lineTo, "curve": path.curveTo, "close": path.close}
    for sort, points in convert_first_line(parse_outline(outline.d)):
        placed = ((outline.x + x * outline.scale, height - outline.y - y * outline.scale) for x, y in points)
        add[sort](*(number * MM for point in placed for number in point))
    return path


def convert_first_line(strokes: Iterable[Stroke]) -> Iterator[Stroke]:
    """Turn the first line of each outline into a curve that is as straight.

    Some PDF readers round a path of four lines to whole pixels, which makes a dot or an *l* too large.
    """
    begun: Point | None = None
    for stroke in strokes:
        if stroke.sort == "line" and begun:
            yield Stroke("curve", (begun, *stroke.points, *stroke.points))
        else:
            yield stroke
        begun = stroke.points[0] if stroke.sort == "move" else None


def draw_words(canvas: Any, words: Words, height: float, letters: Mapping[Letter, str]) -> None:
    size = words.size / UNITS
    canvas.saveState()
    canvas.setFillColorRGB(*(part / 255 for part in channels_of(words.fill)))
    canvas.transform(size, 0, 0, size, left_edge_of(words) * MM, (height - words.y) * MM)
    at = 0
    for place, letter in place_letters(words):
        canvas.translate((place - at) * MM, 0)
        canvas.doForm(letters[letter])
        at = place
    canvas.restoreState()
