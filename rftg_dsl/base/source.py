"""Locations in text: file, line and column."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import field, frozen


@frozen(slots=False)
class Source:
    """The text of a file, or text that does not come from a file."""

    label: str
    """The name shown to users: a path as they typed it, or a label such as ``content/roll/base/tiles.rftg``."""
    text: str = field(repr=False)
    path: Path | None = field(default=None, repr=False)
    """The path of the file; None if the text does not come from a file."""

    @cached_property
    def starts(self) -> list[int]:
        return [0, *(at + 1 for at, char in enumerate(self.text) if char == "\n")]

    def place_at(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both numbered from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_at(self, number: int) -> str:
        """The text of a line, numbered from 1, without its line ending."""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@frozen
class Span:
    """A range of text in a source, from offset ``start`` up to but excluding ``end``."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def file(self) -> str:
        """The label of the source."""
        return self.source.label

    @property
    def line(self) -> int:
        """The number of the line on which the span begins, counting from 1."""
        return self.begins[0]

    @property
    def column(self) -> int:
        """The column of the span's first character, counting from 1."""
        return self.begins[1]

    @property
    def excerpt(self) -> str:
        """The whole line on which the span begins."""
        return self.source.line_at(self.line)

    def as_plain(self) -> dict[str, int]:
        """The location as plain data, for machine-readable reports.

        Lines and columns are numbered from 1, and the end is exclusive.
        """
        (line, column), (end_line, end_column) = self.begins, self.ends
        return {"line": line, "column": column, "end_line": end_line, "end_column": end_column}

    @property
    def begins(self) -> tuple[int, int]:
        return self.source.place_at(self.start)

    @property
    def ends(self) -> tuple[int, int]:
        return self.source.place_at(self.end)

    def to(self, other: Span) -> Span:
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.begins
        return f"{self.source.label}:{line}:{column}"
