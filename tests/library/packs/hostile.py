"""Packs that somebody has tampered with, and other files that claim to be packs."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable, Mapping
from struct import pack_into, unpack_from

from rftg_dsl.base import limits
from rftg_dsl.library.packs.pack_format import END, ENTRY, LAST, LOCAL, make_pack

FILES: Mapping[str, bytes] = {
    "LICENSE": b"Do as you like.\n",
    "more/tiles.rftg": b"# more\n",
    "set.toml": b'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n',
    "tiles.rftg": b"# tiles\n",
}
SOUND = make_pack(FILES)


def named(*names: str) -> bytes:
    """A pack with files of these names."""
    return make_pack({**FILES, **dict.fromkeys(names, b"# nothing\n")})


def zipped(
    change: Callable[[zipfile.ZipInfo], None], method: int = zipfile.ZIP_STORED, text: bytes = b"# x\n"
) -> bytes:
    """A ZIP file of another program, whose member is changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        member = zipfile.ZipInfo("tiles.rftg", (1980, 1, 1, 0, 0, 0))
        member.external_attr = 0o100644 << 16
        member.create_system = 3
        member.compress_type = method
        change(member)
        archive.writestr(member, text)
    return file.getvalue()


def of_mode(mode: int) -> bytes:
    def change(member: zipfile.ZipInfo) -> None:
        member.external_attr = mode << 16

    return zipped(change)


def end_of(raw: bytes | bytearray) -> int:
    return bytes(raw).rfind(END)


def start_of_directory(raw: bytes | bytearray) -> int:
    return int(LAST.unpack_from(raw, end_of(raw))[6])


def in_end(offset: int, form: str, value: int, raw: bytes = SOUND) -> bytes:
    """A pack whose end says something else."""
    changed = bytearray(raw)
    pack_into(form, changed, end_of(raw) + offset, value)
    return bytes(changed)


def in_first_entry(offset: int, form: str, value: int, raw: bytes = SOUND) -> bytes:
    """A pack whose directory says something else of its first member."""
    changed = bytearray(raw)
    pack_into(form, changed, start_of_directory(raw) + offset, value)
    return bytes(changed)


def in_first_member(offset: int, form: str, value: int, raw: bytes = SOUND) -> bytes:
    """A pack with something else at its first member."""
    changed = bytearray(raw)
    pack_into(form, changed, offset, value)
    return bytes(changed)


def in_both(entry: int, member: int, form: str, value: int) -> bytes:
    """A pack with something else at its first member and in the directory."""
    return in_first_entry(entry, form, value, in_first_member(member, form, value))


def pushed(raw: bytes, before: bytes, at: int = 0) -> bytes:
    """A pack with bytes put in at a place, and all the numbers in it mended."""
    changed = bytearray(raw[:at] + before + raw[at:])
    end = end_of(changed)
    pack_into("<I", changed, end + 16, start_of_directory(raw) + len(before))
    here = start_of_directory(changed)
    while here < end:
        *_, name, extra, comment, _, _, _, place = ENTRY.unpack_from(changed, here)
        if place >= at:
            pack_into("<I", changed, here + 42, place + len(before))
        here += ENTRY.size + name + extra + comment
    return bytes(changed)


def renamed(old: bytes, new: bytes, only: int = -1) -> bytes:
    """A pack with another name of the same length for a member: everywhere, or only in its first places."""
    return SOUND.replace(old, new, only)


def listed_twice() -> bytes:
    """A pack whose directory lists its first member twice."""
    here = start_of_directory(SOUND)
    size = ENTRY.size + unpack_from("<H", SOUND, here + 28)[0]
    entry, end = SOUND[here : here + size], bytearray(SOUND[end_of(SOUND) :])
    pack_into("<HH", end, 8, len(FILES) + 1, len(FILES) + 1)
    pack_into("<I", end, 12, end_of(SOUND) - here + size)
    return SOUND[:here] + entry + SOUND[here : end_of(SOUND)] + bytes(end)


def in_another_order() -> bytes:
    """The same members, the last one first."""
    parts = {name: make_pack({name: content}) for name, content in FILES.items()}
    members = [(name, raw[: start_of_directory(raw)]) for name, raw in reversed(parts.items())]
    entries, at = b"", 0
    for name, member in members:
        raw = bytearray(parts[name])
        pack_into("<I", raw, start_of_directory(raw) + 42, at)
        entries += bytes(raw[start_of_directory(raw) : end_of(raw)])
        at += len(member)
    end = LAST.pack(END, 0, 0, len(FILES), len(FILES), len(entries), at, 0)
    return b"".join(member for _, member in members) + entries + end


def same(_: zipfile.ZipInfo) -> None:
    """Leave a member as it is."""


def set_date(member: zipfile.ZipInfo) -> None:
    member.date_time = (2026, 11, 23, 1, 2, 4)


def with_extra(member: zipfile.ZipInfo) -> None:
    member.extra = b"\xfe\xca\x00\x00"


FLAGS_ENTRY, FLAGS_MEMBER = 8, 6
SIZE_ENTRY = 24
OTHER = ENTRY.size + len("LICENSE")
"""Where the entry after the first one begins."""

ATTACKS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "nothing": ("pack-broken", lambda: b""),
    "text": ("pack-broken", lambda: b'id = "mine"\n'),
    "gzip": ("pack-broken", lambda: b"\x1f\x8b" + bytes(100)),
    "cut in a member": ("pack-broken", lambda: SOUND[:40]),
    "cut in the end": ("pack-broken", lambda: SOUND[:-1]),
    "bytes after the end": ("pack-junk", lambda: SOUND + b"more"),
    "a comment": ("pack-junk", lambda: in_end(20, "<H", 4) + b"more"),
    "a comment that is not there": ("pack-broken", lambda: in_end(20, "<H", 4)),
    "a program before it": ("pack-junk", lambda: b"#!/bin/sh\nexit\n" + SOUND),
    "a program before it, numbers mended": ("pack-junk", lambda: pushed(SOUND, b"#!/bin/sh\nexit\n")),
    "a member that is not listed": ("pack-junk", lambda: pushed(SOUND, SOUND[: start_of_directory(SOUND)])),
    "another pack before it": ("pack-directory", lambda: SOUND + SOUND),
    "another pack before it, numbers mended": ("pack-junk", lambda: pushed(SOUND, SOUND)),
    "bytes between members": ("pack-junk", lambda: pushed(SOUND, b"between", SOUND.index(LOCAL, 1))),
    "bytes before the directory": ("pack-junk", lambda: pushed(SOUND, b"before", start_of_directory(SOUND))),
    "bytes in the directory": ("pack-directory", lambda: in_end(12, "<I", 5, SOUND)),
    "several disks": ("pack-directory", lambda: in_end(4, "<H", 1)),
    "fewer members than listed": ("pack-directory", lambda: in_end(8, "<I", 0x00030003)),
    "more members than listed": ("pack-directory", lambda: in_end(8, "<I", 0x00050005)),
    "65,535 members": ("pack-too-many", lambda: in_end(8, "<I", 0xFFFFFFFF)),
    "a member listed twice": ("pack-duplicate", listed_twice),
    "a member inside another one": ("pack-directory", lambda: in_first_entry(OTHER + 42, "<I", 5)),
    "another name at the member": ("pack-directory", lambda: renamed(b"LICENSE", b"LICENCE", 1)),
    "another size in the directory": ("pack-directory", lambda: in_first_entry(SIZE_ENTRY, "<I", 3)),
    "another size at the member": ("pack-directory", lambda: in_first_member(22, "<I", 3)),
    "an encrypted member": ("pack-encrypted", lambda: in_both(FLAGS_ENTRY, FLAGS_MEMBER, "<H", 1 << 11 | 1)),
    "a compressed member": ("pack-compressed", lambda: zipped(same, zipfile.ZIP_DEFLATED)),
    "a bomb": ("pack-bomb", lambda: zipped(same, zipfile.ZIP_DEFLATED, b"#" * 1_000_000)),
    "a bomb in bzip2": ("pack-bomb", lambda: zipped(same, zipfile.ZIP_BZIP2, b"#" * 1_000_000)),
    "a link": ("pack-link", lambda: of_mode(stat.S_IFLNK | 0o777)),
    "a folder": ("pack-link", lambda: named("tiles/")),
    "a device": ("pack-link", lambda: of_mode(stat.S_IFCHR | 0o644)),
    "a changed byte": ("pack-damaged", lambda: SOUND.replace(b"# tiles", b"# tilez")),
    "an absolute path": ("pack-path", lambda: named("/etc/tiles.rftg")),
    "a path of Windows": ("pack-path", lambda: named("C:tiles.rftg")),
    "a path with backslashes": ("pack-path", lambda: named("..\\tiles.rftg")),
    "a path to the folder above": ("pack-path", lambda: named("../tiles.rftg")),
    "a path up and down": ("pack-path", lambda: named("more/../../tiles.rftg")),
    "a path through itself": ("pack-path", lambda: named("./tiles.rftg")),
    "a path with an empty part": ("pack-path", lambda: named("more//tiles.rftg")),
    "no name": ("pack-path", lambda: named("")),
    "a name that is not UTF-8": ("pack-name", lambda: renamed(b"tiles.rftg", b"til\xe9s.rftg")),
    "a name with a control character": ("pack-name", lambda: named("ti\x1b[2Jles.rftg")),
    "a name that is shown in another order": ("pack-name", lambda: named("\u202egtfr.rftg")),
    "a name in another normal form": ("pack-name", lambda: named("e\u0301.rftg")),
    "a name of a device": ("pack-name", lambda: named("Con.rftg")),
    "a folder with the name of a device": ("pack-name", lambda: named("aux/tiles.rftg")),
    "a name with a colon": ("pack-name", lambda: named("more:tiles.rftg")),
    "a name with a space at its end": ("pack-name", lambda: named("more /tiles.rftg")),
    "a name with a point at its end": ("pack-name", lambda: named("more./tiles.rftg")),
    "a long name": ("pack-name", lambda: named("x" * (limits.MEMBER_NAME.most - 4) + ".rftg")),
    "a deep path": ("pack-name", lambda: named("x/" * limits.MEMBER_DEPTH.most + "tiles.rftg")),
    "names that differ in case": ("pack-duplicate", lambda: named("Tiles.rftg")),
    "names that look alike": ("pack-duplicate", lambda: named("ﬁrst.rftg", "first.rftg")),
    "folders that differ in case": ("pack-duplicate", lambda: named("More/others.rftg")),
    "a file and a folder": ("pack-duplicate", lambda: named("tiles.rftg/first.rftg")),
    "a program": ("pack-surplus", lambda: named("run.exe")),
    "a hidden file": ("pack-surplus", lambda: named(".bashrc")),
    "another set inside": ("pack-surplus", lambda: named("more/set.toml")),
    "another order": ("pack-form", in_another_order),
    "another time": ("pack-form", lambda: zipped(set_date)),
    "other rights": ("pack-form", lambda: of_mode(0o100755)),
    "another flag": ("pack-form", lambda: zipped(same)),
    "a field for other programs": ("pack-form", lambda: zipped(with_extra)),
    "sizes after the member": ("pack-form", lambda: in_both(FLAGS_ENTRY, FLAGS_MEMBER, "<H", 1 << 11 | 8)),
    "too many members": (
        "pack-too-many",
        lambda: make_pack({f"{n}.rftg": b"#" for n in range(limits.MEMBERS.most + 1)}),
    ),
    "a member that is too large": ("pack-too-large", lambda: make_pack({"a.rftg": b"#" * (limits.MEMBER.most + 1)})),
    "too many bytes": (
        "pack-too-large",
        lambda: make_pack({f"{n}.rftg": b"#" * limits.MEMBER.most for n in range(8)}),
    ),
}
"""What is done to a pack: the code it is refused with, and its bytes."""
