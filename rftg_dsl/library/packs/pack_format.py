"""The form of a pack: a ZIP file that leaves its writer nothing to choose, so that the same files give the same bytes.

Members are stored, in the order of their names, all with the same time and the same rights; there is nothing before,
between or after them. ``docs/decisions/packs-are-stored.md`` says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from struct import Struct
from zlib import crc32

LOCAL, DIRECTORY, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
"""What each part of a ZIP file begins with: a member, its entry in the directory, the end."""

MEMBER = Struct("<4s5H3I2H")
"""The head of a member: signature, version, flags, method, time, date, checksum, packed size, size, name, extra."""
ENTRY = Struct("<4s6H3I5H2I")
"""An entry: the same with who made it, then comment, disk, kinds of attributes, and where the member is."""
LAST = Struct("<4s4H2IH")
"""The end: signature, disks, numbers of entries, size and place of the directory, comment."""

NEEDED, MADE = 10, 3 << 8 | 20
"""The version of the format that is needed, and the one it was made by, on Unix."""
UTF_8, STORED = 1 << 11, 0
"""The flag of names in UTF-8, and the method without compression."""
TIME, DATE = 0, 1 << 5 | 1
"""The first of January 1980, with which the format begins."""
PLAIN = 0o100644 << 16
"""A regular file that its owner may write."""


def make_pack(members: Mapping[str, bytes]) -> bytes:
    """The pack that holds these files."""
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
