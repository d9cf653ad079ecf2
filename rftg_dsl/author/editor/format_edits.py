"""Formatting, as the change that an editor makes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import format_source


class Change(NamedTuple):
    """A part of a text, by offsets, and what to write instead."""

    start: int
    end: int
    text: str


def changes_to_format(source: Source) -> list[Change]:
    """What puts a file in its canonical form: one change, as small as can be, or none.

    What has a mistake stays as it is.
    """
    return changes_between(source.text, format_source(source).text) if source.text.strip() else []


def changes_between(before: str, after: str) -> list[Change]:
    """What makes one text of another: one change, as small as can be, or none."""
    if before == after:
        return []
    first = count_shared_prefix(before, after)
    rest, other = before[first:], after[first:]
    last = count_shared_prefix(rest[::-1], other[::-1])
    return [Change(first, len(before) - last, other[: len(other) - last])]


def count_shared_prefix(text: str, other: str) -> int:
    """How many characters two texts begin with."""
    pairs = zip(text, other, strict=False)
    return next((nth for nth, (here, there) in enumerate(pairs) if here != there), min(len(text), len(other)))


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """A text with changes that do not overlap."""
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text
