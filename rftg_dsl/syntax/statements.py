"""Find the boundaries of statements and blocks in text that may not parse."""

from __future__ import annotations

import re

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.bounds import MISTAKES
from rftg_dsl.syntax.tree import At

BRACES = re.compile(r'"[^"\n]*"|#[^\n]*|[{}]|^[ \t]*(?=[a-z])', re.M)
"""Matches braces, and the indentation of lines that begin with a word.

Names and comments are matched as well, because they can contain braces.
"""


def close_blocks(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Return the text with every block closed, and a diagnostic for each block that was not.

    If closing braces are missing, indentation decides where blocks end. A block ends before a closing brace that is
    indented less than the line that opened the block. It also ends before a word indented no further than that line,
    provided the block's first line is indented further. The rest of the file can then be parsed. Each added brace
    replaces a line end or a trailing comment, so that offsets do not change.
    """
    braces = [match[0] for match in BRACES.finditer(text)]
    # Nearly all files have balanced braces; skip the scan of their indentation.
    if braces.count("{") <= braces.count("}"):
        return text, []
    # ``text`` changes below, but indentation must be measured in the original text.
    written = evolve(source, text=text)
    mistakes: list[Diagnostic] = []
    open_blocks: list[tuple[int, int, bool]] = []
    """For each open brace: its offset, the indentation of its line, and whether the next line is indented further."""

    def close(at: int, line: int) -> str:
        begins, *_ = open_blocks.pop()
        where = f"before line {line}" if line else "at the end of the file"
        span = Span(source, begins, begins + 1)
        mistakes.append(Diagnostic("syntax", span, "this block is not closed", f"close it with '}}' {where}"))
        return with_brace(text, at)

    for match in BRACES.finditer(written.text):
        if len(mistakes) >= MISTAKES:
            break
        start, (line, column) = match.start(), written.place_at(match.start())
        if match[0] == "{":
            here = indent_of(written.line_at(line))
            further = line < len(written.starts) and indent_of(written.line_at(line + 1)) > here
            open_blocks.append((start, here, further))
        elif match[0] == "}":
            # Indentation shows which block a brace closes only if the brace begins its line.
            opens_line = not written.line_at(line)[: column - 1].strip()
            while opens_line and len(open_blocks) > 1 and open_blocks[-1][1] > column - 1:
                text = close(start, line)
            if open_blocks:
                open_blocks.pop()
        elif match[0].strip() == "":
            while open_blocks and open_blocks[-1][2] and open_blocks[-1][1] >= len(match[0]):
                text = close(start, line)
    while open_blocks and len(mistakes) < MISTAKES:
        text = close(len(text), 0)
    return text, mistakes


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def with_brace(text: str, at: int) -> str:
    """Replace the last line end before ``at`` with a closing brace, or append the brace at the end of the text."""
    if at == len(text):
        return text + "\n}"
    before = text.rfind("\n", 0, at)
    comment = text.find("#", text.rfind("\n", 0, max(before, 0)) + 1, before)
    # A brace after a trailing comment would be part of the comment, so write the brace over the comment's '#'.
    place = comment if 0 <= comment < before and '"' not in text[comment:before] else before
    if place < 0:
        return text
    return text[:place] + "}" + re.sub(r"[^\n]", " ", text[place + 1 : before]) + text[max(before, place + 1) :]


def without(text: str, at: At) -> str:
    """Overwrite a span of the text with spaces, so that offsets do not change."""
    start, end = at
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


MARKS = re.compile(
    r"""
    "[^"\n]*"
    | [,:] [ \t]* (\#[^\n]*)? \r?\n ([ \t]*\#[^\n]*\n)* (?=[ \t]*[^\s}])
    | \#[^\n]*
    | (?P<mark>[\n;{}])
    """,
    re.VERBOSE,
)
"""Matches the marks between statements. Names, comments, and line ends within a sentence do not set ``mark``."""


def statement_at(text: str, at: int) -> At:
    """Return the span of the statement around ``at``: all of its lines, and the block that it opens, if any."""
    start, end = 0, len(text)
    for match in MARKS.finditer(text):
        if match["mark"] and match.start() < at:
            start = match.end()
        elif match["mark"] and match["mark"] != "{":
            end = match.start()
            break
    said = text[start:end]
    if not said.strip():
        # The mistake is after a sentence left unfinished by a trailing comma or colon.
        if (mark := find_trailing_mark(text, at)) >= 0:
            return statement_at(text, mark)
        return (at, at + 1) if at < len(text) and text[at] != "\n" else (start, end)
    if "{" in said and "}" not in said:
        closing = find_closing_brace(text, start + said.index("{"))
        end = len(text) if closing < 0 else closing + 1
    return start, end


CODE = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)|[^\s"#]+|"')


def find_trailing_mark(text: str, at: int) -> int:
    """Return the offset of the comma or colon that ends the code before ``at``, or -1; comments are ignored."""
    end = at
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        code = [match.end() for match in CODE.finditer(text, start, end) if not match["comment"]]
        if code:
            return code[-1] - 1 if text[code[-1] - 1] in ",:" else -1
        end = start - 1
    return -1


def is_continuation(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, at) + 1
    return find_trailing_mark(text, line) >= 0


def find_closing_brace(text: str, opening: int) -> int:
    """Return the offset of the brace that matches the one at ``opening``, or -1 if there is none."""
    depth = 0
    for match in re.finditer(r'"[^"\n]*"|#[^\n]*|[{}]', text[opening:]):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return opening + match.start()
    return -1


def find_opening_brace(text: str, at: int) -> int:
    """Return the offset of the brace that opens the block around ``at``, or -1 if ``at`` is outside all blocks."""
    opened: list[int] = []
    for match in MARKS.finditer(text, 0, at):
        if match["mark"] == "{":
            opened.append(match.start())
        elif match["mark"] == "}" and opened:
            opened.pop()
    return opened[-1] if opened else -1


def is_inside(text: str, at: int) -> bool:
    return find_opening_brace(text, at) >= 0


def find_late_opener(text: str, at: int) -> re.Match[str] | None:
    """Find an ``if`` or ``when`` before ``at`` that is in the middle of a phrase instead of at its beginning."""
    begins = max(text.rfind(mark, 0, at) for mark in "\n;{},:") + 1
    return re.compile(r"(?<=[\w$])[ \t]+(if|when)(?![\w-])").search(text, begins, at)
