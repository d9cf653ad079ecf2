"""Text positions as editors count them, with zero-based lines and the code units of the negotiated encoding."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from attrs import field, frozen
from lsprotocol.types import Position

from rftg_dsl.base.code_units import Encoding, count_characters, count_units
from rftg_dsl.base.resources import SUFFIX

LINE_END = re.compile(r"\r\n|\n|\r")
"""Line endings as editors see them; the language itself recognizes only line feeds."""


@frozen(slots=False)
class Text:
    """Text that can convert between offsets and positions."""

    text: str = field(repr=False)
    encoding: Encoding = "utf-16"

    @cached_property
    def starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def position_of(self, offset: int) -> Position:
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return Position(line, count_units(self.text[self.starts[line] : offset], self.encoding))

    def offset_of(self, at: Position) -> int:
        """The offset of a position, clamped to its line and to the text. A position inside a character stands for the
        character's start."""
        if at.line >= len(self.starts):
            return len(self.text)
        start = self.starts[at.line]
        end = self.starts[at.line + 1] if at.line + 1 < len(self.starts) else len(self.text)
        line = self.text[start:end].rstrip("\r\n")
        return start + count_characters(line, at.character, self.encoding)


# -- URIs ----------------------------------------------------------------------------------------------------------


UNTITLED = Path(os.path.abspath(os.sep), "untitled:")
"""A virtual folder for unsaved documents, where no real file can exist."""


def path_of(uri: str) -> Path | None:
    """The path that a URI refers to, which is virtual for unsaved documents; None if the URI does not refer to
    a file."""
    try:
        parts = urlsplit(uri)
        # ``file://server/share`` is a file on another Windows machine.
        path = url2pathname(f"//{parts.netloc}{parts.path}" if parts.netloc not in ("", "localhost") else parts.path)
    except ValueError:
        return None
    if parts.scheme == "untitled":
        return UNTITLED / f"{re.sub(r'[^A-Za-z0-9 _-]', '_', parts.path)}{SUFFIX}"
    # ``\0`` would make any system call raise ``ValueError``.
    if parts.scheme != "file" or not os.path.isabs(path) or "\0" in path:
        return None
    return Path(os.path.normpath(path))


def uri_of(path: Path) -> str:
    return path.absolute().as_uri()
