"""Terminal colours, and conversion of untrusted text into text that is safe to print."""

from __future__ import annotations

import os
from typing import Any, TextIO

CODES = {"bold": "1", "red": "1;31", "yellow": "1;33", "blue": "1;34", "cyan": "36", "green": "32"}


class Paint:
    """Colours text, or returns it unchanged if colours are switched off."""

    def __init__(self, colours: bool) -> None:
        self.colours = colours

    def __call__(self, text: str, colour: str) -> str:
        return f"\x1b[{CODES[colour]}m{text}\x1b[0m" if self.colours else text


PLAIN = Paint(False)


def paint_for(stream: TextIO | Any) -> Paint:
    """Return the paint for a stream: plain if it is not a terminal, the terminal is dumb, or ``NO_COLOR`` is set."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Paint(wanted and is_terminal(stream))


def is_terminal(stream: Any) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def to_visible(text: str) -> str:
    """Make text safe to print: replace unprintable characters, turn tabs into four spaces, and break up CI commands."""
    # Control characters in an untrusted file could move the cursor or overwrite text that is already on the screen.
    shown = "".join(
        char if char.isprintable() else "    " if char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text
    )
    # CI systems execute a line that begins with ``::`` as a command.
    if shown.lstrip().startswith("::"):
        shown = shown.replace("::", "\N{REPLACEMENT CHARACTER}:", 1)
    return shown.replace("##[", "##\N{REPLACEMENT CHARACTER}")
