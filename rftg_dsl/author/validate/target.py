"""The targets of `validate`: paths, games, and sets of games. Loads no content."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.resources import LOOKALIKES, PACKED, SET, SUFFIX, is_path

FILES = 5_000
"""Maximum files checked for changes; beyond that, no outcome is cached."""


class Target(NamedTuple):
    """One thing to check: a path, or a game with or without a set."""

    path: str = ""
    game: str = ""
    set: str = ""
    alone: bool = False
    """Whether the path is a file that belongs to no set, wherever it lies."""


def parse_target(text: str) -> Target:
    """An argument as a target; a path starts with ``.`` or ``/``."""
    if is_path(text):
        return Target(path=text)
    game, _, name = text.partition("/")
    return Target(game=game, set=name)


def set_target(word: str) -> Target:
    """A set that ``--with`` names, as a target: a path, or the id of a set of whatever game has it."""
    return Target(path=word) if is_path(word) else Target(set=word)


def home_of(path: Path) -> Path | None:
    """The folder of a file's set: its own folder, or the nearest one above, with a ``set.toml``; None without one."""
    absolute = Path(os.path.abspath(path)).parents
    above = absolute if ".." in path.parts else (*path.parents, *absolute)
    return next((folder for folder in above if (folder / SET).is_file()), None)


def content_below(folder: str) -> Iterator[str]:
    """The content files of a folder, at any depth, with ``set.toml`` and what may pass for either."""
    for path in files_below(Path(folder)):
        if path.suffix == SUFFIX or path.name == SET or LOOKALIKES.search(path.name):
            yield str(path)


def read_for(targets: Sequence[Target]) -> Iterator[str]:
    """The files that a validation of paths depends on, besides shipped content."""
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
