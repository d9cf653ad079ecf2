"""The names that members of a pack can have: the same file on every system, and no place outside the folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from rftg_dsl.base.limits import MEMBER_DEPTH, MEMBER_NAME
from rftg_dsl.base.resources import LAYOUTS, SET, SUFFIX

BESIDE = re.compile(r"(README|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG)(\.(md|txt|rst))?", re.IGNORECASE)
"""The files about a set that a pack holds, at its top."""

RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that some system keeps for devices."""

FORBIDDEN = '<>:"|?*'
"""Characters that some system does not allow in a name."""


class Wrong(NamedTuple):
    """What is wrong with a name."""

    code: str
    message: str
    hint: str


def is_member(name: str) -> bool:
    """Whether a file of a set goes into its pack."""
    return name in (SET, LAYOUTS) or name.endswith(SUFFIX) or bool(BESIDE.fullmatch(name))


def check_path(path: Path, folder: Path) -> Wrong | None:
    """The reason why no pack can have a file of a folder, if it belongs to the set and its name is to blame."""
    name = normalize("NFC", path.relative_to(folder).as_posix())
    return check_name(name) if is_member(name) else None


def check_name(name: str) -> Wrong | None:
    """What is wrong with the name of a member, if anything."""
    parts = name.split("/")
    if not name or "\\" in name or re.match("[A-Za-z]:", name) or {"", ".", ".."} & {*parts}:
        return Wrong("pack-path", "this is not a plain path inside the pack", "write paths such as tiles/first.rftg")
    if any(map(is_unusual, parts)):
        hint = "use letters, digits, '-' and '_', with '.' and spaces only between them"
        return Wrong("pack-name", "this name does not work on every system", hint)
    if normalize("NFC", name) != name:
        hint = "rename it; 'rftg pack' writes every name in that form"
        return Wrong("pack-name", "this name is not in Unicode normal form C", hint)
    if len(name.encode()) > MEMBER_NAME.most or len(parts) > MEMBER_DEPTH.most:
        hint = f"at most {MEMBER_NAME.most} bytes, and {MEMBER_DEPTH.most} parts"
        return Wrong("pack-name", "this name is too long", hint)
    if not is_member(name):
        hint = f"a pack holds {SET}, {LAYOUTS}, {SUFFIX} files, and a README, a LICENSE and the like at its top"
        return Wrong("pack-surplus", "this file is not part of a set", hint)
    return None


def is_unusual(part: str) -> bool:
    """Whether a part of a path is not possible on every system."""
    held = RESERVED.fullmatch(part) is not None or any(char in FORBIDDEN or not char.isprintable() for char in part)
    return held or part != part.strip(" ") or part.endswith(".")


def find_collisions(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The names that some system takes for another one before them, each with that one.

    Two names collide if they are the same, differ only in case or in how a letter is encoded, or if one is a file where
    another needs a folder. Folders collide too.
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
    """A name as the least careful system compares it."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


class FileNames:
    """Names for files that are made together; no system takes one of them for another."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        """The names so far, as the least careful system compares them."""

    def is_free(self, name: str) -> bool:
        """Whether a file can be called so, and none is yet."""
        return not is_unusual(name) and fold_name(name) not in self.taken

    def take(self, name: str) -> str:
        """This name, which no other file gets from now on."""
        self.taken.add(fold_name(name))
        return name

    def add(self, wanted: str, ending: str) -> str:
        """A new name that begins with what is wanted, as far as a file can be called so, and has this ending."""
        stem = re.sub(r"[^\w.-]", "_", normalize("NFC", wanted)).strip(".") or "_"
        stem = f"_{stem}" if is_unusual(f"{stem}{ending}") else stem
        numbered = (f"{stem}-{number}{ending}" for number in count(2))
        return self.take(next(filter(self.is_free, chain([f"{stem}{ending}"], numbered))))
