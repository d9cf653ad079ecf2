"""Recordings from strangers: small files that unpack to much, or hold nothing, are refused after little work."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from time import process_time
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest

from bga_scribe import save, written
from rftg_dsl.base.limits import UNPACKED
from rftg_dsl.importers.importer import find_importer, import_files
from rftg_dsl.importers.reading import BLANK, read_games

EMPTY = b"[" + b"{}," * 2_000_000 + b"{}]"


def zip_of(path: Path, members: dict[str, bytes], method: int = ZIP_DEFLATED) -> Path:
    with ZipFile(path, "w", method) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return path


def gzip_of(path: Path, raw: bytes) -> Path:
    path.write_bytes(gzip.compress(raw))
    return path


BOMBS: dict[str, Any] = {
    "blank lines": lambda path: gzip_of(path, b"\n" * 50_000_000),
    "one line": lambda path: gzip_of(path, b" " * 15_000_000),
    "a long list": lambda path: gzip_of(path, EMPTY),
    "games": lambda path: gzip_of(path, b"{}\n" * 5_000_000),
    "a member": lambda path: zip_of(path, {"1.json": EMPTY}),
    "a member beside others": lambda path: zip_of(path, {"0.txt": json.dumps(written("s1")).encode(), "1.json": EMPTY}),
    "many members": lambda path: zip_of(path, {f"{nth}.json": b"[" + b"{}," * 300_000 + b"{}]" for nth in range(30)}),
}


@pytest.mark.parametrize("format", ["bga", "roll-trace"])
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_that_unpacks_to_much_is_refused_and_the_next_one_follows(
    tmp_path: Path, name: str, format: str
) -> None:
    path = BOMBS[name](tmp_path / "bomb")
    good = save(written("s1"), tmp_path / "good.json")
    started = process_time()

    report = import_files(find_importer(format), [path, good])

    assert process_time() - started < 20
    first = report.unread[0]
    assert first.file == str(path) and str(path) in first.error.message and report.status == 2
    assert first.error.code in ({UNPACKED.code} if format == "bga" else {UNPACKED.code, "wrong-recording"})
    assert report.files[1].agree == (format == "bga")


def test_a_recording_may_unpack_to_so_many_times_its_size(tmp_path: Path) -> None:
    path = tmp_path / "game.gz"
    packed = gzip.compress(b'{"x": "' + b" " * 2_900_000 + b'"}')
    path.write_bytes(packed + gzip.compress(b"", mtime=0) * ((1_950_000 // UNPACKED.most - len(packed)) // 20))

    assert len(list(read_games(path))) == 1


def test_blank_lines_are_few(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n" * BLANK + b'{"a": 1}\n' + b"\n" * 9 + b"{}")
    assert len(list(read_games(path))) == 2

    path.write_bytes(b"\n" * 3_000_000)
    [failure] = import_files(find_importer("roll-trace"), [path]).unread

    assert failure.error.code == "too-much-work" and str(path) in failure.error.message


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA])
def test_a_damaged_archive_says_so(tmp_path: Path, method: int) -> None:
    whole = zip_of(tmp_path / "x.zip", {"x.json": b'{"a": ' + b"1" * 200 + b"}"}, method).read_bytes()

    for nth in range(0, len(whole), 3):
        (path := tmp_path / "y.zip").write_bytes(whole[:nth] + bytes([whole[nth] ^ 0xFF]) + whole[nth + 1 :])
        for failure in import_files(find_importer("bga"), [path]).unread:
            assert failure.error.code in {"unreadable", "wrong-recording", "too-much-work"}


@pytest.mark.parametrize("size", [2, 10, 30])
def test_a_torn_packed_recording_says_so(tmp_path: Path, size: int) -> None:
    path = tmp_path / "torn.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}' * 50)[:size])

    for format in ("bga", "roll-trace"):
        [failure] = import_files(find_importer(format), [path]).unread
        assert failure.error.code == "unreadable"
