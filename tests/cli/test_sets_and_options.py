"""Sets, editions and options: a log is audited and shown, and a recording imported, with its own."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

ORACLE = Path(__file__).parents[1] / "oracle"
ROLL = str(ORACLE / "roll" / "builder-2p.jsonl.gz")
RACE = str(ORACLE / "race" / "random-2adv.jsonl.gz")
GALAXIES = str(ORACLE / "galaxies" / "clean-random.jsonl.gz")


def play(rftg: Any, game: str, *words: str) -> None:
    result = rftg("play", game, "--players", "2", "--seed", "s", "--log", f"{game}.rlog", *words)
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("galaxies", ("--option", "wording=second")),
        ("race", ("--edition", "first", "--option", "variant=advanced", "--option", "duplicates=single")),
        ("race", ("--option", "start=preset")),
        ("roll", ("--edition", "2014", "--option", "tableau.1=Galactic Resort")),
    ],
)
def test_a_log_is_audited_and_shown_with_its_options(rftg: Any, folder: Path, game: str, words: Any) -> None:
    play(rftg, game, *words)
    log = folder / f"{game}.rlog"
    lines = log.read_text().splitlines()
    middle = next(n for n in range(20, len(lines)) if '"k":"mark"' not in lines[n - 1])

    table = json.loads(rftg("replay", log.name, "--line", str(middle), "--format", "json").stdout)
    other = log.read_text().replace(words[-1].partition("=")[2], "other", 1)
    (folder / "other.rlog").write_text(other)

    assert json.loads(log.read_text().partition("\n")[0])["options"]
    assert rftg("audit", log.name).exit_code == 0
    assert table["line"] == middle and "folded" not in table
    assert rftg("audit", "other.rlog").exit_code == 1


def test_an_option_for_another_number_of_players_is_invalid(rftg: Any, folder: Path) -> None:
    assert rftg("play", "race", "--players", "3", "--seed", "s", "--log", "race.rlog").exit_code == 0
    log = folder / "race.rlog"
    log.write_text(log.read_text().replace('"options":{}', '"options":{"variant":"advanced"}', 1))

    [verdict] = json.loads(rftg("audit", "race.rlog", "--format", "json").stdout)

    assert (verdict["verdict"], verdict["line"]) == ("invalid", 1)
    assert verdict["reason"] == "the option variant=advanced is for 2 players, not 3"


def test_a_set_is_used_for_the_logs_played_with_it(rftg: Any, frontier: Path, folder: Path) -> None:
    play(rftg, "roll", "--with", "./frontier", "--option", "tableau.0=Frontier Guild")
    (folder / "roll.rlog").rename(folder / "with.rlog")
    play(rftg, "roll")
    play(rftg, "galaxies", "--option", "wording=second")

    every = json.loads(
        rftg("audit", "with.rlog", "roll.rlog", "galaxies.rlog", "--with", "./frontier", "--format", "json").stdout
    )
    [alone] = json.loads(rftg("audit", "with.rlog", "--format", "json").stdout)
    table = json.loads(
        rftg("replay", "galaxies.rlog", "--line", "9", "--with", "./frontier", "--format", "json").stdout
    )

    assert [entry["verdict"] for entry in every] == ["valid"] * 3
    assert alone["verdict"] == "unknown" and "add --with ./DIR" in alone["reason"]
    assert "seats" in table


def test_a_folder_that_is_not_a_set_is_refused(rftg: Any, folder: Path) -> None:
    play(rftg, "roll")

    result = rftg("audit", "roll.rlog", "--with", "./nowhere")

    assert result.exit_code == 2 and "error[missing-file]: there is no folder nowhere" in result.stderr


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("roll-trace", ROLL, "--edition", "2014"), "wrong-edition", "recorded with the edition '2020', not '2014'"),
        (("roll-trace", ROLL, "--edition", "2015"), "unknown-edition", "did you mean"),
        (("roll-trace", ROLL, "--option", "tableu.0=x"), "unknown-option", "did you mean 'tableau'?"),
        (("race-trace", RACE, "--edition", "second"), "wrong-edition", "recorded with the edition 'first'"),
        (("race-trace", RACE, "--option", "variant=standard"), "wrong-option", "option variant=advanced, not standard"),
        (("galaxies-trace", GALAXIES, "--option", "wording=third"), "unknown-option", "first, second"),
        (("galaxies-trace", GALAXIES, "--option", "wording"), "wrong-option", "KEY=VALUE"),
        (("galaxies-trace", GALAXIES, "--with", "./nowhere"), "missing-file", "check its name"),
    ],
)
def test_a_recording_is_imported_only_in_its_own_edition(
    rftg: Any, folder: Path, words: Any, code: str, reason: str
) -> None:
    result = rftg("import", *words)

    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr and reason in result.stderr


def test_an_option_that_a_recording_leaves_open_can_be_chosen(rftg: Any) -> None:
    own = json.loads(rftg("import", "galaxies-trace", GALAXIES, "--format", "json").stdout)
    second = json.loads(
        rftg("import", "galaxies-trace", GALAXIES, "--option", "wording=second", "--format", "json").stdout
    )

    assert own["games"] == own["agree"] == second["games"] > second["agree"] > 0


def test_a_set_is_added_to_an_imported_game(rftg: Any, frontier: Path, folder: Path) -> None:
    (frontier / "tiles.rftg").write_text("counter favour plural favours of seat start 0\n")
    with gzip.open(ROLL) as all_games:
        (folder / "one.jsonl").write_bytes(all_games.readline())

    result = rftg("import", "roll-trace", "./one.jsonl", "--with", "./frontier", "--out", "./logs")

    [log] = (folder / "logs").iterdir()
    assert result.exit_code == 0
    assert "frontier" in json.loads(log.read_text().partition("\n")[0])["digests"]
    assert rftg("audit", str(log), "--with", "./frontier").exit_code == 0
    assert rftg("audit", str(log)).exit_code == 1


def test_an_error_in_a_worker_keeps_its_code_and_its_remedy(rftg: Any, folder: Path) -> None:
    words = ("simulate", "roll", "--games", "3", "--players", "2", "--seed", "s", "--workers", "2")

    result = rftg(*words, "--option", "tableau.0=Galactic Resrt")

    assert result.exit_code == 2
    assert "error[wrong-option]" in result.stderr
    assert "= help: change or leave out the --option" in result.stderr


def test_a_set_for_an_edition_is_checked_and_played_in_that_edition_alone(rftg: Any, frontier: Path) -> None:
    toml = frontier / "set.toml"
    toml.write_text(toml.read_text() + 'edition = "2014"\n')
    play(rftg, "roll", "--with", "./frontier")

    refused = rftg("list", "roll", "--with", "./frontier", "--edition", "2020")

    assert json.loads(Path("roll.rlog").read_text().partition("\n")[0])["edition"] == "2014"
    assert rftg("validate", "./frontier").exit_code == 0
    assert rftg("validate", "roll", "./frontier").exit_code == 0
    assert refused.exit_code == 2
    assert "error[wrong-edition]" in refused.stderr and "set.toml:5:1" in refused.stderr
