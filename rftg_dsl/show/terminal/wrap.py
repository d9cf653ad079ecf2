"""Text folded to the width of a terminal, down to 40 columns."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.show.terminal.paint import is_terminal

NARROW = 60
"""Below so many columns, what stands side by side stands one below the other."""
MOST = 100
"""Help is never wider than this."""
LEAST = 20
"""No terminal counts as narrower than this."""
ENDLESS = 1_000_000
"""The columns of a file or a pipe."""


def count_columns() -> int:
    """The columns of the terminal, or what ``COLUMNS`` says; 80 if nobody knows."""
    return max(LEAST, shutil.get_terminal_size().columns)


def room_for(stream: Any) -> int:
    """The columns for what is written to a stream; without end in a file or a pipe, where lines are never folded."""
    return count_columns() if is_terminal(stream) else ENDLESS


def fold(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """One paragraph in lines of a width, indented. A word that is too long, such as a path, stays whole."""
    if count_cells(first) + count_cells(text) <= width and "\n" not in text:
        return [(first + text).replace(UNBROKEN, " ").rstrip()]
    lines, line, indent = [], first, first
    for word in filter(None, SPACES.split(text)):
        if line != indent and count_cells(line) + 1 + count_cells(word) > width:
            lines.append(line)
            line = indent = first if rest is None else rest
        line += word if line == indent else f" {word}"
    return [each.replace(UNBROKEN, " ").rstrip() for each in (*lines, line)]


SPACES = re.compile(r"[ \t\n]+")
"""What stands between words; not ``UNBROKEN``."""
STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""What sets a colour."""


def count_cells(text: str) -> int:
    """The columns that a text takes on a terminal."""
    plain = STYLE.sub("", text) if "\x1b" in text else text
    if plain.isascii():
        return len(plain)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in plain)


UNBROKEN = "\N{NO-BREAK SPACE}"


def make_unbreakable(text: str) -> str:
    """Text that ``fold`` and ``fit_lines`` keep on one line."""
    return text.replace(" ", UNBROKEN)


INDENT = re.compile(r"\s*(?:[0-9]+  )?")
"""How far a line is indented, a number before its text included."""


def fit_lines(text: str, stream: Any) -> str:
    """Lines of text as they go to a stream: on a terminal, those that are too long are folded."""
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
    """Paragraphs, which blank lines separate, each folded."""
    lines: list[str] = []
    for nth, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        lines += [""] * bool(nth) + fold(" ".join(paragraph.split()), width, indent)
    return lines


WORDS = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""")
"""The words of a shell command; a quoted one may have spaces."""


def fold_command(command: str, width: int, indent: str = "  ") -> list[str]:
    """A shell command, folded so that it can still be copied: a backslash continues it on the next line."""
    lines: list[str] = []
    line = indent
    for word in pair_options(WORDS.findall(command)):
        if line.strip() and len(line) + 1 + len(word) > width - 2:
            lines.append(f"{line} \\")
            line = f"{indent}    "
        line += f" {word}" if line.strip() else word
    return [*lines, line]


def pair_options(words: Sequence[str]) -> Iterator[str]:
    """The words of a command, an option together with its value."""
    held = ""
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
    """Terms with their meanings beside them; on a narrow terminal below them."""
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
