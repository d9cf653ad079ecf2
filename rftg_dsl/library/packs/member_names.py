"""Rules for names in a pack: a name must mean the same file on every system, and never one outside the pack's
folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from rftg_dsl.base.limits import MEMBER_DEPTH, MEMBER_NAME
from rftg_dsl.base.resources import IMAGES, LAYOUTS, PICTURES, SET, SUFFIX

BESIDE = re.compile(r"(README|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG)(\.(md|txt|rst))?", re.IGNORECASE)
"""The documents that a pack may contain at its top level."""

RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices."""

FORBIDDEN = '<>:"|?*'
"""The characters that Windows does not allow in a name."""


class Wrong(NamedTuple):
    """A problem with a name or a member."""

    code: str
    message: str
    hint: str


def is_member(name: str) -> bool:
    return name in (SET, LAYOUTS) or name.endswith(SUFFIX) or bool(BESIDE.fullmatch(name)) or is_picture(name)


def is_picture(name: str) -> bool:
    """Whether a file is a picture of a component: an image directly in the folder for pictures."""
    folder, _, file = name.partition("/")
    return folder == PICTURES and "/" not in file and file.lower().endswith(IMAGES)


def check_path(path: Path, folder: Path) -> Wrong | None:
    """The reason why a file cannot be stored in a pack.

    None if the file can be stored, or if it would be left out of a pack anyway.
    """
    # ``rftg pack`` normalizes names in this way, so a different normal form on disk does no harm.
    name = normalize("NFC", path.relative_to(folder).as_posix())
    return check_name(name) if is_member(name) else None


def check_name(name: str) -> Wrong | None:
    parts = name.split("/")
    if not name or "\\" in name or re.match("[A-Za-z]:", name) or {"", ".", ".."} & {*parts}:
        return Wrong("pack-path", "this is not a plain path inside the pack", "use paths such as tiles/first.rftg")
    if any(map(is_unusual, parts)):
        hint = "use letters, digits, '-' and '_', with '.' and spaces only between them"
        return Wrong("pack-name", "this name does not work on every system", hint)
    if normalize("NFC", name) != name:
        hint = "rename it; 'rftg pack' normalizes every name"
        return Wrong("pack-name", "this name is not in Unicode normal form C", hint)
    if len(name.encode()) > MEMBER_NAME.most or len(parts) > MEMBER_DEPTH.most:
        hint = f"use at most {MEMBER_NAME.most} bytes and {MEMBER_DEPTH.most} parts"
        return Wrong("pack-name", "this name is too long", hint)
    if not is_member(name):
        hint = f"a pack has {SET}, {LAYOUTS}, {SUFFIX} files, {PICTURES} and, at its top level, a README and so on"
        return Wrong("pack-surplus", "this file is not part of a set", hint)
    return None


def is_unusual(part: str) -> bool:
    held = RESERVED.fullmatch(part) is not None or any(char in FORBIDDEN or not char.isprintable() for char in part)
    # Windows drops trailing spaces and dots from names.
    return held or part != part.strip(" ") or part.endswith(".")


def find_collisions(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that some file system confuses with an earlier name, together with that earlier name.

    Two names collide if they are identical, if they differ only in case or in the encoding of a letter, or if one is a
    file where the other needs a folder. Folders can collide too.
    """
    known: dict[str, tuple[str, bool]] = {}
    whole: set[str] = set()
    for name in names:
        parts = name.split("/")
        for nth in range(1, len(parts) + 1):
            here, is_file = "/".join(parts[:nth]), nth == len(parts)
            before = known.setdefault(fold_name(here), (here, is_file))
            if before != (here, is_file) or (is_file and here in whole):
                yield name, before[0]
                break
        whole.add(name)


def fold_name(name: str) -> str:
    """A name in the form in which the least strict file system compares it."""
    # Normalized twice, because case folding can undo normalization.
    return normalize("NFKC", normalize("NFKC", name).casefold())


class FileNames:
    """Names for files that are created together, chosen so that no file system confuses any two of them."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        """The names that are taken, as folded by ``fold_name``."""

    def is_free(self, name: str) -> bool:
        return not is_unusual(name) and fold_name(name) not in self.taken

    def take(self, name: str) -> str:
        self.taken.add(fold_name(name))
        return name

    def add(self, wanted: str, ending: str) -> str:
        """Create a name from ``wanted`` and ``ending``, replacing unusual characters and adding a number if the name is
        taken."""
        stem = re.sub(r"[^\w.-]", "_", normalize("NFC", wanted)).strip(".") or "_"
        stem = f"_{stem}" if is_unusual(f"{stem}{ending}") else stem
        numbered = (f"{stem}-{number}{ending}" for number in count(2))
        return self.take(next(filter(self.is_free, chain([f"{stem}{ending}"], numbered))))
