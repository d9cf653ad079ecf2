"""Recordings of Board Game Arena as people save them: whole, in parts, lists and archives, as browsers record them."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from bga_scribe import written
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.import_report import ImportReport
from rftg_dsl.importers.importer import find_importer, import_files

Game = dict[str, Any]
BGA = find_importer("bga")
PARTS = ("tableinfos", "gamedatas", "logs")


@pytest.fixture(scope="module")
def game() -> Game:
    """A game for two."""
    return written("s1")


def follow(path: Path) -> ImportReport:
    return import_files(BGA, [path])


def as_json(path: Path, value: Any) -> Path:
    """A value as JSON."""
    path.write_text(json.dumps(value), "utf-8")
    return path


def zip_of(path: Path, files: dict[str, bytes]) -> Path:
    """An archive of some files."""
    with ZipFile(path, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return path


def visit(answers: list[Any], encoded: bool = False) -> dict[str, Any]:
    """A browser's recording of a visit with these answers, among others."""
    texts = ["<html>", "{", *map(json.dumps, answers), json.dumps({"status": 1, "data": {"ok": 1}})]
    if encoded:
        contents = [{"text": base64.b64encode(text.encode()).decode(), "encoding": "base64"} for text in texts]
    else:
        contents = [{"text": text} for text in texts]
    entries = [{"request": {"url": "x"}, "response": {"content": content}} for content in contents]
    return {"log": {"version": "1.2", "entries": [*entries, {"response": {}}, None]}}


def in_parts(game: Game) -> list[Any]:
    return [game[part] for part in PARTS]


@pytest.mark.parametrize(
    "save",
    [
        lambda game, to: as_json(to / "game.json", game),
        lambda game, to: as_json(to / "game.json", [game]),
        lambda game, to: as_json(to / "game.json", in_parts(game)),
        lambda game, to: as_json(to / "game.json", {part: game[part] for part in PARTS}),
        lambda game, to: as_json(to / "game.har", visit([game])),
        lambda game, to: as_json(to / "game.har", visit(in_parts(game))),
        lambda game, to: as_json(to / "game.har", visit([*in_parts(game), game["logs"]], encoded=True)),
        lambda game, to: zip_of(to / "game.zip", {"a/game.json": json.dumps(game).encode(), "read me.txt": b"hello"}),
        lambda game, to: zip_of(to / "x.zip", {f"{part}.json": json.dumps(game[part]).encode() for part in PARTS}),
        lambda game, to: zip_of(
            to / "m.zip", {"game.json": json.dumps(game).encode(), "__MACOSX/._game.json": b"\0\5\26\7"}
        ),
    ],
)
def test_whatever_holds_a_whole_game_is_read(game: Game, tmp_path: Path, save: Callable[[Game, Path], Path]) -> None:
    report = follow(save(game, tmp_path))

    assert [failure.error.message for failure in report.unread] == []
    assert (report.games, report.agree) == (1, 1)


def test_a_list_and_an_archive_can_hold_several_games(game: Game, tmp_path: Path) -> None:
    raw = json.dumps(game).encode()
    two = as_json(tmp_path / "two.json", [game, game])
    three = zip_of(tmp_path / "three.zip", {f"{nth}.json": raw for nth in range(3)})

    assert import_files(BGA, [two, three]).agree == 5


@pytest.mark.parametrize("there", [("logs",), ("logs", "tableinfos"), ("gamedatas",)])
def test_what_lacks_a_part_is_told_what_it_has_and_lacks(game: Game, tmp_path: Path, there: tuple[str, ...]) -> None:
    for path in (
        as_json(tmp_path / "part.json", game[there[0]] if len(there) == 1 else [game[part] for part in there]),
        as_json(tmp_path / "part.har", visit([game[part] for part in there])),
    ):
        [failure] = follow(path).unread

        has, lacks = failure.error.message.split(", but not ")
        assert all((f"({part})" in has) == (part in there) for part in PARTS)
        assert all((f"({part})" in lacks) == (part not in there) for part in PARTS)
        assert "docs/importing.md" in failure.error.hint


def test_parts_of_several_games_are_not_mixed(game: Game, tmp_path: Path) -> None:
    other = written("s3")

    [failure] = follow(as_json(tmp_path / "parts.json", [*in_parts(game), other["logs"]])).unread

    assert "parts of several games" in failure.error.message


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b'<!DOCTYPE html><form><input type="password"></form>', "asks to log in"),
        (b"<html><body>Please log in</body></html>", "asks to log in"),
        (b"<html><body>Replay</body></html>", "is a web page, not a recording"),
        (b"<?xml version='1.0'?><game/>", "is XML"),
        (b'{"table_id": 1, "logs": {"data": [', "is truncated"),
        (b'{"table_id": 1,\n "logs": "pack', "is truncated in line 2"),
        (b'{"table_id": 1, "x": tru', "is truncated"),
        (b'{"table_id": 1, x}', "is not JSON: Expecting"),
        (b"\x89PNG\r\n\x1a\n\xff", "is a picture"),
        (b"\xff\xd8\xff\xe0", "is not JSON: it is not UTF-8 text"),
        (b"1" * 10_000, "is not JSON: a number in it is too long"),
        (b"PK\x03\x04rubbish", "cannot be unpacked"),
        (b"RFTG Save\n0.9.5\n", "saved game of Keldon Jones' program"),
        (b"[]", "does not contain a game from Board Game Arena"),
        (b"[[1], 2, null]", "does not contain a game from Board Game Arena"),
        (b'{"log": {"entries": []}}', "does not contain a game from Board Game Arena"),
        (b"[" * 100_000, "is nested too deeply"),
    ],
)
def test_each_sort_of_file_is_told_what_it_is(tmp_path: Path, raw: bytes, message: str) -> None:
    for path, written_as in ((tmp_path / "x.json", raw), (tmp_path / "x.json.gz", gzip.compress(raw))):
        if not raw and path.suffix == ".gz":
            continue
        path.write_bytes(written_as)

        [failure] = follow(path).unread

        assert message in failure.error.message or (path.suffix == ".gz" and raw.startswith(b"PK"))
        assert str(path) in failure.error.message and failure.error.hint


def test_a_folder_is_told_to_be_one(tmp_path: Path) -> None:
    [failure] = follow(tmp_path).unread

    assert "is a folder" in failure.error.message and "specify the files in it" in failure.error.hint


@pytest.mark.parametrize("format", ["roll-trace", "race-trace", "galaxies-trace"])
def test_other_formats_say_what_a_file_is_too(tmp_path: Path, format: str) -> None:
    for raw, message in ((b"", "is empty"), (b"<html>login", "asks to log in"), (b'{"x": [1', "is truncated")):
        path = tmp_path / "game"
        path.write_bytes(raw)

        [failure] = import_files(find_importer(format), [path]).unread

        assert message in failure.error.message


def test_a_game_in_another_format_is_told_which(game: Game, tmp_path: Path) -> None:
    path = as_json(tmp_path / "game.json", game)

    [failure] = import_files(find_importer("race-trace"), [path]).unread

    assert f"rftg import bga {path}" in failure.error.hint


def test_an_archive_is_read_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.importers.reading.LINE", 1_000)
    monkeypatch.setattr("rftg_dsl.importers.reading.MEMBERS", 3)

    for files in ({"x.json": b" " * 2_000}, {f"{nth}.json": b"{}" for nth in range(4)}):
        [failure] = follow(zip_of(tmp_path / "x.zip", files)).unread
        assert isinstance(failure.error, UsageError) and failure.error.code == "file-too-large"
