"""Games of Galaxies recorded by an independent engine, followed with ours, and tampered recordings."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lanes import stride_of
from oracle.single_games import import_game, incomplete
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.import_report import Difference
from rftg_dsl.importers.importer import find_importer, import_file
from rftg_dsl.importers.reading import read_games
from rftg_dsl.log.audit.audit import audit_file

HERE = Path(__file__).parent / "galaxies"
SHARED = Path(__file__).parents[3] / "shared" / "oracle" / "galaxies"
FILES = sorted(HERE.glob("*.jsonl.gz"))
Game = dict[str, Any]

GALAXIES = find_importer("galaxies-trace")


@pytest.fixture(scope="module")
def recorded() -> Game:
    return next(read_games(HERE / "clean-random.jsonl.gz"))


def follow(game: Game, folder: Path) -> list[Difference]:
    return list(import_game(GALAXIES, game, folder).differences)


def first(game: Game, wanted: Callable[[Game], Any]) -> int:
    """The index of the first matching step."""
    return next(nth for nth, record in enumerate(game["steps"]) if wanted(record))


def kind(record: Game) -> str:
    """The type of an action, or else the kind of record."""
    return str(record.get("a", {}).get("type", record["t"]))


# -- everything agrees


def test_the_recordings_in_the_repository_exist() -> None:
    assert [len([*read_games(path)]) for path in FILES] == [5, 7]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_our_engine_agrees_with_every_recorded_game(path: Path) -> None:
    report = import_file(GALAXIES, path)

    assert report.differences == ()
    assert report.agree == report.games > 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rest of the recordings is not part of the repository")
def test_our_engine_agrees_with_all_shared_recordings() -> None:
    reports = [import_file(GALAXIES, path) for path in sorted(SHARED.glob("*.jsonl.gz"))]

    assert [difference for report in reports for difference in report.differences] == []
    assert sum(report.agree for report in reports) == 101


def test_a_log_is_written_for_each_game_and_audit_finds_it_valid(tmp_path: Path) -> None:
    source = tmp_path / "one.jsonl"
    game = next(read_games(HERE / "clean-greedy.jsonl.gz"))
    source.write_text(json.dumps(game) + "\n", "utf-8")

    import_file(GALAXIES, source, tmp_path / "logs")

    [log] = (tmp_path / "logs").iterdir()
    verdict = audit_file(log)
    assert (log.stem, verdict.verdict, verdict.complete, verdict.randomness) == (game["id"], "valid", True, "recorded")


# -- tampering is noticed at the right record


def test_a_changed_state_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, lambda record: record["t"] == "state")
    name = game["setup"]["order"][0]
    game["steps"][at]["st"][name]["e"] += 1

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "state[0].e")


def test_a_changed_effect_of_an_action_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, lambda record: kind(record) == "activateMove" and "d" in record)
    name = game["steps"][at]["p"]
    game["steps"][at]["d"][name]["sh"][0] = "S:nowhere"

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, f"d.{name}.sh")


def test_a_changed_number_of_possible_moves_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    game["steps"][0]["moves"] += 1

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what, difference.theirs - difference.ours) == (1, "moves", 1)


def test_a_die_used_for_a_face_it_does_not_show_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, lambda record: kind(record) == "activateAcquire")
    action = game["steps"][at]["a"]
    action["resource"] = "culture" if action["resource"] == "energy" else "energy"

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "face of the die")


def test_an_illegal_move_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, lambda record: kind(record) == "activateMove")
    game["steps"][at]["a"]["shipIdx"] = 3

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "pick for move")


@pytest.mark.parametrize("key", ["score", "winners", "bonus", "endBy", "turns"])
def test_a_changed_end_is_reported(key: str, recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    game["final"][key] = None

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (len(game["steps"]) + 1, f"final.{key}")


def test_a_game_that_continues_after_its_end_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    game["steps"].append({"t": "act", "p": "p1", "a": {"type": "endTurn"}})

    assert follow(game, tmp_path)[0].what == "record"


@pytest.mark.scaled
def test_a_truncated_game_is_incomplete_and_no_difference(recorded: Game, tmp_path: Path) -> None:
    for keep in range(1, len(recorded["steps"]), stride_of(23)):
        assert len(incomplete(GALAXIES, {**recorded, "steps": recorded["steps"][:keep]}, tmp_path)) == 1


@pytest.mark.parametrize("key", ["shipIdx", "dest", "dieId", "type"])
def test_an_action_with_missing_parameters_is_reported(key: str, recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, lambda record: kind(record) == "activateMove")
    for junk in (None, [], {}):
        game["steps"][at]["a"][key] = junk

        assert len(follow(game, tmp_path)) == 1


def test_anything_but_a_recorded_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        follow({"setup": {}, "steps": [], "final": {}}, tmp_path)
