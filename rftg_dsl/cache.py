"""A cache of values that can be computed again, as JSON files in the user's own cache folder.

The cache never fails: an unreadable file counts as missing, and a value that cannot be written is not kept. A file is
trusted only if it belongs to the user, is not too large, was made for the same key and matches the digest in it.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import Any

SIZE = 10_000_000
"""Maximum bytes of a file that is read."""


def folder() -> str:
    """The user's cache folder for this project; empty if there is none."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "rftg") if os.path.isabs(base) else ""


def kept(name: str, key: str) -> Any:
    """The value kept under a name, if it was made for this key; None if there is none."""
    path = os.path.join(folder(), f"{name}.json")
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            if found.st_size > SIZE or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
                return None
            head, _, body = file.read(SIZE + 1).partition(b"\n")
        return json.loads(body) if head.decode("ascii") == seal(key, body) else None
    except (OSError, ValueError, RecursionError):
        return None


def keep(name: str, key: str, value: Any) -> None:
    """Keep a value under a name, replacing any earlier one."""
    target = os.path.join(folder(), f"{name}.json")
    temporary = f"{target}.{os.getpid()}"
    body = json.dumps(value, separators=(",", ":")).encode()
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(seal(key, body).encode() + b"\n" + body)
        os.replace(temporary, target)
    except OSError:
        return


def seal(key: str, body: bytes) -> str:
    """The first line of a file: the digest of its key and content."""
    return sha256(key.encode() + b"\n" + body).hexdigest()
