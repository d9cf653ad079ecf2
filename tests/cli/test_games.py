"""`rftg play`, `simulate`, `replay`, `audit` and `import`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

PLAY = ("play", "roll", "--players", "2", "--seed", "a test", "--log")


@pytest.fixture
def log(rftg: Any, folder: Path) -> Path:
    """The log of a short game."""
    assert rftg(*PLAY, "game.rlog").exit_code == 0
    return folder / "game.rlog"


def test_a_game_is_played_and_its_result_shown(rftg: Any, log: Path, snapshot: Any) -> None:
    result = rftg(*PLAY, "again.rlog")

    assert log.read_bytes() == (log.parent / "again.rlog").read_bytes()
    assert "Won by Seat" in result.stdout
    assert "total" in result.stdout


def test_a_log_is_never_overwritten(rftg: Any, log: Path) -> None:
    before = log.read_bytes()

    result = rftg(*PLAY, "game.rlog")

    assert result.exit_code == 2
    assert "already exists" in result.stderr
    assert log.read_bytes() == before


def test_bots_are_named_for_their_seats(rftg: Any) -> None:
    result = rftg("play", "roll", "--players", "3", "--seed", "x", "--bots", "greedy,random", "--log", "b.rlog")

    assert "Seat 1 (greedy)  Seat 2 (random)  Seat 3 (greedy)" in result.stdout


def test_the_log_records_the_edition_and_options(rftg: Any, folder: Path) -> None:
    result = rftg(*PLAY, "o.rlog", "--edition", "2014", "--option", "tableau.0=Galactic Resort")

    head = json.loads((folder / "o.rlog").read_text().partition("\n")[0])
    assert result.exit_code == 0
    assert head["edition"] == "2014"
    assert head["options"]["tableau.0"] == "Galactic Resort"
    assert rftg("audit", "o.rlog").exit_code == 0


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("tableau.0=Galactic Resrt", "did you mean 'Galactic Resort'?"),
        ("tableau.0=Space Piracy", "is not a game tile"),
        ("tableau.0=Galactic Resort; Free Trade Zone", "is already in a tableau"),
        ("tableau.2=Galactic Resort", "does not name a valid seat"),
        ("tableau.x=Galactic Resort", "does not name a valid seat"),
        ("tableau=Galactic Resort", "does not name a valid seat"),
    ],
)
def test_an_impossible_tableau(rftg: Any, folder: Path, option: str, reason: str) -> None:
    result = rftg(*PLAY, "o.rlog", "--option", option)

    assert result.exit_code == 2
    assert "error[wrong-option]" in result.stderr and reason in result.stderr
    assert list(folder.iterdir()) == []


def test_the_story_of_a_game(rftg: Any, log: Path) -> None:
    result = rftg("replay", "game.rlog")

    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert any(re.fullmatch(r" *\d+  End of round 1", line) for line in lines)
    assert any(re.match(r" *\d+    Seat 2 rolls", line) for line in lines)


def test_the_table_after_a_round(rftg: Any, log: Path) -> None:
    data = json.loads(rftg("replay", "game.rlog", "--round", "2", "--format", "json").stdout)
    text = rftg("replay", "game.rlog", "--round", "2").stdout

    assert data["table"]["round"] in (2, 3)
    assert len(data["seats"]) == 2
    assert {"credits", "vp", "cup", "citizenry", "tableau", "goods", "squares", "score"} <= set(data["seats"][0])
    assert "Seat 1" in text and "total" in text


@pytest.mark.parametrize(("game", "seats"), [("roll", "order "), ("race", "order "), ("galaxies", "player ")])
def test_the_table_as_text_counts_seats_from_1(rftg: Any, game: str, seats: str) -> None:
    rftg("play", game, "--players", "2", "--seed", "s", "--log", "seats.rlog")

    lines = rftg("replay", "seats.rlog", "--round", "2").stdout.splitlines()

    [line] = [line for line in lines if line.startswith(seats)]
    assert line.split()[1] == "Seat"
    assert not any("_" in line.split("  ")[0] for line in lines)


def test_the_table_of_a_log_with_missing_content(rftg: Any, folder: Path, frontier: Path) -> None:
    rftg(*PLAY, "with.rlog", "--with", "./frontier")
    frontier.rename(folder / "elsewhere")

    lines = rftg("replay", "with.rlog", "--line", "30").stdout.splitlines()

    assert lines[0] == "line 30, with the log's own names: the content it was played with is missing (use --with ./DIR)"
    assert any(line.startswith("tableau.1 ") for line in lines) and "{" not in "".join(lines)


@pytest.mark.parametrize("kept", [1, 40, -2])
def test_the_story_of_an_unfinished_game_says_so(rftg: Any, log: Path, kept: int) -> None:
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:kept]))

    result = rftg("replay", "game.rlog")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("  The log ends here, before the end of the game")


def test_the_table_after_a_line_and_at_the_end(rftg: Any, log: Path) -> None:
    last = len(log.read_text().splitlines())

    middle = json.loads(rftg("replay", "game.rlog", "--line", str(last // 2), "--format", "json").stdout)
    end = json.loads(rftg("replay", "game.rlog", "--format", "json").stdout)

    assert middle["line"] == last // 2 and "end" not in middle
    assert end["line"] == last and end["end"]["winners"]
    assert rftg("replay", "game.rlog", "--line", str(last)).exit_code == 0


@pytest.mark.parametrize(
    "words", [("--round", "99"), ("--line", "0"), ("--line", "99999"), ("--round", "1", "--line", "3")]
)
def test_a_round_or_line_that_the_log_lacks(rftg: Any, log: Path, words: Any) -> None:
    result = rftg("replay", "game.rlog", *words)

    assert result.exit_code == 2
    assert "= help:" in result.stderr


def test_logs_are_audited(rftg: Any, log: Path) -> None:
    spoilt = log.read_text().replace('"vp.0"', '"vp.1"', 1)
    (log.parent / "spoilt.rlog").write_text(spoilt)

    good = rftg("audit", "game.rlog", "--format", "json")
    both = rftg("audit", "game.rlog", "spoilt.rlog", "--format", "json")
    missing = rftg("audit", "game.rlog", "nowhere.rlog", "--format", "json")

    [verdict] = json.loads(good.stdout)
    assert (verdict["verdict"], verdict["complete"], verdict["randomness"]) == ("valid", True, "seed")
    assert verdict["lines"] == len(log.read_text().splitlines()) and len(verdict["root"]) == 64
    assert [entry["verdict"] for entry in json.loads(both.stdout)] == ["valid", "invalid"]
    assert [entry["verdict"] for entry in json.loads(missing.stdout)] == ["valid", "unknown"]
    assert (good.exit_code, both.exit_code, missing.exit_code) == (0, 1, 2)


def test_a_light_audit_needs_no_rules(rftg: Any, log: Path, frontier: Path) -> None:
    assert rftg(*PLAY, "elsewhere.rlog", "--with", "./frontier").exit_code == 0
    (log.parent / "spoilt.rlog").write_text(log.read_text().replace('"vp.0"', '"vp.1"', 1))

    [full] = json.loads(rftg("audit", "elsewhere.rlog", "--format", "json").stdout)
    [light] = json.loads(rftg("audit", "elsewhere.rlog", "--light", "--format", "json").stdout)
    words = rftg("audit", "elsewhere.rlog", "spoilt.rlog", "--light")

    assert full["verdict"] == "unknown"
    assert (light["verdict"], light["randomness"]) == ("valid", "seed")
    assert "whether play was legal was not checked" in light["reason"] and light["reason"] in words.stdout
    assert "spoilt.rlog: invalid" in words.stdout
    assert words.exit_code == 1


def test_a_folder_with_one_log_is_told_too(rftg: Any, log: Path) -> None:
    (log.parent / "logs").mkdir()
    kept = log.rename(log.parent / "logs" / "game.rlog")

    valid = rftg("audit", "logs")
    kept.write_bytes(kept.read_bytes()[:-40])
    torn = rftg("audit", "logs")

    assert (valid.exit_code, valid.stdout) == (0, "1 log: 1 valid\n")
    assert torn.exit_code == 1
    assert torn.stdout.startswith("logs/game.rlog: unknown")


def test_several_workers_audit_logs_in_order(rftg: Any, log: Path) -> None:
    names = [f"{nth}.rlog" for nth in range(7)]
    for nth, name in enumerate(names):
        (log.parent / name).write_bytes(log.read_bytes()[: None if nth % 3 else -40])

    alone = rftg("audit", *names, "nowhere.rlog", "--format", "json")
    pair = rftg("audit", *names, "nowhere.rlog", "--format", "json", "--workers", "2")
    none = rftg("audit", *names, "--workers", "0")

    assert [entry["log"] for entry in json.loads(pair.stdout)] == [*names, "nowhere.rlog"]
    assert (pair.stdout, pair.exit_code) == (alone.stdout, 2)
    assert none.exit_code == 2 and "at least one process" in none.stderr


def test_a_verdict_as_text_names_the_line(rftg: Any, log: Path) -> None:
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:5] + lines[6:]))

    result = rftg("audit", "game.rlog")

    assert result.exit_code == 1
    assert result.stdout.startswith("game.rlog: invalid\n  line 6: ")


def test_a_torn_log_is_unknown(rftg: Any, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-40])

    result = rftg("audit", "game.rlog")

    assert result.exit_code == 1
    assert "game.rlog: unknown" in result.stdout


def test_a_simulation_is_summarised(rftg: Any) -> None:
    words = ("simulate", "roll", "--games", "4", "--players", "2", "--seed", "s", "--bots", "greedy,random")

    data = json.loads(rftg(*words, "--format", "json").stdout)

    assert {"games", "decisions", "events", "rounds_mean", "seconds", "scores", "wins"} <= set(data)
    assert {"games_per_second", "decisions_per_second", "events_per_second"} <= set(data)
    assert set(data["scores"]) == {"mean", "min", "max"}
    assert data["games"] == 4 and len(data["wins"]) == 2
    assert set(data["bots"]) == {"greedy", "random"}


def test_a_simulation_is_summarised_as_text(rftg: Any) -> None:
    words = ("simulate", "galaxies", "--games", "3", "--players", "2", "--seed", "s", "--bots", "greedy,random")

    rows = dict(re.split("  +", line) for line in rftg(*words).stdout.splitlines())

    assert list(rows)[:4] == ["games", "decisions", "events", "turns per game"]
    assert re.fullmatch(r"mean: \d+(\.\d\d?)?, min: \d+, max: \d+", rows["scores"])
    assert re.fullmatch(r"Seat 1: \d, Seat 2: \d", rows["wins by seat"])
    assert re.fullmatch(r"greedy: \d, random: \d", rows["wins by bot"])


def test_games_of_a_simulation_that_do_not_end_are_told(rftg: Any) -> None:
    words = ("simulate", "galaxies", "--games", "3", "--players", "2", "--seed", "s", "--rounds", "2")

    result = rftg(*words)

    assert result.exit_code == 1
    assert "\nstopped               3\n" in result.stdout
    assert "\nthe game with seed 's/0' does not end, and was stopped after 2 turns\n" in result.stdout
    data = json.loads(rftg(*words, "--format", "json").stdout)
    assert data["stopped"] == 3 and "'s/0'" in data["why"]


def test_a_game_with_turns_is_counted_in_turns(rftg: Any) -> None:
    played = rftg("play", "galaxies", "--players", "2", "--seed", "s", "--log", "turns.rlog").stdout

    assert re.search(r"^\d+ turns, \d+ decisions, \d+ events; log: turns.rlog$", played, re.M)


def test_a_game_of_a_simulation_can_be_played_alone(rftg: Any, folder: Path) -> None:
    rftg("simulate", "roll", "--games", "2", "--players", "2", "--seed", "s", "--out", "./logs")
    rftg("play", "roll", "--players", "2", "--seed", "s/1", "--log", "alone.rlog")

    logs = sorted((folder / "logs").iterdir())
    assert len(logs) == 2
    assert logs[1].read_bytes() == (folder / "alone.rlog").read_bytes()


def test_recorded_games_are_imported(rftg: Any, folder: Path) -> None:
    oracle = sorted(
        (Path(__file__).parents[1] / "oracle" / "roll").glob("*.jsonl*"), key=lambda path: path.stat().st_size
    )[0]

    result = rftg("import", "roll-trace", str(oracle), "--out", "./logs", "--format", "json")

    data = json.loads(result.stdout)
    found = {"differences", "accounted", "tolerated", "illegal", "conceded", "incomplete", "unscored", "unknown"}
    assert set(data) == {"games", "agree", "seats", "scores", "unread", "files", *found}
    assert data["games"] == len(list((folder / "logs").glob("*.rlog")))
    assert result.exit_code == (0 if data["agree"] == data["games"] else 1)
    assert f"{data['agree']} of {data['games']} games agree" in rftg("import", "roll-trace", str(oracle)).stdout
