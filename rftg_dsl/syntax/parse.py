"""Text to tree. One run finds every syntax mistake in a file; the tree leaves out statements with mistakes."""

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
"""The version of the language: raised when a file that was valid changes its meaning or is no longer valid."""
READ = 5_000_000
"""Maximum characters read to find all mistakes of a file: after each mistake it is read again."""


@frozen
class Reading:
    """What was read of a file: the tree of its statements without mistakes, and the mistakes in the others."""

    tree: tree.File
    mistakes: list[Diagnostic]
    skipped: tuple[At, ...] = ()
    """Where the statements with mistakes are."""
    whole: bool = True
    """Whether every statement is in the tree or skipped. It is not if a block is not closed, or there are too many."""


def parse(source: Source, blocks: bool = False) -> tuple[tree.File, list[Diagnostic]]:
    """The tree of a file without its malformed statements, and the mistakes in those.

    ``blocks``: what is indented below a piece or a side without braces is read as its block, and that is a mistake.
    """
    reading = read(source, blocks)
    return reading.tree, reading.mistakes


def read(source: Source, blocks: bool = False) -> Reading:
    """The tree of a file, its mistakes, and where they are."""
    if beyond := check_limits(source):
        return Reading(tree.File(()), [beyond], whole=False)
    text, mistakes = complete_braces(source, blocks)
    whole = not mistakes
    skipped: list[At] = []
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
            shorter = without(text, part)
            if shorter == text:
                break
            text = shorter
            skipped.append(part)
    return Reading(tree.File(()), mistakes, whole=False)


def merge_parts(parts: list[At]) -> list[At]:
    """Parts of a text in order, those that overlap or touch as one."""
    merged: list[At] = []
    for start, end in sorted(parts):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
