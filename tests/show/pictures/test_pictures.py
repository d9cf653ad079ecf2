"""The sides and dice of all three games: all are drawn, whole, and can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rftg_dsl.check.model import Side
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.show.pictures.dice import draw_face
from rftg_dsl.show.pictures.display import Box, Picture, Shape, Words
from rftg_dsl.show.pictures.ink import contrast_between
from rftg_dsl.show.pictures.looks import find_looks
from rftg_dsl.show.pictures.side_picture import Drawn, draw_side, picture_of, spots_of
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import to_svg
from rftg_dsl.wording.power_text import word_side
from show.pictures.plane import covers, extent
from show.pictures.sides import GAMES, side, whole

SEEN = [
    ("roll", "T12.a"), ("roll", "T12.b"), ("roll", "F1.a"), ("roll", "H1"),
    ("race", "C02"), ("race", "S1"), ("race", "G01"),
    ("galaxies", "HELIOS"), ("galaxies", "NAKAGAWAKOZI"), ("galaxies", "CHARGER"),
]  # fmt: skip
"""Sides whose pictures were looked at: each kind, and each sort of box."""


class Svg(SingleFileSnapshotExtension):
    """A snapshot that can be looked at."""

    _write_mode = WriteMode.TEXT
    file_extension = "svg"


@cache
def drawn(game: str) -> dict[str, tuple[Side, Drawn]]:
    """Every side of a game with its picture."""
    at = studio_of(whole(game))
    return {side.id: (side, draw_side(at, side)) for side in whole(game).model.list_sides()}


def pictures(game: str) -> Iterator[tuple[str, Picture]]:
    """The pictures of all sides and all faces of dice."""
    yield from ((id, made.picture) for id, (_, made) in drawn(game).items())
    for kind in whole(game).model.words.stock_kinds.values():
        yield from ((f"{kind.name}.{face}", draw_face(whole(game), kind.name, face)) for face in {*kind.faces})


def words(made: Picture) -> str:
    """All that is written on a picture."""
    return " ".join(shape.text for shape in made.shapes if isinstance(shape, Words))


@pytest.mark.parametrize(("game", "name"), SEEN)
def test_a_side_looks_as_it_did(game: str, name: str, snapshot: SnapshotAssertion) -> None:
    assert to_svg(picture_of(whole(game), side(game, name))) == snapshot(extension_class=Svg)


@pytest.mark.parametrize(("name", "is_open"), [("C66", True), ("C21", False), ("C02", False)])
def test_a_card_that_scores_by_its_powers_has_no_number_of_points(name: str, is_open: bool) -> None:
    said = words(picture_of(whole("race"), side("race", name))).split()

    assert ("?" in said) == is_open


@pytest.mark.parametrize("game", GAMES)
def test_every_side_is_drawn_and_nothing_is_crowded(game: str) -> None:
    assert [diagnostic.message for _, made in drawn(game).values() for diagnostic in made.crowded] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_side_shows_its_name_and_every_property(game: str) -> None:
    at = studio_of(whole(game))
    for id, (model_side, made) in drawn(game).items():
        said = words(made.picture).replace("−", "-").split()
        assert set(model_side.name.split()) <= {*said}, id
        shown = [box.of for box in at.template_for(model_side.kind).boxes if box.shows in ("property", "track")]
        assert {*model_side.properties} - {"number", "preset"} <= {*shown}, id
        numbers = {
            "?" if model_side.has_open_number(name, at.words) else str(model_side.properties[name])
            for name in shown
            if isinstance(model_side.properties.get(name), int)
        }
        assert numbers - {str(model_side.properties.get("length"))} <= {word.lstrip("≥=") for word in said}, id


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_rule_text_is_there_or_a_sign_stands_for_it(game: str) -> None:
    """A sign never replaces a word that no symbol says: text without signs is written as it is."""
    library = whole(game)
    known = find_looks(library)
    for id, (model_side, made) in drawn(game).items():
        said = words(made.picture)
        for line in word_side(library.model.words, library.game, model_side):
            for segment in (*line.heading, *line.body):
                if segment.sort in ("text", "name") and segment.word not in known:
                    for word in segment.text.split():
                        assert word.strip(".,:;()").lower() in said.lower(), (id, str(line), word)


@pytest.mark.parametrize("game", GAMES)
def test_no_shape_leaves_its_picture(game: str) -> None:
    for id, made in pictures(game):
        for shape in made.shapes:
            left, top, right, low = extent(shape)
            inside = left >= -0.01 and top >= -0.01 and right <= made.width + 0.01 and low <= made.height + 0.01
            assert inside, (id, shape, extent(shape))


@pytest.mark.parametrize("game", GAMES)
def test_all_text_can_be_read_on_what_is_behind_it(game: str) -> None:
    """By WCAG: 4.5 for the text of rules, 3 for what is large."""
    for id, made in pictures(game):
        for nth, shape in enumerate(made.shapes):
            if isinstance(shape, Words):
                behind = ground(made.shapes[:nth], shape)
                assert contrast_between(shape.fill, behind) >= (4.5 if shape.size < 4.2 else 3), (
                    id,
                    shape.text,
                    shape.fill,
                    behind,
                )


def ground(before: Sequence[Shape], text: Words) -> str:
    """The colour behind the middle of a text."""
    left, top, right, low = extent(text)
    where = ((left + right) / 2, (top + low) / 2)
    return next(
        shape.fill for shape in reversed(before) if not isinstance(shape, Words) and shape.fill and covers(shape, where)
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_text_lies_on_another(game: str) -> None:
    for id, made in pictures(game):
        boxes = [(shape.text, extent(shape)) for shape in made.shapes if isinstance(shape, Words)]
        for nth, (text, (left, top, right, low)) in enumerate(boxes):
            for other, (west, north, east, south) in boxes[nth + 1 :]:
                apart = right <= west + 0.05 or east <= left + 0.05 or low <= north + 0.05 or south <= top + 0.05
                assert apart, (id, text, other)


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_that_is_used_exists(game: str) -> None:
    paths = {symbol.path for symbol in load_symbols().values()}
    signs = {look.symbol for look in find_looks(whole(game)).values()}

    assert signs <= {*load_symbols()}
    for _, made in pictures(game):
        scaled = [shape for shape in made.shapes if getattr(shape, "scale", 1) != 1]
        assert {shape.d for shape in scaled} <= paths  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_the_faces_of_a_die_differ_without_colour(game: str) -> None:
    for kind in whole(game).model.words.stock_kinds.values():
        faces = list(dict.fromkeys(kind.faces))
        drawings = [draw_face(whole(game), kind.name, face).shapes for face in faces]
        plain = {tuple(getattr(each, "d", "") for each in shapes) for shapes in drawings}
        assert len(plain) == len(faces)


def test_kinds_of_dice_differ_without_colour() -> None:
    kinds = [kind for kind in whole("roll").model.words.stock_kinds.values() if "explore" in kind.faces]
    drawings = [draw_face(whole("roll"), kind.name, "explore").shapes for kind in kinds]

    assert len({tuple(getattr(each, "d", "") for each in shapes) for shapes in drawings}) == len(kinds) > 5


def test_a_picture_says_what_it_shows() -> None:
    made = picture_of(whole("roll"), side("roll", "T12.a"))

    assert made.title == "Free Trade Zone"
    assert made.said == "Settle: Gray worlds cost 2 less (minimum 2)."


def test_a_side_is_as_large_as_the_real_thing() -> None:
    sizes = {game: {(made.picture.width, made.picture.height) for _, made in drawn(game).values()} for game in GAMES}

    assert sizes["roll"] == {(63, 44)}
    assert (63, 88) in sizes["race"] and (63, 88) in sizes["galaxies"]


def test_the_first_shape_is_the_whole_side() -> None:
    for game in GAMES:
        for _, made in drawn(game).values():
            first = made.picture.shapes[0]
            assert isinstance(first, Box)
            assert (first.x, first.y, first.width, first.height) == (0, 0, made.picture.width, made.picture.height)


def test_pieces_on_a_planet_lie_on_its_picture() -> None:
    at = studio_of(whole("galaxies"))
    planet = next(side for side in at.library.model.list_sides() if side.properties.get("length") == 5)

    spots = spots_of(at, planet)

    [landed] = spots["surface"]
    lefts, tops = zip(*spots["orbit"], strict=True)
    assert landed[0] < min(lefts) and len(set(lefts)) == 1
    assert len(tops) == 5 and list(tops) == sorted(tops, reverse=True)
    assert spots_of(studio_of(whole("race")), next(iter(whole("race").model.list_sides()))) == {}
