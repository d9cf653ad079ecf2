"""Libraries, sides and sets that the tests of pictures share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rftg_dsl.check.model import Side
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library, load_library

GAMES = ("roll", "race", "galaxies")


@cache
def whole(game: str) -> Library:
    """A game with all the sets that come with it."""
    return load_library(game, extra=sorted(find_box(game).expansions))


def side(game: str, name: str) -> Side:
    """A side by its id."""
    return next(candidate for candidate in whole(game).model.list_sides() if candidate.id == name)


def with_set(folder: Path, content: str, layouts: str = "", game: str = "roll") -> Library:
    """A game with a set that has this content."""
    folder.mkdir(exist_ok=True)
    (folder / "set.toml").write_text(f'id = "mine"\nname = "Mine"\ngame = "{game}"\nversion = "1"\n')
    (folder / "pieces.rftg").write_text(content)
    if layouts:
        (folder / "layouts.toml").write_text(layouts)
    return load_library(game, extra=[folder])
