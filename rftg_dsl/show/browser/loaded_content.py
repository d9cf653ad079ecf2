"""A cache for the content that pages request; an entry is replaced if its files have changed."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rftg_dsl.base.own_files import files_below
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.load import Library
from rftg_dsl.show.browser.folders import Collection, Shelves, find_collection, find_collections
from rftg_dsl.show.browser.manuscript import Manuscript

Stamp = tuple[tuple[str, int, int], ...]

MOST = 20


class Known:
    """Caches libraries under the ids of their collections, and other content that pages need."""

    def __init__(self, shelves: Shelves) -> None:
        self.shelves = shelves
        self.made: dict[str, tuple[Stamp, Library]] = {}
        self.finder: tuple[Stamp, Finder] | None = None
        self.manuscripts: dict[Path, Manuscript] = {}
        self.lock = threading.Lock()

    def find_collections(self) -> Mapping[str, Collection]:
        return find_collections(self.shelves)

    def find_collection(self, id: str) -> Collection:
        return find_collection(self.shelves, id)

    def find(self, head: Mapping[str, Any]) -> Library:
        """Find the content that a log was played with. Raise ``MissingContent`` if the content is not available."""
        with self.lock:
            stamp = stamp_of(tuple(self.shelves.find_sets().values()))
            if self.finder is None or self.finder[0] != stamp:
                self.finder = stamp, self.shelves.find()
            return self.finder[1](head)

    def library_of(self, id: str) -> Library:
        """Return a collection's library. Raise ``UsageError`` for an unknown id, ``ContentError`` for bad content."""
        with self.lock:
            # Installed content does not change while the server runs; a set on the shelves can be edited at any time.
            if "+" not in id and id in self.made:
                return self.made[id][1]
            collection = find_collection(self.shelves, id)
            stamp = stamp_of(collection.sets) if "+" in id else ()
            if id not in self.made or self.made[id][0] != stamp:
                if len(self.made) >= MOST:
                    self.made.clear()
                self.made[id] = stamp, collection.load()
            return self.made[id][1]

    def open_manuscript(self, name: str) -> Manuscript:
        """Open the set with a shelf name for editing. Raise ``UsageError`` if there is no such set."""
        folder = self.shelves.set_folder(name)
        shelf = self.shelves.folders[int(name.partition("/")[0])]
        return self.manuscripts.setdefault(folder, Manuscript(folder, shelf))


def stamp_of(folders: tuple[Path, ...]) -> Stamp:
    there = sorted(path for folder in folders for path in files_below(folder) if path.is_file())
    return tuple((str(path), status.st_mtime_ns, status.st_size) for path in there for status in [path.stat()])
