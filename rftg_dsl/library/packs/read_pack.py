"""Reads packs. Everything in a pack is checked before anything is used, and nothing is written to disk.

A file is a valid pack only if ``make_pack`` creates exactly this file from the members in it. Before this comparison,
other checks look for specific faults, with a code for each kind of attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from stat import S_ISREG
from zlib import crc32

from attrs import frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.files import bytes_of
from rftg_dsl.base.source import Source, Span
from rftg_dsl.library.packs.member_names import Wrong, check_name, find_collisions
from rftg_dsl.library.packs.pack_format import DIRECTORY, END, ENTRY, LAST, LOCAL, MEMBER, STORED, UTF_8, make_pack

ENCRYPTED = 1
"""The flag for encrypted members."""
BOMB = 100
"""A member that grows by more than this factor when unpacked is considered a ZIP bomb."""
MISTAKES = 20
AGAIN = "recreate it from the folder of the set: rftg pack DIR"


class PackError(Exception):
    """Raised for a fault that prevents the rest of a pack from being read."""

    def __init__(self, code: str, message: str, hint: str = AGAIN) -> None:
        super().__init__(code, message, hint)
        self.wrong = Wrong(code, message, hint)


@frozen
class Packed:
    """The contents of a pack, in memory."""

    path: Path
    members: Mapping[str, bytes]

    def list_files(self, ending: str = "") -> list[Path]:
        return [self.path / name for name in self.members if name.endswith(ending)]

    def is_file(self, path: Path) -> bool:
        return self.name(path) in self.members

    def size_of(self, path: Path) -> int:
        return len(self.members[self.name(path)])

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """Return at most ``most + 1`` bytes, which is enough for the caller to notice that a file is too large."""
        return self.members[self.name(path)][: most + 1]

    def name(self, path: Path) -> str:
        return path.relative_to(self.path).as_posix()


def open_pack(path: Path, label: str) -> Packed | list[Diagnostic]:
    """Open a pack, and return it or its mistakes. Raise ``UsageError`` if the file cannot be read."""
    raw = bytes_of(path, limits.PACK.most, label, "specify a pack, or the folder of a set")
    members = members_of(raw, label)
    return members if isinstance(members, list) else Packed(path, members)


def members_of(raw: bytes, label: str) -> Mapping[str, bytes] | list[Diagnostic]:
    at = Span(Source(label, ""), 0, 0)
    try:
        if len(raw) > limits.PACK.most:
            message = f"this pack is larger than {limits.PACK.most:,} bytes"
            raise PackError("pack-too-large", message, "split it into several sets")
        entries = read_directory(raw)
        wrong = list(islice(chain(check_entries(entries), check_names(entries)), MISTAKES))
        if not wrong:
            return read_contents(raw, entries)
    except PackError as refused:
        wrong = [refused.wrong]
    return [Diagnostic(code, at, message, hint) for code, message, hint in wrong]


# -- the directory -----------------------------------------------------------------------------------------------


@frozen
class Entry:
    """A directory entry, which describes one member."""

    name: str
    """The decoded name; each byte that is not valid UTF-8 becomes a lone surrogate."""
    encoded: bytes
    head: tuple[int, ...]
    """The fields that the member header repeats: version, flags, method, time, date, checksum, packed size, size,
    lengths."""
    mode: int
    """The file type and permissions on Unix; 0 if they are not recorded."""
    at: int
    """The offset of the member."""

    @property
    def shown(self) -> str:
        return repr(self.name if len(self.name) <= SHOWN else f"{self.name[:SHOWN]}...")

    @property
    def is_folder(self) -> bool:
        return self.name.endswith("/")

    @property
    def flags(self) -> int:
        return self.head[1]

    @property
    def method(self) -> int:
        return self.head[2]

    @property
    def sizes(self) -> tuple[int, int]:
        """The size in the pack and the unpacked size, in bytes."""
        return self.head[6], self.head[7]


SHOWN = 80


def read_directory(raw: bytes) -> list[Entry]:
    end = raw.rfind(END)
    if end < 0:
        if raw.startswith(LOCAL):
            raise PackError("pack-broken", "this pack is truncated", "get the whole file again")
        raise PackError("pack-broken", "this file is not a pack")
    # The end record must be at the very end of the file; otherwise, two ZIP readers could find different directories.
    if end + LAST.size > len(raw):
        raise PackError("pack-broken", "this pack is truncated in its last record", "get the whole file again")
    if end + LAST.size < len(raw):
        raise PackError("pack-junk", "unexpected bytes after the end of this pack")
    _, disk, first, here, many, size, start, comment = LAST.unpack_from(raw, end)
    if comment:
        raise PackError("pack-broken", "this pack is truncated in its comment", "get the whole file again")
    if many > limits.MEMBERS.most:
        message = f"this pack claims to contain {many:,} files"
        raise PackError(
            "pack-too-many", message, f"a pack can contain at most {limits.MEMBERS.most:,}: split it into several sets"
        )
    if not raw.startswith(LOCAL if many else END):
        raise PackError("pack-junk", "unexpected bytes before the first file of this pack")
    if disk or first or here != many or start + size != end:
        raise PackError("pack-directory", "the directory of this pack is not where its last record says")
    entries: list[Entry] = []
    at = start
    for _ in range(many):
        if at + ENTRY.size > end or raw[at : at + 4] != DIRECTORY:
            raise PackError("pack-directory", f"this pack claims to contain {many} files, but lists {len(entries)}")
        _, _, *head, comment, _, _, kind, place = ENTRY.unpack_from(raw, at)
        *_, length, extra = head
        encoded = raw[at + ENTRY.size : at + ENTRY.size + length]
        name = encoded.decode("utf-8", "surrogateescape")
        entries.append(Entry(name, encoded, tuple(head), kind >> 16, place))
        at += ENTRY.size + length + extra + comment
    if at != end:
        raise PackError("pack-directory", f"the directory of this pack does not end after its {many} files")
    return entries


def check_entries(entries: Sequence[Entry]) -> Iterator[Wrong]:
    for entry in entries:
        packed, size = entry.sizes
        if entry.flags & ENCRYPTED:
            yield Wrong("pack-encrypted", f"{entry.shown} is encrypted", AGAIN)
        # This check precedes the one for compression, so that the message identifies the attack.
        elif size > max(packed, 1) * BOMB:
            message = f"{entry.shown} would grow from {packed:,} to {size:,} bytes when unpacked"
            yield Wrong("pack-bomb", message, "do not unpack it with another program")
        elif entry.method != STORED:
            yield Wrong("pack-compressed", f"{entry.shown} is compressed, but files in a pack must not be", AGAIN)
        elif size > limits.MEMBER.most:
            hint = f"split it into files of at most {limits.MEMBER.most:,} bytes"
            yield Wrong("pack-too-large", f"{entry.shown} is {size:,} bytes long", hint)
        if entry.is_folder or (entry.mode and not S_ISREG(entry.mode)):
            yield Wrong("pack-link", f"{entry.shown} is a link, a folder or a device, not a file", AGAIN)


def check_names(entries: Sequence[Entry]) -> Iterator[Wrong]:
    right = []
    for entry in entries:
        if entry.is_folder:
            continue
        if not entry.name.isascii() and not (entry.flags & UTF_8 and is_utf_8(entry.encoded)):
            yield Wrong("pack-name", f"the name of {entry.shown} is not UTF-8, or not marked as UTF-8", AGAIN)
        elif wrong := check_name(entry.name):
            yield Wrong(wrong.code, f"{entry.shown}: {wrong.message}", wrong.hint)
        else:
            right.append(entry.name)
    for name, other in find_collisions(right):
        both = f"{name!r} and {other!r} clash on some systems"
        message = f"{name!r} occurs twice" if name == other else both
        yield Wrong("pack-duplicate", message, "rename one of them")


def is_utf_8(encoded: bytes) -> bool:
    try:
        encoded.decode()
    except UnicodeDecodeError:
        return False
    return True


# -- the members -------------------------------------------------------------------------------------------------


def read_contents(raw: bytes, entries: Sequence[Entry]) -> Mapping[str, bytes]:
    """Return the files in a pack by name. The files must fill the pack without gaps, from its first byte to its
    directory."""
    files, at = {}, 0
    # Visit entries in order of offset, to detect overlapping members and stray bytes between them.
    for entry in sorted(entries, key=lambda entry: entry.at):
        if entry.at > at:
            raise PackError("pack-junk", f"unexpected bytes before {entry.shown}")
        if entry.at < at:
            raise PackError("pack-directory", f"{entry.shown} begins inside another file")
        start = at + MEMBER.size + len(entry.encoded)
        head = raw[at : at + MEMBER.size]
        if head != MEMBER.pack(LOCAL, *entry.head) or raw[at + MEMBER.size : start] != entry.encoded:
            raise PackError("pack-directory", f"the header of {entry.shown} does not match its directory entry")
        at = start + entry.head[-1] + entry.sizes[0]
        content = raw[start + entry.head[-1] : at]
        if crc32(content) != entry.head[5]:
            message = f"{entry.shown} is damaged, because its checksum does not match its content"
            raise PackError("pack-damaged", message, "get the whole file again")
        files[entry.name] = content
    return check_form(raw, at, files)


def check_form(raw: bytes, at: int, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    start = LAST.unpack_from(raw, len(raw) - LAST.size)[6]
    if at != start:
        raise PackError("pack-junk", "unexpected bytes before the directory of this pack")
    # Anything else that could confuse two ZIP readers fails this comparison.
    if make_pack(files) != raw:
        raise PackError("pack-form", "'rftg pack' would write this file differently")
    return dict(sorted(files.items()))
