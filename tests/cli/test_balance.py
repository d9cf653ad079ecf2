"""``rftg balance`` refuses wrong uses before anything is played, and prints figures."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest

from cli.conftest import Rftg
from rftg_dsl.balance.balance import Progress
from rftg_dsl.balance.estimates import estimate_of
from rftg_dsl.balance.measure import MOST, Goal
from rftg_dsl.cli.balancing import goal_of, numbers_from, render_progress


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--until", "0"], "out-of-range", "0 points are too few to measure"),
        (["--until", "nan"], "out-of-range", "use 0.05 or more for --until"),
        (["--games", "5"], "out-of-range", "use 64 to 100,000 for --games"),
        (["--time", "soon"], "wrong-option", "'soon' is not a time"),
        (["--time", "0s"], "wrong-option", "such as 60s or 5m"),
        (["--games", "64", "--time", "1m"], "wrong-option", "cannot be combined"),
        (["--players", "2;3"], "wrong-option", "use --players 2,3"),
        (["--players", "1"], "wrong-players", "use --players with 2 or more"),
        (["--players", "2,9"], "wrong-players", "Race for the Galaxy is for 2 to"),
        (["--against", "Publik Works"], "not-a-gift", "did you mean 'Public Works'?"),
        (["--bots", "gredy"], "unknown-bot", "did you mean 'greedy'?"),
        (["--out", "report.txt"], "wrong-option", "use a name that ends in .html"),
        (["roll/Mining League"], "wrong-option", "different games: race, roll"),
        (["--workers", "0"], "out-of-range", "at least one process is needed"),
    ],
)
def test_a_wrong_use_is_refused_at_once(rftg: Rftg, folder: Path, words: list[str], code: str, says: str) -> None:
    result = rftg("balance", "race/Public Works", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error[{code}]" in result.stderr
    assert says in result.stderr
    assert not list(folder.iterdir())


def test_the_options_say_how_long_to_play() -> None:
    assert goal_of(None, None, None) == Goal(MOST, until=1.0)
    assert goal_of(0.5, None, None) == Goal(MOST, until=0.5)
    assert goal_of(None, 500, None) == Goal(500)
    assert [goal_of(None, None, time).seconds for time in ("90", "60s", "5m", "1h")] == [90, 60, 300, 3600]


def test_numbers_of_players() -> None:
    assert numbers_from("") == ()
    assert numbers_from("2") == (2,)
    assert numbers_from("2, 3,5") == (2, 3, 5)


def test_progress_says_what_is_known_least_well() -> None:
    assert render_progress(Progress("ordinary games", 72, 64)) == "ordinary games: 64 of 64"
    assert render_progress(Progress("measured sides", 1, 3, estimate_of(2.04, 0.96))) == (
        "measured sides: 1 of 3, the least certain is worth +2.0 ± 1.0 points"
    )


def test_a_row_for_each_side(rftg: Rftg, folder: Path) -> None:
    result = rftg("balance", "galaxies/HELIOS", "--against", "BISSCHOP", "--games", "64", "--format", "csv")

    [row] = csv.DictReader(StringIO(result.stdout))
    assert (row["name"], row["by"], row["printed"], row["pairs"]) == ("HELIOS", "length", "3", "64")
    assert float(row["low"]) < float(row["points"]) < float(row["high"])
    assert row["verdict"] == row["cost"] == ""
