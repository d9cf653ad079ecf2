"""Whole games played by people who type, line by line; games that are kept, and go on another day."""

from __future__ import annotations

from pathlib import Path

import pytest

import rftg_dsl as rftg
from evening import GAMES, answer, notes, play_on, say, session
from logs.freeze import Thrown
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.proof.randomness import TABLE
from rftg_dsl.log.proof.sealed_files import whole_file_beside
from rftg_dsl.log.proof.secret_files import host_file_beside
from rftg_dsl.play.match import Match, continue_match
from rftg_dsl.play.one_game import begin_log, start_game
from rftg_dsl.play.table.session import Session

Seats = tuple[str, ...]
ALONE: Seats = ("me", "greedy")
BOTH: Seats = ("me:Ann", "me:Ben")


def go_on(path: Path, *seats: str) -> Session:
    """The game in a log, which goes on with people."""
    match, aside = continue_match(path, None, lambda head: load_standard(head["game"]))
    assert aside == []
    return Session(match, seats or match.seats, path)


@pytest.fixture(scope="module", params=[(game, seats) for game in GAMES for seats in (ALONE, BOTH)], ids=str)
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Seats, Path]:
    """A game that people have played in one go: its name, who sat there, and its log."""
    game, seats = request.param
    path = tmp_path_factory.mktemp(game) / "game.rlog"
    table = session(game, *seats, log=path)
    play_on(table)
    assert table.state == "over"
    return game, seats, path


def test_a_whole_game_can_be_typed(whole: tuple[str, Seats, Path]) -> None:
    _, _, path = whole

    assert rftg.audit(path).verdict == "valid"
    assert [file.name for file in path.parent.iterdir()] == ["game.rlog"]


def test_a_game_on_several_days_has_the_log_of_one_in_one_go(whole: tuple[str, Seats, Path], tmp_path: Path) -> None:
    game, seats, one_go = whole
    path = tmp_path / "several.rlog"
    table = session(game, *seats, log=path)

    for _ in range(4):
        play_on(table, most=9)
        table.match.__exit__()
        table = go_on(path)
    play_on(table, most=9)

    lines = path.read_text().splitlines()
    assert len(lines) > 30
    assert one_go.read_text().splitlines()[: len(lines)] == lines


def test_a_game_that_was_not_kept_is_saved_and_goes_on_in_the_file(tmp_path: Path) -> None:
    table = session("roll", *ALONE)
    play_on(table, most=30)

    said = notes(say(table, f"save {tmp_path / 'late.rlog'}"))
    play_on(table)

    assert said == [f"the game is saved to {tmp_path / 'late.rlog'} from now on"]
    assert table.state == "over"
    assert rftg.audit(tmp_path / "late.rlog").verdict == "valid"
    assert (tmp_path / "late.rlog").read_text().splitlines() == table.match.log
    assert not host_file_beside(tmp_path / "late.rlog").exists()


def test_a_game_that_is_kept_already_is_copied(tmp_path: Path) -> None:
    table = session("race", *ALONE, log=tmp_path / "game.rlog")
    play_on(table, most=20)

    said = notes(say(table, f"save {tmp_path / 'copy.rlog'}"))
    play_on(table)
    play_on(go_on(tmp_path / "copy.rlog"))

    copy, game = tmp_path / "copy.rlog", tmp_path / "game.rlog"
    assert said == [f"a copy of the log so far was saved to {copy}; the game continues in {game}"]
    assert copy.read_bytes() == game.read_bytes()


def sealed(path: Path) -> Session:
    """A sealed game of two people, who throw the dice themselves."""
    library, seats = load_standard("roll"), ["me:Ann", "me:Ben"]
    play = start_game(library, 2, TABLE, Thrown("sealed"))
    return Session(Match(library, play, TABLE, file=begin_log(path, TABLE, 2), seats=seats), seats, path)


def test_the_copy_of_a_sealed_game_is_sealed_in_the_same_way(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.rlog", tmp_path / "copy.rlog"
    table = sealed(path)
    play_on(table, most=30)

    say(table, f"save {copy}")

    assert read_log(copy).sealed
    assert len(copy.read_text().splitlines()) > 30
    for beside in ("", ".whole", ".seat0", ".seat1", ".salt"):
        assert (tmp_path / f"copy.rlog{beside}").read_bytes() == (tmp_path / f"game.rlog{beside}").read_bytes()


def test_the_copy_of_a_sealed_game_goes_on(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.rlog", tmp_path / "copy.rlog"
    table = session("race", *BOTH, log=path, sealed=True)
    play_on(table, most=20)

    say(table, f"save {copy}")
    play_on(table)
    play_on(go_on(copy))

    assert copy.read_bytes() == path.read_bytes()
    assert rftg.audit(whole_file_beside(copy)).verdict == "valid"


def test_a_file_that_exists_is_not_written_over(tmp_path: Path) -> None:
    there = tmp_path / "diary.txt"
    there.write_text("dear diary")
    table = session("roll", *ALONE)

    assert notes(say(table, f"save {there}")) == [f"{there} already exists (choose another name, or remove it first)"]
    assert notes(say(table, "save")) == ["the file name is missing (type 'save FILE', as in: save evening.rlog)"]
    assert notes(say(table, f"save {tmp_path / 'nowhere' / 'game.rlog'}")) == [
        f"{tmp_path / 'nowhere' / 'game.rlog'} cannot be written: No such file or directory "
        "(check the folder and the free space; 'rftg resume' continues an unfinished log)"
    ]
    assert there.read_text() == "dear diary"
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]
    assert answer(table)
