"""The format of packs: a ZIP file whose form leaves no choice, so that the same files always produce the same bytes.

Members are stored uncompressed in order of name, all with the same timestamp and permissions; no stray bytes are
allowed before, between or after them. ``docs/decisions/packs-are-stored.md`` explains why.
"""

from __future__ import annotations

from collections.abc import Mapping
from struct import Struct
from zlib import crc32

LOCAL, DIRECTORY, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
"""The signatures of a member, a directory entry and the end record."""

MEMBER = Struct("<4s5H3I2H")
"""A member header: signature, version, flags, method, time, date, checksum, packed size, size, name length, extra
length."""
ENTRY = Struct("<4s6H3I5H2I")
"""A directory entry: the same fields plus the writer's version, and then comment, disk, attributes and member
offset."""
LAST = Struct("<4s4H2IH")
"""The end record: signature, disks, numbers of entries, size and offset of the directory, comment length."""

NEEDED, MADE = 10, 3 << 8 | 20
"""The format version needed to read a pack, 1.0, and the version of its writer, 2.0 on Unix."""
UTF_8, STORED = 1 << 11, 0
"""The flag for UTF-8 names, and the method for storing without compression."""
TIME, DATE = 0, 1 << 5 | 1
"""Midnight on 1 January 1980, the earliest time that the format can represent."""
PLAIN = 0o100644 << 16
"""The attributes of a regular file with permissions ``rw-r--r--``."""


def make_pack(members: Mapping[str, bytes]) -> bytes:
    # ``zipfile`` is not used, because the bytes that it writes may change from one Python version to another.
    parts, entries, at = [], [], 0
    for name, content in sorted(members.items()):
        encoded = name.encode()
        size = len(content)
        shared = (NEEDED, UTF_8, STORED, TIME, DATE, crc32(content), size, size, len(encoded), 0)
        parts += [MEMBER.pack(LOCAL, *shared), encoded, content]
        entries += [ENTRY.pack(DIRECTORY, MADE, *shared, 0, 0, 0, PLAIN, at), encoded]
        at += MEMBER.size + len(encoded) + size
    directory = b"".join(entries)
    end = LAST.pack(END, 0, 0, len(members), len(members), len(directory), at, 0)
    return b"".join([*parts, directory, end])
