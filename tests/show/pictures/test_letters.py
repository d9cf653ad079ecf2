"""Letters: a visible one for every character, as wide as it is measured, from the data that ``make font`` writes."""

from __future__ import annotations

import gzip
import runpy
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.show.pictures import letters
from rftg_dsl.show.pictures.display import Anchor, Words
from rftg_dsl.show.pictures.lettering import trace_words
from rftg_dsl.show.pictures.letters import MISSING, UNITS, letter_for, letters_of, load_letters
from rftg_dsl.show.pictures.measure import measure_text
from rftg_dsl.show.pictures.outlines import parse_outline
from show.pictures.plane import polygons

DATA = Path(letters.__file__).with_name("letters.txt.gz")
FONT = Path("/usr/share/fonts/truetype/liberation2")
ROOT = Path(__file__).parents[3]


def test_the_letters_are_small() -> None:
    assert DATA.stat().st_size < 300_000
    assert len(load_letters()) > 2_000


def test_the_licence_of_the_letters_is_beside_them() -> None:
    text = DATA.with_name("letters.LICENSE.txt").read_text("utf-8")

    assert "SIL OPEN FONT LICENSE Version 1.1" in text and "Reserved Font Name Liberation" in text


def test_the_letters_are_those_of_the_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``make font`` writes them again."""
    if not FONT.is_dir():
        pytest.skip("the font is not here: install fonts-liberation2")
    script: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "font" / "make_letters.py"))
    # The compressed bytes depend on the version of zlib.
    monkeypatch.setitem(script["main"].__globals__, "OUT", tmp_path / "letters")

    script["main"](FONT)

    assert gzip.decompress((tmp_path / "letters").read_bytes()) == gzip.decompress(DATA.read_bytes())


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_is_an_outline_of_closed_lines(bold: bool) -> None:
    for character in load_letters():
        letter = letter_for(character, bold)
        sorts = [stroke.sort for stroke in parse_outline(letter.path)]
        assert sorts.count("move") == sorts.count("close"), character
        assert sorts[:1] in ([], ["move"]) and sorts[-1:] in ([], ["close"]), character
        assert letter.advance >= 0


@pytest.mark.parametrize(
    ("text", "bold", "width"), [("Settle", False, 2.557), ("Settle", True, 2.723), ("10", True, 1.112), ("", False, 0)]
)
def test_widths_are_those_of_helvetica(text: str, bold: bool, width: float) -> None:
    assert measure_text(text, bold) == pytest.approx(width)


@pytest.mark.parametrize("character", ["名", "\x07", "\U0001f680", "\ue000"])
def test_a_character_without_a_letter_is_a_box_that_can_be_seen(character: str) -> None:
    box = letter_for(character, False)

    assert character not in load_letters()
    assert box == letter_for(MISSING, False)
    assert box.path and measure_text(character) == box.advance / UNITS > 0.5


def test_a_letter_and_its_accent_are_combined() -> None:
    assert [*letters_of(unicodedata.normalize("NFD", "Żółć"))] == [*letters_of("Żółć")]
    assert len([*letters_of(unicodedata.normalize("NFD", "Żółć"))]) == 4


def test_hebrew_is_drawn_from_right_to_left() -> None:
    shown = "".join(letter.character for letter in letters_of("Luna שלום עולם 7"))

    assert shown == "Luna " + "שלום עולם"[::-1] + " 7"


@law(60)
@given(st.text(max_size=40), st.booleans(), st.sampled_from(["start", "middle", "end"]))
def test_a_line_is_as_wide_as_it_is_measured_wherever_it_is_anchored(text: str, bold: bool, anchor: Anchor) -> None:
    wide = 4 * measure_text(text, bold)

    path = trace_words(Words(20, 5, 4, text, bold=bold, anchor=anchor))

    assert path.x == pytest.approx({"start": 20, "middle": 20 - wide / 2, "end": 20 - wide}[anchor])
    assert sum(letter.advance for letter in letters_of(text, bold)) * path.scale == pytest.approx(wide)
    assert path.rule == "nonzero" and path.y == 5


def test_letters_are_placed_one_after_the_other() -> None:
    path = trace_words(Words(0, 0, 1, "I I"))

    left = [min(x for x, _ in line) for line in polygons(path.d) if len(line) > 1]
    assert left == [92, 92 + 278 + 278]


def test_the_letters_are_loaded_when_something_is_drawn() -> None:
    code = (
        "import rftg_dsl.cli, rftg_dsl.show.pictures.pdf, rftg_dsl.show.pictures.letters as letters; "
        "assert not letters.load_letters.cache_info().currsize"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
