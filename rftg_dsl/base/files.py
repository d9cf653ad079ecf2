"""Reads other people's files within limits and without blocking, and writes files atomically."""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
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
"""The byte order mark that some editors write at the start of a file; it is preserved."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")

CHUNK = 1_000_000

AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening a file without blocking, even if it is a pipe that no one is writing to."""


NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""The flag that makes opening a symbolic link fail. If we checked for links beforehand instead, someone could create
one between the check and the opening."""


def opener_for(follow: bool) -> Callable[[str, int], int] | None:
    return None if follow else without_link


def without_link(path: str, flags: int) -> int:
    return os.open(path, flags | NO_LINK | AT_ONCE)


def bytes_of(path: Path, most: int, label: str, hint: str) -> bytes:
    """Read up to ``most + 1`` bytes of a file; a result longer than ``most`` means that the file is too large.

    Raise ``UsageError`` if the file cannot be read, or if it is a folder, a pipe or a device.
    """
    try:
        check_link(path, label)
        check_regular(path.stat(), label, hint)
        with open(os.open(path, os.O_RDONLY | AT_ONCE), "rb") as file:
            # Check the open file as well, because by now the path may lead to a different file.
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
        raise UsageError(message, "remove the link, or restore the file", "unreadable")


def is_broken_link(path: Path) -> bool:
    return path.is_symlink() and not os.path.exists(path)


def check_regular(stat: os.stat_result, label: str, hint: str) -> None:
    if not S_ISREG(stat.st_mode):
        what = "is a folder" if S_ISDIR(stat.st_mode) else "is not a file"
        raise UsageError(f"{label} {what}", hint, "wrong-file")


def read_text(path: Path, most: int, hint: str, errors: str = "strict") -> str:
    """Read a small text file, such as a key file, in UTF-8, or in UTF-16 with a byte order mark, as PowerShell writes
    it.

    Raise ``UsageError`` if the file cannot be read, is longer than ``most`` bytes, or uses another encoding.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint, "unreadable") from None
    if len(raw) > most:
        raise UsageError(f"{path} is larger than {most:,} bytes", hint, "file-too-large")
    try:
        text: str | None = raw.decode("utf-16") if raw.startswith(UTF_16) else raw.decode("utf-8-sig", errors)
    except UnicodeDecodeError:
        text = None
    if text is None or is_wide(text):
        raise UsageError(f"{path} is not UTF-8 text", "save it as UTF-8", "bad-encoding")
    return text


def is_wide(text: str) -> bool:
    """Whether some text seems to be UTF-16 that has no byte order mark and was wrongly decoded as UTF-8."""
    # In UTF-16, every other byte of Latin text is zero.
    parts = text.split("\0")
    return len(parts) > 2 and ("\n" in parts or max(map(len, parts)) == 1)


def check_ratio(unpacked: int, packed: int, label: str) -> None:
    """Raise ``UsageError`` for a decompression bomb, which unpacks to far more bytes than a real game or recording
    would."""
    if unpacked > CHUNK + UNPACKED.most * packed:
        hint = "no game compresses this well; unpack it yourself if you trust its source"
        raise UsageError(f"{label} unpacks to more than {UNPACKED.most} times its size", hint, UNPACKED.code)


def write_new(path: Path, content: bytes, private: bool = False) -> None:
    """Write a new file atomically; if it is ``private``, only its owner can read it.

    Raise ``UsageError`` if writing fails, or if a file with the same name but different content already exists.
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


def write_over(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file atomically, replacing any existing file. Raise ``UsageError`` if that fails."""
    try:
        with write_beside(path, content, private) as temporary:
            temporary.replace(path)
    except OSError as error:
        raise error_on_writing(path, error) from None


def error_on_writing(path: Path, error: OSError) -> UsageError:
    message = f"{path} cannot be written: {error.strerror or error}"
    return UsageError(message, "check the folder's permissions and the free space", "unwritable")


def name_it(temporary: Path, path: Path) -> None:
    """Rename a complete file without overwriting. Raise ``FileExistsError`` if the name is taken."""
    # Creating a hard link fails atomically if the name is taken, whereas renaming would overwrite the existing file.
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # this file system does not support hard links
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)


def check_unused(path: Path) -> None:
    """Raise ``UsageError`` if there is a file, folder or link with this path."""
    if os.path.lexists(path):
        raise UsageError(f"{path} already exists", "choose another name, or remove it first", "existing-file")


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """Create a folder with these files, atomically, and return their number.

    Raise ``UsageError`` if that fails or the name of the folder is taken.
    """
    check_unused(folder)
    many = 0
    # Written to a temporary folder next to the target and then renamed, so that an error never leaves an incomplete
    # folder. If the name has been taken since it was checked, renaming fails.
    beside = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}")
    try:
        for path, content in files:
            (beside / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / path).write_bytes(content)
            many += 1
        beside.rename(folder)
    except OSError as error:
        message = f"{folder} cannot be created: {error.strerror or error}"
        raise UsageError(message, "check the parent folder and the free space", "unwritable") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return many


class Contents(Protocol):
    """The files in a folder, in a pack, or in an editor's workspace. Every path begins with ``path``."""

    @property
    def path(self) -> Path: ...
    def list_files(self, ending: str = "") -> list[Path]: ...
    def is_file(self, path: Path) -> bool: ...
    def size_of(self, path: Path) -> int: ...
    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        """Read at most ``most + 1`` bytes of a file. Raise ``UsageError`` if it cannot be read."""


@frozen
class OnDisk:
    """The files in a folder on disk."""

    path: Path

    def list_files(self, ending: str = "") -> list[Path]:
        """List only the author's own files, as defined by ``files_below``."""
        return [path for path in files_below(self.path) if path.name.endswith(ending)]

    def is_file(self, path: Path) -> bool:
        """Return True for a broken link too, so that reading it reports the missing file."""
        return path.is_file() or is_broken_link(path)

    def size_of(self, path: Path) -> int:
        return 0 if is_broken_link(path) else path.stat().st_size

    def read(self, path: Path, most: int, label: str, hint: str) -> bytes:
        return bytes_of(path, most, label, hint)


@frozen
class InEditor:
    """The files in a folder as an editor sees them: its open buffers replace files on disk or are added to them.

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
"""A function that opens a folder, either as it is on disk or with an editor's open buffers."""


def rewrite(path: Path, before: bytes, after: bytes, follow: bool = True) -> None:
    """Replace a file's content atomically, keeping its permissions.

    If ``path`` is a link and ``follow`` is true, the link is kept and the file that it leads to is replaced. Raise
    ``UsageError`` if the file is not writable, or if its content is no longer ``before``.
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
"""File modes: readable and writable by the owner only, or by everyone, subject to the umask."""

UMASK = os.umask(0o077)
"""The process's umask. It cannot be read without changing it, so it is read only once, before any thread starts."""
os.umask(UMASK)


def mode_of(over: bool) -> int:
    """The mode for a file made from logs: private to its owner unless all games in the logs are ``over``."""
    return EVERYBODY & ~UMASK if over else OWNER


NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextmanager
def write_beside(target: Path, content: bytes, private: bool = False) -> Iterator[Path]:
    """Write a temporary file next to ``target``, with the owner and permissions of ``target`` if that exists.

    The temporary file is removed at the end of the block unless it has been moved by then.
    """
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with open(os.open(temporary, NEW, mode_of(not private)), "wb") as file:
            with suppress(OSError, AttributeError):  # requires administrator rights, and some systems lack it
                os.chown(temporary, target.stat().st_uid, target.stat().st_gid)
            with suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            file.write(content)
            # Flush to disk before renaming, so that a crash cannot leave a half-written file under the final name.
            file.flush()
            os.fsync(file.fileno())
        yield temporary
    finally:
        with suppress(OSError):
            temporary.unlink()
