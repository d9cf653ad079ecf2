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
        """The text in a colour."""
        return f"\x1b[{CODES[colour]}m{text}\x1b[0m" if self.colours else text


PLAIN = Paint(False)


def paint_for(stream: TextIO | Any) -> Paint:
    """The colours for a stream: on a terminal, unless it is dumb or ``NO_COLOR`` is set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paint(wanted and is_terminal(stream))


def is_terminal(stream: Any) -> bool:
    """Whether a stream is an open terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def to_visible(text: str) -> str:
    """The text with every unprintable character replaced, so that none can move the cursor; a tab is four spaces.

    Nor can it be a command to the CI system that prints it: ``::`` at its beginning, ``##[`` anywhere.
    """
    shown = "".join(
        char if char.isprintable() else "    " if char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text
    )
    if shown.lstrip().startswith("::"):
        shown = shown.replace("::", "\N{REPLACEMENT CHARACTER}:", 1)
    return shown.replace("##[", "##\N{REPLACEMENT CHARACTER}")
