"""The files that ``--watch`` monitors for changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rftg_dsl.author.validate.target import Target, content_below, read_for
from rftg_dsl.library.installed import find_box, list_sound_games


def files_to_watch(targets: Sequence[Target]) -> Iterator[str]:
    yield from read_for(targets)
    for folder in folders_of_games():
        yield from content_below(folder)


@cache
def folders_of_games() -> tuple[str, ...]:
    """The content folders of all games. This loads every game."""
    return tuple(str(find_box(name).folder) for name in list_sound_games())
