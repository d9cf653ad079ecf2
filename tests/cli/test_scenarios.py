"""``rftg test``: targets, formats, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner, Result

from rftg_dsl.cli import app

TILE = """tile X1 {
  development "Zed" cost 1 { at end of ship: gain $1 }
  world "Zed World" gray cost 1
}
"""
GOOD = """scenario "Zed pays" {
  given
    seat 1 tableau: "Zed"
  when
    end of ship
  then
    seat 1 credits + $1
}
"""
BAD = GOOD.replace("Zed pays", "Zed pays too much").replace("+ $1", "+ $2")


@pytest.fixture
def mine(mine: Path) -> Path:
    """A set with a tile and its scenario."""
    (mine / "tiles.rftg").write_text(TILE)
    (mine / "scenarios" / "zed.rftg").write_text(GOOD)
    return mine


def rftg(*words: str) -> Result:
    return CliRunner().invoke(app, ["test", *words])


def test_a_set_is_tested(mine: Path) -> None:
    done = rftg("./mine")

    assert (done.exit_code, done.stdout) == (0, "ok: 1 scenario, 1 passed\n")


@pytest.mark.parametrize("target", ["./mine/scenarios/zed.rftg", "./mine/set.toml", "./mine/tiles.rftg"])
def test_a_file_of_a_set_means_the_set_or_its_own_scenarios(mine: Path, target: str) -> None:
    (mine / "scenarios" / "more.rftg").write_text(BAD)

    assert rftg(target).exit_code == (0 if target.endswith("zed.rftg") else 1)


def test_a_difference_is_shown_at_its_line(mine: Path, snapshot: SnapshotAssertion) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD)

    done = rftg("./mine")

    assert done.exit_code == 1
    assert done.stdout == snapshot


def test_a_mistake_is_shown_and_the_rest_is_run(mine: Path, snapshot: SnapshotAssertion) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD.replace("end of ship", "end of shop"))

    done = rftg("./mine")

    assert done.exit_code == 1
    assert done.stdout == snapshot


def test_content_with_mistakes_is_not_run(mine: Path) -> None:
    (mine / "tiles.rftg").write_text(TILE.replace("gain $1", "gian $1"))

    done = rftg("./mine")

    assert done.exit_code == 1
    assert "unknown-verb" in done.stdout
    assert done.stdout.endswith("failed: 0 scenarios, 0 passed, 1 error\n")


def test_some_scenarios_are_chosen_by_their_title_or_file(mine: Path) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD)

    assert rftg("./mine", "--filter", "TOO MUCH").stdout.endswith("failed: 1 scenario, 0 passed, 1 failed\n")
    assert rftg("./mine", "--filter", "zed.rftg").stdout.endswith("failed: 2 scenarios, 1 passed, 1 failed\n")


def test_a_filter_that_nothing_fits_is_not_a_success(mine: Path) -> None:
    done = rftg("./mine", "--filter", "nobody")

    assert (done.exit_code, done.stdout) == (2, "")
    assert "error[wrong-option]: no scenario has 'nobody' in its title or file name" in done.stderr

    (mine / "tiles.rftg").write_text(TILE.replace("gain $1", "gian $1"))
    assert "unknown-verb" in rftg("./mine", "--filter", "nobody").stdout


def test_programs_get_json(mine: Path, snapshot: SnapshotAssertion) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD)

    done = rftg("./mine", "--format", "json")

    assert done.exit_code == 1
    assert json.loads(done.stdout) == snapshot


def test_ci_systems_get_junit(mine: Path) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD)

    done = rftg("./mine", "--format", "junit")

    top = ElementTree.fromstring(done.stdout)
    assert (top.tag, top.get("tests"), top.get("failures")) == ("testsuites", "2", "1")
    [suite] = top
    assert [(case.get("name"), case.get("line"), len(case)) for case in suite] == [
        ("Zed pays", "1", 0),
        ("Zed pays too much", "9", 1),
    ]
    assert "actual: seat 1 credits: 2 (before: 1)" in (suite[1][0].text or "")


def test_junit_has_an_error_for_each_mistake(mine: Path) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD.replace("end of ship", "end of shop"))

    top = ElementTree.fromstring(rftg("./mine", "--format", "junit").stdout)

    assert top.get("errors") == "1"
    assert [error.get("type") for error in top.iter("error")] == ["unknown-phase"]


def test_a_scenario_is_played_in_the_setting_that_it_names(mine: Path) -> None:
    headers = ("", ' edition "2014"', ' option "gains=no"')
    text = "".join(f'scenario "none"{header} {{ then seat 1 score: 0 }}\n' for header in headers)
    (mine / "scenarios" / "zed.rftg").write_text(text)

    done = rftg("./mine", "--format", "json")

    cases = json.loads(done.stdout)["scenarios"]
    assert [(case["edition"], case["options"]) for case in cases] == [("", {}), ("2014", {}), ("", {"gains": "no"})]


def test_a_file_in_no_set_needs_a_game(mine: Path) -> None:
    loose = mine.parent / "loose.rftg"
    loose.write_text(GOOD.replace("Zed", "Space Piracy").replace("  when", "    seat 1 cup: 1 home die\n  when"))

    assert rftg("./loose.rftg").exit_code == 2
    assert rftg("./loose.rftg", "--game", "roll").exit_code == 1
    loose.write_text('scenario "nothing" { then nothing changes }\n')
    assert rftg("./loose.rftg", "--game", "roll").exit_code == 0


def test_a_pack_is_tested_as_its_folder_is(mine: Path) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(GOOD + BAD)
    assert CliRunner().invoke(app, ["pack", "mine", "--out", "mine.rpack"]).exit_code == 0

    done = rftg("./mine.rpack", "--coverage")

    assert done.exit_code == 1
    assert "--> mine.rpack/scenarios/zed.rftg:15:5" in done.stdout
    assert "coverage: 100.00%" in done.stdout
    assert done.stdout.endswith("failed: 2 scenarios, 1 passed, 1 failed\n")


def test_a_folder_in_a_set_is_no_set(mine: Path) -> None:
    done = rftg("./mine/scenarios")

    assert done.exit_code == 2
    assert done.stderr.endswith("  = help: it is inside a set: specify the folder ./mine\n")


def test_changes_are_tried_only_once_all_scenarios_pass(mine: Path) -> None:
    (mine / "scenarios" / "zed.rftg").write_text(BAD)

    done = rftg("./mine", "--mutate")

    assert done.exit_code == 1
    assert done.stdout.startswith("mutation: not tried until all scenarios pass\n\nfailed: Zed pays too much\n")


def test_what_is_no_content_is_not_tested(mine: Path) -> None:
    (mine.parent / "notes.txt").write_text("scenario")

    done = rftg("./notes.txt", "--game", "roll")

    assert done.exit_code == 2
    assert "error[wrong-file]: ./notes.txt is not a content file" in done.stderr


@pytest.mark.parametrize("target", ["./nowhere", "nogame", "roll/noset"])
def test_what_is_not_there_cannot_be_tested(mine: Path, target: str) -> None:
    assert rftg(target).exit_code == 2
