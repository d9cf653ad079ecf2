"""Report a side without a name as one mistake, instead of everything that follows from it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, Edit
from rftg_dsl.base.source import Source, Span
from rftg_dsl.check.restate import sentence_around
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.syntax.mistakes import does_parse
from rftg_dsl.syntax.statements import find_opening_brace

NAME = r"[A-Z][\w'\N{RIGHT SINGLE QUOTATION MARK}-]*"
SIDE = re.compile(rf"\s*(?P<kind>[a-z][a-z_-]*)\b[^\S\n]*+(?P<name>{NAME}(?:[^\S\n]+{NAME})*)?(?=[\s\w{{}};#]|$)")
"""Matches the start of a side whose name is missing, or is written without quotes."""


def restate_unnamed_sides(diagnostics: Sequence[Diagnostic], words: Vocabulary) -> list[Diagnostic]:
    """Return the diagnostics, with a single one for each side without a name.

    No component is reported to lack a side if one of its sides could not be read.
    """
    restated = [restate_unnamed_side(each, words) if each.code == "syntax" else each for each in diagnostics]
    if all(each.code != "missing-side" for each in restated):
        return restated
    unread = {(each.at.source, find_block(each)) for each in restated if each.code in ("syntax", "missing-name")}
    return [each for each in restated if each.code != "missing-side" or block_of(each) not in unread]


def block_of(missing: Diagnostic) -> tuple[Source, int]:
    """Return the source and the offset of the brace after the head of a component that lacks a side."""
    source = missing.at.source
    return source, source.text.find("{", missing.at.end)


def find_block(wrong: Diagnostic) -> int:
    """Return the offset of the brace that opens the block around the sentence with a mistake, or -1 if none does."""
    text = wrong.at.source.text
    return find_opening_brace(text, sentence_around(text, wrong.at.start)[0])


def restate_unnamed_side(wrong: Diagnostic, words: Vocabulary) -> Diagnostic:
    """Return a diagnostic about the missing name if the sentence that cannot be read is a side without one."""
    source, text = wrong.at.source, wrong.at.source.text
    begins, ends = sentence_around(text, wrong.at.start)
    match = SIDE.match(text, begins)
    if match is None or match["kind"] not in words.kinds or not is_in_component(text, begins, words):
        return wrong
    kind, name = match["kind"], match["name"]
    if name is None:
        at, (message, hint) = Span(source, *match.span("kind")), explain_missing_name(kind)
        return evolve(wrong, code="missing-name", at=at, message=message, hint=hint, fix=())
    at, quoted = Span(source, *match.span("name")), f'"{name}"'
    reads = does_parse(text[begins : at.start] + quoted + text[at.end : ends], inside=True)
    message, hint = f"the name of the {kind} is not in quotes", f"write: {kind} {quoted} ..."
    return evolve(
        wrong, code="missing-name", at=at, message=message, hint=hint, fix=(Edit(at, quoted),) if reads else ()
    )


def explain_missing_name(kind: str) -> tuple[str, str]:
    """Return the message and the hint about a side without a name."""
    return f"the name of the {kind} is missing", f'write its name in quotes: {kind} "Its name" ...'


def is_in_component(text: str, at: int, words: Vocabulary) -> bool:
    opening = find_opening_brace(text, at)
    head = re.match(r"\s*([a-z][a-z_-]*)", text[sentence_around(text, opening)[0] :]) if opening >= 0 else None
    return head is not None and head[1] in words.components
