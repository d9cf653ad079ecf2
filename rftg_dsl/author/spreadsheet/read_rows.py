"""Read the rows of a CSV file, in any encoding and with any separator that spreadsheet programs use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from attrs import frozen

from rftg_dsl.author.spreadsheet.cell_text import tidy_text
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, UsageError
from rftg_dsl.base.files import MARK, UTF_16, bytes_of
from rftg_dsl.base.limits import CELL, SHEET_COLUMNS, SHEET_FILE, SHEET_ROWS, Limit
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.tree import At

SAVE = "open it in its program, and save it as CSV"
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""The first bytes of workbooks: new ones, which are ZIP archives, and those of old versions of Excel."""
SEPARATORS = ",;\t|"
SEARCHED = 100
"""The number of lines in which separators are counted."""


@frozen
class Cell:
    """The tidy text of a cell without its quotes, and the place of the whole cell in the file."""

    text: str
    at: At


@frozen
class Sheet:
    """The rows of a file, in order; blank ones are included, so that rows can be numbered as the author sees them."""

    source: Source
    rows: Sequence[Sequence[Cell]]

    def to_span(self, cell: Cell) -> Span:
        return Span(self.source, *cell.at)


def read_sheet(path: Path) -> Sheet:
    """Read a file. Raise ``UsageError`` or ``ContentError`` if it is not text, or exceeds a limit."""
    raw = bytes_of(path, SHEET_FILE.most, str(path), "specify a CSV file")
    if len(raw) > SHEET_FILE.most:
        hint = "split it into several files"
        raise UsageError(f"{path} is larger than {SHEET_FILE.most:,} bytes", hint, SHEET_FILE.code)
    return split_text(Source(str(path), decode_bytes(raw, str(path)), path))


# -- bytes ---------------------------------------------------------------------------------------------------------


def decode_bytes(raw: bytes, label: str) -> str:
    """Return the text with LF line ends. Raise ``UsageError`` if the bytes are not text."""
    if raw.startswith(WORKBOOKS):
        raise UsageError(f"{label} is a workbook, not a CSV file", SAVE, "wrong-file")
    for encoding in encodings_for(raw):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            # Excel ends lines within a cell with a vertical tab in some exports, and old ones all lines with CR.
            return re.sub(r"\r\n?|\v", "\n", text)
    raise UsageError(f"{label} is not text", SAVE, "bad-encoding")


def encodings_for(raw: bytes) -> Sequence[str]:
    if raw.startswith(UTF_16):
        return ["utf-16"]
    if raw.startswith(MARK):
        return ["utf-8-sig"]
    # In UTF-16, one half of each Latin letter is zero.
    high, low = raw[0::2].count(0), raw[1::2].count(0)
    if high or low:
        return ["utf-16-be" if high > low else "utf-16-le"]
    return ["utf-8", "cp1252"]


# -- rows ----------------------------------------------------------------------------------------------------------


def split_text(source: Source) -> Sheet:
    """Split a text into rows. Raise ``ContentError`` if it exceeds a limit."""
    text = source.text
    declared = re.match(r"sep=([^\n])\n", text, re.IGNORECASE)
    separator = declared[1] if declared else find_separator(text)
    rows: list[Sequence[Cell]] = [()] if declared else []
    for row in walk_rows(text, separator, declared.end() if declared else 0):
        check_row(source, row, len(rows) + 1)
        rows.append(row)
    return Sheet(source, rows)


def find_separator(text: str) -> str:
    """The separator that occurs on the most lines and, of these, most often, where only text outside quotes counts."""
    bare = re.sub(r'(^|[,;\t|]) *"[^"]*(?:""[^"]*)*"', r"\1", text, flags=re.MULTILINE)
    lines = [match[0] for match in islice(re.finditer(r"[^\n]+", bare), SEARCHED)]

    def count(separator: str) -> tuple[int, int]:
        return sum(separator in line for line in lines), sum(line.count(separator) for line in lines)

    return max(SEPARATORS, key=count)


def walk_rows(text: str, separator: str, at: int) -> Iterator[list[Cell]]:
    plain = rf"[^{re.escape(separator)}\n]*"
    # A quote that is never closed is an ordinary character, so that it does not take the rest of the file with it.
    pattern = re.compile(rf' *"(?P<quoted>[^"]*(?:""[^"]*)*)"(?P<rest>{plain})|{plain}')
    row: list[Cell] = []
    while True:
        match = pattern.match(text, at)
        assert match, "every text matches the second alternative"
        row.append(Cell(tidy_text(text_of(match)), match.span()))
        at = match.end() + 1
        if text[match.end() : at] != separator:
            yield row
            row = []
            if at >= len(text):
                return


def text_of(match: re.Match[str]) -> str:
    if match["quoted"] is None:
        return match[0]
    return match["quoted"].replace('""', '"') + match["rest"].rstrip()


def check_row(source: Source, row: Sequence[Cell], number: int) -> None:
    long = next((cell for cell in row if len(cell.text) > CELL.most), None)
    if number > SHEET_ROWS.most:
        refuse(source, row[0], SHEET_ROWS, "the spreadsheet has too many rows")
    elif len(row) > SHEET_COLUMNS.most:
        refuse(source, row[SHEET_COLUMNS.most], SHEET_COLUMNS, f"row {number} has too many columns")
    elif long:
        refuse(source, long, CELL, f"row {number} has a cell that is too long")


def refuse(source: Source, cell: Cell, limit: Limit, message: str) -> None:
    start, end = cell.at
    hint = f"use at most {limit.most:,}"
    raise ContentError([Diagnostic(limit.code, Span(source, start, min(end, start + 1)), message, hint)])
