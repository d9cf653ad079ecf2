"""`rftg words`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.library.installed import box_of, find_game, game_names
from rftg_dsl.library.load import load
from rftg_dsl.syntax.keywords import GROUPS


@pytest.mark.parametrize("game", game_names())
def test_the_words_of_a_game(rftg: Any, game: str, snapshot: SnapshotAssertion) -> None:
    result = rftg("words", game)

    assert result.exit_code == 0, result.stderr
    assert "\n".join(line.rstrip() for line in result.stdout.splitlines()) == snapshot


@pytest.mark.parametrize("game", game_names())
def test_every_word_has_an_example(rftg: Any, game: str) -> None:
    words = json.loads(rftg("words", game, "--format", "json").stdout)

    assert [word for word in words if not word["example"]] == []


@pytest.mark.parametrize("game", game_names())
def test_every_example_is_a_power_of_the_game_or_the_declaration_of_the_word(rftg: Any, game: str) -> None:
    words = json.loads(rftg("words", game, "--format", "json").stdout)
    box = box_of(find_game(game))

    parts = [load(game, loose=[box.examples] if box.examples else [])]
    parts += [load(game, extra=[folder]) for folder in box.expansions.values()]
    assert [part.diagnostics for part in parts] == [()] * len(parts)
    texts = {power.text for part in parts for power in part.model.walk_powers()}
    others = [word for word in words if word["example"] not in texts and word["sort"] not in ("constant", "option")]
    assert {word["sort"] for word in others} <= {"noun", "adjective", "property", "place"}
    assert [word for word in others if word["word"].split(",")[0] not in word["example"].split()[1]] == []


@pytest.mark.parametrize("game", game_names())
def test_every_sentence_for_the_glossary_is_an_example_of_it(rftg: Any, game: str) -> None:
    shown = {entry["example"] for entry in json.loads(rftg("words", game, "--format", "json").stdout)}
    box = box_of(find_game(game))
    assert box.examples is not None

    sides = load(game, loose=[box.examples]).model.list_sides()
    said = {power.text for side in sides if side.at.source.label.endswith(box.examples.name) for power in side.powers}
    assert said - shown == set()


def test_the_words_of_the_language(rftg: Any) -> None:
    words = json.loads(rftg("words", "--format", "json").stdout)

    assert {entry["word"] for entry in words} == {word for group in GROUPS.values() for word in group}


def test_only_one_sort(rftg: Any) -> None:
    words = json.loads(rftg("words", "race", "--sort", "event", "--format", "json").stdout)

    assert {word["sort"] for word in words} == {"event"}
    assert rftg("words", "race", "--sort", "evnt").exit_code == 2
