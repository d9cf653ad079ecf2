"""Quick fixes, in the form of changes that an editor can offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rftg_dsl.author.editor.format_edits import Change, changes_between
from rftg_dsl.author.validate.apply_fixes import fix_text
from rftg_dsl.base.diagnostic import Diagnostic, Edit
from rftg_dsl.base.source import Source


class Fix(NamedTuple):
    """A fix that the editor can offer."""

    title: str
    changes: Sequence[Change]
    of: Diagnostic | None = None
    """The finding that this fixes; None if it fixes everything fixable in the file."""


def offer_fixes(source: Source, diagnostics: Iterable[Diagnostic], start: int, end: int) -> Iterator[Fix]:
    """Yield a fix for each finding that touches a range, and one for all certain fixes in the file."""
    here = [diagnostic for diagnostic in diagnostics if diagnostic.at.source == source]
    for diagnostic in here:
        edits = diagnostic.fix or diagnostic.guess
        if edits and diagnostic.at.start <= end and start <= diagnostic.at.end:
            changes = [Change(each.at.start, each.at.end, each.text) for each in edits]
            yield Fix(title_of(diagnostic.message, edits), changes, diagnostic)
    if fixable := [diagnostic for diagnostic in here if diagnostic.fix]:
        after, codes = fix_text(source, fixable)
        number = f"{len(codes)} mistakes" if len(codes) > 1 else "1 mistake"
        yield Fix(f"Fix all certain mistakes in this file: {number}", changes_between(source.text, after))


LONGEST = 40


def title_of(message: str, edits: Sequence[Edit]) -> str:
    replaced = {(edit.at.source.text[edit.at.start : edit.at.end], edit.text) for edit in edits}
    if len(replaced) > 1:
        return f"Fix: {message}"
    old, new = map(shorten, replaced.pop())
    where = f" in {len(edits)} places" if len(edits) > 1 else ""
    if not old:
        return f"Write '{new}' here"
    return f"Replace '{old}' with '{new}'{where}" if new else f"Remove '{old}'{where}"


def shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
