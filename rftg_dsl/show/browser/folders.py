"""The folders that a server exposes: their logs and sets, and nothing else on the disk.

Pages refer to files by the names in a listing. Every request looks the name up in a fresh listing, so no name can lead
out of the folders. Links are never followed.
"""

from __future__ import annotations

import os
from collections.abc import Collection as Group
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.limits import SENT, SERVED, SHELF_DEPTH
from rftg_dsl.base.own_files import is_content_name
from rftg_dsl.base.resources import SET
from rftg_dsl.library.finder import Finder, make_finder
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_box, list_sound_games
from rftg_dsl.library.load import Library, load_library, load_standard
from rftg_dsl.library.sets import SetFolder, read_set
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.show.browser.inside_folder import Identity, read_inside

LOGS = (".rlog", ".rlog.gz")
SKIPPED = frozenset(("build", "dist"))
"""Names of folders that are not searched, in addition to hidden folders and the folders that tools create."""


@frozen
class Shelves:
    """The folders given on the command line."""

    folders: Sequence[Path]

    def find_files(self) -> Iterator[tuple[str, Path]]:
        """Yield every log and ``set.toml`` with its shelf name, such as ``0/games/one.rlog``.

        Skip links. Raise ``UsageError`` if there are more files than a page can list.
        """
        number = 0
        for nth, folder in enumerate(self.folders):
            for at, below, names in os.walk(folder, followlinks=False):
                here = Path(at)
                depth = len(here.relative_to(folder).parts)
                # Assigning to the slice prunes the walk; sorting makes the order independent of the file system.
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
                        hint = "specify folders with fewer files"
                        raise UsageError(f"there are more than {SERVED.most:,} logs and sets", hint, "too-many-files")
                    yield f"{nth}/{path.relative_to(folder).as_posix()}", path

    def find_logs(self) -> dict[str, Path]:
        return {name: path for name, path in self.find_files() if path.name != SET}

    def find_sets(self) -> dict[str, Path]:
        return {name.removesuffix(f"/{SET}"): path.parent for name, path in self.find_files() if path.name == SET}

    def read_log(self, name: str, hidden: Group[Identity] = ()) -> Log:
        """Read a log by its shelf name. Raise ``UsageError`` if the log is unreadable or among the ``hidden`` files."""
        look_up(self.find_logs(), name, "log")
        shelf, _, within = name.partition("/")
        raw = read_inside(self.folders[int(shelf)], within, SENT.most, hidden)
        # ``read_inside`` reads one byte beyond the limit, so that a file that is too large can be detected.
        if len(raw) > SENT.most:
            hint = "open it with 'rftg replay'"
            raise UsageError(f"{within} is larger than {SENT.most:,} bytes", hint, "file-too-large")
        return parse_log(raw, within)

    def set_folder(self, name: str) -> Path:
        return look_up(self.find_sets(), name, "set")

    def find(self) -> Finder:
        """Create a finder that searches installed content and the valid sets on the shelves for a log's content."""
        return make_finder([folder for folder in self.find_sets().values() if is_sound(folder)])


def is_searched(folder: str) -> bool:
    return is_content_name(folder) and folder not in SKIPPED and is_text(folder)


def is_listed(name: str) -> bool:
    return (name.endswith(LOGS) and is_content_name(name) and is_text(name)) or name == SET


def is_text(name: str) -> bool:
    """Whether a file name can be encoded as UTF-8, as is necessary for sending it to a page."""
    return name.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in name)


def look_up(known: Mapping[str, Path], name: str, sort: str) -> Path:
    """Return the path listed under a name. Raise ``UsageError`` if the name is not listed."""
    if name not in known:
        hint = "reload the list: the file may have been moved"
        # Truncate the name, because it comes from the request and can have any length.
        raise UsageError(f"there is no {sort} called {name[:100]!r}", hint, "missing-file")
    return known[name]


def is_sound(folder: Path) -> bool:
    return read_sound_set(folder) is not None


def read_sound_set(folder: Path) -> SetFolder | None:
    """Read a set from its ``set.toml``; None if the file is unreadable or contains mistakes."""
    wrong: list[Diagnostic]
    try:
        set_folder, wrong = read_set(folder)
    except (UsageError, OSError):
        return None
    return None if wrong else set_folder


# -- games and sets ----------------------------------------------------------------------------------------------


@frozen
class Collection:
    """A game, or a game together with one set, to be viewed or played."""

    id: str
    """An id such as ``race``, ``race/gathering-storm`` or, for a set on the shelves, ``race+0/my-set``."""
    title: str
    game: str
    sets: tuple[Path, ...] = ()

    def load(self, edition: str | None = None, options: Mapping[str, str] | None = None) -> Library:
        """Load the library. Raise ``ContentError`` if the content contains mistakes."""
        return load_library(self.game, edition, self.sets, dict(options or {}))


def find_collections(shelves: Shelves) -> dict[str, Collection]:
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
    known = find_collections(shelves)
    if id not in known:
        hint = "choose one from the list"
        raise UsageError(f"there is no game or set {id[:100]!r}", hint, "unknown-game")
    return known[id]
