"""Read remarks, which are comments addressed to ``rftg``: ``# rftg: allow CODE REASON``.

Remarks never change the meaning of content.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from rftg_dsl.base.limits import LINE
from rftg_dsl.base.source import Source, Span

COMMENTS = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)')
"""Matches comments, as well as quoted strings, since a string can contain a ``#``."""
FORM = re.compile(r"#+[ \t]*rftg[ \t]*:[ \t]*(?P<word>[^\s:]*)[ \t]*:?[ \t]*(?P<rest>.*)")

ALLOW, UNNOTICED = "allow", "unnoticed"
WORDS = (ALLOW, UNNOTICED)


@frozen
class Remark:
    """A comment that begins with ``rftg:``."""

    word: str
    """The first word after ``rftg:``."""
    rest: str
    at: Span
    line: int | None
    """The line that the remark applies to: its own line or, if the remark is alone on it, the next line with content.

    None if the remark applies to the whole file, that is, if it is in the opening comment and an empty line follows
    that comment.
    """


def remarks_in(source: Source) -> Sequence[Remark]:
    """Return the remarks in a file, in order. Overlong comments are skipped; ``line-too-long`` reports them."""
    # Most files have no remarks, so skip the search for comments if possible.
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
    """For each line, return the line that a remark on it applies to, numbered from 1; None means the whole file."""
    resolved: list[int | None] = [*range(1, len(lines) + 1)]
    following = len(lines)
    # Go backwards, so that the next line with content is already known at each comment.
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
    return line.lstrip().startswith("#")
