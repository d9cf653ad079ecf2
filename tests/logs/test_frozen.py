"""Frozen logs get the verdict that they got when they were frozen.

If this fails, the rules or the format have changed: raise ``Game.version``, ``kernel.play.ENGINE`` or the format, write
down in ``verdicts.json`` what the old logs are said to be from now on, and freeze new ones (``make frozen``).
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from logs.freeze import CASES, FOLDER, VERDICTS, name_of, verdict_on
from rftg_dsl.library.installed import game_names

LOGS = sorted([*FOLDER.glob("*.rlog.gz"), *FOLDER.glob("engine-*/*.rlog.gz")])
EXPECTED: dict[str, Any] = json.loads(VERDICTS.read_text())


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_frozen_log_gets_the_same_verdict(path: Path) -> None:
    assert verdict_on(path) == EXPECTED[name_of(path)]


def test_every_verdict_has_its_log_and_every_case_is_frozen() -> None:
    assert set(EXPECTED) == {name_of(path) for path in LOGS}
    assert {case.name for case in CASES} <= set(EXPECTED)


def test_every_game_mode_and_kind_of_log_is_frozen() -> None:
    heads = [json.loads(gzip.decompress(path.read_bytes()).split(b"\n", 1)[0]) for path in LOGS]
    assert {head["game"] for head in heads} == set(game_names())
    for game in game_names():
        mine = [head for head in heads if head["game"] == game]
        assert {head["randomness"]["mode"] for head in mine} >= {"seed", "table"}
        assert any("sealed" in head for head in mine) and any(head["options"] for head in mine)
        assert {seat for head in mine for seat in head["seats"]} == {"greedy", "random"}
