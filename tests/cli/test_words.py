"""`rftg words`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.lexicon import GROUPS
from rftg_dsl.library import standard
from rftg_dsl.shelf import game_names


@pytest.mark.parametrize("game", game_names())
def test_the_words_of_a_game(rftg: Any, game: str, snapshot: SnapshotAssertion) -> None:
    result = rftg("words", game)

    assert result.exit_code == 0, result.stderr
    assert "\n".join(line.rstrip() for line in result.stdout.splitlines()) == snapshot


@pytest.mark.parametrize("game", game_names())
def test_every_example_is_a_power_of_the_game(rftg: Any, game: str) -> None:
    words = json.loads(rftg("words", game, "--format", "json").stdout)

    texts = {power.text for power in standard(game).model.powers()} | {""}
    assert {one["example"] for one in words if one["sort"] not in ("constant", "option")} <= texts
    verbs = [one for one in words if one["sort"] == "verb"]
    assert len([one for one in verbs if one["example"]]) >= len(verbs) // 3


def test_the_words_of_the_language(rftg: Any) -> None:
    words = json.loads(rftg("words", "--format", "json").stdout)

    assert {one["word"] for one in words} == {word for group in GROUPS.values() for word in group}


def test_only_one_sort(rftg: Any) -> None:
    words = json.loads(rftg("words", "race", "--sort", "event", "--format", "json").stdout)

    assert {one["sort"] for one in words} == {"event"}
    assert rftg("words", "race", "--sort", "evnt").exit_code == 2
