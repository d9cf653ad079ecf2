"""Recorded games on disk, one per line or in a single JSON document, plain or compressed, within size limits."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import check_ratio
from rftg_dsl.base.own_files import is_content_name
from rftg_dsl.importers.malformed import json_in

LINE = 16_000_000
"""The maximum size of a game, in bytes."""
SIZE = 1_000_000_000
"""The maximum size of an unpacked file, in bytes."""
BLANK = 1_000
"""The number of blank lines allowed in a file, in addition to one for each byte of game data."""
GZIP = b"\x1f\x8b"


def read_games(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games in a file. Raise ``UsageError`` at the first line that cannot be read."""
    size = blank = 0
    for number, line in enumerate(lines_of(path), 1):
        if line.strip():
            size += len(line)
            yield game_of(line, f"line {number} of {path}")
        # Without this limit, compressed blank lines could take unbounded time and yield nothing.
        elif (blank := blank + 1) > BLANK + size:
            raise UsageError(f"{path} consists almost entirely of blank lines", "download it again", "too-much-work")
    if not size:
        raise UsageError(f"{path} is empty: it contains no recorded games", "download it again", "wrong-recording")


def read_whole(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the only game in a file, which may span many lines. Raise ``UsageError`` if the file cannot be read."""
    yield game_of(read_bytes(path), str(path), "the file must contain one recorded game")


def read_bytes(path: Path) -> bytes:
    with open_recording(path) as file:
        # Read one extra byte to detect a file that exceeds the limit.
        raw = file.read(LINE + 1)
        check_ratio(len(raw), path.stat().st_size, str(path))
    if len(raw) > LINE:
        raise error_for_size(path)
    return raw


def error_for_size(path: Path) -> UsageError:
    hint = f"a game can have at most {LINE} bytes and a file {SIZE}, unpacked"
    return UsageError(f"{path} is too large", hint, "file-too-large")


def lines_of(path: Path) -> Iterator[bytes]:
    size = 0
    with open_recording(path) as file:
        packed = path.stat().st_size
        while line := file.readline(LINE + 1):
            size += len(line)
            check_ratio(size, packed, str(path))
            if len(line) > LINE or size > SIZE:
                raise error_for_size(path)
            yield line


@contextmanager
def open_recording(path: Path) -> Iterator[IO[bytes] | gzip.GzipFile]:
    """Open a file, unpacking it if necessary. Raise ``UsageError`` if reading fails, even inside the ``with`` block."""
    try:
        with open_plain(path) as file:
            yield file
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        hint = "it may be truncated or password-protected; download it again"
        raise UsageError(f"{path} cannot be unpacked: {error}", hint, "unreadable") from None
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{path} cannot be read: {reason}", "check its name and permissions", "unreadable") from None


def open_plain(path: Path) -> IO[bytes] | gzip.GzipFile:
    if not path.is_file():
        if path.is_dir():
            raise UsageError(f"{path} is a folder", f"specify the files in it: {path / '*'}", "wrong-file")
        hint = "specify a file with recorded games"
        if path.exists():
            raise UsageError(f"{path} is not a file", hint, "wrong-file")
        raise UsageError(f"{path} does not exist", hint, "missing-file")
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    return gzip.open(path, "rb") if packed else path.open("rb")


def game_of(text: bytes, where: str, layout: str = "each line must contain one recorded game") -> dict[str, Any]:
    game = json_in(text, where, layout)
    if not isinstance(game, dict):
        raise UsageError(f"{where} is not a recorded game", f"{layout}: a JSON object", "wrong-recording")
    return game


def has_shape(value: Any, shape: Any) -> bool:
    """Whether a JSON value has a shape: a type, an object with at least these fields, or a list of one shape."""
    match shape:
        case dict():
            return isinstance(value, dict) and all(has_shape(value.get(field), inner) for field, inner in shape.items())
        case [member]:
            return isinstance(value, list) and all(has_shape(each, member) for each in value)
    return isinstance(value, shape)


# -- files that a browser or another program has packed --------------------------------------------------------------

ZIP = b"PK\x03\x04"
MEMBERS = 10_000
ENDINGS = (".json", ".har")


def read_documents(path: Path) -> Iterator[Any]:
    layout = "the file must contain recorded games"
    if is_zip(path):
        for name, raw in members_of(path):
            yield json_in(raw, f"{path}/{name}", layout)
    else:
        yield json_in(read_bytes(path), str(path), layout)


def is_zip(path: Path) -> bool:
    with open_recording(path) as file:
        return isinstance(file, BufferedReader) and file.read(len(ZIP)) == ZIP


def is_own(name: str) -> bool:
    return all(map(is_content_name, name.split("/")))


def members_of(path: Path) -> Iterator[tuple[str, bytes]]:
    size = 0
    with open_recording(path) as file, ZipFile(file) as archive:
        members = [info for info in archive.infolist() if info.filename.endswith(ENDINGS) and is_own(info.filename)]
        if len(members) > MEMBERS:
            raise error_for_size(path)
        for member in members:
            if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise NotImplementedError("only 'stored' and 'deflated' files are supported")
            with archive.open(member) as unpacking:
                raw = unpacking.read(LINE + 1)
            size += len(raw)
            check_ratio(len(raw), member.compress_size, f"{path}/{member.filename}")
            # Members can share compressed bytes, so check their total size against the archive's size too.
            check_ratio(size, path.stat().st_size, str(path))
            if len(raw) > LINE or size > SIZE:
                raise error_for_size(path)
            yield member.filename, raw
