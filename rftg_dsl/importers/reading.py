"""Recorded games on disk: one game per line, or one in the whole file; JSON, plain or gzip, with size limits."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from rftg_dsl.diagnostic import Unusable

LINE = 16_000_000
"""The maximum size of one game in bytes."""
SIZE = 1_000_000_000
"""The maximum size of an unpacked file in bytes."""
GZIP = b"\x1f\x8b"


def read_games(path: Path) -> Iterator[dict[str, Any]]:
    """The games of a file, one by one; ``Unusable`` at the first line that cannot be read."""
    found = False
    for number, line in enumerate(lines_of(path), 1):
        if line.strip():
            found = True
            yield game_of(line, f"line {number} of {path}")
    if not found:
        raise Unusable(f"{path} contains no recorded games", "use JSON Lines, plain or gzip", "wrong-recording")


def read_whole(path: Path) -> Iterator[dict[str, Any]]:
    """The one game of a file that is laid out over many lines; ``Unusable`` if it cannot be read."""
    parts: list[bytes] = []
    size = 0
    for line in lines_of(path):
        size += len(line)
        if size > LINE:
            raise too_large(path)
        parts.append(line)
    yield game_of(b"".join(parts), str(path), "the file holds one recorded game")


def too_large(path: Path) -> Unusable:
    """The error for a game or file above the limit."""
    hint = f"at most {LINE} bytes per game and {SIZE} per file, unpacked"
    return Unusable(f"{path} is too large", hint, "file-too-large")


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, unpacked if compressed."""
    size = 0
    try:
        with open_plain(path) as file:
            while line := file.readline(LINE + 1):
                size += len(line)
                if len(line) > LINE or size > SIZE:
                    raise too_large(path)
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        hint = "it may be truncated; get it again"
        raise Unusable(f"{path} cannot be unpacked: {error}", hint, "unreadable") from None
    except OSError as error:
        reason = error.strerror or error
        raise Unusable(f"{path} cannot be read: {reason}", "check its name and permissions", "unreadable") from None


def open_plain(path: Path) -> IO[bytes] | gzip.GzipFile:
    """A file opened for reading, unpacked if compressed."""
    if not path.is_file():
        hint = "name a file of JSON Lines, plain or gzip"
        if path.exists():
            raise Unusable(f"{path} is not a file", hint, "wrong-file")
        raise Unusable(f"{path} does not exist", hint, "missing-file")
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return gzip.open(path, "rb") if packed else path.open("rb")


def game_of(text: bytes, where: str, layout: str = "each line holds one recorded game") -> dict[str, Any]:
    """The recorded game in a text."""
    try:
        game = json.loads(text)
    except (ValueError, RecursionError):
        raise Unusable(f"{where} is not JSON", layout, "wrong-recording") from None
    if not isinstance(game, dict):
        raise Unusable(f"{where} is not a recorded game", f"{layout}: a JSON object", "wrong-recording")
    return game
