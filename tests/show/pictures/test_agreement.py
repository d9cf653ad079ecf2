"""Chromium, resvg, librsvg and a reader of PDF show the same picture, because text needs no font."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from PIL import Image, ImageChops, ImageFilter

from images import make_jpeg, make_png
from rftg_dsl.base.raster import read_raster
from rftg_dsl.library.layouts import FITS, Template
from rftg_dsl.library.layouts import Box as Layout
from rftg_dsl.show.pictures.dice import draw_face
from rftg_dsl.show.pictures.display import Box, Picture, Placed, Words
from rftg_dsl.show.pictures.pdf import as_pdf
from rftg_dsl.show.pictures.png import INCH, to_png
from rftg_dsl.show.pictures.sheets import Page
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import to_svg
from show.pictures.sides import GAMES, whole

RSVG = shutil.which("rsvg-convert")
DPI = 300
BLUR, MOST = 2, 24
"""After a blur of two pixels, no channel of any pixel may differ by more than this."""
EDGE = 1200
"""The width and height of the page of the PDF, in pixels: whole ones, so that nothing is scaled."""

TEXTS = (
    'Illustration. "Quick" — fjords: 0123456789 & ½ ≥ −1 → √2',
    "Zażółć gęślą jaźń · Příliš žluťoučký kůň · Ðetta Þór",
    "Ελληνικά άρθρα · Съешь же ещё булок · ₤ € ₽ × ÷ • …",
)


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": EDGE, "height": EDGE})
    yield context.new_page()
    context.close()


def kinds_of_pictures() -> Iterator[Any]:
    for game in GAMES:
        yield from (pytest.param(game, kind, id=f"{game}-{kind}") for kind in whole(game).model.words.kinds)
        if any(kind.faces for kind in whole(game).model.words.stock_kinds.values()):
            yield pytest.param(game, "", id=f"{game}-die")


def fullest_picture(game: str, kind: str) -> Picture:
    """The picture with the most shapes among the sides of a kind; without a kind, a face of a die."""
    library = whole(game)
    if not kind:
        die = next(die for die in library.model.words.stock_kinds.values() if die.faces)
        return draw_face(library, die.name, die.faces[0])
    sides = (side for side in library.model.list_sides() if side.kind == kind)
    return max((draw_side(studio_of(library), side).picture for side in sides), key=lambda made: len(made.shapes))


@pytest.mark.parametrize(("game", "kind"), [*kinds_of_pictures()])
def test_a_picture_looks_the_same_everywhere(game: str, kind: str, page: Any) -> None:
    assert largest_difference(fullest_picture(game, kind), page) <= MOST


@pytest.mark.parametrize("bold", [False, True])
def test_letters_of_any_language_look_the_same_everywhere(bold: bool, page: Any) -> None:
    lines = [Words(3, 6 + 5 * nth, 2.7, text, "#15181d", bold) for nth, text in enumerate(TEXTS)]

    assert largest_difference(Picture(90, 22, (Box(0, 0, 90, 22, "#ffffff"), *lines)), page) <= MOST


@pytest.mark.parametrize("raw", [make_png(700, 350), make_png(400, 600, "RGBA"), make_jpeg(620, 400, quality=95)])
@pytest.mark.parametrize("shape", ["round", "hexagon"])
@pytest.mark.parametrize("fit", FITS)
def test_a_picture_of_a_set_looks_the_same_everywhere(raw: bytes, shape: str, fit: str, page: Any) -> None:
    box = Layout("picture", (5, 4, 50, 30), shape=shape, fill="#203040", fit=fit)
    side = whole("roll").model.list_sides()[0]
    template = Template((60, 40), (box,))
    at = evolve(studio_of(whole("roll")), layouts={side.kind: template}, pictures={side.id: read_raster(raw)})

    assert largest_difference(draw_side(at, side).picture, page) <= MOST


def largest_difference(picture: Picture, page: Any) -> int:
    """The largest difference between any two renderings, of 255, after a blur."""
    if RSVG is None:
        pytest.skip("no librsvg here: install librsvg2-bin")
    # Renderers round the size differently, so leave out a last row or column that is not whole.
    size = (0, 0, int(picture.width / INCH * DPI), int(picture.height / INCH * DPI))
    svg = to_svg(picture)
    renderings = [render_pdf(picture), to_png(picture, DPI), render_with_librsvg(svg), render_in(page, svg, picture)]
    blurred = [flatten(made).crop(size).filter(ImageFilter.GaussianBlur(BLUR)) for made in renderings]
    differences = (ImageChops.difference(one, other) for one, other in combinations(blurred, 2))
    return int(max(high for difference in differences for _, high in difference.getextrema()))


def flatten(png: bytes) -> Image.Image:
    """The picture on white paper."""
    drawn = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB")


def render_pdf(picture: Picture) -> bytes:
    from pypdfium2 import PdfDocument

    edge = EDGE / DPI * INCH
    beyond = (2 * edge, 2 * edge)
    raw = as_pdf([Page(edge, edge, (Placed(picture, 0, 0),), beyond, beyond, "")], "")
    made = io.BytesIO()
    PdfDocument(raw)[0].render(scale=DPI / 72).to_pil().save(made, "PNG")
    return made.getvalue()


def render_with_librsvg(svg: str) -> bytes:
    command = [str(RSVG), "--dpi-x", str(DPI), "--dpi-y", str(DPI)]
    return subprocess.run(command, input=svg.encode(), capture_output=True, check=True).stdout


def render_in(page: Any, svg: str, picture: Picture) -> bytes:
    across, down = (length / INCH * DPI for length in (picture.width, picture.height))
    style = f"body {{ margin: 0 }} svg {{ display: block; width: {across}px; height: {down}px }}"
    page.set_content(f"<style>{style}</style>{svg}")
    return bytes(page.screenshot())
