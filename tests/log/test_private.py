"""Only their owner can read the files of a game in progress, until the game is over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import rftg_dsl as rftg
from rftg_dsl.log.format.write_log import OnDisk, continue_log

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have no such modes")

PRIVATE = 0o600


@pytest.fixture(autouse=True)
def open_mask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_log_is_private_until_the_game_is_over(tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    match = rftg.start("galaxies", players=2, seed="private", log=log)
    assert mode(log) == PRIVATE

    match.finish("random")

    assert mode(log) == 0o644


def test_a_game_that_is_gone_on_with_is_private_until_it_is_over(tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    with rftg.start("galaxies", players=2, seed="private", log=log) as match:
        match.answer(match.asked.draw())
    again = rftg.resume(log)
    assert mode(log) == PRIVATE

    again.finish("random")

    assert mode(log) == 0o644


def test_copies_of_a_log_are_as_private_as_it_is(tmp_path: Path) -> None:
    match = rftg.start("galaxies", players=2, seed="private")
    assert mode(match.save(tmp_path / "a.rlog")) == PRIVATE
    assert mode(match.keep(tmp_path / "b.rlog")) == PRIVATE

    match.finish("random")

    assert mode(match.save(tmp_path / "c.rlog")) == 0o644
    assert mode(match.keep(tmp_path / "d.rlog")) == 0o644
    assert mode(tmp_path / "b.rlog") == 0o644


def test_a_torn_line_is_private(tmp_path: Path) -> None:
    log = tmp_path / "game.rlog"
    log.write_bytes(b'{"k":"run"}\n{"torn')

    file, aside = continue_log(log)
    file.close()

    assert aside is not None and mode(aside) == PRIVATE


def test_games_between_bots_are_for_everybody_when_they_are_over(tmp_path: Path) -> None:
    rftg.play_game("galaxies", 2, seed="private", log=tmp_path / "game.rlog")

    assert mode(tmp_path / "game.rlog") == 0o644


def test_games_that_end_at_the_same_time_leave_the_umask_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = OnDisk(tmp_path / "game.rlog", True, True)
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the umask belongs to all threads"))

    disk.publish()

    assert mode(tmp_path / "game.rlog") == 0o644
    disk.close()
