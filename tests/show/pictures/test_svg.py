"""SVG: well formed whatever the texts, the same bytes each time, nothing in it that runs or comes from elsewhere."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.show.pictures.display import Picture, Words
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import format_number, to_svg
from show.pictures.plane import extent
from show.pictures.sides import side, whole

ELEMENTS = {"svg", "title", "desc", "rect", "circle", "path"}
HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "]]>&lt;&amp;", "x\x00\x1b[31m\ufffe", "‮txt"]


def elements(text: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter())


def check_safe(text: str) -> None:
    for element in elements(text):
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        assert not any(name.startswith("on") or "href" in name or name in ("style", "id") for name in element.attrib)
        assert not any("url(" in value or "javascript" in value for value in element.attrib.values())


@law(60)
@given(st.text(min_size=1, max_size=60) | st.sampled_from(HOSTILE))
def test_any_name_stays_text(name: str) -> None:
    at = studio_of(whole("roll"))
    named_side = evolve(side("roll", "T12.a"), name=name)

    svg = to_svg(draw_side(at, named_side).picture)

    check_safe(svg)
    assert svg == to_svg(draw_side(at, named_side).picture)


@law(60)
@given(st.text(st.characters(categories=["L", "N", "P", "Z"]), min_size=1, max_size=100))
def test_the_longest_name_stays_on_its_picture(name: str) -> None:
    picture = draw_side(studio_of(whole("roll")), evolve(side("roll", "T12.a"), name=name)).picture

    for shape in picture.shapes:
        left, top, right, low = extent(shape)
        assert left >= -0.01 and top >= -0.01 and right <= picture.width + 0.01 and low <= picture.height + 0.01


def test_a_hostile_name_is_the_title_as_it_stands() -> None:
    at = studio_of(whole("roll"))
    drawn = to_svg(draw_side(at, evolve(side("roll", "T12.a"), name=HOSTILE[0])).picture)

    [title] = [element for element in elements(drawn) if element.tag.endswith("}title")]
    assert title.text == HOSTILE[0]


@law(60)
@given(st.floats(-1e4, 1e4))
def test_a_number_is_short_and_never_a_negative_zero(value: float) -> None:
    text = format_number(value)

    assert re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]{1,2})?", text) and text != "-0"
    assert abs(float(text) - value) <= 0.00501


def test_a_line_of_text_is_one_outline_that_needs_no_font() -> None:
    svg = to_svg(Picture(20, 10, (Words(1, 5, 4, "A & B", "#123456"),)))

    [path] = [element for element in elements(svg) if element.tag.endswith("}path")]
    assert path.attrib["transform"] == "translate(1 5) scale(0.004)"
    assert path.attrib["fill"] == "#123456" and "fill-rule" not in path.attrib
    assert "font" not in svg and "text" not in svg


def test_text_without_any_room_is_drawn_as_nothing() -> None:
    check_safe(to_svg(Picture(10, 10, (Words(1, 1, 0, "3"),))))
