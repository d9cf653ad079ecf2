"""The user's cache folder: what is kept there, and what is not trusted."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest
from lark import Lark

from rftg_dsl.cache import folder, keep, kept
from rftg_dsl.resources import grammar
from rftg_dsl.source import Source
from rftg_dsl.syntax import table
from rftg_dsl.syntax.parse import Build, parse

TEXT = 'tile T1 {\n  development "A" cost 3 { at end of ship: gain $1 per 2 military dice in cup, rounded up }\n}\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_a_value_is_kept_for_its_key_only(home: Path) -> None:
    keep("thing", "key", {"a": [1, None, "ü"]})

    assert kept("thing", "key") == {"a": [1, None, "ü"]}
    assert kept("thing", "other key") is None
    assert kept("other thing", "key") is None
    assert [file.name for file in (home / "rftg").iterdir()] == ["thing.json"]


def test_a_byte_that_changed_is_noticed(home: Path) -> None:
    keep("thing", "key", ["abc"])
    file = home / "rftg" / "thing.json"
    file.write_bytes(file.read_bytes().replace(b"abc", b"abd"))

    assert kept("thing", "key") is None


def test_only_regular_files_are_opened(home: Path) -> None:
    (home / "rftg").mkdir()
    os.mkfifo(home / "rftg" / "thing.json")

    assert kept("thing", "key") is None


def test_a_folder_is_absolute_or_the_one_in_the_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert folder() == str(home / "rftg")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/somewhere")
    assert folder() == "/somewhere/.cache/rftg"


def test_the_table_that_is_read_again_parses_the_same() -> None:
    text = grammar()
    fresh, again = table.parser_of(text, Build()), table.parser_of(text, Build())
    checked = Lark(text, **table.OPTIONS, transformer=Build())

    assert again.source_path == "<deserialized>" != fresh.source_path
    assert fresh.parse(TEXT) == again.parse(TEXT) == checked.parse(TEXT) == parse(Source("a", TEXT))[0]


def test_no_two_terminals_match_the_same_text(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("interegular")
    with caplog.at_level(logging.WARNING, logger="lark"):
        Lark(grammar(), **table.OPTIONS)
        Lark("start: A | B\nA: /ab?/\nB: /a/", parser="lalr")

    collisions = [one.getMessage() for one in caplog.records if "ollision" in one.getMessage()]
    assert len(collisions) == 1 and "A" in collisions[0]


@pytest.mark.parametrize(
    "spoilt", [None, 7, [], [{}, {}], [{"parser": {"parser": {"states": {"x": 1}}}}, {}], ["a", "b"]]
)
def test_a_table_of_another_shape_is_worked_out_anew(monkeypatch: pytest.MonkeyPatch, spoilt: object) -> None:
    monkeypatch.setattr(table, "kept", lambda *_: spoilt)

    assert table.parser_of(grammar(), Build()).parse(TEXT)
