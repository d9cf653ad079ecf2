"""Colours for terminals, and text that is safe to show there."""

from __future__ import annotations

import os
from typing import Any, TextIO

CODES = {"bold": "1", "red": "1;31", "yellow": "1;33", "blue": "1;34", "cyan": "36", "green": "32"}


class Paint:
    """Colours text, or leaves it plain."""

    def __init__(self, colours: bool) -> None:
        self.colours = colours

    def __call__(self, text: str, colour: str) -> str:
        return f"\x1b[{CODES[colour]}m{text}\x1b[0m" if self.colours else text


PLAIN = Paint(False)


def paint_for(stream: TextIO | Any) -> Paint:
    """The paint for a stream: in colour only on a terminal that is not dumb, and only if ``NO_COLOR`` is not set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paint(wanted and is_terminal(stream))


def is_terminal(stream: Any) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def to_visible(text: str) -> str:
    """Text that is safe to print: unprintable characters are replaced, and a tab becomes four spaces."""
    # Control characters in a stranger's file could move the cursor or rewrite what is already on the screen.
    shown = "".join(
        char if char.isprintable() else "    " if char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text
    )
    # CI systems execute lines that begin like this as commands.
    if shown.lstrip().startswith("::"):
        shown = shown.replace("::", "\N{REPLACEMENT CHARACTER}:", 1)
    return shown.replace("##[", "##\N{REPLACEMENT CHARACTER}")
