"""A set's own picture is drawn in its box, and nothing but its pixels; a side without one looks as it did."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from images import make_jpeg, make_png
from lanes import law
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.base.raster import Raster, read_raster
from rftg_dsl.library.layouts import FITS, Box, Template
from rftg_dsl.show.pictures.display import Image, Picture
from rftg_dsl.show.pictures.pdf import as_pdf
from rftg_dsl.show.pictures.png import to_png
from rftg_dsl.show.pictures.sheets import Page, Placed
from rftg_dsl.show.pictures.side_picture import BEYOND, draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.pictures.svg import to_svg
from show.pictures.sides import GAMES, side, whole, with_set

TILE = 'tile X1 {\n  development "Blue Bank" cost 3 { gain $1 }\n  world "Blue Rock" gray cost 1\n}\n'


def with_pictures(game: str, **pictures: bytes) -> Studio:
    return evolve(studio_of(whole(game)), pictures={id: read_raster(raw) for id, raw in pictures.items()})


def image_in(picture: Picture) -> Image:
    [image] = [shape for shape in picture.shapes if isinstance(shape, Image)]
    return image


def draw_alone(raster: Raster, box: Box) -> Picture:
    """A side with nothing but a picture on it."""
    drawn = side("roll", "T12.b")
    layouts = {"world": Template((60, 60), (box,))}
    return draw_side(evolve(studio_of(whole("roll")), layouts=layouts, pictures={"T12": raster}), drawn).picture


@pytest.mark.parametrize("game", GAMES)
def test_every_world_and_development_has_room_for_a_picture(game: str) -> None:
    sides = [side for side in whole(game).model.list_sides() if side.kind in ("world", "planet", "development")]
    at = with_pictures(game, **{side.id: make_png() for side in sides[::2]})

    for drawn in sides[::2]:
        assert image_in(draw_side(at, drawn).picture).raster.raw == at.pictures[drawn.id].raw
    for usual in sides[1:30:2]:
        assert draw_side(at, usual).picture == draw_side(studio_of(whole(game)), usual).picture


@law(60)
@given(st.integers(1, 90), st.integers(1, 90), st.integers(1, 50), st.integers(1, 50), st.sampled_from(FITS))
def test_a_picture_keeps_its_proportions(width: int, height: int, wide: int, high: int, fit: str) -> None:
    image = image_in(draw_alone(read_raster(make_png(width, height)), Box("picture", (1, 2, wide, high), fit=fit)))

    assert image.width / image.height == pytest.approx(width / height)
    # The middle of the picture is the middle of the box.
    assert image.x + image.left + image.width / 2 == pytest.approx(1 + wide / 2)
    assert image.y + image.top + image.height / 2 == pytest.approx(2 + high / 2)
    covered = (max if fit == "cover" else min)(wide / width, high / height)
    assert min(image.width / width, image.height / height) > covered
    assert min(image.width - width * covered, image.height - height * covered) == pytest.approx(2 * BEYOND)


def test_a_picture_is_cut_to_its_box() -> None:
    drawn = Pillow.open(
        io.BytesIO(to_png(draw_alone(read_raster(make_png(90, 30)), Box("picture", (20, 20, 20, 20))), 127))
    )
    colours = drawn.convert("RGB")

    assert colours.getpixel((110, 150)) != colours.getpixel((90, 150)) == colours.getpixel((50, 150))
    assert colours.getpixel((210, 150)) == colours.getpixel((50, 150))


def test_a_picture_in_svg_needs_nothing_from_elsewhere() -> None:
    svg = to_svg(draw_side(with_pictures("race", S0=make_jpeg()), side("race", "S0")).picture)

    addresses = re.findall(r'href="([^"]*)"', svg)
    assert [address[:23] for address in addresses] == ["data:image/jpeg;base64,"]
    assert {*re.findall(r"url\(([^)]*)\)", svg)} == {f"#{id}" for id in re.findall(r'clipPath id="([^"]*)"', svg)}


def print_alone(picture: Picture) -> bytes:
    return as_pdf([Page(70, 70, (Placed(picture, 1, 1),) * 3, (1, 69), (1, 69), "")], "")


def test_a_picture_is_in_a_pdf_once_however_often_it_is_printed() -> None:
    raster = read_raster(make_jpeg(600, 600, quality=95))
    raw = print_alone(draw_alone(raster, Box("picture", (0, 0, 60, 60))))

    assert raw.count(b"/Subtype /Image") == 1 and raw == print_alone(draw_alone(raster, Box("picture", (0, 0, 60, 60))))


def test_a_damaged_jpeg_cannot_be_printed() -> None:
    raster = read_raster(make_jpeg())
    tables = raster.raw.index(b"\xff\xdb")
    damaged = evolve(raster, raw=raster.raw[: tables + 4] + b"\xff" + raster.raw[tables + 5 :])

    with pytest.raises(UsageError) as refused:
        print_alone(draw_alone(damaged, Box("picture", (0, 0, 60, 60))))

    assert refused.value.code == "bad-picture"


def test_pictures_with_mistakes_are_not_drawn(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "X1.png").write_bytes(b"<svg/>")

    with pytest.raises(ContentError) as refused:
        studio_of(with_set(tmp_path, TILE))

    assert [finding.code for finding in refused.value.diagnostics] == ["bad-picture"]


def test_what_is_left_out_of_a_file_changes_no_pixel() -> None:
    raw = make_png(dpi=(300, 300), optimize=True)
    box = Box("picture", (0, 0, 60, 60))
    drawn = [to_png(draw_alone(Raster("png", 40, 30, each), box), 100) for each in (raw, read_raster(raw).raw)]

    assert drawn[0] == drawn[1]
