"""Importing several files, whatever becomes of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bga_scribe import Record, changed, conceded, save, written


@pytest.fixture(scope="module")
def recorded() -> Record:
    """A game for two with New Worlds, as Board Game Arena would record it."""
    return written("s1")


def test_an_importer_says_what_it_can_tolerate(recorded: Record, tmp_path: Path, rftg: Any) -> None:
    path = save(recorded, tmp_path / "game.json")

    result = rftg("import", "bga", str(path), "--tolerate", "reshuffle")

    assert result.exit_code == 2
    assert "did you mean 'reshuffles'?" in result.stderr


def test_each_file_has_its_own_outcome_and_the_worst_is_the_exit_status(
    recorded: Record, tmp_path: Path, rftg: Any
) -> None:
    _, wrong = changed(recorded, "updateScore", "score", 99)
    files = {
        "good": save(recorded, tmp_path / "good.json"),
        "wrong": save(wrong, tmp_path / "wrong.json"),
        "bad": tmp_path / "bad.json",
        "given-up": save(conceded(recorded, 150), tmp_path / "given-up.json"),
    }
    files["bad"].write_text("{")

    def status(*names: str) -> int:
        return int(rftg("import", "bga", *[str(files[name]) for name in names]).exit_code)

    assert [status("good"), status("good", "given-up"), status("good", "wrong"), status("bad", "wrong")] == [0, 0, 1, 2]
    result = rftg("import", "bga", *map(str, files.values()))
    assert "is not complete JSON" in result.stderr
    assert "Traceback" not in result.stderr
    assert "1 of 3 games agree; 1 conceded" in result.stdout
    assert "conceded by Player 2: it agrees so far; the log is unfinished" in result.stdout
    assert f"{files['bad']}: 0 of 0 agree; not read to the end" in result.stdout


def test_the_report_as_json_lists_the_files_that_could_not_be_used(tmp_path: Path, rftg: Any) -> None:
    (tmp_path / "bad.json").write_text("{")

    result = rftg("import", "bga", str(tmp_path / "bad.json"), "--format", "json")

    data = json.loads(result.stdout)
    assert [diagnostic["code"] for diagnostic in data["unread"]] == ["wrong-recording"]
    counts = {"agree": 0, "conceded": 0, "games": 0, "illegal": 0, "incomplete": 0, "unscored": 0}
    assert data["files"] == [{**counts, "file": str(tmp_path / "bad.json"), "used": False}]
