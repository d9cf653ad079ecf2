"""Find the row of headers in a sheet, and what each header means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from rftg_dsl.author.spreadsheet.cell_values import CellReader
from rftg_dsl.author.spreadsheet.columns import Column, Columns, Meaning, key_of
from rftg_dsl.author.spreadsheet.read_rows import Cell, Sheet
from rftg_dsl.base.diagnostic import (
    Diagnostic,
    Severity,
    UsageError,
    find_nearest,
    suggest_known,
    suggest_nearest,
)

SEARCHED = 20
"""The number of rows in which headers are looked for; titles and notes can come before them."""
REPEATED = ("powers", "keywords")
"""The columns that a sheet can have several times."""
IGNORED = "ignore"
"""The name of a column for what an author does not want to be read."""


@frozen
class Heading:
    """A header, its place in the row, and its meaning."""

    nth: int
    said: str
    column: Column
    side: str = ""


Rows = Sequence[tuple[int, Sequence[Cell]]]
"""Rows with their numbers, which begin at 1."""


@frozen
class Headings:
    """The headers of a sheet that are understood, the rows below them, and a finding for each of the others."""

    headings: Sequence[Heading]
    rows: Rows
    """The rows that are not blank."""
    findings: Sequence[Diagnostic]

    @property
    def sides(self) -> list[str]:
        """The sides that headers name, in order; a sheet with none has a row for each side."""
        return list(dict.fromkeys(heading.side for heading in self.headings if not heading.column.shared))


Chosen = Mapping[str, str]
"""The column that an author has chosen for a header, by the key of the header."""


def parse_columns(text: str, columns: Columns) -> Chosen:
    """Parse the option ``--columns``. Raise ``UsageError`` if it is malformed, or names a column that there is not."""
    chosen: dict[str, str] = {}
    for part in text.split(",") if text else ():
        header, equals, name = (each.strip() for each in part.partition("="))
        if not equals or not header or not name:
            hint = "use HEADER=COLUMN, as in: --columns 'Price=cost,Title=name'"
            raise UsageError(f"{part!r} does not say what a column means", hint, "wrong-option")
        if name != IGNORED and not columns.find_chosen(name):
            hint = suggest_known(name, [*columns.list_names(), IGNORED], "known columns")
            raise UsageError(f"there is no column {name!r}", hint, "wrong-option")
        chosen[key_of(header)] = name
    return chosen


def read_headings(sheet: Sheet, columns: Columns, cells: CellReader, chosen: Chosen) -> Headings:
    """Find what the headers of a sheet mean.

    Raise ``UsageError`` or ``ContentError`` if there are none, or if a header that the author has chosen is missing.
    """
    rows = [(number, row) for number, row in enumerate(sheet.rows, 1) if any(cell.text for cell in row)]
    counts = [count_columns(row, columns, chosen) for _, row in rows[:SEARCHED]]
    if not any(counts):
        raise error_for_sheet(sheet, columns, "there is no row of headers with one for names")
    nth = counts.index(max(counts))
    top = rows[nth][1]
    check_chosen(top, chosen)
    # A long sheet may repeat its headers.
    below = [(number, row) for number, row in rows[nth + 1 :] if texts_in(row) != texts_in(top)]
    if not below:
        raise error_for_sheet(sheet, columns, "there is no row below the headers")
    above = [columns.find_side(text) for text in texts_in(rows[nth - 1][1])] if nth else []
    reader = HeadingReader(sheet, columns, cells, chosen, below, above)
    return Headings(reader.read(top), below, reader.findings)


def texts_in(row: Sequence[Cell]) -> list[str]:
    return [cell.text for cell in row]


def error_for_sheet(sheet: Sheet, columns: Columns, message: str) -> UsageError:
    hint = f"name the columns in the first row; known columns: {', '.join(columns.list_names())}"
    return UsageError(f"{sheet.source.label}: {message}", hint, "bad-spreadsheet")


def count_columns(row: Sequence[Cell], columns: Columns, chosen: Chosen) -> int:
    """The number of headers that are understood, or 0 if none of them is for names."""
    found = [meanings for cell in row if (meanings := find_meanings(cell, columns, chosen))]
    return len(found) if any(meaning.column.sort == "name" for meanings in found for meaning in meanings) else 0


def find_meanings(cell: Cell, columns: Columns, chosen: Chosen) -> list[Meaning]:
    name = chosen.get(key_of(cell.text))
    return columns.find_chosen(name) if name else columns.find_meanings(cell.text)


def check_chosen(row: Sequence[Cell], chosen: Chosen) -> None:
    headers = {key_of(text): text for text in texts_in(row)}
    for key in chosen.keys() - headers.keys():
        hint = suggest_nearest(key, headers) or f"its headers: {', '.join(filter(None, headers.values()))}"
        raise UsageError(f"the spreadsheet has no header {key!r}", hint, "wrong-option")


@frozen
class Header:
    """A header with the meanings that it can have, and the cells below it that are not empty."""

    nth: int
    said: str
    meanings: Sequence[Meaning]
    texts: Sequence[str]


class HeadingReader:
    """Reads the row of headers, and collects a finding for each header that is not understood."""

    def __init__(
        self, sheet: Sheet, columns: Columns, cells: CellReader, chosen: Chosen, rows: Rows, above: Sequence[str] = ()
    ) -> None:
        self.sheet = sheet
        self.columns = columns
        self.cells = cells
        self.chosen = chosen
        self.rows = rows
        self.above = above
        """The side that is named above each header, as when the headers of a side have one of their own."""
        self.findings: list[Diagnostic] = []

    def read(self, row: Sequence[Cell]) -> list[Heading]:
        headings: dict[tuple[str, Column], Heading] = {}
        for heading in spread_sides(self.find_headings(row)):
            before = headings.setdefault((heading.side, heading.column), heading)
            if before is not heading and heading.column.sort in REPEATED:
                headings[heading.side, Column(heading.column.sort, str(heading.nth))] = heading
            elif before is not heading:
                message = f"the column {heading.said!r} means the same as {before.said!r}, so it is not read"
                self.complain(row[heading.nth], message, "merge them, or say what it means with --columns")
        return sorted(headings.values(), key=lambda heading: heading.nth)

    def find_headings(self, row: Sequence[Cell]) -> list[Heading]:
        """The headers that are understood. If two could mean the same, the one with fewer other meanings does."""
        taken: dict[Column, str] = {}
        found = []
        for header in sorted(self.find_headers(row), key=lambda header: len(header.meanings)):
            # A header that occurs several times is about several sides.
            key = key_of(header.said)
            free = [each for each in header.meanings if each.side or taken.get(each.column, key) == key]
            meaning = max(free or header.meanings, key=lambda each: self.count_readable(each.column, header.texts))
            if meaning.column.sort not in REPEATED:
                taken[meaning.column] = key
            above = self.above[header.nth] if header.nth < len(self.above) else ""
            found.append(Heading(header.nth, header.said, meaning.column, meaning.side or above))
        return sorted(found, key=lambda heading: heading.nth)

    def find_headers(self, row: Sequence[Cell]) -> Iterator[Header]:
        """Yield the headers that can mean something, and report the others."""
        for nth in range(max(len(row), *(len(below) for _, below in self.rows))):
            texts = [text for _, below in self.rows if nth < len(below) and (text := below[nth].text)]
            said = row[nth].text if nth < len(row) else ""
            if self.chosen.get(key_of(said)) == IGNORED or not (said or texts):
                continue
            if meanings := find_meanings(row[nth], self.columns, self.chosen) if said else []:
                yield Header(nth, said, meanings, texts)
            else:
                self.complain_of_unknown(row[min(nth, len(row) - 1)], said, nth)

    def count_readable(self, column: Column, texts: Sequence[str]) -> int:
        return sum(self.cells.can_read(column, text) for text in texts if not self.cells.is_blank(text))

    def complain_of_unknown(self, cell: Cell, said: str, nth: int) -> None:
        if not said:
            self.complain(cell, f"column {letters_of(nth)} has no header, so it is not read", "name it, or remove it")
            return
        near = find_nearest(said.casefold(), self.columns.list_names()) or "COLUMN"
        hint = f"say what it means with --columns '{said}={near}', or leave it out with '{said}={IGNORED}'"
        self.complain(cell, f"no column is called {said!r}, so it is not read", hint)

    def complain(self, cell: Cell, message: str, hint: str) -> None:
        at = self.sheet.to_span(cell)
        self.findings.append(Diagnostic("unknown-column", at, message, hint, Severity.WARNING))


def spread_sides(headings: Sequence[Heading]) -> list[Heading]:
    """Give each header that names no side the side that was named last before it or, at the start, first after it."""
    side = next((heading.side for heading in headings if heading.side), "")
    spread = []
    for heading in headings:
        side = heading.side or side
        spread.append(heading if heading.column.shared else evolve(heading, side=side))
    return spread


def letters_of(nth: int) -> str:
    """The letters by which spreadsheet programs name a column: A for the first, AA after Z."""
    before = letters_of(nth // 26 - 1) if nth >= 26 else ""
    return before + chr(ord("A") + nth % 26)
