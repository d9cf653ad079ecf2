"""In bulk: what random sentences of the whole grammar do in play, by the program and by a second reading.

``sentences`` makes the sentences, ``program`` checks and compiles them, ``laid`` lays out the tables, and ``trial``
brings the moment about and compares; ``reader`` is the second reading, and ``bulk`` puts them together.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from lanes import FAST, SLOW, scale
from proof.bulk import Outcome, prove
from proof.forms import NEVER, forms
from rftg_dsl.library.installed import game_names

PARTS = 2 if SLOW else 1
SENTENCES = {"roll": 2_800, "race": 2_200, "galaxies": 2_000}
"""How many sentences of each game are tried in each part: of more forms, more."""
TIMES = 2 if SLOW else 1
"""The factor for the numbers of sentences; the fast lane tries half as many as a law gets there."""


def missing(game: str, outcome: Outcome) -> list[str]:
    """The forms that have never done something."""
    return sorted({form for form in forms(game) if not outcome.forms[form]} - NEVER[game])


@pytest.mark.scaled
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", game_names())
def test_sentences_do_what_they_say(game: str, part: int) -> None:
    tried = scale(SENTENCES[game]) // 2 if FAST else SENTENCES[game] * TIMES
    outcome = prove(game, tried, f"part {part}")

    assert outcome.wrong == []
    assert outcome.unread == []
    assert outcome.compared >= tried * 7 // 10, outcome.refused
    assert outcome.acted >= outcome.compared * 6 // 10, (outcome.acted, outcome.compared)
    assert FAST or missing(game, outcome) == []


SECOND = ("words", "table", "things", "phrases", "powers", "verbs", "reader", "roll", "race", "galaxies")
"""The modules of the second reading."""


@pytest.mark.parametrize("name", SECOND)
def test_the_second_reading_shares_no_code_with_the_program(name: str) -> None:
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8"))
    froms = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]

    assert not [module for module in (*froms, *names) if module.startswith("rftg_dsl")]
    assert {module.partition(".")[2] for module in froms if module.startswith("proof.")} <= set(SECOND)
