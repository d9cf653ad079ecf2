"""Files that come from somebody else: read within limits, never waited for, and changed at once or not at all."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Protocol

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.limits import UNPACKED
from rftg_dsl.base.own_files import files_below, is_own_file

MARK = b"\xef\xbb\xbf"
"""What some editors begin a file with; it stays."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""The byte order marks of text in UTF-16."""

CHUNK = 1_000_000
"""The bytes read at a time."""

AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags that open a file without waiting for the other end of a pipe."""


NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""The flag that makes opening a link an error. Between looking for one and opening, one could be put there."""


def opener_for(follow: bool) -> Callable[[str, int], int] | None:
    """The ``opener`` for ``open``: the usual one, or one that fails at a link."""
    return None if follow else without_link


def without_link(path: str, flags: int) -> int:
    """Open a file; ``OSError`` for a link."""
    return os.open(path, flags | NO_LINK | AT_ONCE)


def bytes_of(path: Path, most: int, label: str, hint: str) -> bytes:
    """The first ``most + 1`` bytes of a file: more than ``most`` shows that it is too large.

    ``Unusable`` if it cannot be read, or is a folder, a pipe or a device.
    """
    try:
        check_link(path, label)
        check_regular(path.stat(), label, hint)
        with open(os.open(path, os.O_RDONLY | AT_ONCE), "rb") as file:
            check_regular(os.fstat(file.fileno()), label, hint)
            parts, left = [], most + 1
            while left and (part := file.read(min(left, CHUNK))):
                parts.append(part)
                left -= len(part)
    except OSError as error:
        reason = error.strerror or error
        raise Unusable(f"{label} cannot be read: {reason}", "check its name and permissions", "unreadable") from None
    return b"".join(parts)


def check_link(path: Path, label: str) -> None:
    """``Unusable`` for a link to a file that does not exist."""
    if is_broken_link(path):
        message = f"{label} is a link to {os.readlink(path)}, which does not exist"
        raise Unusable(message, "remove the link, or put back the file", "unreadable")


def is_broken_link(path: Path) -> bool:
    """Whether a path is a link that leads nowhere."""
    return path.is_symlink() and not os.path.exists(path)


def check_regular(stat: os.stat_result, label: str, hint: str) -> None:
    """``Unusable`` for anything but a regular file."""
    if not S_ISREG(stat.st_mode):
        what = "is a folder" if S_ISDIR(stat.st_mode) else "is not a file"
        raise Unusable(f"{label} {what}", hint, "wrong-file")


def read_text(path: Path, most: int, hint: str, errors: str = "strict") -> str:
    """The text of a small file, such as a key, in UTF-8 or as PowerShell writes it.

    ``Unusable`` if it cannot be read, has more than ``most`` bytes, or is in another encoding.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise Unusable(f"{path} cannot be read: {error.strerror or error}", hint, "unreadable") from None
    if len(raw) > most:
        raise Unusable(f"{path} has more than {most:,} bytes", hint, "file-too-large")
    try:
        text: str | None = raw.decode("utf-16") if raw.startswith(UTF_16) else raw.decode("utf-8-sig", errors)
    except UnicodeDecodeError:
        text = None
    if text is None or is_wide(text):
        raise Unusable(f"{path} is not UTF-8 text", "save it as UTF-8", "bad-encoding")
    return text


def is_wide(text: str) -> bool:
    """Whether a text seems to be UTF-16 without a byte order mark, read as UTF-8."""
    parts = text.split("\0")
    return len(parts) > 2 and ("\n" in parts or max(map(len, parts)) == 1)


def check_ratio(unpacked: int, packed: int, label: str) -> None:
    """``Unusable`` if ``unpacked`` bytes are far more than those of a game that is packed into ``packed`` bytes."""
    if unpacked > CHUNK + UNPACKED.most * packed:
        hint = "no game packs so well; unpack it yourself if you trust whoever made it"
        raise Unusable(f"{label} unpacks to more than {UNPACKED.most} times its size", hint, UNPACKED.code)


def write_new(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file as a whole, unless it is there with this content; ``Unusable`` if there is another of that name.

    ``private``: only its owner can read it.
    """
    try:
        with write_beside(path, content, private) as temporary:
            name_it(temporary, path)
    except FileExistsError:
        if not (path.is_file() and bytes_of(path, len(content), str(path), "") == content):
            hint = "choose another name, or remove it first"
            raise Unusable(f"{path} already exists, with other content", hint, "existing-file") from None
    except OSError as error:
        raise error_on_writing(path, error) from None


def write_over(path: Path, content: bytes) -> None:
    """Write a file as a whole, in place of an older one of that name; ``Unusable`` if that is not possible."""
    try:
        with write_beside(path, content) as temporary:
            temporary.replace(path)
    except OSError as error:
        raise error_on_writing(path, error) from None


def error_on_writing(path: Path, error: OSError) -> Unusable:
    """The error for a file that cannot be written."""
    message = f"{path} cannot be written: {error.strerror or error}"
    return Unusable(message, "check the folder and the free space", "unwritable")


def name_it(temporary: Path, path: Path) -> None:
    """Give a file its name; ``FileExistsError`` if there is one of that name."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # no such links on this disk
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)


class Contents(Protocol):
    """The files below one place, whatever it is; each has a path that begins with that of the place."""

    @property
    def path(self) -> Path:
        """The place."""

    def list_files(self, ending: str = "") -> list[Path]:
        """The paths of all files whose names end so, at any depth."""

    def is_file(self, path: Path) -> bool:
        """Whether there is a file at a path."""

    def size_of(self, path: Path) -> int:
        """The bytes of a file."""

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """The first ``most + 1`` bytes of a file; ``Unusable`` if it cannot be read."""


@frozen
class OnDisk:
    """The files in a folder."""

    path: Path

    def list_files(self, ending: str = "") -> list[Path]:
        """The paths of the author's files whose names end so, at any depth."""
        return [path for path in files_below(self.path) if path.name.endswith(ending)]

    def is_file(self, path: Path) -> bool:
        """Whether there is a file at a path, or a link to a lost one, which cannot be read."""
        return path.is_file() or is_broken_link(path)

    def size_of(self, path: Path) -> int:
        """The bytes of a file; 0 for a link to a lost one."""
        return 0 if is_broken_link(path) else path.stat().st_size

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """The first ``most + 1`` bytes of a file; ``Unusable`` if it cannot be read."""
        return bytes_of(path, most, label, hint)


@frozen
class InEditor:
    """The files in a folder, some of them as an editor has them open: those need not be on the disk.

    Which files there are is looked up once.
    """

    path: Path
    buffers: Mapping[Path, bytes] = field(repr=False)

    @property
    def disk(self) -> OnDisk:
        """The folder without the editor."""
        return OnDisk(self.path)

    def list_files(self, ending: str = "") -> list[Path]:
        """The paths of the author's files whose names end so, at any depth."""
        return [path for path in self._every if path.name.endswith(ending)]

    @cached_property
    def _every(self) -> list[Path]:
        mine = (path for path in self.buffers if is_own_file(self.path, path))
        return list(dict.fromkeys((*self.disk.list_files(), *mine)))

    def is_file(self, path: Path) -> bool:
        """Whether there is a file at a path."""
        return path in self.buffers or self.disk.is_file(path)

    def size_of(self, path: Path) -> int:
        """The bytes of a file."""
        return len(self.buffers[path]) if path in self.buffers else self.disk.size_of(path)

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """The first ``most + 1`` bytes of a file; ``Unusable`` if it cannot be read."""
        if path in self.buffers:
            return self.buffers[path][: most + 1]
        return self.disk.read(path, most, label, hint)


Opener = Callable[[Path], Contents]
"""How a folder is opened: as it is on the disk, or as an editor has it."""


def rewrite(path: Path, before: bytes, after: bytes, follow: bool = True) -> None:
    """Put new content in place of a file, at once and as a whole; its rights stay, and a link that is followed too.

    ``Unusable`` if it may not be written, or does not have the content ``before`` any more.
    """
    target = Path(os.path.realpath(path)) if follow else path
    try:
        if not os.access(target, os.W_OK):
            raise Unusable(f"{path} may not be written", "check its permissions", "unwritable")
        with write_beside(target, after) as temporary:
            if target.read_bytes() != before:
                raise Unusable(f"{path} has changed in the meantime", "try again", "unwritable")
            os.replace(temporary, target)
    except OSError as error:
        reason = error.strerror or error
        hint = "check the permissions of its folder, and free space"
        raise Unusable(f"{path} cannot be written: {reason}", hint, "unwritable") from None


def diff_between(name: str, before: str, after: str) -> str:
    """What changes in the text of a file, as a unified diff; empty if nothing does."""
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


OWNER, EVERYBODY = 0o600, 0o666
"""File modes: read and write for the owner alone, or for everyone whom the process's umask does not leave out."""

UMASK = os.umask(0o077)
"""The rights that the process takes from its files. It can only be read by changing it: once, before any thread."""
os.umask(UMASK)


def mode_of(over: bool) -> int:
    """The mode of a file made from logs: for its owner alone, unless all their games are ``over``."""
    return EVERYBODY & ~UMASK if over else OWNER


NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
"""Flags that open a file for writing, and fail if it exists already."""


@contextmanager
def write_beside(target: Path, content: bytes, private: bool = False) -> Iterator[Path]:
    """A file with this content beside another, with its owner and rights; removed at the end unless it was moved."""
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with open(os.open(temporary, NEW, mode_of(not private)), "wb") as file:
            with suppress(OSError, AttributeError):  # only an administrator gives a file away, and not on every system
                os.chown(temporary, target.stat().st_uid, target.stat().st_gid)
            with suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()
