"""Files from other people: read within limits and without blocking, changed atomically or not at all."""

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

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import UNPACKED
from rftg_dsl.base.own_files import files_below, is_own_file

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some editors write first; it is kept."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")

CHUNK = 1_000_000

AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags that open a pipe without waiting for its other end."""


NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Makes opening a link fail. A separate check beforehand would leave time for someone to put a link there."""


def opener_for(follow: bool) -> Callable[[str, int], int] | None:
    return None if follow else without_link


def without_link(path: str, flags: int) -> int:
    return os.open(path, flags | NO_LINK | AT_ONCE)


def bytes_of(path: Path, most: int, label: str, hint: str) -> bytes:
    """Read at most ``most + 1`` bytes of a file; more than ``most`` shows that it is too large.

    Raises ``UsageError`` if it cannot be read, or is a folder, a pipe or a device.
    """
    try:
        check_link(path, label)
        check_regular(path.stat(), label, hint)
        with open(os.open(path, os.O_RDONLY | AT_ONCE), "rb") as file:
            # Check again on the open file, because the path may lead to another file by now.
            check_regular(os.fstat(file.fileno()), label, hint)
            parts, left = [], most + 1
            while left and (part := file.read(min(left, CHUNK))):
                parts.append(part)
                left -= len(part)
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{label} cannot be read: {reason}", "check its name and permissions", "unreadable") from None
    return b"".join(parts)


def check_link(path: Path, label: str) -> None:
    if is_broken_link(path):
        message = f"{label} is a link to {os.readlink(path)}, which does not exist"
        raise UsageError(message, "remove the link, or put back the file", "unreadable")


def is_broken_link(path: Path) -> bool:
    return path.is_symlink() and not os.path.exists(path)


def check_regular(stat: os.stat_result, label: str, hint: str) -> None:
    if not S_ISREG(stat.st_mode):
        what = "is a folder" if S_ISDIR(stat.st_mode) else "is not a file"
        raise UsageError(f"{label} {what}", hint, "wrong-file")


def read_text(path: Path, most: int, hint: str, errors: str = "strict") -> str:
    """Read a small text file, such as a key, in UTF-8, or in UTF-16 as PowerShell writes it.

    Raises ``UsageError`` if it cannot be read, has more than ``most`` bytes, or is in another encoding.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint, "unreadable") from None
    if len(raw) > most:
        raise UsageError(f"{path} has more than {most:,} bytes", hint, "file-too-large")
    try:
        text: str | None = raw.decode("utf-16") if raw.startswith(UTF_16) else raw.decode("utf-8-sig", errors)
    except UnicodeDecodeError:
        text = None
    if text is None or is_wide(text):
        raise UsageError(f"{path} is not UTF-8 text", "save it as UTF-8", "bad-encoding")
    return text


def is_wide(text: str) -> bool:
    """Whether a text looks like UTF-16 without a byte order mark that was decoded as UTF-8."""
    # In UTF-16 every other byte of Latin text is zero.
    parts = text.split("\0")
    return len(parts) > 2 and ("\n" in parts or max(map(len, parts)) == 1)


def check_ratio(unpacked: int, packed: int, label: str) -> None:
    """Raise ``UsageError`` for a decompression bomb: far more bytes ``unpacked`` than a packed game can hold."""
    if unpacked > CHUNK + UNPACKED.most * packed:
        hint = "no game compresses this well; unpack it yourself if you trust its source"
        raise UsageError(f"{label} unpacks to more than {UNPACKED.most} times its size", hint, UNPACKED.code)


def write_new(path: Path, content: bytes, private: bool = False) -> None:
    """Write a new file atomically; ``UsageError`` if the name is taken by a file with other content.

    If ``private``, only its owner can read the file.
    """
    try:
        with write_beside(path, content, private) as temporary:
            name_it(temporary, path)
    except FileExistsError:
        if not (path.is_file() and bytes_of(path, len(content), str(path), "") == content):
            hint = "choose another name, or remove it first"
            raise UsageError(f"{path} already exists with different content", hint, "existing-file") from None
    except OSError as error:
        raise error_on_writing(path, error) from None


def write_over(path: Path, content: bytes) -> None:
    """Write a file atomically, replacing any older one; ``UsageError`` if that fails."""
    try:
        with write_beside(path, content) as temporary:
            temporary.replace(path)
    except OSError as error:
        raise error_on_writing(path, error) from None


def error_on_writing(path: Path, error: OSError) -> UsageError:
    message = f"{path} cannot be written: {error.strerror or error}"
    return UsageError(message, "check the folder and the free space", "unwritable")


def name_it(temporary: Path, path: Path) -> None:
    """Move a complete file to its name without overwriting: ``FileExistsError`` if the name is taken."""
    # Linking fails atomically if the name is taken; a rename would overwrite.
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # this disk has no hard links
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)


class Contents(Protocol):
    """The files in a folder, a pack or an editor's workspace; each path begins with ``path``."""

    @property
    def path(self) -> Path: ...
    def list_files(self, ending: str = "") -> list[Path]: ...
    def is_file(self, path: Path) -> bool: ...
    def size_of(self, path: Path) -> int: ...
    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """The first ``most + 1`` bytes of a file; ``UsageError`` if it cannot be read."""


@frozen
class OnDisk:
    """The files in a folder on disk."""

    path: Path

    def list_files(self, ending: str = "") -> list[Path]:
        """List only the author's own files: see ``files_below``."""
        return [path for path in files_below(self.path) if path.name.endswith(ending)]

    def is_file(self, path: Path) -> bool:
        """True for a broken link too, so that reading it reports the missing file."""
        return path.is_file() or is_broken_link(path)

    def size_of(self, path: Path) -> int:
        return 0 if is_broken_link(path) else path.stat().st_size

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        return bytes_of(path, most, label, hint)


@frozen
class InEditor:
    """The files in a folder, with an editor's open buffers added to the files on disk or replacing them.

    The list of files is computed only once.
    """

    path: Path
    buffers: Mapping[Path, bytes] = field(repr=False)

    @property
    def disk(self) -> OnDisk:
        return OnDisk(self.path)

    def list_files(self, ending: str = "") -> list[Path]:
        return [path for path in self._every if path.name.endswith(ending)]

    @cached_property
    def _every(self) -> list[Path]:
        mine = (path for path in self.buffers if is_own_file(self.path, path))
        return list(dict.fromkeys((*self.disk.list_files(), *mine)))

    def is_file(self, path: Path) -> bool:
        return path in self.buffers or self.disk.is_file(path)

    def size_of(self, path: Path) -> int:
        return len(self.buffers[path]) if path in self.buffers else self.disk.size_of(path)

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        if path in self.buffers:
            return self.buffers[path][: most + 1]
        return self.disk.read(path, most, label, hint)


Opener = Callable[[Path], Contents]
"""A function that opens a folder, as it is on disk or as an editor has it."""


def rewrite(path: Path, before: bytes, after: bytes, follow: bool = True) -> None:
    """Replace a file's content atomically; its permissions stay, and so does a link that is followed.

    Raises ``UsageError`` if it is not writable, or if its content is no longer ``before``.
    """
    target = Path(os.path.realpath(path)) if follow else path
    try:
        if not os.access(target, os.W_OK):
            raise UsageError(f"{path} is not writable", "check its permissions", "unwritable")
        with write_beside(target, after) as temporary:
            # Compare as late as possible, with the new content already on disk.
            if target.read_bytes() != before:
                raise UsageError(f"{path} has changed in the meantime", "try again", "unwritable")
            os.replace(temporary, target)
    except OSError as error:
        reason = error.strerror or error
        hint = "check the folder's permissions and the free space"
        raise UsageError(f"{path} cannot be written: {reason}", hint, "unwritable") from None


def diff_between(name: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


OWNER, EVERYBODY = 0o600, 0o666
"""File modes: read and write for the owner only, or for everyone whom the process's umask admits."""

UMASK = os.umask(0o077)
"""The process's umask. Reading it means changing it, so this happens once, before any thread starts."""
os.umask(UMASK)


def mode_of(over: bool) -> int:
    """The mode of a file made from logs: private to its owner unless all their games are ``over``."""
    return EVERYBODY & ~UMASK if over else OWNER


NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextmanager
def write_beside(target: Path, content: bytes, private: bool = False) -> Iterator[Path]:
    """A temporary file beside ``target``, with its owner and permissions; removed at the end unless it was moved."""
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with open(os.open(temporary, NEW, mode_of(not private)), "wb") as file:
            with suppress(OSError, AttributeError):  # needs administrator rights, and not every system has it
                os.chown(temporary, target.stat().st_uid, target.stat().st_gid)
            with suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            file.write(content)
            # Flush to disk before renaming: a crash must not leave a half-written file under the final name.
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()
