"""docs/run-a-league.md: its commands do what the page says, with games in the names of its players."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.walks import walk
from league import record_game, write_game
from rftg_dsl.log.standings.point_rules import load_rules

PAGE = (Path(__file__).parents[2] / "docs" / "run-a-league.md").read_text("utf-8")

pytest.importorskip("cryptography")


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder with the games that the page speaks of."""
    seats = ["me:anna", "me:bert", "me:carl"]
    played = record_game(seats, "week 1")
    write_game(tmp_path / "games" / "week-1.rlog", played)
    write_game(tmp_path / "more" / "copy.rlog", played)
    write_game(tmp_path / "more" / "invented.rlog", record_game(seats, "invented"))
    return tmp_path


def test_the_commands_make_the_table(league: Path) -> None:
    assert walk(PAGE, league) == 10

    page = (league / "table.html").read_text()
    assert [name for name in ("anna", "bert", "carl") if f'">{name}</a>' in page] == ["anna", "bert", "carl"]
    assert "1 game counts, 0 logs do not" in page


def test_the_page_names_every_rule_for_points() -> None:
    assert {*re.findall(r"^\| `--points (\w+)` ", PAGE, re.M)} == {*load_rules()}
