"""What can be worked out again, kept as JSON in the user's own cache folder.

Nothing here can fail: what cannot be read counts as missing, what cannot be written is not kept. A file is believed
only if it is the user's own, of a bounded size, made for the same key, and of the digest that it names.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import Any

SIZE = 10_000_000
"""Most bytes of a file that is read."""


def folder() -> str:
    """The user's cache folder for this project; empty if there is none."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "rftg") if os.path.isabs(base) else ""


def kept(name: str, key: str) -> Any:
    """What is kept under a name, if it was made for this key; None if there is no such thing."""
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
    """Keep a value under a name, in place of what was there."""
    target = os.path.join(folder(), f"{name}.json")
    passing = f"{target}.{os.getpid()}"
    body = json.dumps(value, separators=(",", ":")).encode()
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        with open(passing, "wb") as file:
            file.write(seal(key, body).encode() + b"\n" + body)
        os.replace(passing, target)
    except OSError:
        return


def seal(key: str, body: bytes) -> str:
    """The first line of a file: it says for which key and which content it was made."""
    return sha256(key.encode() + b"\n" + body).hexdigest()
