"""Positions in a text as editors count them: lines from 0, and in a line the units of an encoding."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from attrs import field, frozen

from rftg_dsl.base.resources import SUFFIX

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""What a position within a line counts: bytes, pairs of bytes, or characters."""


class Place(NamedTuple):
    """A line and a place in it, both counted from 0."""

    line: int
    character: int


LINE_END = re.compile(r"\r\n|\n|\r")
"""What ends a line in an editor; in the language, only a line feed does."""


@frozen(slots=False)
class Text:
    """A text whose places can be found."""

    text: str = field(repr=False)
    encoding: Encoding = "utf-16"

    @cached_property
    def starts(self) -> list[int]:
        """The offsets where lines begin."""
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def place_of(self, offset: int) -> Place:
        """The place of an offset; of one beyond the text, its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return Place(line, count_units(self.text[self.starts[line] : offset], self.encoding))

    def offset_of(self, place: Place) -> int:
        """The offset of a place; the end of the line if it has no such place, the end of the text if that is shorter.

        A place in the middle of a character is its start.
        """
        if place.line < 0:
            return 0
        if place.line >= len(self.starts):
            return len(self.text)
        start = self.starts[place.line]
        end = self.starts[place.line + 1] if place.line + 1 < len(self.starts) else len(self.text)
        line = self.text[start:end].rstrip("\r\n")
        return start + count_characters(line, place.character, self.encoding)


def count_units(text: str, encoding: Encoding) -> int:
    """How many units of an encoding a text has."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-16":
        return len(text) + sum(character > "\uffff" for character in text)
    return len(text.encode("utf-8", "surrogatepass"))


def count_characters(line: str, wanted: int, encoding: Encoding) -> int:
    """How many whole characters of a line fit in a number of units."""
    if line.isascii() or encoding == "utf-32":
        return min(max(wanted, 0), len(line))
    counted = 0
    for nth, character in enumerate(line):
        counted += count_units(character, encoding)
        if counted > wanted:
            return nth
    return len(line)


# -- addresses -----------------------------------------------------------------------------------------------------


UNTITLED = Path(os.path.abspath(os.sep), "untitled:")
"""The folder of documents that were never saved; no file can be there."""


def path_of(uri: str) -> Path | None:
    """The path that an address means; None if it is not that of a file.

    A document that was never saved has no folder, so it gets a path of its own, where no file is.
    """
    try:
        parts = urlsplit(uri)
        path = url2pathname(f"//{parts.netloc}{parts.path}" if parts.netloc not in ("", "localhost") else parts.path)
    except ValueError:
        return None
    if parts.scheme == "untitled":
        return UNTITLED / f"{re.sub(r'[^A-Za-z0-9 _-]', '_', parts.path)}{SUFFIX}"
    if parts.scheme != "file" or not os.path.isabs(path) or "\0" in path:
        return None
    return Path(os.path.normpath(path))


def uri_of(path: Path) -> str:
    """The address of a file."""
    return path.absolute().as_uri()
