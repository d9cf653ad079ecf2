"""The addresses at which a virtual table finds images, and texts that it shows as they are."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import ADDRESS_LENGTH

PLAIN = re.compile(r"[!#-;=?-\[\]_a-z~]+")
"""Characters that an address can have without being escaped."""


def find_base(base: str | None, folder: Path) -> str:
    """Return the address of the folder with the images, without a slash at its end.

    This is ``base``, a web address, or else the address of the folder on this machine. Raise ``UsageError`` if ``base``
    is not a web address.
    """
    if base is None:
        return folder.resolve().as_uri()
    if len(base) > ADDRESS_LENGTH.most or not is_web_address(base):
        hint = "write the address of the folder in which you will publish the files, such as https://example.org/cards"
        raise UsageError("--base must be a web address", hint, "wrong-option")
    return base.rstrip("/")


def is_web_address(text: str) -> bool:
    if not PLAIN.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not (parts.query or parts.fragment)


def address_of(base: str, path: str) -> str:
    return f"{base}/{quote(path)}"


def show_plainly(text: str) -> str:
    """Replace the brackets and unprintable characters with which a virtual table formats text."""
    safe = text.replace("[", "(").replace("]", ")")
    return "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in safe)
