"""Diagnose and repair blocks whose braces are missing or commented out.

Each such block is reported as one mistake. The repair never changes the offset of any other text, so that the rest of
the file can still be parsed and diagnosed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rftg_dsl.base.diagnostic import Diagnostic, Edit
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.bounds import MISTAKES
from rftg_dsl.syntax.statements import BRACES, close_blocks, indent_of, with_brace

HEADER = re.compile(r'[ \t]*(?P<word>[a-z][a-z-]*)[ \t]+(?P<name>"[^"\n]*"|[A-Z][\w-]*)(?P<rest>[^{}#\n]*)')
PART = re.compile(r"[ \t]*(given|when|then)(?![\w-])")
COLON = re.compile(r"^[ \t]*(?:given|when|then)(?P<colon>[ \t]*:)[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
"""Matches ``given``, ``when`` or ``then`` on a line of its own, wrongly followed by a colon."""
SCENARIO = "scenario"


def complete_braces(source: Source, blocks: bool) -> tuple[str, list[Diagnostic]]:
    """Return the text with every block opened and closed, and a diagnostic for each mistake with a brace.

    If ``blocks`` is true, indentation shows where pieces and sides without braces begin and end. Scenarios without
    braces are always recognized.
    """
    # Insert missing '{' before missing '}'; otherwise the '}' of a block without a '{' would look superfluous.
    text, mistakes = without_colons(source, source.text)
    text, wrong = with_blocks(source, text, blocks)
    mistakes += wrong
    text, wrong = out_of_comments(source, text)
    mistakes += wrong
    text, wrong = close_blocks(source, text)
    return text, (mistakes + wrong)[:MISTAKES]


# -- in comments -------------------------------------------------------------------------------------------------


def out_of_comments(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """Move closing braces out of comments, but only as many as are missing from the code."""
    marks = list(BRACES.finditer(text))
    missing = sum((mark[0] == "{") - (mark[0] == "}") for mark in marks)
    mistakes: list[Diagnostic] = []
    # A '}' in a comment is a mistake only if the code lacks one.
    for mark in marks if missing > 0 else ():
        swallowed = mark[0].count("}") - mark[0].count("{") if mark[0].startswith("#") else 0
        if swallowed <= 0 or missing <= 0 or len(mistakes) >= MISTAKES:
            continue
        n = min(swallowed, missing)
        missing -= n
        places = [mark.start() + at.start() for at in re.finditer("}", mark[0])][-n:]
        blank = "".join("}" if at in places else " " for at in range(*mark.span()))
        text = text[: mark.start()] + blank + text[mark.end() :]
        said = mark[0].rstrip("} \t").rstrip("# \t") and mark[0].rstrip("} \t")
        better = "}" * n + (f" {said}" if said else "")
        at = Span(source, places[0], places[-1] + 1)
        message = "this '}' is part of a comment, so the block is not closed"
        fix = (Edit(Span(source, *mark.span()), better),)
        mistakes.append(Diagnostic("syntax", at, message, "put it before the '#'", fix=fix))
    return text, mistakes


# -- not written -------------------------------------------------------------------------------------------------


def with_blocks(source: Source, text: str, pieces: bool) -> tuple[str, list[Diagnostic]]:
    """Insert the missing braces around the lines that belong to a component, a side or a scenario."""
    lines = list(lines_of_code(text))
    mistakes: list[Diagnostic] = []
    for nth, ((start, line), (_, below)) in enumerate(pairwise(lines)):
        header = HEADER.fullmatch(line)
        if header is None or len(mistakes) >= MISTAKES or not (pieces or header["word"] == SCENARIO):
            continue
        if not is_block_missing(header, line, below):
            continue
        end = start + len(line.rstrip().rstrip(":").rstrip())
        text = open_block(text, end)
        last = next((at for at, other in lines[nth + 1 :] if is_after_block(header["word"], line, other)), len(text))
        text = with_brace(text, last)
        what = "a scenario" if header["word"] == SCENARIO else f"the block of {header['name']}"
        message = f"{what} needs braces"
        at = Span(source, start + indent_of(line), end)
        mistakes.append(
            Diagnostic("syntax", at, message, "write '{' at the end of this line, and '}' after its last line")
        )
    return text, mistakes


def open_block(text: str, end: int) -> str:
    """Write an opening brace over the colon, comment or line end at ``end``, so that later offsets do not change."""
    after = re.compile(r"[ \t]*:?[ \t]*(?:#[^\n]*)?").match(text, end)
    rest = max(after.end() if after else end, end + 1)
    return text[:end] + "{" + " " * (rest - end - 1) + text[rest:]


def lines_of_code(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        code = re.sub(r'("[^"]*")|#.*', lambda match: match[1] or "", line)
        if code.strip():
            yield start, code
        start += len(line) + 1


def is_block_missing(header: re.Match[str], line: str, below: str) -> bool:
    """Return whether ``below``, the line after a header, belongs to the header's block although no brace opens it."""
    # After a comma, the next line continues the header.
    if line.rstrip().endswith(","):
        return False
    if header["word"] == SCENARIO:
        return bool(PART.match(below))
    within, inner = HEADER.match(below), header["name"].startswith('"')
    side_below = within is not None and within["name"].startswith('"')
    return (
        indent_of(below) > indent_of(line) and not below.lstrip().startswith(("{", "}")) and not (inner and side_below)
    )


def is_after_block(word: str, line: str, other: str) -> bool:
    if word == SCENARIO:
        return other.lstrip().startswith(SCENARIO)
    return indent_of(other) <= indent_of(line)


def without_colons(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    mistakes: list[Diagnostic] = []
    # Only a file with scenarios can have this mistake. Elsewhere, a word and a colon are part of a power.
    for match in COLON.finditer(text) if re.search(rf"^[ \t]*{SCENARIO}\b", text, re.MULTILINE) else ():
        if len(mistakes) < MISTAKES:
            at = Span(source, *match.span("colon"))
            mistakes.append(
                Diagnostic(
                    "syntax", at, "a part of a scenario must not have a colon", "leave it out", fix=(Edit(at, ""),)
                )
            )
            text = text[: at.start] + " " * (at.end - at.start) + text[at.end :]
    return text, mistakes
