"""Limits on the text of a file, checked before parsing so that hostile input never reaches the parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import CHARACTERS, DEPTH, DIGITS, LINE, NAME, WORD
from rftg_dsl.base.source import Source, Span

MISTAKES = 50
SIZE = CHARACTERS.most
LIMITED = re.compile(
    rf"""
    "(?P<text>[^"\n]*)" | \#[^\n]* | [{{}}]
    | (?P<word>[A-Za-z][\w-]{{{WORD.most},}})
    """,
    re.VERBOSE,
)
"""Matches quoted strings, comments, braces and overlong words. Braces inside comments or strings do not count."""
LONG = rf"[0-9]{{{DIGITS.most + 1},}}"
"""Matches a run of more digits than a number can have. Words and ids may contain such a run."""
NUMBERED = re.compile(
    rf"""
    "[^"\n]*" | \#[^\n]*
    | [a-z][a-z_]*(-[a-z0-9_]+)* | [A-Z][A-Za-z0-9]*(-[A-Za-z0-9]+)*
    | (?P<digits>{LONG})
    """,
    re.VERBOSE,
)
"""Splits text into the same tokens as the grammar; ``digits`` never matches inside a string, comment, word or id."""


def check_limits(source: Source) -> Diagnostic | None:
    if len(source.text) > SIZE:
        message = f"the file is {len(source.text)} characters long"
        return Diagnostic(
            "file-too-large", Span(source, 0, 1), message, f"split it into files of at most {SIZE} characters"
        )
    return find_long_number(source) or find_oversized(source) or next(find_long_lines(source), None)


def find_long_number(source: Source) -> Diagnostic | None:
    """Find the first number with too many digits, even one directly after a word, as in ``cost9999999999``."""
    # Tokenizing is slow, and few files have such a long run of digits, so search for one first.
    every = NUMBERED.finditer(source.text) if re.search(LONG, source.text) else ()
    at = next((Span(source, *match.span()) for match in every if match["digits"]), None)
    hint = f"use at most {DIGITS.most} digits"
    return Diagnostic("number-too-large", at, "the number is too large", hint) if at else None


def find_oversized(source: Source) -> Diagnostic | None:
    depth = 0
    for match in LIMITED.finditer(source.text):
        at = Span(source, *match.span())
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth > DEPTH.most:
            return Diagnostic(
                "nesting-too-deep", at, "blocks are nested too deeply", f"use at most {DEPTH.most} levels"
            )
        if match["word"]:
            return Diagnostic("name-too-long", at, "this word is too long", f"use at most {WORD.most} characters")
        if len(match["text"] or "") > NAME.most:
            return Diagnostic(
                "name-too-long", at, "this quoted text is too long", f"use at most {NAME.most} characters"
            )
    return None


def find_long_lines(source: Source) -> Iterator[Diagnostic]:
    for start, following in pairwise([*source.starts, len(source.text)]):
        if following - start > LINE.most:
            at = Span(source, start, start + 1)
            yield Diagnostic(
                "line-too-long", at, "the line is too long", f"break it into lines of at most {LINE.most} characters"
            )
