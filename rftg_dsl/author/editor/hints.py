"""Inlay hints that show the id of each power."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rftg_dsl.author.editor.hover import powers_in
from rftg_dsl.base.source import Source
from rftg_dsl.library.load import Loaded


class Hint(NamedTuple):
    """Text to show before an offset."""

    at: int
    text: str


def hints_in(source: Source, start: int, end: int, loaded: Loaded) -> Iterator[Hint]:
    for power in powers_in(source, loaded):
        if start <= power.at.start <= end:
            yield Hint(power.at.start, power.id)
