"""A cache of all names that a user can type, for shell completion."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import TypedDict, cast

from rftg_dsl.author.validate.outcome_cache import digest
from rftg_dsl.author.validate.target import content_below
from rftg_dsl.base.build_id import describe_program, line_of
from rftg_dsl.base.cache import keep, recall
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.base.version import __version__

NAME = "known"


class OfGame(TypedDict):
    """The names in a game."""

    components: dict[str, str]
    kinds: list[str]
    base: list[str]
    sets: list[str]
    editions: list[str]
    options: dict[str, list[str]]
    """The values of each option; empty if any text is a valid value."""


class Known(TypedDict):
    """All names that can be completed."""

    games: dict[str, OfGame]
    bots: list[str]
    formats: dict[str, list[str]]
    """The tolerances that each recording format supports."""
    places: list[str]
    """The files and folders of plug-ins on which the names depend."""
    digest: str


def load_known() -> Known:
    """Load all names in installed content, from the cache if possible; skip plug-ins that cannot be used."""
    key = digest_state()
    match recall(NAME, key):
        case {"places": list(places), "digest": str(before)} as known if before and digest(places) == before:
            return cast(Known, known)
    began = time.time_ns()
    made = gather_all()
    made["digest"] = digest(made["places"], began)
    # If anything has changed in the meantime, do not cache the names, because either version may have been read.
    if made["digest"] and digest_state() == key:
        keep(NAME, key, made)
    return made


def digest_state() -> str:
    """Return a digest of the names, sizes and times of the program's files, its content and installed packages."""
    made = sha256(repr((__version__, sys.version_info[:2])).encode())
    for line in (*map(line_of, content_below(os.fspath(find_content_folder()))), *describe_program()):
        made.update(line.encode("utf-8", "surrogateescape"))
    return made.hexdigest()


def gather_all() -> Known:
    from rftg_dsl.base.diagnostic import ContentError, UsageError
    from rftg_dsl.base.plugins import IMPORTERS, entry_points_of
    from rftg_dsl.library.installed import game_names, places_of, places_of_packages
    from rftg_dsl.play.bots import bot_names

    games: dict[str, OfGame] = {}
    places: list[str] = []
    for name in game_names():
        try:
            games[name] = gather_game(name)
            places += places_of(name)
        except (UsageError, ContentError):
            continue
    places += places_of_packages()
    return {
        "games": games,
        "bots": bot_names(),
        "formats": {name: list(tolerances_of(name)) for name in entry_points_of(IMPORTERS)},
        "places": places,
        "digest": "",
    }


def gather_game(name: str) -> OfGame:
    from rftg_dsl.library.catalogue import entries_in, kinds_of
    from rftg_dsl.library.installed import find_box, optional_sets_of
    from rftg_dsl.library.load import load_library

    library, box = load_library(name, None, (), {}), find_box(name)
    return {
        "components": {entry.name: entry.id for entry in entries_in(library)},
        "kinds": kinds_of(library),
        "base": [folder.name for folder in box.sets],
        "sets": sorted(optional_sets_of(box)),
        "editions": sorted(box.editions),
        "options": {key: list(values) for key, values in library.model.words.options.items()},
    }


def tolerances_of(name: str) -> Iterator[str]:
    """Yield the tolerances that a format supports; none if the format cannot be used."""
    from rftg_dsl.base.diagnostic import UsageError
    from rftg_dsl.importers.importer import find_importer

    try:
        yield from find_importer(name).tolerances
    except UsageError:
        return
