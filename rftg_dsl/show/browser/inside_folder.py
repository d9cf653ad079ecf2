"""File access that is confined to a folder, opening a path step by step without following links.

Checking a path before using it would be a race: a link could be created in between. Each folder is therefore opened
relative to the descriptor of its parent, and a link is an error.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from errno import ELOOP
from pathlib import Path, PurePosixPath

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import AT_ONCE, check_regular

STEPS = {os.open, os.mkdir, os.unlink, os.rename} <= os.supports_dir_fd
"""Whether the system can open files relative to a directory descriptor, which Windows cannot."""
STAY = getattr(os, "O_NOFOLLOW", 0) | AT_ONCE
"""Flags for opening a file without following a link and without blocking."""


Identity = tuple[int, int]
"""A file's device and inode numbers, which are the same under every name that the file has."""


def read_inside(root: Path, name: str, most: int, hidden: Collection[Identity] = ()) -> bytes:
    """Return the first ``most + 1`` bytes of a file.

    Raise ``UsageError`` if the file is unreadable or among the ``hidden`` files.
    """
    with (
        open_within(root, name) as (last, folder),
        open(os.open(last, os.O_RDONLY | STAY, dir_fd=folder), "rb") as file,
    ):
        # Check the open descriptor, because the name may refer to a different file by now.
        state = os.fstat(file.fileno())
        check_regular(state, name, "specify a content file")
        if (state.st_dev, state.st_ino) in hidden:
            raise UsageError(
                f"{name} belongs to a game in progress and cannot be shown yet", "go back to the list", "missing-file"
            )
        return file.read(most + 1)


def create_inside(root: Path, name: str, raw: bytes) -> None:
    """Create a file and any missing parent folders. Raise ``UsageError`` if the file exists."""
    with open_within(root, name, make=True) as (last, folder):
        try:
            made = os.open(last, os.O_WRONLY | os.O_CREAT | os.O_EXCL | STAY, 0o666, dir_fd=folder)
        except FileExistsError:
            hint = "choose another name, or remove it first"
            raise UsageError(f"{name} already exists", hint, "existing-file") from None
        with open(made, "wb") as new:
            new.write(raw)


def replace_inside(root: Path, name: str, before: bytes, after: bytes) -> None:
    """Replace a file atomically, preserving its owner and permissions.

    Raise ``UsageError`` if the file's content is no longer ``before``, or if the file is not writable.
    """
    with open_within(root, name) as (last, folder), open(os.open(last, os.O_RDWR | STAY, dir_fd=folder), "rb") as old:
        # Read one byte more than expected, to detect a file that has grown.
        if old.read(len(before) + 1) != before:
            raise UsageError(f"{name} has changed in the meantime", "try again", "unwritable")
        beside = str(Path(last).with_name(f".{Path(last).name}.{os.urandom(4).hex()}"))
        try:
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | STAY, dir_fd=folder), "wb") as new:
                keep_rights(old.fileno(), new.fileno())
                new.write(after)
                new.flush()
                # Ensure that a power failure leaves either the old file or the new one, never an empty one.
                os.fsync(new.fileno())
            os.replace(beside, last, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            # After a successful replacement, the temporary file no longer exists, so this fails.
            with suppress(OSError):
                os.unlink(beside, dir_fd=folder)


def keep_rights(old: int, new: int) -> None:
    status = os.fstat(old)
    with suppress(OSError, AttributeError):  # chown requires privileges, and Windows does not have it
        os.fchown(new, status.st_uid, status.st_gid)
    with suppress(OSError, AttributeError):
        os.fchmod(new, status.st_mode & 0o7777)


@contextmanager
def open_within(root: Path, name: str, make: bool = False) -> Iterator[tuple[str, int | None]]:
    """Yield the last part of a path and its folder's descriptor. Raise ``UsageError`` if a part of the path is a link.

    If ``make`` is true, create missing folders. On a system that cannot open files relative to a descriptor, the last
    part is a full path and the descriptor is None.
    """
    *folders, last = PurePosixPath(name).parts
    try:
        if not STEPS:
            yield resolve_inside(root, folders, last, make), None
            return
        with folder_in(root, folders, make) as folder:
            yield last, folder
    except OSError as error:
        hint = "check the folder: links are not followed"
        raise UsageError(f"{name} cannot be reached: {error.strerror or error}", hint, "unwritable") from None


@contextmanager
def folder_in(root: Path, folders: list[str], make: bool) -> Iterator[int]:
    here = os.open(root, os.O_RDONLY | os.O_DIRECTORY | AT_ONCE)
    try:
        for part in folders:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=here)
            there = os.open(part, os.O_RDONLY | os.O_DIRECTORY | STAY, dir_fd=here)
            os.close(here)
            here = there
        yield here
    finally:
        os.close(here)


def resolve_inside(root: Path, folders: list[str], last: str, make: bool) -> str:
    """Resolve a path on Windows, as a fallback: check that no part of the path is a link."""
    here = root.resolve()
    for part in folders:
        here /= part
        if make and not os.path.lexists(here):
            here.mkdir()
        if here.resolve() != here:
            raise OSError(ELOOP, "there is a link in its path")
    if os.path.islink(here / last):
        raise OSError(ELOOP, "it is a link")
    return str(here / last)
