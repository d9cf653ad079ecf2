"""The ways for readers of a gallery to play with its set: a pack, a text, or a name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.author.versions.packing import pack
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import PACK
from rftg_dsl.base.resources import PACKED
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.library.installed import box_of, is_ours, path_of_set
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.library.packs.shared_text import write_shared_text
from rftg_dsl.library.sets import SetFolder


@frozen
class Loading:
    """The ways to load a set."""

    option: str
    """The options for commands, such as ``--with ./frontier-1.2.rpack``; empty if nothing is needed."""
    package: str = ""
    """The package that has to be installed; empty for what comes with the program."""
    pack: tuple[str, bytes] | None = None
    """The name and the bytes of a pack in the gallery."""
    text: str = ""
    """The set as text to paste; empty if it is too long."""


def find_loading(chosen: Chosen, extra: Sequence[str | Path]) -> Loading:
    """Return the ways to load what was chosen. A set of one's own is packed, if it can be."""
    own = next((each for each in chosen.library.sets if each.id == chosen.part), None)
    box = box_of(chosen.library.game)
    package = "" if is_ours(chosen.library.game) else chosen.library.game.name
    if own is None or own.folder in box.sets:
        return Loading("", package)
    if own.folder in box.expansions.values():
        return Loading(f"--with {own.id}", package)
    raw = read_pack(own, extra)
    if raw is None:
        return Loading(f"--with ./{own.folder.name}", package)
    name = FileNames().add(f"{own.id}-{own.version}", PACKED)
    return Loading(f"--with ./{name}", package, (name, raw), share_text(raw))


def read_pack(own: SetFolder, extra: Sequence[str | Path]) -> bytes | None:
    """Return a set as a pack; None if it cannot be packed."""
    path = path_of_set(own.folder)
    if path.is_file():
        raw = path.read_bytes()
        return raw if len(raw) <= PACK.most else None
    packed = pack(path, extra).pack
    return packed.raw if packed else None


def share_text(raw: bytes) -> str:
    try:
        return write_shared_text(raw)
    except UsageError:
        return ""
