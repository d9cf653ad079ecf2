"""Comments that are meant for ``rftg``: ``# rftg: allow CODE REASON``. They change no meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from rftg_dsl.base.limits import LINE
from rftg_dsl.base.source import Source, Span

COMMENTS = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)')
"""Texts in quotes, which can contain a ``#``, and comments."""
FORM = re.compile(r"#+[ \t]*rftg[ \t]*:[ \t]*(?P<word>[^\s:]*)[ \t]*:?[ \t]*(?P<rest>.*)")

ALLOW, UNNOTICED = "allow", "unnoticed"
WORDS = (ALLOW, UNNOTICED)
"""The words that a remark can begin with: what it is for."""


@frozen
class Remark:
    """A comment that begins with ``rftg:``."""

    word: str
    """The first word after that."""
    rest: str
    at: Span
    line: int | None
    """The line that it is about: its own; the next one with content, if the remark has a line for itself.

    None: every line. That is so in the comment that opens a file, if an empty line follows it.
    """


def remarks_in(source: Source) -> Sequence[Remark]:
    """The remarks of a file, in order, except those too long for a line: that is a mistake of its own."""
    if "rftg" not in source.text:
        return ()
    remarks = []
    lines = resolve_lines(source.text.split("\n"))
    for match in COMMENTS.finditer(source.text):
        text = (match["comment"] or "").rstrip()
        if 0 < len(text) <= LINE.most and (form := FORM.fullmatch(text)):
            at = Span(source, match.start(), match.start() + len(text))
            remarks.append(Remark(form["word"], form["rest"], at, lines[at.begins[0] - 1]))
    return remarks


def resolve_lines(lines: Sequence[str]) -> list[int | None]:
    """The line, counted from 1, that a remark on each line is about."""
    resolved: list[int | None] = [*range(1, len(lines) + 1)]
    following = len(lines)
    for nth in range(len(lines) - 1, -1, -1):
        if is_comment(lines[nth]) or not lines[nth].strip():
            resolved[nth] = following
        else:
            following = nth + 1
    opening = next((nth for nth, line in enumerate(lines) if not is_comment(line)), len(lines))
    if opening == len(lines) or not lines[opening].strip():
        resolved[:opening] = [None] * opening
    return resolved


def is_comment(line: str) -> bool:
    """Whether a line has nothing but a comment."""
    return line.lstrip().startswith("#")
