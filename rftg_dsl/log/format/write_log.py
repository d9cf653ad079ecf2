"""Writing logs: what has been acknowledged is on disk, and a file has one writer.

A write that fails is taken back, so that no line is left incomplete. A crash can leave a torn last line, which the next
writer moves aside. The log of a game in progress has every hand in it: until the game is over, only its owner can read
it.
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

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.files import NO_LINK, OWNER, mode_of, opener_for, rewrite
from rftg_dsl.log.format.mend import STEP, mend, open_mended
from rftg_dsl.log.format.read_log import is_packed


class Disk(Protocol):
    """A file that grows at its end; a test can put one with faults in its place."""

    def write(self, data: bytes) -> int:
        """Add some of the data, and return how much; ``OSError`` if there is no space."""

    def sync(self) -> None:
        """Wait until everything so far would survive a loss of power."""

    def cut(self, size: int) -> None:
        """Take back everything beyond this size."""

    def publish(self) -> None:
        """Let others read it."""

    def close(self) -> None:
        """Let go of the file."""


class OnDisk:
    """A file of the operating system, locked against other writers."""

    def __init__(self, path: Path, new: bool, private: bool = False, follow: bool = True) -> None:
        self.path = path
        self.follow = follow
        """Whether the path can be a link."""
        made = os.O_CREAT | os.O_EXCL if new else 0
        made |= 0 if follow else NO_LINK
        self.handle = os.open(path, os.O_RDWR | made | getattr(os, "O_BINARY", 0), mode_of(not private))
        try:
            lock(self.handle)
            if not self.has_name():
                raise BlockingIOError
            os.lseek(self.handle, 0, os.SEEK_END)
        except OSError:
            os.close(self.handle)
            raise

    def write(self, data: bytes) -> int:
        """Add some of the data, and return how much; ``OSError`` if another file has the name by now."""
        if not self.has_name():
            self.move_over()
        return os.write(self.handle, data)

    def move_over(self) -> None:
        """Go on in the file that has our name by now, if it has our content: a program that syncs put a copy there.

        ``OSError`` if it has another content; then neither file is changed.
        """
        other = OnDisk(self.path, new=False, follow=self.follow)
        if content_of(other.handle) != content_of(self.handle):
            other.close()
            raise OSError(ESTALE, "another file has taken its place")
        if hasattr(os, "fchmod"):
            os.fchmod(other.handle, S_IMODE(os.fstat(self.handle).st_mode))
        self.close()
        self.handle = other.handle

    def has_name(self) -> bool:
        """Whether the path still names this file: another program may have replaced it."""
        return os.path.samestat(os.stat(self.path, follow_symlinks=self.follow), os.fstat(self.handle))

    def sync(self) -> None:
        """Wait until everything so far would survive a loss of power."""
        os.fsync(self.handle)

    def cut(self, size: int) -> None:
        """Take back everything beyond this size."""
        os.ftruncate(self.handle, size)
        os.lseek(self.handle, size, os.SEEK_SET)

    def publish(self) -> None:
        """Let others read it, as far as the process lets them read its files."""
        if hasattr(os, "fchmod"):
            with suppress(OSError):
                os.fchmod(self.handle, mode_of(over=True))

    def close(self) -> None:
        """Let go of the file."""
        os.close(self.handle)


def lock(handle: int) -> None:
    """Lock a file until it is closed or the process ends; ``BlockingIOError`` if another writer has it."""
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
    """Everything in an open file; its position is at the end then."""
    os.lseek(handle, 0, os.SEEK_SET)
    with open(handle, "rb", closefd=False) as file:
        return file.read()


def sync_folder(folder: Path) -> None:
    """Wait until the names of new files in a folder would survive a loss of power, where that can be asked for."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class LogFile:
    """A log on disk: a new one, or one that is continued.

    ``sync``: every write waits until it would survive. ``private``: only its owner can read a new one.
    """

    def __init__(
        self, path: Path, sync: bool = True, disk: Disk | None = None, size: int = 0, private: bool = False
    ) -> None:
        self.path = path
        self.sync = sync
        self.size = size
        """The number of bytes of whole lines."""
        self.failed = False
        with explain_errors(path):
            self.disk = disk if disk is not None else OnDisk(path, True, private)
            if sync and disk is None:
                sync_folder(path.parent)

    def write(self, lines: list[str]) -> None:
        """Add the lines of a turn or a decision; ``Unusable`` if they cannot be written, and then none of them is."""
        if lines:
            self.write_text(("\n".join(lines) + "\n").encode("ascii"))

    def write_text(self, data: bytes) -> None:
        """Add whole lines; ``Unusable`` if they cannot be written, and then none of them is."""
        if self.failed:
            raise Unusable(f"{self.path} could not be written before", "continue it with 'rftg resume'", "unwritable")
        with explain_errors(self.path):
            try:
                rest = data
                while rest:
                    rest = rest[self.disk.write(rest) :]
                if self.sync:
                    self.disk.sync()
            except BaseException:
                self.failed = True
                with suppress(OSError):
                    self.disk.cut(self.size)
                raise
        self.size += len(data)

    def publish(self) -> None:
        """Let others read it: its game is over."""
        self.disk.publish()

    def close(self) -> None:
        """Let go of the file."""
        self.disk.close()

    def remove(self) -> None:
        """Let go of a new file that nothing is to be written to after all, and remove it."""
        self.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Within it, an error of the operating system is ``Unusable``, which says what to do; a closed pipe stays one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except FileExistsError:
        raise Unusable(f"{path} already exists", "choose another name, or remove it first", "existing-file") from None
    except BlockingIOError:
        hint = "wait until that is done, or stop it"
        raise Unusable(f"{path} is being written by another program", hint, "locked-log") from None
    except OSError as error:
        hint = "check the folder and free space; 'rftg resume' continues a log that was begun"
        raise Unusable(f"{path} cannot be written: {error.strerror or error}", hint, "unwritable") from None


def continue_log(path: Path, sync: bool = True, follow: bool = True) -> tuple[LogFile, Path | None]:
    """A log on disk that is to be continued, and the file into which its torn last line was moved, if it had one.

    Changed line ends are put right first. ``Unusable`` if another process is writing it, or it is packed, or it is a
    link that is not to be followed.
    """
    with explain_errors(path):
        if is_packed(path, follow):
            raise Unusable(f"{path} is packed", "unpack it with gunzip, then continue it", "wrong-log")
        disk = OnDisk(path, new=False, follow=follow)
        try:
            if put_right(path, follow):
                disk.close()
                disk = OnDisk(path, new=False, follow=follow)
            aside, size = move_torn_tail(path, disk)
        except BaseException:
            disk.close()
            raise
    return LogFile(path, sync, disk, size), aside


def put_right(path: Path, follow: bool = True) -> bool:
    """Whether a log on disk, packed or not, was other than its writer wrote it; now it is not."""
    packed = is_packed(path, follow)
    with open(path, "rb", opener=opener_for(follow)) as file:
        mended, mender = open_mended(gzip.GzipFile(fileobj=file) if packed else file)
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
    """Move what follows the last whole line into a file beside the log; returns it, and the size that is left.

    The copy is on disk before anything is taken away.
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
    """How many bytes a file has up to its last newline."""
    at = file.seek(0, os.SEEK_END)
    while at:
        start = max(0, at - step)
        file.seek(start)
        newline = file.read(at - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        at = start
    return 0


def find_free_name(path: Path) -> Path:
    """A name that is not taken for the torn tail of a log: ``NAME.torn``, ``NAME.torn2`` and so on."""
    for nth in range(1, 1_000):
        aside = path.with_name(f"{path.name}.torn{nth if nth > 1 else ''}")
        if not aside.exists():
            return aside
    raise Unusable(f"{path} has too many torn tails beside it", "remove them", "existing-file")


class File(Protocol):
    """A log on disk: one file, or the several files of a sealed one."""

    path: Path

    def write(self, lines: list[str]) -> None:
        """Add the lines of a turn or a decision."""

    def publish(self) -> None:
        """Let others read it: its game is over."""

    def close(self) -> None:
        """Let go of it."""

    def remove(self) -> None:
        """Let go of a new one that nothing is to be written to after all, and remove it."""


class InMemory:
    """A log kept as a list of lines, and written to a file as well if there is one."""

    def __init__(self, file: File | None = None) -> None:
        self.file = file
        self.lines: list[str] = []

    def write(self, lines: list[str]) -> None:
        """Add the lines of a turn or a decision."""
        if self.file is not None:
            self.file.write(lines)
        self.lines += lines
