"""What holds for every text: places can be found again, and nothing that is typed makes an answer fail."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position

from author.editor.conftest import SCENARIO, SET, TILES
from lanes import law
from rftg_dsl.author.editor.completion import complete
from rftg_dsl.author.editor.desk import Desk
from rftg_dsl.author.editor.fix_edits import offer_fixes
from rftg_dsl.author.editor.format_edits import apply_changes, changes_to_format
from rftg_dsl.author.editor.hints import hints_in
from rftg_dsl.author.editor.hover import hover
from rftg_dsl.author.editor.positions import Text, path_of, uri_of
from rftg_dsl.author.editor.symbols_in_text import RenameError, symbol_at
from rftg_dsl.base.code_units import Encoding

ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])
STRANGE = st.text(alphabet=st.sampled_from('ab"{}\r\n\t#;:,$09é\u2028\x85𝔹🚀\u0301'), max_size=60)


@law(200)
@given(STRANGE, ENCODINGS, st.integers(0, 60))
def test_the_place_of_an_offset_leads_back_to_it(text: str, encoding: Encoding, offset: int) -> None:
    known = Text(text, encoding)
    offset = min(offset, len(text))
    if text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1  # between these two is no place

    assert known.offset_of(known.position_of(offset)) == offset


@law(200)
@given(STRANGE, ENCODINGS, st.integers(0, 80), st.integers(0, 80))
def test_every_place_has_an_offset_in_the_text(text: str, encoding: Encoding, line: int, character: int) -> None:
    assert 0 <= Text(text, encoding).offset_of(Position(line, character)) <= len(text)


@pytest.mark.parametrize("name", ["plain.rftg", "with space.rftg", "größe #1 100%.rftg", "🚀.rftg"])
def test_a_path_can_be_written_as_an_address(name: str, tmp_path: Path) -> None:
    assert path_of(uri_of(tmp_path / name)) == tmp_path / name


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("laws")
    (made / "scenarios").mkdir()
    (made / "set.toml").write_text(SET)
    return made


PIECES = [
    *'"{}#;:,$\n 1',
    "tile X9",
    "counter gem of seat start 0\n",
    "when you ",
    "called ",
    "scenario",
    "non-",
    "é🚀",
    "\0",
]
EDITS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 0.3), st.sampled_from(["", *PIECES])), max_size=4)


def edited(text: str, edits: list[tuple[float, float, str]]) -> str:
    """A text in which some parts are replaced."""
    for where, much, piece in edits:
        at = int(where * len(text))
        text = text[:at] + piece + text[at + int(much * 20) :]
    return text


@law(60)
@given(EDITS, st.floats(0, 1), st.booleans())
def test_whatever_is_typed_every_question_has_an_answer(
    desk: Desk, place: Path, edits: list[tuple[float, float, str]], where: float, scenes: bool
) -> None:
    path = place / "scenarios" / "bank.rftg" if scenes else place / "tiles.rftg"
    other = place / "tiles.rftg" if scenes else place / "scenarios" / "bank.rftg"
    text = edited(SCENARIO if scenes else TILES, edits)
    desk.write(other, TILES if scenes else SCENARIO)
    desk.write(path, text)
    offset = int(where * len(text))

    book = desk.book_of(path)

    assert book
    source = book.source
    shown = hover(source, offset, book.loaded, book.game, book.senses)
    assert shown is None or (shown.text and shown.start <= offset <= shown.end)
    for candidate in complete(source, offset, book.loaded, book.game, book.senses, book.scenes):
        assert candidate.text and candidate.start <= candidate.end <= offset
    assert all(0 <= hint.at <= len(source.text) for hint in hints_in(source, 0, len(source.text), book.loaded))
    assert isinstance(apply_changes(source.text, changes_to_format(source)), str)
    for fix in offer_fixes(source, book.checkup.found.get(path, ()), 0, len(source.text)):
        assert fix.title and apply_changes(source.text, fix.changes) != source.text
    if symbol_span := symbol_at(source, offset):
        for mention in desk.mentions_of(symbol_span[0], book):
            assert book.checkup.sources[mention.path].text[mention.start : mention.end] == symbol_span[0].text
        with suppress(RenameError):
            assert desk.rename(book, offset, "zzz")
