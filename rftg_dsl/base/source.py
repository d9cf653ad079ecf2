"""Locations in text: file, line and column."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import field, frozen


@frozen(slots=False)
class Source:
    """The text of a file, or a text that is not in any file."""

    label: str
    """The name shown to people: a path as they typed it, or one such as ``content/roll/base/tiles.rftg``."""
    text: str = field(repr=False)
    path: Path | None = field(default=None, repr=False)
    """The path of the file; None if the text is not in a file."""

    @cached_property
    def starts(self) -> list[int]:
        return [0, *(at + 1 for at, char in enumerate(self.text) if char == "\n")]

    def place_at(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line_at(self, number: int) -> str:
        """One line, counted from 1, without its line end."""
        start = self.starts[number - 1]
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@frozen
class Span:
    """A range of a source, from offset ``start`` up to but excluding ``end``."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def file(self) -> str:
        """The label of the file."""
        return self.source.label

    @property
    def line(self) -> int:
        """The line on which the span begins, counted from 1."""
        return self.begins[0]

    @property
    def column(self) -> int:
        """The column of the span's first character, counted from 1."""
        return self.begins[1]

    @property
    def excerpt(self) -> str:
        """The whole line on which the span begins."""
        return self.source.line_at(self.line)

    def as_plain(self) -> dict[str, int]:
        """The location for machine-readable reports; lines and columns count from 1, and the end is exclusive."""
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
