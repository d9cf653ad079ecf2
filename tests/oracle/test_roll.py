"""Games of Roll recorded by an independent engine, followed with ours, and tampered recordings."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lanes import stride_of
from oracle.single_games import import_game, incomplete
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.roll.explore import draw_tiles
from rftg_dsl.importers.import_report import LISTS, OUTCOMES, Difference
from rftg_dsl.importers.importer import find_importer, import_file
from rftg_dsl.importers.reading import read_games
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import audit_file
from rules import rule

HERE = Path(__file__).parent / "roll"
SHARED = Path(__file__).parents[3] / "shared" / "oracle" / "roll"
FILES = sorted(HERE.glob("*.jsonl.gz"))
Game = dict[str, Any]

ROLL = find_importer("roll-trace")


@pytest.fixture(scope="module")
def recorded() -> Game:
    """A short game with all the records that the tampering tests change."""
    return next(game for game in read_games(HERE / "builder-2p.jsonl.gz"))


@pytest.fixture(scope="module")
def stress() -> list[Game]:
    """Games with much of something, the shortest first."""
    return sorted(read_games(HERE / "stress.jsonl.gz"), key=lambda game: len(game["log"]))


def follow(game: Game, folder: Path) -> list[Difference]:
    report = import_game(ROLL, game, folder)
    assert report.games == 1
    assert report.agree == 1 - len(report.differences)
    return list(report.differences)


def first(game: Game, kind: str, wanted: Callable[[Game], Any] = bool) -> int:
    """The index of the first record of a kind."""
    return next(nth for nth, record in enumerate(game["log"]) if record["e"] == kind and wanted(record))


# -- everything agrees


def test_the_recordings_in_the_repository_exist() -> None:
    assert len(FILES) == 9
    assert 800_000 < sum(path.stat().st_size for path in FILES) < 1_200_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_our_engine_agrees_with_every_recorded_game(path: Path) -> None:
    report = import_file(ROLL, path)

    assert report.differences == ()
    assert report.agree == report.games > 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rest of the recordings is not part of the repository")
def test_our_engine_agrees_with_all_shared_recordings() -> None:
    reports = [import_file(ROLL, path) for path in sorted(SHARED.glob("*.jsonl.gz"))]

    assert [difference for report in reports for difference in report.differences] == []
    assert sum(report.agree for report in reports) >= 171


def test_a_log_is_written_for_each_game_and_audit_finds_it_valid(
    recorded: Game, stress: list[Game], tmp_path: Path
) -> None:
    source = tmp_path / "two.jsonl"
    games = [recorded, stress[0]]
    source.write_text("".join(json.dumps(game) + "\n" for game in games), "utf-8")

    report = import_file(ROLL, source, tmp_path / "logs")

    logs = sorted((tmp_path / "logs").iterdir())
    assert report.agree == 2
    assert [log.name for log in logs] == sorted(f"{game['header']['id']}.rlog" for game in games)
    verdicts = [audit_file(log) for log in logs]
    assert [(verdict.verdict, verdict.complete, verdict.randomness) for verdict in verdicts] == [
        ("valid", True, "recorded")
    ] * 2


def test_following_writes_no_log_unless_asked(recorded: Game, tmp_path: Path) -> None:
    assert follow(recorded, tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


# -- tampering is noticed, with the record and both sides


def test_a_changed_option_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "select")
    game["log"][at]["opt"].append(["alien", "ship"])

    [difference] = follow(game, tmp_path)

    assert (difference.game, difference.line, difference.what) == (
        recorded["header"]["id"],
        at + 1,
        "options for select",
    )
    assert ["alien", "ship"] in difference.theirs
    assert ["alien", "ship"] not in difference.ours


def test_a_changed_option_of_a_choice_with_one_answer_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "put", lambda record: len(record["opt"]["from"]) == 1)
    game["log"][at]["opt"]["need"] += 1

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "options for put.need")
    assert difference.theirs == difference.ours + 1


@pytest.mark.parametrize("field", ["moves", "min", "max", "give"])
def test_a_changed_option_of_a_reassign_power_is_reported(recorded: Game, tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded)
    at = first(game, "reassign")
    options = game["log"][at]["opt"]["Dictate"]
    options[field] = options[field] + 1 if isinstance(options[field], int) else options[field][1:]

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, f"options for reassign.Dictate.{field}")


def test_a_changed_state_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "state", lambda record: record["at"] == "settle")
    game["log"][at]["seats"][1]["cup"] = {"alien": 9}

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "state.seats[1].cup.alien")
    assert (difference.ours, difference.theirs) == (None, 9)


def test_a_changed_score_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    game["final"]["scores"][0]["world_cost"] += 1

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (len(game["log"]) + 1, "final.scores[0].world_cost")
    assert difference.theirs == difference.ours + 1


def test_a_changed_winner_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    game["final"]["winners"] = [0, 1]

    [difference] = follow(game, tmp_path)

    assert difference.what == "final.winners"


def test_a_draw_of_a_tile_that_is_not_in_the_bag_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "draw", lambda record: record["why"] == "scout")
    game["log"][at]["tiles"] = [recorded["log"][0]["tiles"][0]]

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "tiles")


def test_a_roll_of_dice_other_than_those_in_the_cup_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "roll")
    game["log"][at]["dice"][0][0] = "alien"

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "dice in the cup.alien")


def test_a_face_that_the_die_does_not_have_is_reported(recorded: Game, tmp_path: Path) -> None:
    game = deepcopy(recorded)
    at = first(game, "roll")
    game["log"][at]["dice"][0] = ["home", "wild"]

    [difference] = follow(game, tmp_path)

    assert (difference.line, difference.what) == (at + 1, "roll")


@pytest.mark.parametrize("field", ["d", "now", "why", "seat"])
def test_a_changed_gain_is_reported(recorded: Game, tmp_path: Path, field: str) -> None:
    game = deepcopy(recorded)
    at = first(game, "credits", lambda record: record["why"] == "Stock")
    value = game["log"][at][field]
    game["log"][at][field] = "Trade" if field == "why" else 1 - value if field == "seat" else value + 1

    [difference] = follow(game, tmp_path)

    assert difference.line == at + 1


def test_a_changed_match_or_pool_of_chips_is_reported(stress: list[Game], tmp_path: Path) -> None:
    game = next(game for game in stress if any(record["e"] == "vp" and "match" in record for record in game["log"]))
    at = first(game, "vp", lambda record: "match" in record)
    for field, value in (("match", [2, 2]), ("pool", 99)):
        changed = {**game, "log": [*game["log"]]}
        changed["log"][at] = {**game["log"][at], field: value}

        [difference] = follow(changed, tmp_path)

        assert (difference.line, difference.what.partition("[")[0], difference.theirs) == (at + 1, field, value)


@pytest.mark.parametrize("kind", ["credits", "unused", "recruit", "recall", "state", "phase", "round", "wild", "put"])
def test_a_missing_record_is_reported(recorded: Game, tmp_path: Path, kind: str) -> None:
    game = deepcopy(recorded)
    at = first(game, kind)
    del game["log"][at]

    [difference] = follow(game, tmp_path)

    assert abs(difference.line - at - 1) <= 3


def test_a_missing_gain_at_the_end_of_a_phase_is_reported_at_the_next_state(stress: list[Game], tmp_path: Path) -> None:
    why = "Galactic Investors"
    game = deepcopy(next(game for game in stress if any(record.get("why") == why for record in game["log"])))
    at = first(game, "credits", lambda record: record["why"] == why)
    gain = game["log"].pop(at)
    state = next(nth for nth, record in enumerate(game["log"]) if nth >= at and record["e"] == "state")

    [difference] = follow(game, tmp_path)

    assert difference.line == state + 1
    assert (difference.ours, difference.theirs) == ([["credits", gain["seat"], why, gain["d"]]], [])


@pytest.mark.scaled
def test_a_game_cut_short_is_incomplete_and_no_difference(recorded: Game, tmp_path: Path) -> None:
    many = len(recorded["log"])
    for keep in range(1, many, stride_of(many // 20)):
        [ending] = incomplete(ROLL, {**recorded, "log": recorded["log"][:keep]}, tmp_path)

        assert ending.line <= keep + 1
        assert ending.theirs is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "1999"), ("players", 3), ("seats", [{}] * 7), ("order", [0, 1]), ("bag", []), ("rules", {})],
)
def test_a_changed_header_is_reported(recorded: Game, tmp_path: Path, field: str, value: Any) -> None:
    game = deepcopy(recorded)
    game["header"][field] = value

    [difference] = follow(game, tmp_path)

    assert difference.line == 0
    assert "header" in difference.what


@pytest.mark.parametrize("value", [None, "x", {}, [[{}, {}]]])
def test_a_malformed_record_is_a_difference_not_a_traceback(recorded: Game, tmp_path: Path, value: Any) -> None:
    kinds = sorted({record["e"] for record in recorded["log"]})
    for kind in kinds:
        at = first(recorded, kind)
        for field in {*recorded["log"][at]} - {"e"}:
            record = recorded["log"][at]
            if record[field] == value:
                continue
            game = {**recorded, "log": [*recorded["log"]]}
            game["log"][at] = {**record, field: value}

            assert len(follow(game, tmp_path)) == 1, (kind, field)


def test_only_the_first_difference_in_each_game_is_reported_and_other_games_are_followed(
    recorded: Game, tmp_path: Path
) -> None:
    wrong = deepcopy(recorded)
    wrong["final"]["rounds"] += 1
    wrong["final"]["end"] = ["pool"]
    path = tmp_path / "three.jsonl"
    path.write_text("\n".join(json.dumps(game) for game in (recorded, wrong, recorded)), "utf-8")

    report = import_file(ROLL, path)

    assert (report.games, report.agree, len(report.differences)) == (3, 2, 1)
    assert json.loads(json.dumps(report.plain())) == {
        "games": 3,
        "agree": 2,
        **{name: [] for name in (*LISTS, "scores", "unknown", "unread") if name != "differences"},
        "seats": dict.fromkeys(OUTCOMES, 0),
        "differences": [
            {
                "file": str(path),
                "game": recorded["header"]["id"],
                "line": len(recorded["log"]) + 1,
                "what": "final.end",
                "ours": recorded["final"]["end"],
                "theirs": ["pool"],
                "kind": "rules",
                "lines": {},
            }
        ],
        "files": [
            {
                "file": str(path),
                "games": 3,
                "agree": 2,
                **dict.fromkeys(("conceded", "incomplete", "illegal", "unscored"), 0),
                "used": True,
            }
        ],
    }


# -- files that cannot be read


def unusable(path: Path, content: bytes | None = None) -> str:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as caught:
        import_file(ROLL, path)
    assert caught.value.hint
    return caught.value.message


def test_a_truncated_gzip_is_reported(tmp_path: Path) -> None:
    whole = FILES[0].read_bytes()
    assert "cannot be unpacked" in unusable(tmp_path / "cut.gz", whole[: len(whole) // 2])


def test_a_damaged_gzip_is_reported(tmp_path: Path) -> None:
    whole = bytearray(FILES[0].read_bytes())
    whole[2000:2100] = bytes(100)
    assert unusable(tmp_path / "damaged.gz", bytes(whole))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no recorded game"),
        (b"\n\n", "no recorded game"),
        (b"{", "is truncated, so it is not complete JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b"1" * 10_000, "is not JSON"),
        (b"[1]", "is not a recorded game"),
        (b"{}", "is not in this format"),
        (b'{"header": {}, "log": [], "final": {}}', "is not in this format"),
        (b'{"header": {"id": "a", "seats": [{}]}, "log": [3], "final": {}}', "is not in this format"),
        (b'{"id": "ai-2p-1", "players": 2, "deck": [], "events": []}', "is not in this format"),
    ],
)
def test_a_file_without_recordings_is_reported(tmp_path: Path, content: bytes, message: str) -> None:
    assert message in unusable(tmp_path / "bad.jsonl", content)


def test_anything_but_an_existing_file_is_reported(tmp_path: Path) -> None:
    assert "is a folder" in unusable(tmp_path)
    assert "does not exist" in unusable(tmp_path / "missing.jsonl")


def test_a_game_that_is_too_large_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.importers.reading.LINE", 1000)

    assert "too large" in unusable(tmp_path / "big.jsonl", b" " * 5000)


def test_an_existing_log_is_not_overwritten(recorded: Game, tmp_path: Path) -> None:
    source = tmp_path / "game.jsonl"
    source.write_text(json.dumps(recorded), "utf-8")
    import_file(ROLL, source, tmp_path)
    log = tmp_path / f"{recorded['header']['id']}.rlog"
    before = log.read_bytes()

    with pytest.raises(UsageError, match="already exists"):
        import_file(ROLL, source, tmp_path)

    assert log.read_bytes() == before


def test_a_game_with_an_id_unfit_for_a_file_name_is_logged_under_its_number(recorded: Game, tmp_path: Path) -> None:
    source = tmp_path / "game.jsonl"
    game = deepcopy(recorded)
    game["header"]["id"] = "../../elsewhere"
    source.write_text(json.dumps(game), "utf-8")

    import_file(ROLL, source, tmp_path / "logs")

    assert [path.name for path in (tmp_path / "logs").iterdir()] == ["game-1.rlog"]


def test_an_unknown_importer_is_reported_with_the_nearest_name() -> None:
    with pytest.raises(UsageError) as caught:
        find_importer("rol-trace")

    assert "roll-trace" in caught.value.hint


def test_plain_and_gzip_files_are_read_alike(recorded: Game, tmp_path: Path) -> None:
    line = json.dumps(recorded).encode()
    (tmp_path / "plain").write_bytes(line)
    (tmp_path / "packed").write_bytes(gzip.compress(line))

    assert [*read_games(tmp_path / "plain")] == [*read_games(tmp_path / "packed")] == [recorded]


# -- changes that the recordings led to


@rule("R119")
def test_an_incomplete_draw_names_the_seat() -> None:
    play = load_standard("roll").rules(3).start(Seeded("short", "roll"))
    for piece in play.zone[play.layout.place["bag"][0]]:
        play.move(piece, play.layout.place["abandoned"][0], "abandoned")

    draw_tiles(play, 2, 1, "", "scout", 2)

    assert play.events[-1][1:] == ("short", play.cause, 2, 1)
