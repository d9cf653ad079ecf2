"""The targets of validation: paths, games, and sets for games. This module never loads content."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.resources import ART_LOOKALIKES, LOOKALIKES, PACKED, SET, SUFFIX, is_path

FILES = 5_000
"""Maximum number of files to fingerprint; if there are more, nothing is cached."""


class Target(NamedTuple):
    """A path, a game, or a set for a game."""

    path: str = ""
    game: str = ""
    set: str = ""
    alone: bool = False
    """Whether to check the file on its own, even if it is inside a set."""


def parse_target(text: str) -> Target:
    """Parse a command-line argument as a target.

    A text that starts with ``.`` or ``/`` is a path. So is the name of a file or folder, unless it begins with a game.
    """
    if is_path(text):
        return Target(path=text)
    # Imported late: a cached outcome is shown without the library.
    from rftg_dsl.library.game_headers import is_game, resolve_game_name

    game, _, name = text.partition("/")
    if not is_game(game) and os.path.exists(text):
        return Target(path=text)
    return Target(game=resolve_game_name(game), set=name)


def set_target(word: str) -> Target:
    """Parse an argument to ``--with`` as a target: a path, or the id of a set without its game."""
    return Target(path=word) if is_path(word) else Target(set=word)


def home_of(path: Path) -> Path | None:
    """The nearest folder that is above a path and contains a ``set.toml``; None if there is none."""
    absolute = Path(os.path.abspath(path)).parents
    above = absolute if ".." in path.parts else (*path.parents, *absolute)
    return next((folder for folder in above if (folder / SET).is_file()), None)


def content_below(folder: str) -> Iterator[str]:
    """Yield content files, ``set.toml`` files, pictures and fonts at any depth, and files that could be mistaken for
    them."""
    for path in files_below(Path(folder)):
        named = path.suffix == SUFFIX or path.name == SET or LOOKALIKES.search(path.name)
        if named or ART_LOOKALIKES.search(path.as_posix()):
            yield str(path)


def read_for(targets: Sequence[Target]) -> Iterator[str]:
    """Yield the files that the validation of these targets depends on, except shipped content."""
    for target in targets:
        if not target.path:
            continue
        path = Path(target.path)
        alone = target.alone or (path.suffix == PACKED and not path.is_dir())
        home = None if alone else path if path.is_dir() else home_of(path)
        if home is not None and (home / SET).is_file():
            yield from content_below(str(home))
        elif os.path.isfile(target.path):
            yield target.path
