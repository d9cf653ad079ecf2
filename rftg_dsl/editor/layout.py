"""Formatting, as the change that an editor makes."""

from __future__ import annotations

from typing import NamedTuple

from rftg_dsl.source import Source
from rftg_dsl.syntax.format import formatted


class Change(NamedTuple):
    """A part of a text, by offsets, and what to write instead."""

    start: int
    end: int
    text: str


def layout(source: Source) -> list[Change]:
    """What puts a file in its canonical form: one change, as small as can be, or none.

    What has a mistake stays as it is.
    """
    before, after = source.text, formatted(source).text if source.text.strip() else source.text
    if before == after:
        return []
    first = shared(before, after)
    rest, other = before[first:], after[first:]
    last = shared(rest[::-1], other[::-1])
    return [Change(first, len(before) - last, other[: len(other) - last])]


def shared(one: str, other: str) -> int:
    """How many characters two texts begin with."""
    pairs = zip(one, other, strict=False)
    return next((nth for nth, (here, there) in enumerate(pairs) if here != there), min(len(one), len(other)))
