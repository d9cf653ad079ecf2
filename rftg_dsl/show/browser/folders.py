"""The folders that a server shows: their logs and sets, and nothing else of the disk.

A page names a file as the list of files names it, and only what is listed now is found: no name leads out of a folder,
and no link is followed.
"""

from __future__ import annotations

import os
from collections.abc import Collection as Group
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, Unusable
from rftg_dsl.base.limits import SENT, SERVED, SHELF_DEPTH
from rftg_dsl.base.own_files import is_content_name
from rftg_dsl.base.resources import SET
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_box, list_sound_games
from rftg_dsl.library.load import Library, load_library, load_standard
from rftg_dsl.library.sets import SetFolder, read_set
from rftg_dsl.log.audit.finder import Finder, make_finder
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.show.browser.inside_folder import Identity, read_inside

LOGS = (".rlog", ".rlog.gz")
"""The suffixes of logs."""
SKIPPED = frozenset(("build", "dist"))
"""Folders where no one keeps logs or sets, besides hidden ones and those of tools."""


@frozen
class Shelves:
    """The folders named on the command line."""

    folders: Sequence[Path]

    def find_files(self) -> Iterator[tuple[str, Path]]:
        """Every file, with its name on the shelves: ``0/games/one.rlog``; not below links.

        ``Unusable`` if there are more than a page can list.
        """
        number = 0
        for nth, folder in enumerate(self.folders):
            for at, below, names in os.walk(folder, followlinks=False):
                here = Path(at)
                depth = len(here.relative_to(folder).parts)
                below[:] = (
                    sorted(subfolder for subfolder in below if is_searched(subfolder))
                    if depth < SHELF_DEPTH.most
                    else []
                )
                for name in sorted(names):
                    path = here / name
                    if not is_listed(name) or path.is_symlink():
                        continue
                    number += 1
                    if number > SERVED.most:
                        hint = "name folders with fewer files"
                        raise Unusable(f"there are more than {SERVED.most:,} logs and sets", hint, "too-many-files")
                    yield f"{nth}/{path.relative_to(folder).as_posix()}", path

    def find_logs(self) -> dict[str, Path]:
        """The logs, by their names on the shelves."""
        return {name: path for name, path in self.find_files() if path.name != SET}

    def find_sets(self) -> dict[str, Path]:
        """The folders of sets, by their names on the shelves."""
        return {name.removesuffix(f"/{SET}"): path.parent for name, path in self.find_files() if path.name == SET}

    def read_log(self, name: str, hidden: Group[Identity] = ()) -> Log:
        """The log with a name on the shelves; ``Unusable`` if it cannot be read, or is one of the ``hidden`` files."""
        look_up(self.find_logs(), name, "log")
        shelf, _, within = name.partition("/")
        raw = read_inside(self.folders[int(shelf)], within, SENT.most, hidden)
        if len(raw) > SENT.most:
            hint = "open it with 'rftg replay'"
            raise Unusable(f"{within} has more than {SENT.most:,} bytes", hint, "file-too-large")
        return parse_log(raw, within)

    def set_folder(self, name: str) -> Path:
        """The folder of a set; ``Unusable`` if none is listed under this name."""
        return look_up(self.find_sets(), name, "set")

    def find(self) -> Finder:
        """Finds the content of logs among what is installed, and the sets on the shelves that can be read."""
        return make_finder([folder for folder in self.find_sets().values() if is_sound(folder)])


def is_searched(folder: str) -> bool:
    """Whether a folder of this name is looked into."""
    return is_content_name(folder) and folder not in SKIPPED and is_text(folder)


def is_listed(name: str) -> bool:
    """Whether a file of this name is a log, or describes a set."""
    return (name.endswith(LOGS) and is_content_name(name) and is_text(name)) or name == SET


def is_text(name: str) -> bool:
    """Whether a name can be sent to a page: one whose bytes are not UTF-8 cannot."""
    return name.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in name)


def look_up(known: Mapping[str, Path], name: str, sort: str) -> Path:
    """What is listed under a name; ``Unusable`` if nothing is."""
    if name not in known:
        hint = "go back to the list: the file may have been moved"
        raise Unusable(f"no {sort} here is called {name[:100]!r}", hint, "missing-file")
    return known[name]


def is_sound(folder: Path) -> bool:
    """Whether a set can be read."""
    return read_sound_set(folder) is not None


def read_sound_set(folder: Path) -> SetFolder | None:
    """A set as its ``set.toml`` describes it; None if it has mistakes."""
    wrong: list[Diagnostic]
    try:
        set_folder, wrong = read_set(folder)
    except (Unusable, OSError):
        return None
    return None if wrong else set_folder


# -- games and sets ----------------------------------------------------------------------------------------------


@frozen
class Collection:
    """What can be looked at, or played, together: a game, or a game with one more set."""

    id: str
    """``race``, ``race/gathering-storm``, or ``race+0/my-set`` for one on the shelves."""
    title: str
    game: str
    sets: tuple[Path, ...] = ()

    def load(self, edition: str | None = None, options: Mapping[str, str] | None = None) -> Library:
        """Its content; ``Rejected`` if that has mistakes."""
        return load_library(self.game, edition, self.sets, dict(options or {}))


def find_collections(shelves: Shelves) -> dict[str, Collection]:
    """All of them, by id: the installed games and their sets, then the sets on the shelves."""
    collections: list[Collection] = []
    for name in list_sound_games():
        box: Box = find_box(name)
        title = load_standard(name).model.words.title
        collections.append(Collection(name, title, name))
        collections += [
            Collection(f"{name}/{id}", f"{title}: {id}", name, (folder,)) for id, folder in box.expansions.items()
        ]
    known = {collection.id: collection.title for collection in collections}
    for name, folder in shelves.find_sets().items():
        set_folder = read_sound_set(folder)
        if set_folder is not None and set_folder.game in known:
            collections.append(
                Collection(
                    f"{set_folder.game}+{name}",
                    f"{known[set_folder.game]}: {set_folder.name}",
                    set_folder.game,
                    (folder,),
                )
            )
    return {collection.id: collection for collection in collections}


def find_collection(shelves: Shelves, id: str) -> Collection:
    """The collection with an id; ``Unusable`` if there is none."""
    known = find_collections(shelves)
    if id not in known:
        hint = "choose one from the list"
        raise Unusable(f"there is no game or set {id[:100]!r}", hint, "unknown-game")
    return known[id]
