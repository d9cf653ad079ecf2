"""Games of Race with The Gathering Storm recorded by an independent engine, with and without goals."""

from __future__ import annotations

import csv
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lanes import SLOW
from oracle.single_games import import_game
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.import_report import Difference, ImportReport
from rftg_dsl.importers.importer import Wanted, find_importer, import_file
from rftg_dsl.importers.reading import read_games
from rftg_dsl.log.audit.audit import audit_file

HERE = Path(__file__).parent / "race-storm"
SHARED = Path(__file__).parents[3] / "shared" / "oracle" / "race-storm"
FILES = sorted(HERE.glob("*.jsonl.gz"))
ALL = sorted(SHARED.glob("*.jsonl.gz"))
Game = dict[str, Any]

RACE = find_importer("race-trace")


def follow(game: Game, folder: Path) -> ImportReport:
    return import_game(RACE, game, folder)


def differences(game: Game, folder: Path) -> list[Difference]:
    return list(follow(game, folder).differences)


def recorded(name: str, nth: int = 0) -> Game:
    return list(read_games(HERE / f"{name}.jsonl.gz"))[nth]


def test_the_recordings_in_the_repository_exist() -> None:
    assert len(FILES) == 33


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_recorded_games_agree(path: Path) -> None:
    report = import_file(RACE, path)

    assert report.differences == ()
    assert report.games == report.agree >= 2


@pytest.mark.skipif(not (SLOW and ALL), reason="in the slow lane, if the shared recordings are here")
def test_all_shared_games_agree_and_scores_differ_only_where_listed() -> None:
    listed = set()
    for row in csv.DictReader((SHARED / "differences.csv").read_text("utf-8").splitlines()):
        if row["where"] in ("state", "final"):
            listed.add((row["game"], row["where"], int(row["seat"]), int(row["engine"]), int(row["by_table"])))
    games = 0
    ids: set[str] = set()
    accounted = set()
    for path in ALL:
        report = import_file(RACE, path)
        assert report.differences == ()
        games += report.games
        ids |= {game["id"] for game in read_games(path)}
        for difference in report.accounted:
            where, seat = difference.what.partition(".")[0], int(difference.what.partition("[")[2].partition("]")[0])
            accounted.add((difference.game, where, seat, difference.theirs, difference.ours))

    assert games == 880
    assert accounted == {row for row in listed if row[0] in ids}


def test_a_score_from_an_outdated_count_is_reported_both_ways() -> None:
    report = import_file(RACE, HERE / "storm-goals-randombuild-2adv.jsonl.gz")

    assert report.differences == ()
    assert {(difference.what, difference.ours, difference.theirs) for difference in report.accounted} >= {
        ("final.s[1].score", 32, 35)
    }


@pytest.mark.parametrize("field", ["score", "prog", "goals"])
def test_figures_of_goals_are_compared(tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded("storm-goals-random-3p"))
    nth = max(nth for nth, event in enumerate(game["events"]) if event["e"] == "state" and event["at"] == "round")
    seat = game["events"][nth]["s"][1]
    seat[field] = {"score": 99, "prog": {}, "goals": ["Galactic Status", "Budget Surplus"]}[field]

    [difference] = differences(game, tmp_path)

    assert difference.line == nth + 1
    assert difference.what.startswith(f"state.s[1].{field}")


def test_a_missing_goal_is_a_difference(tmp_path: Path) -> None:
    game = deepcopy(recorded("storm-goals-random-3p"))
    del game["events"][next(nth for nth, event in enumerate(game["events"]) if event["e"] == "goal")]

    assert len(differences(game, tmp_path)) == 1


@pytest.mark.parametrize("goals", [["Nonsense"] * 6, [], "Galactic Status", None, [[]]], ids=str)
def test_goals_that_do_not_exist_are_a_difference(tmp_path: Path, goals: Any) -> None:
    assert len(differences({**recorded("storm-goals-ai-2p"), "goals": goals}, tmp_path)) == 1


@pytest.mark.parametrize("name", ["cyclone", 5, []])
def test_an_unknown_set_is_a_difference(tmp_path: Path, name: Any) -> None:
    [difference] = differences({**recorded("storm-ai-2p"), "set": name}, tmp_path)

    assert (difference.line, difference.what) == (0, "set")


def test_a_game_without_goals_cannot_be_asked_for_with_them() -> None:
    wanted = Wanted(extra=["gathering-storm"], options={"goals": "drawn"})

    with pytest.raises(UsageError, match="option goals=none"):
        import_file(RACE, HERE / "storm-ai-2p.jsonl.gz", wanted=wanted)


def test_the_logs_of_followed_games_are_valid(tmp_path: Path) -> None:
    for name in ("storm-goals-random-5p", "storm-stacked-randombuild-2adv"):
        import_file(RACE, HERE / f"{name}.jsonl.gz", tmp_path / name)
        for path in sorted((tmp_path / name).glob("*.rlog")):
            assert audit_file(path).verdict == "valid"
