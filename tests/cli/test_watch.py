"""`rftg validate --watch` and `rftg test --watch`: check again whenever a file changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import TILES
from rftg_dsl.base.watch import wait_for_changes


def looks(monkeypatch: pytest.MonkeyPatch, *between: Callable[[], object]) -> None:
    """What happens between two looks at the files; after the last of them, the user stops the command."""
    left = iter(between)

    def sleep(_: float) -> None:
        happens = next(left, None)
        if happens is None:
            raise KeyboardInterrupt
        happens()

    monkeypatch.setattr("rftg_dsl.base.watch.time.sleep", sleep)


def nothing() -> None:
    """Nothing happens."""


def test_a_change_is_checked_at_once(rftg: Any, frontier: Path, monkeypatch: Any, snapshot: Any) -> None:
    tiles = frontier / "tiles.rftg"
    looks(
        monkeypatch,
        nothing,
        lambda: tiles.write_text(TILES.replace("gray", "grey")),
        nothing,
        lambda: tiles.write_text(TILES),
        lambda: (frontier / "more.rftg").write_text(
            'tile X02 {\n  development "D" cost 1\n  world "W" gray cost 1\n}\n'
        ),
    )

    result = rftg("validate", "./frontier", "--watch")

    assert result.stdout == snapshot
    assert result.exit_code != 0


def test_a_file_that_is_gone_for_a_moment_does_not_end_it(rftg: Any, frontier: Path, monkeypatch: Any) -> None:
    tiles = frontier / "tiles.rftg"
    looks(monkeypatch, tiles.unlink, lambda: tiles.write_text(TILES))

    result = rftg("validate", "./frontier/tiles.rftg", "--watch")

    assert result.stderr.count("error[missing-file]") == 1
    assert result.stdout.count("ok: 1 file") == 2


SCENARIO = """scenario "The guild pays" {
  given
    seat 1 tableau: "Frontier Guild"
  then
    seat 1 credits: 1
}
"""


def test_scenarios_are_run_again(rftg: Any, frontier: Path, monkeypatch: Any, snapshot: Any) -> None:
    first, more = frontier / "scenarios" / "first.rftg", frontier / "more.rftg"
    first.parent.mkdir()
    first.write_text(SCENARIO)
    looks(
        monkeypatch,
        lambda: first.write_text(SCENARIO.replace("credits: 1", "credits: 2")),
        nothing,
        first.unlink,
        lambda: first.write_text(SCENARIO),
        lambda: more.write_text(TILES),
    )

    result = rftg("test", "./frontier", "--watch", "--filter", "guild")

    assert (result.stdout, result.stderr) == snapshot
    assert result.exit_code != 0


def test_a_set_that_is_added_is_watched_too(rftg: Any, frontier: Path, folder: Path, monkeypatch: Any) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "set.toml").write_text((frontier / "set.toml").read_text().replace("frontier", "other"))
    (folder / "loose.rftg").write_text('scenario "nothing" { then nothing changes }\n')
    looks(monkeypatch, lambda: (folder / "other" / "a.rftg").write_text("tile\n"))

    result = rftg("test", "./loose.rftg", "--game", "roll", "--with", "./other", "--watch")

    assert "other/a.rftg changed\n" in result.stdout


@pytest.mark.parametrize("command", ["validate", "test"])
def test_what_is_not_there_at_first_ends_it(rftg: Any, folder: Path, command: str) -> None:
    result = rftg(command, "./nowhere", "--watch")

    assert result.exit_code == 2
    assert "error[missing-file]" in result.stderr


@pytest.mark.parametrize("words", ["validate -", "validate --format json", "validate --files a", "test --format junit"])
def test_it_shows_text_about_files(rftg: Any, folder: Path, words: str) -> None:
    result = rftg(*words.split(), "--watch")

    assert result.exit_code == 2
    assert "error[wrong-option]: --watch only supports text output about files and folders" in result.stderr


def test_a_change_that_keeps_the_size_is_noticed(tmp_path: Path, monkeypatch: Any) -> None:
    """As is a file put in place of another one, with the same time and size: editors save like that."""
    file, other = tmp_path / "a", tmp_path / "b"
    file.write_text("1")

    def replace() -> None:
        other.write_text("3")
        os.utime(other, ns=(0, file.stat().st_mtime_ns))
        os.replace(other, file)

    looks(monkeypatch, lambda: os.utime(file, ns=(0, 1)), nothing, replace, file.unlink)

    changes: list[list[str]] = []
    with suppress(KeyboardInterrupt):
        for changed in wait_for_changes(lambda: [str(file)]):
            changes.append(changed)

    assert changes == [[], [str(file)], [str(file)], [str(file)]]
