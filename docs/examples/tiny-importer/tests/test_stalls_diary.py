from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.importers import import_file
from stalls_diary import IMPORTER

RECORDINGS = Path(__file__).parents[1] / "recordings"


def first_diary() -> Any:
    return json.loads((RECORDINGS / "agrees.jsonl").read_text("utf-8").splitlines()[0])


def test_correct_diaries_agree_and_become_logs(tmp_path: Path) -> None:
    report = import_file(IMPORTER, RECORDINGS / "agrees.jsonl", tmp_path)

    assert (report.games, report.agree) == (2, 2)
    assert [rftg.audit(log).verdict for log in sorted(tmp_path.glob("*.rlog"))] == ["valid", "valid"]


def test_the_first_difference_is_reported() -> None:
    [found] = import_file(IMPORTER, RECORDINGS / "differs.jsonl").differences

    assert (found.game, found.line, found.what) == ("slip-of-the-pen", 13, "coins")
    assert (found.ours, found.theirs) == ([6, 6], [7, 6])


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda diary: diary["pages"].append({"page": "evening"}), "page"),
        (lambda diary: diary.update(won=["Ann", "Bo"]), "won"),
        (lambda diary: diary.update(who=["Ann"]), "who"),
        (lambda diary: diary["pages"][0].update(cards=["S1", "S2", "S9"]), "row"),
        (lambda diary: diary["pages"][0].update(cards="S1"), "shape of row"),
        (lambda diary: diary["pages"][1].update(goes="home"), "pick for plan"),
    ],
)
def test_every_page_is_compared(change: Any, what: str, tmp_path: Path) -> None:
    diary = first_diary()
    change(diary)
    file = tmp_path / "diary.jsonl"
    file.write_text(json.dumps(diary))

    [found] = import_file(IMPORTER, file).differences

    assert found.what == what


def test_other_lines_are_not_recognised() -> None:
    assert IMPORTER.recognise({"pages": []}) == ""
    assert IMPORTER.recognise({"diary": "x", "who": ["Ann", "Bo"], "pages": [1]}) == ""
