"""PNG: as large as the picture at its resolution, life-size in print, and within the limits."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from PIL import Image

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.show.pictures.display import Box, Picture, Words
from rftg_dsl.show.pictures.png import INCH, check_size, to_png
from rftg_dsl.show.pictures.side_picture import picture_of
from show.pictures.sides import side, whole


@pytest.mark.parametrize(("dpi", "size"), [(72, (179, 125)), (300, (744, 520)), (600, (1488, 1039))])
def test_a_png_is_as_large_as_its_picture_and_says_its_resolution(dpi: int, size: tuple[int, int]) -> None:
    made = to_png(picture_of(whole("roll"), side("roll", "T12.a")), dpi)

    image = Image.open(io.BytesIO(made))
    image.load()
    assert image.size == size
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.05)


def test_corners_are_transparent_and_bytes_are_the_same_each_time() -> None:
    picture = picture_of(whole("roll"), side("roll", "T12.a"))

    made = to_png(picture, 100)

    assert Image.open(io.BytesIO(made)).getpixel((0, 0)) == (0, 0, 0, 0)
    assert made == to_png(picture, 100)


def test_text_is_drawn_without_any_font() -> None:
    picture = Picture(20, 10, (Box(0, 0, 20, 10, "#ffffff"), Words(1, 8, 8, "Ił", "#000000")))

    image = Image.open(io.BytesIO(to_png(picture, 300))).convert("L")

    assert image.getextrema() == (0, 255)


def test_limits_of_resolution_and_size() -> None:
    most = limits.DPI.most
    edge = limits.PIXELS.most**0.5 / most * INCH

    check_size([Picture(edge, edge - 0.1, ())], most)
    for picture, dpi in ((Picture(1, 1, ()), most + 1), (Picture(edge, edge + 0.1, (), "Big"), most)):
        with pytest.raises(UsageError) as refused:
            check_size([picture], dpi)
        assert refused.value.code == "picture-too-large"


def test_resvg_is_imported_only_to_make_a_png() -> None:
    code = "import sys, rftg_dsl.show.pictures.png, rftg_dsl.cli; sys.exit('resvg_py' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
