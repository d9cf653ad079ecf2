"""Layouts: read strictly, each mistake at its place; the sides of a set as its layouts say."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from images import make_png
from lanes import law
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import ContentError, Diagnostic
from rftg_dsl.base.limits import Limit
from rftg_dsl.base.raster import read_raster
from rftg_dsl.base.resources import LAYOUTS
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Side
from rftg_dsl.cli import app
from rftg_dsl.library.layouts import (
    ALIGNS,
    FITS,
    SHAPES,
    SHOWS,
    Box,
    Layouts,
    Template,
    layouts_of,
    read_layouts,
)
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.library.own_pictures import read_own_pictures
from rftg_dsl.library.sets import read_source
from rftg_dsl.show.pictures.display import Image, Words
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import to_svg
from show.pictures.sides import GAMES, whole, with_set

TILE = (
    'tile X1 {\n  development "First Bank" cost 3 { at end of ship: gain $1 }\n  world "Blue Rock" novelty cost 2\n}\n'
)
NAME = '{ shows = "name", at = [3, 2, 57, 7] }'


def found(text: str, game: str = "roll") -> list[tuple[str, int, str, str]]:
    """The code, line, marked text and hint of each mistake."""
    *_, mistakes = read_layouts(Source("layouts.toml", text), load_standard(game))
    return [
        (mistake.code, mistake.at.begins[0], text[mistake.at.start : mistake.at.end], mistake.hint)
        for mistake in mistakes
    ]


def of(*boxes: str, size: str = "[63, 44]") -> str:
    """A layout with these boxes, each on a line of its own."""
    return "\n".join(["[world]", f"size = {size}", "boxes = [", *[f"  {box}," for box in boxes], "]", ""])


@pytest.mark.parametrize("game", GAMES)
def test_the_layouts_of_each_game_are_right_and_cover_every_kind_of_side(game: str) -> None:
    every = list(layouts_of(whole(game)))

    assert [layout.mistakes for layout in every] == [[]] * len(every)
    assert {kind for layout in every for kind in layout.templates} == {*whole(game).model.words.kinds}


@pytest.mark.parametrize(
    ("text", "line", "at", "hint"),
    [
        ("[wrld]\n", 1, "wrld", "did you mean 'world'?"),
        ("world = 3\n", 1, "world", "write: [world]"),
        (of(NAME).replace("size = [63, 44]\n", ""), 1, "world", "write: size = [63, 44]"),
        (of(NAME, size="[63]"), 2, "size", "write: size = [63, 44]"),
        (of(NAME, size='["a", 3]'), 2, "size", "write: size = [63, 44]"),
        (of(NAME, size="[63, 4000]"), 2, "size", "use two numbers from 5 to 400"),
        ("[world]\nsize = [63, 44]\n", 1, "world", f"write: boxes = [{NAME}]"),
        ("[world]\nsize = [63, 44]\nboxes = [3]\n", 3, "boxes", f"write: boxes = [{NAME}]"),
        (of(NAME).replace("size", "sise = 1\nsize"), 2, "sise", "did you mean 'size'?"),
        (of(NAME).replace("size", 'ink = "blue"\nsize'), 2, "ink", '"#rrggbb"'),
        (of(NAME, '{ shows = "nme", at = [3, 2, 57, 7] }'), 5, "shows", "did you mean 'name'?"),
        (of('{ shows = "name" }'), 4, "{", "write: at = [3, 2, 57, 7]"),
        (of("{ at = [3, 2, 57, 7] }"), 4, "{", 'write: shows = "name"'),
        (of(NAME, '{ shows = "name", at = [3, 2, 57] }'), 5, "at", "write: at = [3, 2, 57, 7]"),
        (of('{ shows = "name", at = [3, 2, 61, 7] }'), 4, "at", "the side is 63 by 44 millimetres"),
        (of('{ shows = "name", at = [3, 2, 6, 0] }'), 4, "at", "at least 0.5 millimetres"),
        (of('{ shows = "name", at = [3, -2, 6, 7] }'), 4, "at", "write: at = [3, 2, 57, 7]"),
        (of('{ shows = "property", at = [3, 2, 6, 7] }'), 4, "shows", "colour"),
        (of('{ shows = "property", of = "csot", at = [3, 2, 6, 7] }'), 4, "of", "did you mean 'cost'?"),
        (of('{ shows = "name", of = "cost", at = [3, 2, 6, 7] }'), 4, "of", "leave it out"),
        (of('{ shows = "name", at = [3, 2, 6, 7], shape = "sqare" }'), 4, "shape", "choices: none, box"),
        (of('{ shows = "name", at = [3, 2, 6, 7], size = "big" }'), 4, "size", "write: size = 3"),
        (of('{ shows = "name", at = [3, 2, 6, 7], size = true }'), 4, "size", "write: size = 3"),
        (of('{ shows = "name", at = [3, 2, 6, 7], size = nan }'), 4, "size", "write: size = 3"),
        (of('{ shows = "name", at = [3, 2, 6, 7], size = 3, least = 4 }'), 4, "least", "make 'least' smaller"),
        (of('{ shows = "name", at = [3, 2, 6, 7], size = 2, least = 0 }'), 4, "least", "use 0.5 or more"),
        (of('{ shows = "name", at = [3, 2, 6, 7], bold = 1 }'), 4, "bold", "write: bold = true"),
        (of('{ shows = "name", at = [3, 2, 6, 7], say = 1 }'), 4, "say", 'write: say = "..."'),
        (of('{ shows = "name", at = [3, 2, 6, 7], text = "#12345" }'), 4, "text", '"#rrggbb"'),
        (of('{ shows = "name", at = [3, 2, 6, 7], fill = "cost" }'), 4, "fill", '"#rrggbb"'),
        (of('{ shows = "picture", at = [3, 2, 6, 7], fit = "stretch" }'), 4, "fit", "choices: cover, contain"),
        (of('{ shows = "name", at = [3, 2, 6, 7], file = "logo.png" }'), 4, "file", "leave it out"),
        (of('{ shows = "picture", at = [3, 2, 6, 7], file = "logo.svg" }'), 4, "file", 'write: file = "logo.png"'),
        (of('{ shows = "picture", at = [3, 2, 6, 7], file = "../logo.png" }'), 4, "file", 'write: file = "logo.png"'),
        (of('{ shows = "picture", at = [3, 2, 6, 7], file = 3 }'), 4, "file", 'write: file = "logo.png"'),
        ("[colours]\nnovelti = '#102030'\n", 2, "novelti", "did you mean 'novelty'?"),
        ("[colours]\nnovelty = 'blue'\n", 2, "novelty", 'write: novelty = "#2380bf"'),
        ("[colours]\nnovelty = 3\n", 2, "novelty", 'write: novelty = "#2380bf"'),
        ("colours = 3\n", 1, "colours", "write: [colours]"),
        ("[world\n", 1, "\n", ""),
    ],
)
def test_a_mistake_has_its_place_and_a_remedy(text: str, line: int, at: str, hint: str) -> None:
    [mistake, *others] = found(text)

    assert mistake[:3] == ("bad-layout", line, at)
    assert hint in mistake[3]
    assert not others


def test_every_mistake_is_reported_at_its_own_box() -> None:
    boxes = ['{ shows = "nme", at = [3, 2, 57, 7] }', NAME, '{ shows = "name", at = [3, 2, 57, 7], colour = 1 }']

    assert [mistake[:3] for mistake in found(of(*boxes))] == [("bad-layout", 4, "shows"), ("bad-layout", 6, "colour")]


def test_the_mistakes_of_a_hostile_file_are_found_in_time_and_bounded() -> None:
    text = "".join(f"[k{nth}]\n" for nth in range(12_000))

    assert len(text) < limits.LAYOUT_FILE.most
    assert len(found(text)) == 50


def with_boxes(many: int) -> str:
    return of(*[NAME] * many)


def with_pictures(many: int) -> str:
    return of(*['{ shows = "picture", at = [3, 2, 6, 7] }'] * many)


def with_bytes(many: int) -> str:
    return (text := of(NAME)) + "#" * (many - len(text))


@pytest.mark.parametrize(
    ("limit", "made"),
    [(limits.BOXES, with_boxes), (limits.PICTURE_BOXES, with_pictures), (limits.LAYOUT_FILE, with_bytes)],
)
def test_the_limits_of_layouts(limit: Limit, made: Callable[[int], str], tmp_path: Path) -> None:
    def codes(many: int) -> list[str]:
        path = tmp_path / LAYOUTS
        path.write_text(made(many))
        source, wrong = read_source(path)
        return [mistake.code for mistake in wrong or read_layouts(source, load_standard("roll"))[-1]]

    assert codes(limit.most) == []
    assert codes(limit.most + 1) == [limit.code]


# -- what a layout does ----------------------------------------------------------------------------------------------


def side_of(library: Library, name: str) -> Side:
    return next(side for side in library.model.list_sides() if side.name == name)


def texts(library: Library, name: str) -> list[str]:
    shapes = draw_side(studio_of(library), side_of(library, name)).picture.shapes
    return [shape.text for shape in shapes if isinstance(shape, Words)]


def test_a_set_lays_out_the_sides_of_a_game_otherwise(tmp_path: Path) -> None:
    usual = with_set(tmp_path / "usual", TILE)
    other = with_set(tmp_path / "other", TILE, of(NAME, size="[30.5, 20]").replace("57", "20"))

    assert draw_side(studio_of(usual), side_of(usual, "Blue Rock")).picture.width == 63
    picture = draw_side(studio_of(other), side_of(other, "Blue Rock")).picture
    assert (picture.width, picture.height) == (30.5, 20)
    assert " ".join(texts(other, "Blue Rock")) == "Blue Rock"
    assert other.digests == usual.digests, "layouts change no game"


def test_a_set_chooses_the_colours_of_words(tmp_path: Path) -> None:
    usual = with_set(tmp_path / "usual", TILE)
    other = with_set(tmp_path / "other", TILE, '[colours]\nnovelty = "#123456"\n')

    looks, changed = studio_of(usual).looks, studio_of(other).looks
    assert {word for word in looks if looks[word] != changed[word]} == {"novelty"}
    assert changed["novelty"] == evolve(looks["novelty"], ink="#123456")
    assert "#123456" in to_svg(draw_side(studio_of(other), side_of(other, "Blue Rock")).picture)
    assert other.digests == usual.digests


def test_a_layout_shows_an_image_on_every_side(tmp_path: Path) -> None:
    boxes = of('{ shows = "picture", at = [50, 34, 10, 8], file = "logo.png", fit = "contain" }')
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "logo.png").write_bytes(make_png())
    made = with_set(tmp_path, TILE, boxes)

    for side in (each for each in made.model.list_sides() if each.kind == "world"):
        [image] = [shape for shape in draw_side(studio_of(made), side).picture.shapes if isinstance(shape, Image)]
        assert image.raster == read_raster(make_png())
    assert read_own_pictures(made, made.sets[-1]).mistakes == [], "the logo belongs to no component"


@pytest.mark.parametrize(("raw", "message"), [(b"", "there is no such file"), (b"<svg/>", "neither a PNG nor a JPEG")])
def test_an_image_of_a_layout_is_there_and_sound(raw: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    if raw:
        (tmp_path / "pictures" / "logo.png").write_bytes(raw)
    made = with_set(tmp_path, TILE, of('{ shows = "picture", at = [50, 34, 10, 8], file = "logo.png" }'))

    with pytest.raises(ContentError) as refused:
        studio_of(made)

    [mistake] = refused.value.diagnostics
    assert mistake.code == "bad-layout" and message in mistake.message


@pytest.mark.parametrize("game", GAMES)
def test_a_kind_without_a_layout_shows_all_that_a_side_says(game: str) -> None:
    at = evolve(studio_of(whole(game)), layouts={})

    for side in whole(game).model.list_sides():
        made = draw_side(at, side)
        said = [word for shape in made.picture.shapes if isinstance(shape, Words) for word in shape.text.split()]
        numbers = [str(value) for value in side.properties.values() if isinstance(value, int)]
        assert Counter(said) >= Counter([*side.name.split(), *numbers]), side.id
        assert not made.crowded


EDGES = st.integers(0, 25) | st.floats(0, 25)
LENGTHS = st.integers(1, 25) | st.floats(0.5, 25)
BOXES = st.builds(
    Box,
    shows=st.sampled_from(SHOWS),
    at=st.tuples(EDGES, EDGES, LENGTHS, LENGTHS),
    of=st.sampled_from(["cost", "colour"]),
    shape=st.sampled_from(SHAPES),
    fill=st.sampled_from(["ink", "paper", "none", "#123456", "colour"]),
    edge=st.sampled_from(["ink", "none", "#ffffff"]),
    text=st.sampled_from(["", "ink", "colour", "#000000"]),
    size=st.floats(2, 9),
    least=st.floats(0.5, 2),
    align=st.sampled_from(ALIGNS),
    fit=st.sampled_from(FITS),
    say=st.sampled_from(["", "at least "]),
    shade=st.integers(-100, 100),
)


@law(60)
@given(st.lists(BOXES, max_size=6))
def test_whatever_a_layout_says_a_picture_comes_of_it(boxes: list[Box]) -> None:
    at = evolve(studio_of(whole("roll")), layouts={"world": Template((50, 50), tuple(boxes), "colour")})
    [side] = [side for side in whole("roll").model.list_sides() if side.id == "T12.b"]

    for element in ElementTree.fromstring(to_svg(draw_side(at, side).picture)).iter():
        for value in element.attrib.values():
            assert not {"nan", "inf"} & {*re.findall("[a-z]+", value)}


def test_text_shrinks_and_is_reported_only_when_it_cannot(tmp_path: Path) -> None:
    def crowded(name: str, least: float) -> list[Diagnostic]:
        layouts = of(f'{{ shows = "name", at = [0, 0, 20, 6], size = 4, least = {least} }}', size="[20, 20]")
        made = with_set(tmp_path, TILE.replace("Blue Rock", name), layouts)
        return list(draw_side(studio_of(made), side_of(made, name)).crowded)

    assert crowded("Blue Rock", 4) == crowded("Blue Rock of the Northern Star", 1) == []
    [diagnostic] = crowded("Blue Rock of the Northern Star", 3)
    assert diagnostic.code == "crowded-side"
    assert diagnostic.message == (
        "the name of 'Blue Rock of the Northern Star' does not fit on its picture, even at 3 mm"
    )
    assert diagnostic.at.source.label.endswith("pieces.rftg") and diagnostic.at.begins[0] == 3


def test_layouts_with_mistakes_draw_nothing(tmp_path: Path) -> None:
    made = with_set(tmp_path, TILE, "[wrld]\n")

    with pytest.raises(ContentError) as wrong:
        studio_of(made)

    [diagnostic] = wrong.value.diagnostics
    assert (diagnostic.code, diagnostic.at.source.label) == ("bad-layout", str(tmp_path / LAYOUTS))
    assert [(layout.path, [*map(str, layout.templates)]) for layout in mine(made)] == [(tmp_path / LAYOUTS, [])]


def mine(made: Library) -> list[Layouts]:
    return [layout for layout in layouts_of(made) if layout.path.parent == made.sets[-1].folder]


# -- rftg validate and rftg pack ----------------------------------------------------------------------------------


def run(*words: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def diagnostics(*words: str, code: int) -> list[tuple[str, str, int]]:
    every = run("validate", *words, "--format", "json", code=code)["diagnostics"]
    return [(finding["code"], finding["file"], finding["line"]) for finding in every if finding["severity"] != "lint"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set with a layout, in the folder that the command is run in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with_set(tmp_path / "mine", TILE, of(NAME))
    return tmp_path / "mine"


@pytest.mark.parametrize("target", ["./mine", "./mine/layouts.toml", "./mine.rpack"])
def test_validate_reads_layouts(folder: Path, target: str) -> None:
    assert diagnostics("./mine", code=0) == []
    if target.endswith(".rpack"):
        run("pack", "mine", "--out", "mine.rpack", "--format", "json")
        assert diagnostics(target, code=0) == []
        return

    (folder / LAYOUTS).write_text(of(NAME.replace("name", "nme")))

    assert diagnostics(target, code=1) == [("bad-layout", "mine/layouts.toml", 4)]
    (folder / LAYOUTS).write_text(of(NAME))
    assert diagnostics(target, code=0) == [], "what was kept of the last check is not used"


def test_a_pack_has_its_layouts_and_is_drawn_as_its_folder(folder: Path) -> None:
    run("pack", "mine", "--out", "mine.rpack", "--format", "json")

    [drawn] = run("draw", "Blue Rock", "--with", "./mine.rpack", "--format", "json")

    assert [drawn] == run("draw", "Blue Rock", "--with", "./mine", "--format", "json")
    assert "Blue Rock" in drawn["svg"] and "evenodd" not in drawn["svg"], "no symbols: as its own layout says"
    assert [drawing["id"] for drawing in run("draw", "./mine.rpack", "--format", "json")] == ["X1.a", "X1.b"]


def test_a_pack_with_wrong_layouts_is_not_made(folder: Path) -> None:
    (folder / LAYOUTS).write_text("[wrld]\n")

    result = CliRunner().invoke(app, ["pack", "mine", "--out", "mine.rpack"])

    assert result.exit_code == 1 and "bad-layout" in result.output
    assert not Path("mine.rpack").exists()


@pytest.mark.parametrize("name", ["layout.toml", "deeper/layouts.toml"])
def test_a_file_that_only_looks_like_layouts_is_reported(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / LAYOUTS).rename(folder / name)

    assert diagnostics("./mine", code=0) == [("unread-file", f"mine/{name}", 1)]
