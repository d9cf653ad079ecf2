"""Pictures can be read in black and white: signs of the same sort differ by their marks, not by their colours only."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from rftg_dsl.show.pictures.dice import draw_face
from rftg_dsl.show.pictures.display import Box, Picture
from rftg_dsl.show.pictures.ink import contrast_between, make_readable
from rftg_dsl.show.pictures.marks import draw_die, draw_symbol
from rftg_dsl.show.pictures.png import to_png
from rftg_dsl.show.pictures.studio import studio_of
from show.pictures.sides import GAMES, whole

EDGE, DPI = 10.0, 150
LEAST = 0.04
"""The least part of two signs that differs: they are seen from across a table."""
READABLE = 3
"""The least contrast of a mark with its ground (WCAG 1.4.11)."""
PAPER = "#ffffff"


def sorts_of_words() -> list[tuple[str, tuple[str, ...]]]:
    """The words of each game that are told apart by their looks, by sort: goods, phases, faces, kinds and so on."""
    made = []
    for game in GAMES:
        looks = studio_of(whole(game)).looks
        sorts = [tuple(word for word in names if word in looks) for names in whole(game).model.words.words_with_looks()]
        made += [(game, names) for names in sorts if len(names) > 1]
    return made


def grey_of(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(to_png(picture, DPI))).convert("RGB").convert("L")


def mark_in(drawn: Image.Image) -> Image.Image:
    """Whatever differs from the ground, which is the commonest grey; its colour does not matter."""
    counts = drawn.histogram()
    ground = counts.index(max(counts))
    return drawn.point([255 * (abs(level - ground) > 40) for level in range(256)])


def difference_between(one: Image.Image, other: Image.Image) -> float:
    differing = ImageChops.difference(one, other).histogram()[255]
    return differing / (one.width * one.height)


@cache
def draw_sign(symbol: str, ink: str) -> Image.Image:
    return grey_of(Picture(EDGE, EDGE, tuple(draw_die(symbol, 0, 0, EDGE, ink))))


@cache
def draw_in_text(symbol: str, ink: str) -> Image.Image:
    paper = Box(0, 0, EDGE, EDGE, PAPER)
    return grey_of(Picture(EDGE, EDGE, (paper, *draw_symbol(symbol, 0, 0, EDGE, make_readable(ink, PAPER, READABLE)))))


@pytest.mark.parametrize(("game", "names"), sorts_of_words())
@pytest.mark.parametrize("draw", [draw_sign, draw_in_text])
def test_signs_of_a_sort_differ_in_grey(game: str, names: tuple[str, ...], draw: object) -> None:
    looks = studio_of(whole(game)).looks
    marks = {name: mark_in(draw(looks[name].symbol, looks[name].ink)) for name in names}  # type: ignore[operator]

    close = {
        (name, other): differ
        for name, other in combinations(names, 2)
        if (differ := difference_between(marks[name], marks[other])) < LEAST
    }
    assert close == {}


@pytest.mark.parametrize(("game", "names"), sorts_of_words())
def test_a_mark_stands_out_from_its_ground_in_grey(game: str, names: tuple[str, ...]) -> None:
    looks = studio_of(whole(game)).looks
    for name in names:
        drawn = draw_sign(looks[name].symbol, looks[name].ink)
        inside = drawn.crop((12, 12, drawn.width - 12, drawn.height - 12))
        low, high = inside.getextrema()
        assert isinstance(low, int) and isinstance(high, int)
        assert contrast_between(f"#{low:02x}{low:02x}{low:02x}", f"#{high:02x}{high:02x}{high:02x}") >= READABLE, name


def test_dice_of_two_kinds_with_the_same_face_differ_in_grey() -> None:
    library = whole("roll")
    kinds = [kind for kind in library.model.words.stock_kinds.values() if kind.faces]
    for face in {face for kind in kinds for face in kind.faces}:
        marks = {k.name: mark_in(grey_of(draw_face(library, k.name, face))) for k in kinds if face in k.faces}
        for (name, one), (other, two) in combinations(marks.items(), 2):
            assert difference_between(one, two) > LEAST / 8, (face, name, other)


def test_a_difference_in_colour_alone_is_noticed() -> None:
    red, blue = (mark_in(draw_sign("gem", ink)) for ink in ("#8a1a2b", "#1a2b8a"))

    assert difference_between(red, blue) < LEAST
