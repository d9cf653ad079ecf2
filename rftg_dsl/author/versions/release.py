"""Loads one version of a set along with its game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import ContentError
from rftg_dsl.library.installed import find_box, label_path
from rftg_dsl.library.load import Library, load
from rftg_dsl.library.sets import SetFolder, read_set


@frozen
class Release:
    """A version of a set, loaded with its game."""

    set: SetFolder
    library: Library
    shown: str

    @property
    def digest(self) -> str:
        return self.library.digests[self.set.id]


def load_release(folder: Path, extra: Sequence[str | Path] = ()) -> Release:
    """Load a set from a folder or pack, with its game and additional sets. Raise ``ContentError`` if it has mistakes.

    A set with the same id as a base set replaces the base set.
    """
    set_folder, wrong = read_set(folder)
    if set_folder is None:
        raise ContentError(wrong)
    box = find_box(set_folder.game)
    base = {path: read_set(path)[0] for path in box.sets}
    always = [folder if other and other.id == set_folder.id else path for path, other in base.items()]
    added = [*extra, *([] if folder in always else [folder])]
    loaded = load(set_folder.game, None, added, sets=always)
    if loaded.library is None:
        raise ContentError([each for each in loaded.diagnostics if each.severity == "error"])
    return Release(set_folder, loaded.library, label_path(box, folder))
