"""Games of Race recorded by an independent engine, followed with ours, and tampered recordings."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from lanes import scale, stride_of
from oracle.single_games import import_game, incomplete
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.import_report import Difference
from rftg_dsl.importers.importer import find_importer, import_file
from rftg_dsl.importers.reading import read_games
from rftg_dsl.log.audit.audit import audit_file

HERE = Path(__file__).parent / "race"
SHARED = Path(__file__).parents[3] / "shared" / "oracle" / "race"
FILES = sorted(HERE.glob("*.jsonl.gz"))
ALL = sorted(SHARED.glob("*.jsonl.gz"))
Game = dict[str, Any]

RACE = find_importer("race-trace")


@pytest.fixture(scope="module")
def recorded() -> Game:
    """A game with every kind of record."""
    return max(read_games(HERE / "random-3p.jsonl.gz"), key=lambda game: len({event["e"] for event in game["events"]}))


def follow(game: Game, folder: Path) -> list[Difference]:
    return list(import_game(RACE, game, folder).differences)


def index(game: Game, kind: str, wanted: Callable[[Game], Any] = bool) -> int:
    """The index of the first record of a kind."""
    return next(nth for nth, record in enumerate(game["events"]) if record["e"] == kind and wanted(record))


# -- everything agrees


def test_the_recordings_in_the_repository_exist() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_recorded_games_agree(path: Path) -> None:
    report = import_file(RACE, path)

    assert report.differences == ()
    assert report.games == report.agree > 10


@pytest.mark.skipif(not ALL, reason="the shared recordings are not here")
def test_all_shared_games_agree() -> None:
    reports = [import_file(RACE, path) for path in ALL]

    assert [difference for report in reports for difference in report.differences] == []
    assert sum(report.games for report in reports) == 403


@pytest.mark.scaled
def test_the_logs_of_followed_games_are_valid(tmp_path: Path) -> None:
    for name in ("ai-2adv", "ai-4p"):
        games = islice(read_games(HERE / f"{name}.jsonl.gz"), scale(10))
        source = tmp_path / f"{name}.jsonl"
        source.write_text("".join(f"{json.dumps(game)}\n" for game in games), "utf-8")
        import_file(RACE, source, tmp_path / name)
        logs = [*(tmp_path / name).glob("*.rlog")]
        assert {audit_file(path).verdict for path in logs} == {"valid"}


# -- tampering is noticed at the right record


@pytest.mark.parametrize(
    ("kind", "choice", "field"),
    [
        ("choice", "place", "opt"),
        ("choice", "pay", "opt"),
        ("choice", "trade", "opt"),
        ("choice", "power", "opt"),
        ("choice", "goods", "opt"),
        ("choice", "windfall", "opt"),
    ],
)
def test_an_option_that_is_not_ours_is_a_difference(
    recorded: Game, tmp_path: Path, kind: str, choice: str, field: str
) -> None:
    game = deepcopy(recorded)
    nth = index(game, kind, lambda event: event["k"] == choice and event[field])
    game["events"][nth][field] = game["events"][nth][field][1:]

    [difference] = follow(game, tmp_path)

    assert difference.line == nth + 1
    assert difference.what.startswith(f"options for {choice}")


@pytest.mark.parametrize(("field", "value"), [("pool", 5), ("deck", 1), ("disc", 0), ("at", "explore!")], ids=str)
def test_a_state_that_is_not_ours_is_a_difference(recorded: Game, tmp_path: Path, field: str, value: Any) -> None:
    game = deepcopy(recorded)
    nth = index(game, "state", lambda event: event["at"] == "settle")
    game["events"][nth][field] = value

    [difference] = follow(game, tmp_path)

    assert difference.line == nth + 1


@pytest.mark.parametrize("field", ["h", "t", "g", "vp"])
def test_seats_are_compared(recorded: Game, tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded)
    nth = index(game, "state", lambda event: event["at"] == "consume")
    seat = game["events"][nth]["s"][1]
    seat[field] = seat[field] + 1 if field == "vp" else [*seat[field], 113]

    [difference] = follow(game, tmp_path)

    assert difference.line == nth + 1
    assert difference.what.startswith(f"state.s[1].{field}")


@pytest.mark.parametrize("field", ["score", "mil"])
def test_scores_and_military_are_compared_after_every_round(recorded: Game, tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded)
    nth = index(game, "state", lambda event: event["at"] == "round")
    game["events"][nth]["s"][0][field] += 1

    [difference] = follow(game, tmp_path)

    assert difference.what == f"state.s[0].{field}"


@pytest.mark.parametrize("kind", ["draw", "good", "paid", "place", "discard", "trade", "consume", "consume_hand"])
def test_a_missing_record_is_a_difference(recorded: Game, tmp_path: Path, kind: str) -> None:
    game = deepcopy(recorded)
    del game["events"][index(game, kind)]

    assert len(follow(game, tmp_path)) == 1


def test_an_illegal_answer_is_a_difference(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    nth = index(game, "choice", lambda event: event["k"] == "place" and event["a"] is not None)
    game["events"][nth]["a"] = game["start"][0]

    [difference] = follow(game, tmp_path)

    assert difference.line == nth + 1


@pytest.mark.parametrize("field", ["final", "rounds", "reshuffles", "end"])
def test_the_end_is_compared(recorded: Game, tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded)
    if field == "final":
        game["final"][0]["winner"] = not game["final"][0]["winner"]
    else:
        game[field] = ["vp", "vp"] if field == "end" else game[field] + 1

    [difference] = follow(game, tmp_path)

    assert difference.what.startswith(field)


@pytest.mark.scaled
def test_a_truncated_game_is_incomplete_and_no_difference(recorded: Game, tmp_path: Path) -> None:
    for keep in range(1, len(recorded["events"]), stride_of(23)):
        game = {**recorded, "events": recorded["events"][:keep]}
        [ending] = incomplete(RACE, game, tmp_path)
        assert ending.line in (keep, keep + 1)


def test_a_supply_with_a_wrong_card_is_a_difference(recorded: Game, tmp_path: Path) -> None:
    for deck in ([*recorded["deck"][1:], recorded["deck"][2]], recorded["deck"][1:], ["x", *recorded["deck"][1:]]):
        [difference] = follow({**recorded, "deck": deck}, tmp_path)
        assert difference.line == 0


@pytest.mark.parametrize("value", [None, "x", -1, 5000, [], {}, [[]], True])
def test_garbage_in_a_record_is_a_difference_not_a_crash(recorded: Game, tmp_path: Path, value: Any) -> None:
    fields = sorted({(event["e"], field) for event in recorded["events"] for field in event if field != "e"})
    for kind, field in fields:
        game = deepcopy(recorded)
        nth = next(nth for nth, event in enumerate(game["events"]) if event["e"] == kind and field in event)
        if game["events"][nth][field] == value and type(game["events"][nth][field]) is type(value):
            continue
        game["events"][nth][field] = value
        follow(game, tmp_path)


def test_a_recording_of_another_game_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not in this format"):
        import_file(RACE, HERE.parent / "roll" / "builder-2p.jsonl.gz")
    with pytest.raises(UsageError, match="is not in this format"):
        import_file(find_importer("roll-trace"), HERE / "ai-2p.jsonl.gz")


def test_a_truncated_file_cannot_be_read(tmp_path: Path) -> None:
    whole = gzip.decompress((HERE / "ai-2p.jsonl.gz").read_bytes())
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole[: len(whole) // 2])

    with pytest.raises(UsageError, match="is truncated, so it is not complete JSON"):
        import_file(RACE, path)
