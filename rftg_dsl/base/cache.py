"""A cache of values that can be computed again, as files in the user's own cache folder.

The cache never fails: an unreadable file counts as missing, and a value that cannot be written is not kept. A file is
trusted only if nobody else can have written it: the user owns it and its folder, and nobody else may write to them,
where the system can tell. Its first line is a seal of its name, key and content, made with a random secret of the user.
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
"""Maximum bytes of a file that is read."""
MOST = 100
"""Maximum entries; the oldest are removed when one is added."""
AGE = 60 * 24 * 60 * 60
"""Maximum age of an entry in seconds; older ones are removed when one is added."""

SECRET = "secret"
"""The file with the secret that seals are made with."""
SECRET_SIZE = 32
"""Its bytes."""

OPEN = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
"""How files are opened: through no link, without waiting, as far as the system can."""


def find_folder() -> str:
    """The user's cache folder for this project; empty if there is none."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "rftg") if os.path.isabs(base) else ""


def recall(name: str, key: str) -> Any:
    """The value kept under a name, if it was made for this key; None if there is none."""
    body = recall_bytes(f"{name}.json", key)
    try:
        return None if body is None else json.loads(body)
    except (ValueError, RecursionError):
        return None


def keep(name: str, key: str, value: Any) -> None:
    """Keep a value under a name, replacing any earlier one; old entries are removed."""
    keep_bytes(f"{name}.json", key, json.dumps(value, separators=(",", ":")).encode())


def recall_bytes(name: str, key: str) -> bytes | None:
    """What is kept in a file of this name, if it was made for this key; None if there is none."""
    try:
        head, _, body = read(name).partition(b"\n")
        return body if compare_digest(head, seal(read_secret(), name, key, body)) else None
    except (OSError, ValueError):
        return None


def keep_bytes(name: str, key: str, body: bytes) -> None:
    """Keep something in a file of this name, replacing any earlier one; old entries are removed."""
    with suppress(OSError, ValueError):
        os.makedirs(find_folder(), mode=0o700, exist_ok=True)
        try:
            own = read_secret()
        except (OSError, ValueError):
            write(SECRET, own := os.urandom(SECRET_SIZE))
        write(name, seal(own, name, key, body) + b"\n" + body)
        clear()


def seal(own: bytes, name: str, key: str, body: bytes) -> bytes:
    """The first line of a file: proof that the user's own program wrote it, under this name and for this key."""
    made = b"\n".join((name.encode(), sha256(key.encode("utf-8", "surrogatepass")).digest(), body))
    return sealed(own, made, "sha256").hex().encode()


def read_secret() -> bytes:
    """The user's secret; ``OSError`` or ``ValueError`` if there is none, or others could read it."""
    secret = read(SECRET, others=0o077)
    if len(secret) != SECRET_SIZE:
        raise ValueError("the secret is not whole")
    return secret


# -- files -------------------------------------------------------------------------------------------------------


def is_private(stat: os.stat_result, others: int = 0o022) -> bool:
    """Whether the user owns a file or folder, and nobody else may write to it, where the system can tell.

    ``others``: the rights that nobody else may have.
    """
    return not hasattr(os, "getuid") or (stat.st_uid == os.getuid() and not stat.st_mode & others)


def path_of(name: str) -> str:
    """The path of a file in the folder; ``ValueError`` unless the folder is a private one."""
    here = find_folder()
    stat = os.lstat(here) if here else None
    if stat is None or not (S_ISDIR(stat.st_mode) and is_private(stat)):
        raise ValueError("there is no private cache folder")
    return os.path.join(here, name)


def read(name: str, others: int = 0o022) -> bytes:
    """The content of a private file; ``OSError`` or ``ValueError`` if there is none, or it is too large."""
    with os.fdopen(os.open(path_of(name), os.O_RDONLY | OPEN), "rb") as file:
        stat = os.fstat(file.fileno())
        if not (S_ISREG(stat.st_mode) and is_private(stat, others) and stat.st_size <= SIZE):
            raise ValueError("this file is not trusted")
        return file.read(SIZE + 1)


def write(name: str, content: bytes) -> None:
    """Put a file with this content in place, at once and as a whole."""
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
    """Remove entries that are too old, the oldest ones if there are too many, and what was never finished."""
    with os.scandir(path_of("")) as entries:
        files = [entry for entry in entries if entry.name != SECRET and entry.is_file(follow_symlinks=False)]
    oldest = time.time() - AGE
    newest_first = sorted(files, key=lambda entry: entry.stat(follow_symlinks=False).st_mtime, reverse=True)
    for nth, file in enumerate(newest_first):
        if nth >= MOST or file.stat(follow_symlinks=False).st_mtime < oldest:
            os.unlink(file.path)
