"""Quick fixes, in the form of changes that an editor can offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rftg_dsl.author.editor.format_edits import Change, changes_between
from rftg_dsl.author.validate.apply_fixes import fix_text
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source


class Fix(NamedTuple):
    """A fix that the editor can offer."""

    title: str
    changes: Sequence[Change]
    of: Diagnostic | None = None
    """The finding that this fixes; None if it fixes everything fixable in the file."""


def offer_fixes(source: Source, diagnostics: Iterable[Diagnostic], start: int, end: int) -> Iterator[Fix]:
    """Yield a fix for each finding that touches a range, and one for all fixable findings in the file."""
    fixable = [diagnostic for diagnostic in diagnostics if diagnostic.fix and diagnostic.at.source == source]
    for diagnostic in fixable:
        if diagnostic.at.start <= end and start <= diagnostic.at.end:
            yield Fix(
                title_of(diagnostic),
                [Change(each.at.start, each.at.end, each.text) for each in diagnostic.fix],
                diagnostic,
            )
    if fixable:
        after, codes = fix_text(source, fixable)
        number = f"{len(codes)} mistakes" if len(codes) > 1 else "1 mistake"
        yield Fix(f"Fix all certain mistakes in this file: {number}", changes_between(source.text, after))


LONGEST = 40


def title_of(diagnostic: Diagnostic) -> str:
    if len(diagnostic.fix) > 1:
        return f"Fix: {diagnostic.message}"
    (edit,) = diagnostic.fix
    old, new = (shorten(text) for text in (edit.at.source.text[edit.at.start : edit.at.end], edit.text))
    if not old:
        return f"Write '{new}' here"
    return f"Replace '{old}' with '{new}'" if new else f"Remove '{old}'"


def shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
