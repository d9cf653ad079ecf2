"""Bytes become rows, whatever program has written them; what is no text, or too much, is refused."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.author.spreadsheet.cell_text import guard_formula, strip_guard, tidy_text
from rftg_dsl.author.spreadsheet.read_rows import decode_bytes, find_separator, read_sheet, split_text
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.base.limits import CELL, SHEET_COLUMNS, SHEET_FILE, SHEET_ROWS
from rftg_dsl.base.source import Source

TEXT = st.text(st.sampled_from('ab,;\t|"\n =-é€'), max_size=8)
TABLES = st.lists(st.lists(TEXT, min_size=2, max_size=4), min_size=1, max_size=5)


def texts(text: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in split_text(Source("cards.csv", text)).rows]


def write_table(table: Sequence[Sequence[str]], separator: str, quoting: int = csv.QUOTE_MINIMAL) -> str:
    text = StringIO()
    csv.writer(text, delimiter=separator, quoting=quoting, lineterminator="\n").writerows(table)  # type: ignore[arg-type]
    return text.getvalue()


@law(200)
@given(TABLES, st.sampled_from(",;\t|"), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_rows_come_back_as_a_csv_writer_wrote_them(table: list[list[str]], separator: str, quoting: int) -> None:
    text = f"sep={separator}\n{write_table(table, separator, quoting)}"

    assert texts(text)[1:] == [[tidy_text(cell) for cell in row] for row in table]


@law(200)
@given(st.lists(st.lists(st.text("abé ,;", min_size=1, max_size=8), min_size=3, max_size=3), min_size=2, max_size=4))
def test_the_separator_is_the_one_outside_quotes(table: list[list[str]]) -> None:
    for separator in ",;\t|":
        assert find_separator(write_table(table, separator, csv.QUOTE_ALL)) == separator


@law(100)
@given(st.text("abcé“”–€ ,\n", min_size=4), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_text_comes_back_from_every_encoding(text: str, encoding: str) -> None:
    # In Windows-1252, a letter between other characters is never UTF-8; several in a row can be.
    text = f"name,{''.join(f'{character} ' for character in text)}"

    assert decode_bytes(text.encode(encoding), "cards.csv") == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_no_byte_order_mark(encoding: str) -> None:
    assert decode_bytes("name,é\n".encode(encoding), "cards.csv") == "name,é\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end: str) -> None:
    assert texts(decode_bytes(f'a,b{end}"c{end}d",e{end}'.encode(), "x")) == [["a", "b"], ["c\nd", "e"]]


def test_a_quote_that_is_not_closed_is_part_of_its_cell_only() -> None:
    assert texts('a,b\n"c,d\ne,f\n') == [["a", "b"], ['"c', "d"], ["e", "f"]]


def test_a_cell_knows_its_place_in_the_file() -> None:
    sheet = split_text(Source("cards.csv", 'a,b\n"c\nd", "e"\n'))

    assert [str(sheet.to_span(cell)) for cell in sheet.rows[1]] == ["cards.csv:2:1", "cards.csv:3:4"]
    assert sheet.to_span(sheet.rows[1][1]).ends == (3, 8)


def test_blank_rows_are_counted() -> None:
    assert texts("a,b\n\nc,d\n") == [["a", "b"], [""], ["c", "d"]]
    assert texts("sep=;\na;b\n") == [[], ["a", "b"]]


# -- the text of a cell ---------------------------------------------------------------------------------------------


@law(300)
@given(st.text("'=+-@a1 ", max_size=6))
def test_no_cell_is_taken_for_a_formula_and_all_come_back(text: str) -> None:
    guarded = guard_formula(text)

    assert strip_guard(guarded) == text
    assert guarded[:1] not in tuple("=+@") and (guarded[:1] != "-" or guarded[1:].isdecimal())


def test_invisible_characters_and_odd_spaces_go() -> None:
    assert tidy_text(" a\u00a0b\u200b\u202e\x07 \n\tc ") == "a b\nc"


def test_text_that_excel_wrote_as_a_formula_is_its_text() -> None:
    assert texts('a,b\n"=""001""",\'=x\n')[1] == ["001", "=x"]


# -- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "code", "hint"),
    [
        (b"PK\x03\x04 anything", "wrong-file", "save it as CSV"),
        (b"\xd0\xcf\x11\xe0 anything", "wrong-file", "save it as CSV"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "bad-encoding", "save it as CSV"),
        (b"name\x81,cost", "bad-encoding", "save it as CSV"),
        (b"\xff\xfea", "bad-encoding", "save it as CSV"),
        (b"a" * (SHEET_FILE.most + 1), SHEET_FILE.code, "split it"),
    ],
)
def test_what_is_not_text_or_too_large_is_refused(tmp_path: Path, raw: bytes, code: str, hint: str) -> None:
    (tmp_path / "cards.csv").write_bytes(raw)

    with pytest.raises(UsageError) as refused:
        read_sheet(tmp_path / "cards.csv")

    assert refused.value.code == code
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("a,b\n" * (SHEET_ROWS.most + 1), SHEET_ROWS),
        ("," * SHEET_COLUMNS.most, SHEET_COLUMNS),
        ("a," + "b" * (CELL.most + 1), CELL),
    ],
)
def test_rows_columns_and_cells_have_limits(text: str, limit: object) -> None:
    with pytest.raises(ContentError) as refused:
        texts(text)

    [diagnostic] = refused.value.diagnostics
    assert diagnostic.code == "file-too-large"
    assert texts(text[: len(text) // 2])


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "none.csv", "unreadable"), (tmp_path, "wrong-file")):
        with pytest.raises(UsageError) as refused:
            read_sheet(path)
        assert refused.value.code == code
