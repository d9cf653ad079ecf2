"""The user's cache folder: what is kept there, and what is not trusted."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from stat import ST_UID
from time import time
from typing import Any

import pytest
from lark import Lark

from rftg_dsl.base.cache import AGE, MOST, SECRET_SIZE, find_folder, keep, read_secret, recall, seal
from rftg_dsl.base.source import Source
from rftg_dsl.syntax import parser_cache
from rftg_dsl.syntax.keywords import make_grammar
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree_builder import Build

TEXT = 'tile T1 {\n  development "A" cost 3 { at end of ship: gain $1 per 2 military dice in cup, rounded up }\n}\n'

posix = pytest.mark.skipif(os.name != "posix", reason="only there does the system tell who may write")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_a_value_is_kept_for_its_key_only(home: Path) -> None:
    keep("thing", "key", {"a": [1, None, "ü"]})

    assert recall("thing", "key") == {"a": [1, None, "ü"]}
    assert recall("thing", "other key") is None
    assert recall("other thing", "key") is None
    assert sorted(file.name for file in (home / "rftg").iterdir()) == ["secret", "thing.json"]


@posix
def test_only_the_user_may_read_or_write_what_is_kept(home: Path) -> None:
    keep("thing", "key", 1)

    modes = {file.name: file.stat().st_mode & 0o777 for file in (home / "rftg", *(home / "rftg").iterdir())}
    assert modes == {"rftg": 0o700, "secret": 0o600, "thing.json": 0o600}


def test_a_byte_that_changed_is_noticed(home: Path) -> None:
    keep("thing", "key", ["abc"])
    file = home / "rftg" / "thing.json"
    file.write_bytes(file.read_bytes().replace(b"abc", b"abd"))

    assert recall("thing", "key") is None


def test_an_entry_with_another_name_is_not_taken_for_this_one(home: Path) -> None:
    keep("thing", "key", ["abc"])
    file = home / "rftg" / "thing.json"
    file.rename(file.with_name("other.json"))

    assert recall("other", "key") is None


def test_a_forged_entry_is_not_trusted(home: Path) -> None:
    """Whoever knows the name, the key and the digest of an entry does not know the user's secret."""
    keep("thing", "key", ["abc"])
    file, body = home / "rftg" / "thing.json", b'["forged"]'
    for own in (b"", bytes(SECRET_SIZE), os.urandom(SECRET_SIZE)):
        file.write_bytes(seal(own, "thing.json", "key", body) + b"\n" + body)
        assert recall("thing", "key") is None

    file.write_bytes(seal(read_secret(), "thing.json", "key", body) + b"\n" + body)
    assert recall("thing", "key") == ["forged"]


@pytest.mark.parametrize("spoilt", [b"", b"short", bytes(33)])
def test_a_secret_that_is_not_whole_is_replaced(home: Path, spoilt: bytes) -> None:
    keep("thing", "key", 1)
    (home / "rftg" / "secret").write_bytes(spoilt)

    assert recall("thing", "key") is None
    keep("thing", "key", 2)
    assert recall("thing", "key") == 2


@posix
def test_only_regular_files_are_opened(home: Path) -> None:
    keep("other", "key", 1)
    os.mkfifo(home / "rftg" / "thing.json")

    assert recall("thing", "key") is None


@posix
@pytest.mark.parametrize("name", ["thing.json", "secret"])
def test_a_link_is_not_followed(home: Path, name: str) -> None:
    keep("thing", "key", 1)
    file = home / "rftg" / name
    file.rename(home / "elsewhere")
    file.symlink_to(home / "elsewhere")
    before = (home / "elsewhere").read_bytes()

    assert recall("thing", "key") is None
    keep("thing", "key", 2)
    assert recall("thing", "key") == 2
    assert (home / "elsewhere").read_bytes() == before and not file.is_symlink()


@posix
def test_a_folder_behind_a_link_is_not_used(home: Path) -> None:
    (home / "elsewhere").mkdir(mode=0o700)
    (home / "rftg").symlink_to(home / "elsewhere")

    keep("thing", "key", 1)

    assert recall("thing", "key") is None and list((home / "elsewhere").iterdir()) == []


@posix
@pytest.mark.parametrize("name", ["", "secret", "thing.json"])
@pytest.mark.parametrize("others", [0o020, 0o002])
def test_what_others_may_write_to_is_not_trusted(home: Path, name: str, others: int) -> None:
    keep("thing", "key", 1)
    place = home / "rftg" / name
    place.chmod(place.stat().st_mode | others)

    assert recall("thing", "key") is None


@posix
def test_a_secret_that_others_could_read_is_replaced(home: Path) -> None:
    keep("thing", "key", 1)
    place = home / "rftg" / "secret"
    before = place.read_bytes()
    place.chmod(0o644)

    assert recall("thing", "key") is None
    keep("thing", "key", 2)
    assert recall("thing", "key") == 2 and place.read_bytes() != before


@posix
@pytest.mark.parametrize("look", ["lstat", "fstat"])
def test_what_another_user_owns_is_not_trusted(monkeypatch: pytest.MonkeyPatch, look: str) -> None:
    keep("thing", "key", 1)
    real = getattr(os, look)

    def foreign(*arguments: Any, **how: Any) -> os.stat_result:
        status = list(real(*arguments, **how))
        status[ST_UID] += 1
        return os.stat_result(status)

    monkeypatch.setattr(os, look, foreign)

    assert recall("thing", "key") is None
    keep("thing", "key", 2)
    monkeypatch.undo()


def test_old_entries_are_removed(home: Path) -> None:
    for nth in range(MOST + 20):
        keep(f"thing-{nth}", "key", nth)
        os.utime(home / "rftg" / f"thing-{nth}.json", (time() - 1_000 + nth,) * 2)
    unfinished = home / "rftg" / "thing.json.0123"
    unfinished.write_text("a writer was stopped")
    os.utime(unfinished, (time() - AGE - 9,) * 2)

    keep("last", "key", 1)

    names = {file.name for file in (home / "rftg").iterdir()}
    assert len(names) == MOST + 1
    assert {"secret", "last.json", f"thing-{MOST + 19}.json"} <= names
    assert not {"thing-0.json", unfinished.name} & names


@posix
def test_a_folder_that_cannot_be_used_is_harmless(home: Path) -> None:
    (home / "rftg").write_text("in the way")

    keep("thing", "key", 1)

    assert recall("thing", "key") is None


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setattr("rftg_dsl.base.cache.find_folder", lambda: "")

    keep("thing", "key", 1)

    assert recall("thing", "key") is None and list(home.iterdir()) == []


def test_a_folder_is_absolute_or_the_one_in_the_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    assert find_folder() == str(home / "rftg")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", "/somewhere")
    assert find_folder() == "/somewhere/.cache/rftg"


def test_the_table_that_is_read_again_parses_the_same() -> None:
    text = make_grammar()
    fresh, again = parser_cache.parser_of(text, Build()), parser_cache.parser_of(text, Build())
    checked = Lark(text, **parser_cache.OPTIONS, transformer=Build())

    assert again.source_path == "<deserialized>" != fresh.source_path
    assert fresh.parse(TEXT) == again.parse(TEXT) == checked.parse(TEXT) == parse(Source("a", TEXT))[0]


def test_no_two_terminals_match_the_same_text(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("interegular")
    with caplog.at_level(logging.WARNING, logger="lark"):
        Lark(make_grammar(), **parser_cache.OPTIONS)
        Lark("start: A | B\nA: /ab?/\nB: /a/", parser="lalr")

    collisions = [record.getMessage() for record in caplog.records if "ollision" in record.getMessage()]
    assert len(collisions) == 1 and "A" in collisions[0]


@pytest.mark.parametrize(
    "spoilt", [None, 7, [], [{}, {}], [{"parser": {"parser": {"states": {"x": 1}}}}, {}], ["a", "b"]]
)
def test_a_table_of_another_shape_is_worked_out_anew(monkeypatch: pytest.MonkeyPatch, spoilt: object) -> None:
    monkeypatch.setattr(parser_cache, "recall", lambda *_: spoilt)

    assert parser_cache.parser_of(make_grammar(), Build()).parse(TEXT)
