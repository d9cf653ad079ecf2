"""`rftg standings`: a table from a folder of logs, in three formats and as a page, with an exit status."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from league import generate_keys, record_game, write_game

pytest.importorskip("cryptography")


@pytest.fixture
def games(folder: Path) -> Path:
    """Three games between people and a bot, of which Anna has signed two."""
    private, public = generate_keys("anna")["anna"]
    (folder / "anna.pub").write_text(f"{public}\n")
    for nth, seats in enumerate((["me:anna", "me:bert"], ["me:bert", "me:anna", "greedy"], ["me:anna", "greedy"])):
        write_game(folder / "games" / f"{nth}.rlog", record_game(seats, str(nth)), *[private] * (nth < 2))
    return folder / "games"


def names_in(text: str) -> set[str]:
    return {row["name"] for row in json.loads(text)["rows"]}


def test_every_valid_game_counts(rftg: Any, games: Path) -> None:
    done = rftg("standings", "games")

    assert done.exit_code == 0
    assert "3 games count, 0 logs do not; points: 1 for a win" in done.stdout
    assert "claimed" in done.stdout and "signed  " not in done.stdout


def test_a_members_unsigned_game_is_left_out_with_the_reason(rftg: Any, games: Path) -> None:
    done = rftg("standings", "games", "--member", "anna.pub")

    assert done.exit_code == 1
    assert "2 games count, 1 log does not" in done.stdout
    assert "anna has not signed the log up to its end" in done.stdout


def test_dice_that_were_typed_in_do_not_meet_a_demand_for_proof(rftg: Any, games: Path) -> None:
    done = rftg("standings", "games", "--require", "shared", "--format", "json")

    assert done.exit_code == 1 and not json.loads(done.stdout)["rows"]


def test_the_formats_agree(rftg: Any, games: Path) -> None:
    words = ("standings", "games", "--points", "places")
    data = json.loads(rftg(*words, "--format", "json").stdout)
    table = [*csv.DictReader(StringIO(rftg(*words, "--format", "csv").stdout))]

    assert [row["name"] for row in data["rows"]] == [row["name"] for row in table]
    assert [row["points"] for row in data["rows"]] == [float(row["points"]) for row in table]
    assert sum(row["points"] for row in data["rows"]) == 4 * 3
    assert all(row["games"] for row in data["rows"])
    assert {number for row in data["rows"] for number in row["games"]} == {1, 2, 3}


def test_a_cell_cannot_be_a_formula(rftg: Any, folder: Path) -> None:
    write_game(folder / "a.rlog", record_game(["me:=1+1", "greedy"]))

    assert ",'=1+1," in rftg("standings", "a.rlog", "--format", "csv").stdout


def test_the_number_of_workers_changes_nothing(rftg: Any, games: Path) -> None:
    (games / "bad.rlog").write_text("bad")
    words = ("standings", "games", "games/1.rlog", "nowhere.rlog", "--format", "json")
    one, two = rftg(*words), rftg(*words, "--workers", "2")

    assert one.stdout == two.stdout and one.exit_code == two.exit_code == 2
    assert [row["code"] for row in json.loads(one.stdout)["left_out"]] == ["invalid", "unreadable"]


def test_a_page_is_written_and_never_over_another_file(rftg: Any, games: Path, folder: Path) -> None:
    done = rftg("standings", "games", "--out", "table.html")
    (folder / "mine.html").write_text("mine")
    again = rftg("standings", "games", "--out", "mine.html")

    assert done.exit_code == 0 and "table.html: " in done.stderr and (folder / "table.html").is_file()
    assert again.exit_code == 2 and "error[existing-file]" in again.stderr
    assert rftg("standings", "games", "--out", "table.txt").exit_code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("games", "--points", "most"), "wrong-option"),
        (("games", "--require", "signed"), "wrong-option"),
        (("games", "--member", "anna.txt"), "wrong-key"),
        (("games", "--workers", "0"), "out-of-range"),
        (("games", "--with", "./nowhere"), "missing-file"),
        (("empty",), "missing-file"),
        ((), "wrong-usage"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    rftg: Any, games: Path, folder: Path, words: tuple[str, ...], code: str
) -> None:
    (folder / "empty").mkdir()

    done = rftg("standings", *words)

    assert done.exit_code == 2 and done.stderr.startswith(f"error[{code}]"), done.stderr
