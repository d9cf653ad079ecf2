"""Cells in their place, and findings about those that could not be read."""

from __future__ import annotations

from attrs import field, frozen

from rftg_dsl.author.spreadsheet.headings import Heading
from rftg_dsl.author.spreadsheet.read_rows import Cell, Sheet
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, Severity
from rftg_dsl.base.limits import UNREAD_CELLS

SHOWN = 200
"""The number of characters of a cell that a message shows."""


@frozen
class Place:
    """A cell that is not blank, with its row and its heading."""

    number: int
    heading: Heading
    cell: Cell

    @property
    def text(self) -> str:
        return self.cell.text

    def __str__(self) -> str:
        return f"row {self.number}, {self.heading.said!r}"


@frozen
class Findings:
    """Collects a finding for each cell of a sheet that could not be read."""

    sheet: Sheet
    found: list[Diagnostic] = field(factory=list)

    def error_for(self, cell: Cell, code: str, message: str, hint: str) -> ContentError:
        return ContentError([Diagnostic(code, self.sheet.to_span(cell), message, hint)])

    def complain(self, cell: Cell, message: str, hint: str) -> None:
        """Add a finding. Raise ``ContentError`` if there are too many."""
        if len(self.found) == UNREAD_CELLS.most:
            advice = "check that the headers mean what the columns contain, or split the file"
            raise self.error_for(cell, UNREAD_CELLS.code, "too many cells of this spreadsheet cannot be read", advice)
        self.found.append(Diagnostic("unread-cell", self.sheet.to_span(cell), message, hint, Severity.WARNING))

    def leave_unread(self, place: Place, what: str, hint: str) -> str:
        """Add a finding about a cell that is not ``what`` it should be, and return what a comment says about it."""
        self.complain(place.cell, f"{place}: {shorten(place.text)!r} is not {what}", hint)
        return f"{place.heading.said}: {place.text}"


def shorten(text: str, most: int = SHOWN) -> str:
    line = " / ".join(text.split("\n"))
    return line if len(line) <= most else f"{line[: most - 1]}…"
