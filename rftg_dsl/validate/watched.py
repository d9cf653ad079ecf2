"""The files that a validation depends on and that people change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rftg_dsl.shelf import find_box, sound_games
from rftg_dsl.validate.target import files_below, read_for, target


def watched(names: Sequence[str]) -> Iterator[str]:
    """The content files of the targets, and of every game."""
    yield from read_for([target(name) for name in names])
    for folder in folders():
        yield from files_below(folder)


@cache
def folders() -> tuple[str, ...]:
    """The folders of the content of all games; loads every game."""
    return tuple(str(find_box(name).folder) for name in sound_games())
