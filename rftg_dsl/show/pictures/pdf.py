"""Sheets as a PDF, written with ReportLab (the ``print`` extra); identical sheets produce identical bytes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

from rftg_dsl.base.extras import require_extra
from rftg_dsl.show.pictures.display import Box, Circle, Path, Picture, Shape, Words
from rftg_dsl.show.pictures.ink import channels_of
from rftg_dsl.show.pictures.measure import measure_text
from rftg_dsl.show.pictures.outlines import Point, parse_outline
from rftg_dsl.show.pictures.sheets import Page

MM = 72 / 25.4
MARK, APART, HAIR = 3.0, 1.0, 0.15
"""The length of a cut mark, its distance from the cut, and its line width, in millimetres."""
LABEL = 2.2
BESIDE = frozenset("−≥≤≠≈÷×∞√∑∏∆→←↑↓↔•")
"""Characters found in Symbol, a font that is built into every PDF reader, as Helvetica is."""


def check_installed() -> None:
    with require_extra("print", "a PDF"):
        import reportlab  # noqa: F401


def as_pdf(pages: Sequence[Page], title: str) -> bytes:
    """Write the pages as a PDF. Raise ``UsageError`` if the ``print`` extra is not installed."""
    check_installed()
    from reportlab.pdfgen.canvas import Canvas

    made = BytesIO()
    # ``invariant`` omits the date and random ids.
    canvas = Canvas(made, invariant=1, pageCompression=1)
    canvas.setTitle(to_printable(title))
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setKeywords("")
    canvas.setCreator("rftg")
    # Otherwise the page would be shrunk for printing, and the pieces would not be life-size.
    canvas.setViewerPreference("PrintScaling", "None")
    forms = dict(define_pictures(canvas, pages))
    for page in pages:
        canvas.setPageSize((page.width * MM, page.height * MM))
        draw_cut_marks(canvas, page)
        for placed in page.placed:
            canvas.saveState()
            canvas.translate(placed.x * MM, (page.height - placed.y - placed.picture.height * placed.scale) * MM)
            canvas.scale(placed.scale, placed.scale)
            canvas.doForm(forms[placed.picture])
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def define_pictures(canvas: Any, pages: Iterable[Page]) -> Iterator[tuple[Picture, str]]:
    """Define each distinct picture as a PDF form, and yield the picture with the name of its form."""
    # All copies of a picture refer to the same form, which keeps the file small.
    for nth, picture in enumerate(dict.fromkeys(placed.picture for page in pages for placed in page.placed), 1):
        name = f"picture{nth}"
        canvas.beginForm(name, 0, 0, picture.width * MM, picture.height * MM)
        for shape in picture.shapes:
            draw(canvas, shape, picture.height)
        canvas.endForm()
        yield picture, name


def draw_cut_marks(canvas: Any, page: Page) -> None:
    canvas.setLineWidth(HAIR * MM)
    canvas.setStrokeColorRGB(0, 0, 0)
    for here, there in mark_ends_on(page):
        canvas.line(here[0] * MM, (page.height - here[1]) * MM, there[0] * MM, (page.height - there[1]) * MM)
    canvas.setFont("Helvetica", LABEL * MM)
    canvas.setFillColorRGB(0.35, 0.35, 0.35)
    foot = page.height - page.down[-1] - APART - LABEL
    canvas.drawString((page.across[0] + APART) * MM, foot * MM, to_printable(page.title))


def mark_ends_on(page: Page) -> Iterator[tuple[Point, Point]]:
    for edges, swapped in ((page.across, False), (page.down, True)):
        first, last = (page.across[0], page.across[-1]) if swapped else (page.down[0], page.down[-1])
        for edge in edges:
            for start, way in ((first, -1), (last, 1)):
                ends = (start + way * APART, start + way * (APART + MARK))
                here, there = ((end, edge) if swapped else (edge, end) for end in ends)
                yield here, there


def draw(canvas: Any, shape: Shape, height: float) -> None:
    if isinstance(shape, Words):
        draw_words(canvas, shape, height)
        return
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
            canvas.rect(x * MM, (height - y - shape.height) * MM, shape.width * MM, shape.height * MM, **how)
        case Circle(x=x, y=y):
            canvas.circle(x * MM, (height - y) * MM, shape.radius * MM, **how)
        case Path():
            # In ReportLab, ``fillMode=0`` selects the even-odd rule.
            canvas.drawPath(trace_outline(canvas, shape, height), fillMode=0, **how)


def trace_outline(canvas: Any, outline: Path, height: float) -> Any:
    path = canvas.beginPath()
    add = {"move": path.moveTo, "line": path.lineTo, "curve": path.curveTo, "close": path.close}
    for sort, points in parse_outline(outline.d):
        placed = ((outline.x + x * outline.scale, height - outline.y - y * outline.scale) for x, y in points)
        add[sort](*(number * MM for point in placed for number in point))
    return path


def draw_words(canvas: Any, words: Words, height: float) -> None:
    text = to_printable(words.text)
    wide = measure_text(text, words.bold) * words.size
    left = words.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor] * wide
    canvas.setFillColorRGB(*(part / 255 for part in channels_of(words.fill)))
    # Every PDF reader has Helvetica, so no font has to be embedded.
    canvas.setFont("Helvetica-Bold" if words.bold else "Helvetica", words.size * MM)
    canvas.drawString(left * MM, (height - words.y) * MM, text)


def to_printable(text: str) -> str:
    """Reduce text to characters in the built-in fonts: drop accents if necessary, and replace the rest with ``?``."""
    return "".join(map(nearest_printable_to, text))


@lru_cache(maxsize=10_000)
def nearest_printable_to(character: str) -> str:
    base = unicodedata.normalize("NFD", character)[0]
    return character if is_printable(character) else base if is_printable(base) else "?"


def is_printable(character: str) -> bool:
    if character in BESIDE:
        return True
    try:
        return character.isprintable() and bool(character.encode("cp1252"))
    except UnicodeEncodeError:
        return False
