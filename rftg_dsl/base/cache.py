"""A cache of recomputable values, stored as files in the user's own cache folder.

Using the cache never fails: an unreadable file counts as missing, and a value that cannot be written is not kept. A
file is trusted only if no one else can have written it: as far as the system can tell, the user owns both the file and
the cache folder, and no one else may write to either. The first line of each file is an HMAC of its name, key and
content, which is keyed with the user's random secret.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as sealed
from stat import S_ISDIR, S_ISREG
from typing import Any

SIZE = 10_000_000
"""Maximum size of a file in bytes; a larger file counts as missing."""
MOST = 100
"""Maximum number of entries; adding more evicts the oldest."""
AGE = 60 * 24 * 60 * 60
"""Maximum age of an entry in seconds; older entries are evicted when another entry is added."""

SECRET = "secret"
SECRET_SIZE = 32

OPEN = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
"""Flags for opening a file, as far as the system supports them: fail on a symbolic link, do not block on a pipe."""


def find_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "rftg") if os.path.isabs(base) else ""


def recall(name: str, key: str) -> Any:
    body = recall_bytes(f"{name}.json", key)
    try:
        return None if body is None else json.loads(body)
    except (ValueError, RecursionError):
        return None


def keep(name: str, key: str, value: Any) -> None:
    keep_bytes(f"{name}.json", key, json.dumps(value, separators=(",", ":")).encode())


def recall_bytes(name: str, key: str) -> bytes | None:
    """The cached bytes, or None if the file is missing, is not trusted, or was written for another key."""
    try:
        head, _, body = read(name).partition(b"\n")
        return body if compare_digest(head, seal(read_secret(), name, key, body)) else None
    except (OSError, ValueError):
        return None


def keep_bytes(name: str, key: str, body: bytes) -> None:
    """Write ``body`` to the cache file ``name`` and evict old entries; a failure to write is ignored."""
    with suppress(OSError, ValueError):
        os.makedirs(find_folder(), mode=0o700, exist_ok=True)
        try:
            own = read_secret()
        except (OSError, ValueError):
            write(SECRET, own := os.urandom(SECRET_SIZE))
        write(name, seal(own, name, key, body) + b"\n" + body)
        clear()


def seal(own: bytes, name: str, key: str, body: bytes) -> bytes:
    """The first line of a file, which proves that the user's own program wrote the file under this name and key."""
    made = b"\n".join((name.encode(), sha256(key.encode("utf-8", "surrogatepass")).digest(), body))
    return sealed(own, made, "sha256").hex().encode()


def read_secret() -> bytes:
    secret = read(SECRET, others=0o077)
    if len(secret) != SECRET_SIZE:
        raise ValueError("the secret is incomplete")
    return secret


# -- files -------------------------------------------------------------------------------------------------------


def is_private(stat: os.stat_result, others: int = 0o022) -> bool:
    """Whether the user owns a file and no one else has the rights in ``others``; True if the system cannot tell."""
    return not hasattr(os, "getuid") or (stat.st_uid == os.getuid() and not stat.st_mode & others)


def path_of(name: str) -> str:
    here = find_folder()
    stat = os.lstat(here) if here else None
    if stat is None or not (S_ISDIR(stat.st_mode) and is_private(stat)):
        raise ValueError("there is no private cache folder")
    return os.path.join(here, name)


def read(name: str, others: int = 0o022) -> bytes:
    """Read a cache file. Raise ``OSError`` or ``ValueError`` if it is missing, not private, or too large."""
    with os.fdopen(os.open(path_of(name), os.O_RDONLY | OPEN), "rb") as file:
        # Check the open file rather than its path, so that the file cannot be replaced between the check and the read.
        stat = os.fstat(file.fileno())
        if not (S_ISREG(stat.st_mode) and is_private(stat, others) and stat.st_size <= SIZE):
            raise ValueError("this file is not trusted")
        return file.read(SIZE + 1)


def write(name: str, content: bytes) -> None:
    """Replace a file atomically, so that readers see either the old content or the new."""
    target = path_of(name)
    temporary = f"{target}.{os.urandom(8).hex()}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | OPEN, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def clear() -> None:
    """Evict entries older than ``AGE``, and the oldest of the others if there are more than ``MOST``.

    Leftover temporary files count as entries.
    """
    with os.scandir(path_of("")) as entries:
        files = [entry for entry in entries if entry.name != SECRET and entry.is_file(follow_symlinks=False)]
    oldest = time.time() - AGE
    newest_first = sorted(files, key=lambda entry: entry.stat(follow_symlinks=False).st_mtime, reverse=True)
    for nth, file in enumerate(newest_first):
        if nth >= MOST or file.stat(follow_symlinks=False).st_mtime < oldest:
            os.unlink(file.path)
