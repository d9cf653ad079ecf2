"""Formatting, in the form of a change for an editor to apply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import format_source


class Change(NamedTuple):
    """A replacement of the text between two offsets."""

    start: int
    end: int
    text: str


def changes_to_format(source: Source) -> list[Change]:
    """The smallest change that formats a file; empty if it is already formatted.

    Statements with mistakes are left unchanged.
    """
    return changes_between(source.text, format_source(source).text) if source.text.strip() else []


def changes_between(before: str, after: str) -> list[Change]:
    if before == after:
        return []
    # A small change does not affect the cursor and folded blocks in the editor.
    first = count_shared_prefix(before, after)
    rest, other = before[first:], after[first:]
    last = count_shared_prefix(rest[::-1], other[::-1])
    return [Change(first, len(before) - last, other[: len(other) - last])]


def count_shared_prefix(text: str, other: str) -> int:
    pairs = zip(text, other, strict=False)
    return next((nth for nth, (here, there) in enumerate(pairs) if here != there), min(len(text), len(other)))


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    # Apply changes from the end, so that earlier offsets stay valid.
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text
