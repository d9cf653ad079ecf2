"""Converts between characters and the code units in which editors and browsers count text."""

from __future__ import annotations

from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The unit of counting: bytes, UTF-16 code units, or characters."""

CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The Python codec for each encoding, which writes no byte order mark, and its number of bytes per code unit."""


def count_units(text: str, encoding: Encoding = "utf-16") -> int:
    codec, size = CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // size


def count_characters(text: str, units: int, encoding: Encoding = "utf-16") -> int:
    """The number of whole characters in the first ``units`` code units of a text."""
    codec, size = CODECS[encoding]
    # Ignoring errors drops a character that is cut off.
    return len(text.encode(codec, "surrogatepass")[: units * size].decode(codec, "ignore"))
