"""Fold text to the width of a terminal, down to 40 columns."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.show.terminal.paint import is_terminal

NARROW = 60
"""On terminals with fewer columns, side-by-side layouts are stacked."""
MOST = 100
LEAST = 20
"""Minimum width assumed for a terminal."""
ENDLESS = 1_000_000
"""The width of a file or a pipe."""


def count_columns() -> int:
    """The terminal's width: ``COLUMNS`` if set, else as detected, else 80."""
    return max(LEAST, shutil.get_terminal_size().columns)


def room_for(stream: Any) -> int:
    """The width available on a stream; files and pipes are never folded."""
    # Folding a pipe would break ``grep`` and make output depend on who reads it.
    return count_columns() if is_terminal(stream) else ENDLESS


def fold(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Fold one paragraph into lines of ``width``; a longer word stays whole."""
    # Text that already fits keeps its inner spacing.
    if count_cells(first) + count_cells(text) <= width and "\n" not in text:
        return [(first + text).replace(UNBROKEN, " ").rstrip()]
    lines, line, indent = [], first, first
    for word in filter(None, SPACES.split(text)):
        # A long word is not split, so that a path can still be copied.
        if line != indent and count_cells(line) + 1 + count_cells(word) > width:
            lines.append(line)
            line = indent = first if rest is None else rest
        line += word if line == indent else f" {word}"
    return [each.replace(UNBROKEN, " ").rstrip() for each in (*lines, line)]


# Not ``\s``, which would match the no-break space of ``UNBROKEN``.
SPACES = re.compile(r"[ \t\n]+")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def count_cells(text: str) -> int:
    """The columns a text occupies: none for combining characters, two for wide East Asian ones."""
    plain = STYLE.sub("", text) if "\x1b" in text else text
    # Most text is ASCII, for which the loop over its characters can be skipped.
    if plain.isascii():
        return len(plain)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in plain)


UNBROKEN = "\N{NO-BREAK SPACE}"


def make_unbreakable(text: str) -> str:
    """Text that ``fold`` and ``fit_lines`` keep on one line."""
    return text.replace(" ", UNBROKEN)


INDENT = re.compile(r"\s*(?:[0-9]+  )?")


def fit_lines(text: str, stream: Any) -> str:
    """Lines of text for a stream, the long ones folded if it is a terminal."""
    wide = room_for(stream)
    lines: list[str] = []
    for line in text.split("\n"):
        if count_cells(line) <= wide:
            lines.append(line.replace(UNBROKEN, " "))
            continue
        start = INDENT.match(line)
        indent = start[0] if start else ""
        lines += fold(line[len(indent) :], wide, indent, " " * (len(indent) + 2))
    return "\n".join(lines)


def fold_paragraphs(text: str, width: int, indent: str = "") -> list[str]:
    lines: list[str] = []
    for nth, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        lines += [""] * bool(nth) + fold(" ".join(paragraph.split()), width, indent)
    return lines


WORDS = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""")
"""The words of a shell command; quoted ones may contain spaces."""


def fold_command(command: str, width: int, indent: str = "  ") -> list[str]:
    """A shell command folded with backslashes, so that it can still be copied."""
    lines: list[str] = []
    line = indent
    for word in pair_options(WORDS.findall(command)):
        if line.strip() and len(line) + 1 + len(word) > width - 2:
            lines.append(f"{line} \\")
            line = f"{indent}    "
        line += f" {word}" if line.strip() else word
    return [*lines, line]


def pair_options(words: Sequence[str]) -> Iterator[str]:
    """The words of a command, each option joined with its value."""
    held = ""
    # An option and its value stay on one line, which is easier to read.
    for word in words:
        if word.startswith("--"):
            if held:
                yield held
            held = word
        else:
            yield f"{held} {word}" if held else word
            held = ""
    if held:
        yield held


def render_definitions(rows: Sequence[tuple[str, str]], width: int, widest: int = 26) -> Iterator[str]:
    """Terms with their meanings beside them, or below them if the term is too long or the terminal too narrow."""
    beside = 0 if width < NARROW else min(widest, max((len(term) for term, _ in rows), default=0))
    hang = " " * (beside + 4 if beside else 6)
    for term, meaning in rows:
        if not meaning:
            yield from fold(term, width, "  ", hang)
        elif len(term) <= beside:
            yield from fold(meaning, width, f"  {term.ljust(beside)}  ", hang)
        else:
            yield from fold(term, width, "  ", hang)
            yield from fold(meaning, width, hang)
