"""Validation targets: paths, games, and sets of games. This module loads no content."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.resources import LOOKALIKES, PACKED, SET, SUFFIX, is_path

FILES = 5_000
"""Maximum files fingerprinted; beyond that, nothing is cached."""


class Target(NamedTuple):
    """A path, a game, or a set of a game."""

    path: str = ""
    game: str = ""
    set: str = ""
    alone: bool = False
    """Whether the file is checked outside any set, wherever it is."""


def parse_target(text: str) -> Target:
    """Parse an argument as a target; paths start with ``.`` or ``/``."""
    if is_path(text):
        return Target(path=text)
    game, _, name = text.partition("/")
    return Target(game=game, set=name)


def set_target(word: str) -> Target:
    """Parse an argument of ``--with`` as a target: a path, or a set's id without its game."""
    return Target(path=word) if is_path(word) else Target(set=word)


def home_of(path: Path) -> Path | None:
    """The nearest folder above a file that has a ``set.toml``, or None."""
    absolute = Path(os.path.abspath(path)).parents
    above = absolute if ".." in path.parts else (*path.parents, *absolute)
    return next((folder for folder in above if (folder / SET).is_file()), None)


def content_below(folder: str) -> Iterator[str]:
    """Content files and ``set.toml`` files at any depth, and files whose names could be mistaken for them."""
    for path in files_below(Path(folder)):
        if path.suffix == SUFFIX or path.name == SET or LOOKALIKES.search(path.name):
            yield str(path)


def read_for(targets: Sequence[Target]) -> Iterator[str]:
    """The files on which the validation of these targets depends, apart from shipped content."""
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
