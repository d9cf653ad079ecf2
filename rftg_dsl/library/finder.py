"""Finds the rules that a game was played under: the installed game and sets that the head of its log names, with the
same digests."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.library.installed import (
    find_any_set_folder,
    find_box,
    find_game,
    find_package,
    is_expansion,
    list_packages,
    with_packages,
)
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.library.sets import SetFolder, read_set

Finder = Callable[[Mapping[str, Any]], Library]
"""Finds the library for a head. Raises ``MissingContent`` if no installed content has the digests in the head."""


def make_finder(extra: Sequence[str | Path] = ()) -> Finder:
    """Create a finder for the shipped sets and for the sets in ``extra`` folders. The finder loads each library only
    once.

    Shipped sets need not be listed in ``extra``. Raise ``ContentError`` if one of the folders does not contain a set.
    """
    loaded: dict[Hashable, Library] = {}
    sets = [read_extra(find_any_set_folder(name)) for name in extra if isinstance(name, Path) or not is_expansion(name)]

    def find(head: Mapping[str, Any]) -> Library:
        check_rules(head)
        chosen, added = content_options_in(head), sets_of(head, sets)
        key = (head["game"], head["edition"], *sorted(chosen.items()), *map(str, added))
        if key not in loaded:
            loaded[key] = library_for(head, chosen, added)
        return check_digests(loaded[key], head)

    return find


def check_rules(head: Mapping[str, Any]) -> None:
    try:
        game = find_game(head["game"])
        packages = [package for package in map(find_package, head["rules"]) if package and package.game == game.name]
    except UsageError as error:
        raise MissingContent(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    installed, logged = with_packages(game, packages).rule_versions, head["rules"]
    for name in sorted({*installed, *logged}):
        if installed.get(name) != logged.get(name):
            here = f"version {installed[name]}" if name in installed else "none"
            there = f"version {logged[name]}" if name in logged else "none"
            raise MissingContent(f"the rules of {name!r} differ: the log has {there}, this program has {here}")


def content_options_in(head: Mapping[str, Any]) -> dict[str, str]:
    """The options in a head that change the content. The game itself checks the other options."""
    options = options_in(head)
    box = find_box(head["game"])
    return {key: value for key, value in options.items() if box.differences_for({key: value})}


def read_extra(folder: Path) -> SetFolder:
    set_folder, wrong = read_set(folder)
    if set_folder is None:
        raise ContentError(wrong)
    return set_folder


def sets_of(head: Mapping[str, Any], sets: Sequence[SetFolder]) -> list[str | Path]:
    known = {*find_box(head["game"]).expansions, *list_packages()}
    named = dict.fromkeys(str(entry.get("id")) for entry in head["sets"] if isinstance(entry, dict))
    shipped: list[str | Path] = [name for name in named if name in known and name in head["digests"]]
    return [*shipped, *(extra.folder for extra in sets if extra.game == head["game"] and extra.id in head["digests"])]


def library_for(head: Mapping[str, Any], options: Mapping[str, str], sets: Sequence[str | Path]) -> Library:
    try:
        return load_library(head["game"], head["edition"] or None, sets, options)
    except UsageError as error:
        raise MissingContent(f"{error.message}; {error.hint}" if error.hint else error.message) from None
    except ContentError as error:
        raise MissingContent(f"the content is not valid: {error}") from None


def check_digests(library: Library, head: Mapping[str, Any]) -> Library:
    """Return ``library`` if its digests match those in the head. Raise ``MissingContent`` if they do not."""
    for part, logged in head["digests"].items():
        loaded = library.digests.get(part)
        if loaded is None:
            raise MissingContent(f"the game was played with the set {part!r}, which is missing; add --with ./DIR")
        if loaded != logged:
            raise MissingContent(f"the content of {part!r} differs from the log's (different digest)")
    # Check the reverse too, because a set that the game was played without may have added powers.
    for part in library.digests:
        if part not in head["digests"]:
            raise MissingContent(f"the game was played without the set {part!r}")
    return library


def options_in(head: Mapping[str, Any]) -> dict[str, str]:
    return {key: value for key, value in head["options"].items() if isinstance(value, str)}
