"""Writes logs. Whatever has been acknowledged is on disk, and a file has only one writer at a time.

A write that fails is undone, so it does not leave an incomplete line. A crash can leave a torn last line, which the
next writer moves to a file beside the log. The log of a game in progress reveals every hand, so only its owner can read
the file until the game is over.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ESTALE
from pathlib import Path
from stat import S_IMODE
from typing import IO, Protocol, Self

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import NO_LINK, OWNER, mode_of, opener_for, rewrite
from rftg_dsl.log.format.mend import STEP, mend, open_mended
from rftg_dsl.log.format.read_log import is_packed


class Disk(Protocol):
    """An append-only file. Tests substitute a faulty implementation."""

    def write(self, data: bytes) -> int: ...

    def sync(self) -> None: ...

    def cut(self, size: int) -> None: ...

    def publish(self) -> None: ...

    def close(self) -> None: ...


class OnDisk:
    """A file on disk, locked against other writers."""

    def __init__(self, path: Path, new: bool, private: bool = False, follow: bool = True) -> None:
        self.path = path
        self.follow = follow
        made = os.O_CREAT | os.O_EXCL if new else 0
        made |= 0 if follow else NO_LINK
        self.handle = os.open(path, os.O_RDWR | made | getattr(os, "O_BINARY", 0), mode_of(not private))
        try:
            lock(self.handle)
            # Another program may have replaced the file between ``open`` and ``lock``.
            if not self.has_name():
                raise BlockingIOError
            os.lseek(self.handle, 0, os.SEEK_END)
        except OSError:
            os.close(self.handle)
            raise

    def write(self, data: bytes) -> int:
        """Append some of the data, and return the number of bytes written. Raise ``OSError`` if the file has been
        replaced with a file that has different content."""
        if not self.has_name():
            self.move_over()
        return os.write(self.handle, data)

    def move_over(self) -> None:
        """Switch to the file that is now at our path, provided that its content is the same. Sync programs replace
        files with copies.

        If the content differs, raise ``OSError`` and leave both files unchanged.
        """
        other = OnDisk(self.path, new=False, follow=self.follow)
        if content_of(other.handle) != content_of(self.handle):
            other.close()
            raise OSError(ESTALE, "it was replaced by another file")
        if hasattr(os, "fchmod"):
            os.fchmod(other.handle, S_IMODE(os.fstat(self.handle).st_mode))
        self.close()
        self.handle = other.handle

    def has_name(self) -> bool:
        return os.path.samestat(os.stat(self.path, follow_symlinks=self.follow), os.fstat(self.handle))

    def sync(self) -> None:
        os.fsync(self.handle)

    def cut(self, size: int) -> None:
        os.ftruncate(self.handle, size)
        os.lseek(self.handle, size, os.SEEK_SET)

    def publish(self) -> None:
        if hasattr(os, "fchmod"):
            with suppress(OSError):
                os.fchmod(self.handle, mode_of(over=True))

    def close(self) -> None:
        os.close(self.handle)


def lock(handle: int) -> None:
    """Lock a file until it is closed or the process ends. Raise ``BlockingIOError`` if another writer holds the
    lock."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            raise BlockingIOError from None
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def content_of(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    with open(handle, "rb", closefd=False) as file:
        return file.read()


def sync_folder(folder: Path) -> None:
    """Ensure that new names in a folder survive a power failure, on systems that can sync folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class LogFile:
    """A log on disk, new or continued.

    ``sync``: whether every write waits until its data is on disk. ``private``: whether a new file is readable only by
    its owner.
    """

    def __init__(
        self, path: Path, sync: bool = True, disk: Disk | None = None, size: int = 0, private: bool = False
    ) -> None:
        self.path = path
        self.sync = sync
        self.size = size
        self.failed = False
        with explain_errors(path):
            self.disk = disk if disk is not None else OnDisk(path, True, private)
            # Unless the folder is synced too, a power failure could lose the file itself.
            if sync and disk is None:
                sync_folder(path.parent)

    def write(self, lines: list[str]) -> None:
        if lines:
            self.write_text(("\n".join(lines) + "\n").encode("ascii"))

    def write_text(self, data: bytes) -> None:
        """Append whole lines. If ``UsageError`` is raised, none of them has been appended."""
        if self.failed:
            raise UsageError(
                f"an earlier attempt to write {self.path} failed", "continue it with 'rftg resume'", "unwritable"
            )
        with explain_errors(self.path):
            try:
                rest = data
                while rest:
                    rest = rest[self.disk.write(rest) :]
                if self.sync:
                    self.disk.sync()
            # Even Ctrl-C must not leave an incomplete line.
            except BaseException:
                self.failed = True
                with suppress(OSError):
                    self.disk.cut(self.size)
                raise
        self.size += len(data)

    def publish(self) -> None:
        self.disk.publish()

    def close(self) -> None:
        self.disk.close()

    def remove(self) -> None:
        self.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn an ``OSError`` into a ``UsageError`` that suggests a remedy. Let the error for a closed pipe pass
    through."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileExistsError:
        raise UsageError(f"{path} already exists", "choose another name, or remove it first", "existing-file") from None
    except BlockingIOError:
        hint = "wait until the other program is done, or stop it"
        raise UsageError(f"{path} is being written by another program", hint, "locked-log") from None
    except OSError as error:
        hint = "check the folder and the free space; 'rftg resume' continues an unfinished log"
        raise UsageError(f"{path} cannot be written: {error.strerror or error}", hint, "unwritable") from None


def continue_log(path: Path, sync: bool = True, follow: bool = True) -> tuple[LogFile, Path | None]:
    """Open a log to continue it. Also return the file to which its torn last line was moved, if there was one.

    Changed line endings are repaired first. Raise ``UsageError`` if another process is writing the log, if the log is
    packed, or if it is a symbolic link and ``follow`` is false.
    """
    with explain_errors(path):
        if is_packed(path, follow):
            raise UsageError(f"{path} is packed", "unpack it with gunzip first", "wrong-log")
        disk = OnDisk(path, new=False, follow=follow)
        try:
            # A repair replaces the file, so the handle is stale afterwards.
            if put_right(path, follow):
                disk.close()
                disk = OnDisk(path, new=False, follow=follow)
            aside, size = move_torn_tail(path, disk)
        except BaseException:
            disk.close()
            raise
    return LogFile(path, sync, disk, size), aside


def put_right(path: Path, follow: bool = True) -> bool:
    packed = is_packed(path, follow)
    with open(path, "rb", opener=opener_for(follow)) as file:
        mended, mender = open_mended(gzip.GzipFile(fileobj=file) if packed else file)
        # The first pass needs only constant memory, and most logs need no repair.
        while mended.read(STEP):
            pass
    if not mender.found:
        return False
    with open(path, "rb", opener=opener_for(follow)) as file:
        before = file.read()
    after, _ = mend(gzip.decompress(before) if packed else before)
    rewrite(path, before, gzip.compress(after) if packed else after, follow)
    return True


def move_torn_tail(path: Path, disk: OnDisk) -> tuple[Path | None, int]:
    """Move everything after the last complete line to a file beside the log. Return that file, if any, and the
    remaining size of the log.

    The copy is on disk before the log is truncated.
    """
    with open(disk.handle, "rb", closefd=False) as whole:
        end = find_last_newline(whole)
        whole.seek(end)
        torn = whole.read()
    if not torn:
        return None, end
    aside = find_free_name(path)
    with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER), "wb") as file:
        file.write(torn)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
    disk.cut(end)
    disk.sync()
    return aside, end


def find_last_newline(file: IO[bytes], step: int = 65_536) -> int:
    at = file.seek(0, os.SEEK_END)
    while at:
        # Search from the end: the log can be up to 256 MB, and a line is seldom longer than ``step`` bytes.
        start = max(0, at - step)
        file.seek(start)
        newline = file.read(at - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        at = start
    return 0


def find_free_name(path: Path) -> Path:
    for nth in range(1, 1_000):
        aside = path.with_name(f"{path.name}.torn{nth if nth > 1 else ''}")
        if not aside.exists():
            return aside
    raise UsageError(f"{path} has too many .torn files next to it", "remove them", "existing-file")


class File(Protocol):
    """A log on disk: a single file or, for a sealed log, several files."""

    path: Path

    def write(self, lines: list[str]) -> None: ...

    def publish(self) -> None: ...

    def close(self) -> None: ...

    def remove(self) -> None: ...


class InMemory:
    """A log as a list of lines, which are also written to ``file`` if one is given."""

    def __init__(self, file: File | None = None) -> None:
        self.file = file
        self.lines: list[str] = []

    def write(self, lines: list[str]) -> None:
        if self.file is not None:
            self.file.write(lines)
        self.lines += lines
