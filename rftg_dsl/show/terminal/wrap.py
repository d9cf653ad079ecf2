"""Fold text to the width of a terminal, which can be as narrow as 40 columns."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.show.terminal.paint import is_terminal

NARROW = 60
"""Minimum terminal width, in columns, for side-by-side layouts; on a narrower terminal, they are stacked."""
MOST = 100
LEAST = 20
"""The minimum width that is assumed for a terminal."""
ENDLESS = 1_000_000
"""The width assumed for a file or a pipe, which is never folded."""


def count_columns() -> int:
    """Return the terminal's width: the value of ``COLUMNS`` if set, else the detected width, else 80."""
    return max(LEAST, shutil.get_terminal_size().columns)


def room_for(stream: Any) -> int:
    """Return the width available on a stream, which is practically unlimited for a file or a pipe."""
    # Folding piped output would break ``grep``, and the output would vary with the terminal's width.
    return count_columns() if is_terminal(stream) else ENDLESS


def fold(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Fold one paragraph into lines of at most ``width`` columns, without splitting a word that is longer."""
    # Preserve the spacing within text that already fits.
    if count_cells(first) + count_cells(text) <= width and "\n" not in text:
        return [(first + text).replace(UNBROKEN, " ").rstrip()]
    lines, line, indent = [], first, first
    for word in filter(None, SPACES.split(text)):
        # Never split a word, however long: a path has to remain copyable.
        if line != indent and count_cells(line) + 1 + count_cells(word) > width:
            lines.append(line)
            line = indent = first if rest is None else rest
        line += word if line == indent else f" {word}"
    return [each.replace(UNBROKEN, " ").rstrip() for each in (*lines, line)]


# Not ``\s``, which would also match the no-break space in ``UNBROKEN``.
SPACES = re.compile(r"[ \t\n]+")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def count_cells(text: str) -> int:
    """Count the columns that text occupies: none for a combining character, two for a wide East Asian one."""
    plain = STYLE.sub("", text) if "\x1b" in text else text
    # Most text is ASCII, with one column per character, so the loop can be skipped.
    if plain.isascii():
        return len(plain)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in plain)


UNBROKEN = "\N{NO-BREAK SPACE}"


def make_unbreakable(text: str) -> str:
    """Replace the spaces in text so that ``fold`` and ``fit_lines`` keep it on one line."""
    return text.replace(" ", UNBROKEN)


INDENT = re.compile(r"\s*(?:[0-9]+  )?")


def fit_lines(text: str, stream: Any) -> str:
    """Prepare text for a stream: fold long lines if the stream is a terminal."""
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
"""Matches a word of a shell command; a quoted word may contain spaces."""


def fold_command(command: str, width: int, indent: str = "  ") -> list[str]:
    """Fold a shell command with backslash continuations, so that it still works when copied."""
    lines: list[str] = []
    line = indent
    for word in pair_options(WORDS.findall(command)):
        if line.strip() and len(line) + 1 + len(word) > width - 2:
            lines.append(f"{line} \\")
            line = f"{indent}    "
        line += f" {word}" if line.strip() else word
    return [*lines, line]


def pair_options(words: Sequence[str]) -> Iterator[str]:
    """Yield the words of a command, joining each option to its value."""
    held = ""
    # An option is easier to read with its value on the same line.
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
    """Render each term with its meaning beside it, or below it if the term is too long or the terminal too narrow."""
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
