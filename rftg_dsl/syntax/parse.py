"""Parse text to a tree. One run finds every syntax mistake in a file; malformed statements are left out of the tree."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen
from lark.exceptions import UnexpectedInput

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.bounds import MISTAKES, check_limits
from rftg_dsl.syntax.braces import complete_braces
from rftg_dsl.syntax.mistakes import diagnose_error, find_correction
from rftg_dsl.syntax.statements import statement_at, without
from rftg_dsl.syntax.tree import At
from rftg_dsl.syntax.tree_builder import get_parser

LANGUAGE = 1
"""The language version, raised when a valid file changes in meaning or becomes invalid."""
READ = 5_000_000
"""Maximum characters parsed to find all mistakes in a file, since each mistake costs another parse."""


@frozen
class Reading:
    """The tree of a file's well-formed statements, and the mistakes in the others."""

    tree: tree.File
    mistakes: list[Diagnostic]
    skipped: tuple[At, ...] = ()
    whole: bool = True
    """Whether every statement is either in the tree or skipped; false after an unclosed block or too many mistakes."""


def parse(source: Source, blocks: bool = False) -> tuple[tree.File, list[Diagnostic]]:
    """Parse a file into a tree without its malformed statements, and a diagnostic for each mistake.

    With ``blocks``, indented lines below a piece or side without braces are read as its block, and reported.
    """
    reading = read(source, blocks)
    return reading.tree, reading.mistakes


def read(source: Source, blocks: bool = False) -> Reading:
    """Parse as ``parse`` does, and also return the spans of the malformed statements."""
    if beyond := check_limits(source):
        return Reading(tree.File(()), [beyond], whole=False)
    text, mistakes = complete_braces(source, blocks)
    whole = not mistakes
    skipped: list[At] = []
    # Larger files get fewer attempts, so that hostile input cannot make us parse more than READ characters.
    most = min(MISTAKES, len(mistakes) + max(1, READ // max(1, len(text))))
    while len(mistakes) < most:
        try:
            parsed: Any = get_parser().parse(text)
            return Reading(parsed, mistakes, tuple(merge_parts(skipped)), whole)
        except UnexpectedInput as error:
            start = min(error.pos_in_stream or 0, len(text))
            part = statement_at(text, start)
            mistake = diagnose_error(source, text, error)
            mistakes.append(evolve(mistake, fix=find_correction(source, text, start, part)))
            # Blanked out rather than cut, so that later mistakes keep their offsets.
            shorter = without(text, part)
            # If nothing was blanked out, parsing again would find the same mistake.
            if shorter == text:
                break
            text = shorter
            skipped.append(part)
    return Reading(tree.File(()), mistakes, whole=False)


def merge_parts(parts: list[At]) -> list[At]:
    merged: list[At] = []
    for start, end in sorted(parts):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
