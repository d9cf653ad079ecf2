"""Finds an author's own files in a folder, skipping those that editors and operating systems create."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

NOT_CONTENT = re.compile(
    r"""
      \..*                              # hidden: .git, ._tiles.rftg, Emacs' .#tiles.rftg, vim's .tiles.rftg.swp
    | .*~ | \#.*\# | 4913               # backups, autosaves, and the file with which vim tries a folder
    | ~.*                              # a document that is open, or half copied
    | desktop\.ini | (eh)?thumbs\.db | __MACOSX | \$RECYCLE\.BIN | \#recycle | System\ Volume\ Information | @eaDir
    | lost\+found
    | __pycache__ | node_modules | site-packages | CVS
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def is_content_name(name: str) -> bool:
    return NOT_CONTENT.fullmatch(name) is None


def files_below(top: Path) -> Iterator[Path]:
    """Yield the author's own files in a folder, at any depth, in order of name.

    Every command finds a set's files with this function. A link to a file counts as a file, even if it is broken; a
    link to a folder is not followed. Raise ``UsageError`` if a folder cannot be read.
    """
    for here, _, names in walk_own(top):
        yield from (here / name for name in sorted(names) if is_content_name(name))


def folder_links_below(top: Path) -> list[Path]:
    """The links to folders at any depth below ``top``, which ``files_below`` does not follow."""
    return [here / name for here, folders, _ in walk_own(top) for name in folders if (here / name).is_symlink()]


def walk_own(top: Path) -> Iterator[tuple[Path, list[str], list[str]]]:
    for here, folders, names in os.walk(top, onerror=refuse_folder):
        folders[:] = sorted(name for name in folders if is_content_name(name) and not is_environment(here, name))
        yield Path(here), folders, names


def is_environment(here: str, name: str) -> bool:
    return os.path.exists(os.path.join(here, name, "pyvenv.cfg"))


def refuse_folder(error: OSError) -> None:
    """Raise ``UsageError`` for a folder that cannot be read, but ignore one that has vanished since it was listed."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        from rftg_dsl.base.diagnostic import UsageError  # imported late, because shell completion does not need it

        reason = error.strerror or error
        raise UsageError(f"{error.filename} cannot be read: {reason}", "check its permissions", "unreadable")


def is_own_file(folder: Path, path: Path) -> bool:
    return path.is_relative_to(folder) and all(map(is_content_name, path.relative_to(folder).parts))


def spelt_on_disk(path: Path) -> Path:
    """The path as spelt on disk if the spelling differs only in its Unicode normal form; otherwise the path
    unchanged."""
    if str(path).isascii() or os.path.lexists(path):
        return path
    spelt = Path(path.anchor)
    for part in path.relative_to(path.anchor).parts:
        here = spelt / part
        if not os.path.lexists(here):
            with suppress(OSError):
                alike = [name for name in os.listdir(spelt) if normalize("NFC", name) == normalize("NFC", part)]
                here = spelt / alike[0] if len(alike) == 1 else here
        spelt = here
    return spelt if os.path.lexists(spelt) else path
