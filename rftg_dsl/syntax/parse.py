"""Parse text into a tree. A single run reports every syntax mistake in a file, and leaves malformed statements out."""

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
"""The language version, incremented whenever a valid file becomes invalid or changes its meaning."""
READ = 5_000_000
"""Maximum number of characters parsed to find all mistakes in a file; each mistake costs another parse of the file."""


@frozen
class Reading:
    """The tree of a file's well-formed statements, and a diagnostic for each mistake in the malformed ones."""

    tree: tree.File
    mistakes: list[Diagnostic]
    skipped: tuple[At, ...] = ()
    whole: bool = True
    """Whether every statement is either in the tree or skipped. False after an unclosed block or too many mistakes."""


def parse(source: Source, blocks: bool = False) -> tuple[tree.File, list[Diagnostic]]:
    """Parse a file. Return the tree of its well-formed statements, and a diagnostic for each mistake.

    If ``blocks`` is true, indented lines below a piece or side without braces are read as its block, and the missing
    braces are reported.
    """
    reading = read(source, blocks)
    return reading.tree, reading.mistakes


def read(source: Source, blocks: bool = False) -> Reading:
    """Parse a file as ``parse`` does, and also record the spans of the malformed statements."""
    if beyond := check_limits(source):
        return Reading(tree.File(()), [beyond], whole=False)
    text, mistakes = complete_braces(source, blocks)
    whole = not mistakes
    skipped: list[At] = []
    # The larger the file, the fewer the attempts, so that hostile input cannot make us parse more than READ characters.
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
            # Blank the statement out instead of removing it, so that later mistakes keep their offsets.
            shorter = without(text, part)
            # If nothing changed, another parse would report the same mistake.
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
