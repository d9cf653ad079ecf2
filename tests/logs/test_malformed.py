"""The corpus of malformed logs: each is refused where it is wrong, with and without the rules, on every Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from logs.spoil import FOLDER, MALFORMED, VERDICTS, verdicts_on

LOGS = sorted(FOLDER.glob("*.rlog.gz"))
EXPECTED: dict[str, Any] = json.loads(VERDICTS.read_text())


def name_of(path: Path) -> str:
    return path.name.removesuffix(".rlog.gz")


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_malformed_log_is_refused_in_the_same_place(path: Path) -> None:
    assert verdicts_on(path) == EXPECTED[name_of(path)]


def test_none_of_them_is_valid_and_all_are_there() -> None:
    assert {word for said in EXPECTED.values() for word, *_ in said.values()} == {"invalid", "unknown"}
    assert set(EXPECTED) == {name_of(path) for path in LOGS} == set(MALFORMED)
    assert len(MALFORMED) > 50
