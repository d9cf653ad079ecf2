"""The titles of the installed games, read from the first line of their content without loading the games.

A start page and an error message need the titles, and must not wait until every game is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.plugins import GAMES, entry_points_of
from rftg_dsl.base.resources import WORDS, find_content_folder
from rftg_dsl.base.spelling import fold

DECLARATION = re.compile(r'^game +[\w-]+ +"([^"\n]+)" +players +([0-9]+(?: to [0-9]+)?)', re.MULTILINE)
FAR = 10_000
"""The number of bytes at the beginning of a file in which the declaration is looked for."""


class Header(NamedTuple):
    """The title of a game, and the numbers of players for it."""

    name: str
    title: str
    """The printed title; the game's name if its content cannot be read."""
    players: str = ""
    """Such as ``2 to 4``; empty if unknown."""

    def __str__(self) -> str:
        return f"{self.name} ({self.title})" if self.title != self.name else self.name


def list_headers() -> list[Header]:
    """The headers of all installed games, by name."""
    return [read_header(name) for name in entry_points_of(GAMES)]


@cache
def read_header(name: str) -> Header:
    """Read the header of an installed game. A game that is broken has its name as its title."""
    try:
        with (content_folder_of(name) / WORDS).open("rb") as file:
            declared = DECLARATION.search(file.read(FAR).decode("utf-8", "replace"))
    except (UsageError, OSError):
        declared = None
    return Header(name, *declared.groups()) if declared else Header(name, name)


def content_folder_of(name: str) -> Path:
    ours = find_content_folder() / name
    if ours.is_dir():
        return ours
    # Imported late: only the Python of a plug-in knows where its content is.
    from rftg_dsl.library.installed import find_game

    return find_game(name).content


def is_game(name: str) -> bool:
    return name in entry_points_of(GAMES)


def resolve_game_name(typed: str) -> str:
    """Return the name of the installed game that ``typed`` means: its name or title, in any spelling.

    Text that means no game, or more than one, is returned unchanged.
    """
    if is_game(typed):
        return typed
    meant = list(find_games(typed))
    return meant[0] if len(meant) == 1 else typed


def find_games(typed: str) -> Iterator[str]:
    folded = fold(typed)
    for header in list_headers() if folded else ():
        if folded in (fold(header.name), fold(header.title)):
            yield header.name
