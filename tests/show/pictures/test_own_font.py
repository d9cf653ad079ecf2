"""A set's own font: read as a library for fonts reads it, drawn in names and texts, and refused if it is hostile."""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.author.versions.packing import pack
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import ContentError
from rftg_dsl.base.truetype import FontError, TrueType
from rftg_dsl.library.image_files import read_bounded_font
from rftg_dsl.library.packs.read_pack import members_of
from rftg_dsl.show.pictures.display import Words
from rftg_dsl.show.pictures.letters import letter_for, letters_of
from rftg_dsl.show.pictures.measure import measure_text
from rftg_dsl.show.pictures.outlines import parse_outline
from rftg_dsl.show.pictures.own_font import OwnFace
from rftg_dsl.show.pictures.pdf import as_pdf
from rftg_dsl.show.pictures.sheets import Page, Placed
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import to_svg
from show.pictures.sides import with_set

TILE = 'tile X1 {\n  development "Bank" cost 3 { gain $1 }\n  world "Abba" gray cost 1\n}\n'
LAYOUTS = '[font]\nregular = "own.ttf"\n'
STAR = 0x1F31F
"""A character beyond the first 65,536."""


def draw_box(pen: Any, left: int, size: int) -> None:
    pen.moveTo((left, 0))
    pen.lineTo((left, size))
    pen.lineTo((left + size, size))
    pen.lineTo((left + size, 0))
    pen.closePath()


def make_glyphs() -> dict[str, Any]:
    """Glyphs with lines, curves, a contour without a point on it, and components."""
    pens = {name: TTGlyphPen(None) for name in (".notdef", "A", "b", "o")}
    draw_box(pens[".notdef"], 0, 500)
    draw_box(pens["A"], 100, 700)
    draw_box(pens["A"], 900, -300)
    pens["b"].moveTo((0, 0))
    pens["b"].qCurveTo((100, 900), (300, -1000), (600, 200))
    pens["b"].lineTo((2000, -40))
    pens["b"].closePath()
    pens["o"].qCurveTo((0, 0), (0, 500), (500, 500), (500, 0), None)
    pens["o"].closePath()
    glyphs = {name: pen.glyph() for name, pen in pens.items()}
    both = TTGlyphPen(glyphs)
    both.addComponent("A", (1, 0, 0, 1, 30, -20))
    both.addComponent("o", (0.5, 0, 0, 0.25, 700, 300))
    return {**glyphs, "both": both.glyph()}


def make_font(**more: Any) -> bytes:
    glyphs = make_glyphs()
    builder = FontBuilder(2048, isTTF=True)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap({ord("A"): "A", ord("a"): "A", ord("b"): "b", ord("o"): "o", ord("Å"): "both", STAR: "o"})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (1000 + 10 * nth, 0) for nth, name in enumerate(glyphs)})
    builder.setupHorizontalHeader(ascent=1600, descent=-400)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    for name, value in more.items():
        setattr(builder.font["head"], name, value)
    made = io.BytesIO()
    builder.save(made)
    return made.getvalue()


FONT = make_font()


def write_set(folder: Path, layouts: str = LAYOUTS, **fonts: bytes) -> Path:
    (folder / "fonts").mkdir(parents=True, exist_ok=True)
    for name, raw in (fonts or {"own": FONT}).items():
        (folder / "fonts" / f"{name}.ttf").write_bytes(raw)
    with_set(folder, TILE, layouts)
    return folder


def words_of(folder: Path, side: str) -> list[Words]:
    made = with_set(folder, TILE, (folder / "layouts.toml").read_text())
    [drawn] = [each for each in made.model.list_sides() if each.id == side]
    return [shape for shape in draw_side(studio_of(made), drawn).picture.shapes if isinstance(shape, Words)]


@pytest.mark.parametrize("long", [0, 1])
def test_a_font_is_read_as_a_library_reads_it(long: int) -> None:
    raw = make_font(indexToLocFormat=long)
    own, known = TrueType(raw), TTFont(io.BytesIO(raw))
    ids = {name: nth for nth, name in enumerate(known.getGlyphOrder())}
    for code, name in known.getBestCmap().items():
        glyph = own.glyph_of(code)
        places, _, flags = known["glyf"][name].getCoordinates(known["glyf"])
        points = [point for contour in own.contours_of(glyph) for point in contour]

        assert (glyph, own.advance_of(glyph)) == (ids[name], known["hmtx"][name][0])
        assert [(round(x), round(y)) for x, y, _ in points] == [(round(x), round(y)) for x, y in places]
        assert [on for *_, on in points] == [bool(flag & 1) for flag in flags]
    assert [own.glyph_of(code) for code in (ord("z"), 0, 0xFFFF, 0x10FFFF)] == [0, 0, 0, 0]


@pytest.mark.parametrize("character", ["A", "b", "o", "Å", chr(STAR)])
def test_a_letter_is_an_outline_like_any_other(character: str) -> None:
    letter = OwnFace(TrueType(FONT), None).find_letter(character, False)

    assert letter is not None and letter.advance == round(
        TrueType(FONT).advance_of(TrueType(FONT).glyph_of(ord(character))) * 1000 / 2048
    )
    strokes = [*parse_outline(f"M0 0{letter.path}")]
    assert [stroke.sort for stroke in strokes].count("close") == letter.path.count("z") > 0
    ends = [point for stroke in strokes for point in stroke.points]
    assert all(-700 <= x <= 1100 and -800 <= y <= 700 for x, y in ends)


def test_a_character_that_the_font_lacks_is_drawn_in_the_usual_one() -> None:
    face = OwnFace(TrueType(FONT), None)

    assert [*letters_of("Ab?", False, face)][2] == letter_for("?", False)
    assert measure_text("?", False, face) == measure_text("?") and measure_text("b", False, face) == 0.498


def test_names_and_texts_are_drawn_in_the_font_of_the_set(tmp_path: Path) -> None:
    words = words_of(write_set(tmp_path / "mine"), "X1.b")

    assert words and all(isinstance(each.face, OwnFace) for each in words)
    other = with_set(tmp_path / "other", TILE)
    assert other.digests == with_set(tmp_path / "mine", TILE, LAYOUTS).digests


def test_bold_letters_can_have_a_file_of_their_own(tmp_path: Path) -> None:
    bold = make_font(unitsPerEm=1024)
    [name] = [
        each
        for each in words_of(write_set(tmp_path, LAYOUTS + 'bold = "bold.ttf"\n', own=FONT, bold=bold), "X1.b")
        if each.text == "Abba"
    ]

    assert measure_text("Ab", True, name.face) == pytest.approx(2 * measure_text("Ab", False, name.face), abs=0.002)


def test_sheets_have_the_letters_of_the_font(tmp_path: Path) -> None:
    made = with_set(write_set(tmp_path), TILE, LAYOUTS)
    drawn = draw_side(studio_of(made), next(side for side in made.model.list_sides() if side.id == "X1.b")).picture

    assert as_pdf([Page(70, 70, (Placed(drawn, 1, 1),), (1, 69), (1, 69), "")], "").startswith(b"%PDF")
    letter = OwnFace(TrueType(FONT), None).find_letter("b", False)
    assert letter and letter.path in to_svg(drawn)


# -- what is refused -------------------------------------------------------------------------------------------------


def change_table(name: str, at: int, form: str, *values: int) -> bytes:
    """The font with other numbers in a table."""
    raw = bytearray(FONT)
    for nth in range(struct.unpack_from(">H", raw, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4sIII", raw, 12 + 16 * nth)
        if tag.decode() == name:
            struct.pack_into(form, raw, start + at, *values)
    return bytes(raw)


def without_table(name: str) -> bytes:
    return FONT.replace(name.encode(), b"none", 1)


HOSTILE: Mapping[str, tuple[bytes, str]] = {
    "nothing": (b"", "not a TrueType font"),
    "otf": (b"OTTO" + FONT[4:], "not a TrueType font"),
    "woff": (b"wOFF" + FONT[4:], "not a TrueType font"),
    "truncated": (FONT[:-40], "incomplete"),
    "header only": (FONT[:12], "incomplete"),
    "no letters": (without_table("glyf"), "no table 'glyf'"),
    "no units": (change_table("head", 18, ">H", 0), "damaged"),
    "no widths": (change_table("hhea", 34, ">H", 0), "damaged"),
    "no characters": (change_table("cmap", 2, ">H", 0), "no table of Unicode characters"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_font_is_refused(name: str, tmp_path: Path) -> None:
    raw, message = HOSTILE[name]

    with pytest.raises(FontError, match=message):
        TrueType(raw)
    with pytest.raises(ContentError) as refused:
        studio_of(with_set(write_set(tmp_path, own=raw), TILE, LAYOUTS))
    [mistake] = refused.value.diagnostics
    assert mistake.code == "bad-layout" and mistake.at.begins[0] == 2 and message in mistake.message


def test_a_font_has_at_most_so_many_bytes() -> None:
    assert read_bounded_font(FONT + bytes(limits.FONT.most - len(FONT))).glyphs == 5
    with pytest.raises(FontError, match="larger than 2,000,000 bytes"):
        read_bounded_font(FONT + bytes(limits.FONT.most + 1 - len(FONT)))


def test_a_font_is_not_a_link(tmp_path: Path) -> None:
    (tmp_path / "private.ttf").write_bytes(FONT)
    folder = write_set(tmp_path / "mine", other=FONT)
    os.symlink(tmp_path / "private.ttf", folder / "fonts" / "own.ttf")

    with pytest.raises(ContentError, match="link"):
        studio_of(with_set(folder, TILE, LAYOUTS))


@pytest.mark.parametrize(
    ("layouts", "at"),
    [
        ("font = 3\n", "font"),
        ("[font]\nbold = 'own.ttf'\n", "font"),
        ("[font]\nregular = 'own.otf'\n", "regular"),
        ("[font]\nregular = '../own.ttf'\n", "regular"),
        ("[font]\nregular = 3\n", "regular"),
        ("[font]\nregular = 'none.ttf'\n", "regular"),
        ("[font]\nregular = 'own.ttf'\nitalic = 'own.ttf'\n", "italic"),
    ],
)
def test_a_mistake_in_the_table_of_the_font_has_its_place(layouts: str, at: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError) as refused:
        studio_of(with_set(write_set(tmp_path, layouts), TILE, layouts))

    [mistake] = refused.value.diagnostics
    assert mistake.code == "bad-layout" and layouts[mistake.at.start : mistake.at.end] == at and mistake.hint


def test_a_glyph_that_contains_itself_is_not_read() -> None:
    builder = TTFont(io.BytesIO(FONT))
    builder["glyf"]["both"].components[0].glyphName = "both"
    made = io.BytesIO()
    builder["maxp"].recalc = lambda font: None
    builder.recalcBBoxes = False
    builder.save(made)
    own = TrueType(made.getvalue())

    with pytest.raises(FontError, match="too many parts"):
        own.contours_of(own.glyph_of(ord("Å")))
    assert OwnFace(own, None).find_letter("Å", False) is None


@law(300)
@given(st.data())
def test_whatever_happens_to_a_font_it_is_refused_or_its_letters_are_bounded(data: st.DataObject) -> None:
    raw = bytearray(FONT)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + 2] = data.draw(st.binary(min_size=2, max_size=2))

    try:
        face = OwnFace(TrueType(bytes(raw)), None)
    except FontError:
        return

    for character in ("A", "b", "o", "Å", chr(STAR), "\uffff"):
        letter = face.find_letter(character, False)
        assert letter is None or [*parse_outline(f"M0 0{letter.path}")]


def test_a_pack_has_the_font(tmp_path: Path) -> None:
    packing = pack(write_set(tmp_path / "mine"))

    assert packing.pack is not None, packing.outcome
    members = members_of(packing.pack.raw, "")
    assert isinstance(members, Mapping) and members["fonts/own.ttf"] == FONT
