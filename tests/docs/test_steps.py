"""docs/steps.md: every name in it exists, and examples and facts of games are all in it."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from rftg_dsl.compile.game import Game
from rftg_dsl.games import Play
from rftg_dsl.library.load import load

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "steps.md").read_text("utf-8")
METHODS = re.findall(r"^\| `play\.(\w+)\((.*?)\)`", PAGE, re.MULTILINE)
ATTRIBUTES = re.findall(r"^\| `play\.(\w+)(?:\[\w+\])?` \|", PAGE, re.MULTILINE)
FACTS = re.findall(r"^\| (Roll|Race|Galaxies|every game) \| `([\w*]+)` \|", PAGE, re.MULTILINE)
MODULES = re.findall(r"^\| `(rftg_dsl\.games\.\w+)` \| (.*) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("name", "arguments"), METHODS)
def test_a_method_takes_what_the_page_says(name: str, arguments: str) -> None:
    parameters = [str(each).partition(":")[0] for each in inspect.signature(getattr(Play, name)).parameters.values()]

    assert ", ".join(parameters[1:]) == arguments


def test_attributes_exist() -> None:
    assert {name for name in ATTRIBUTES if not hasattr(Play, name)} == set()


def test_examples_use_nothing_else() -> None:
    used = {
        name
        for path in (DOCS / "examples").rglob("*.py")
        if "tests" not in path.parts
        for name in re.findall(r"\bplay\.(\w+)", path.read_text("utf-8"))
    }

    assert len(used) > 10
    assert used - {name for name, _ in METHODS} - set(ATTRIBUTES) == set()


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_the_facts_of_a_game_are_listed(game: str) -> None:
    record: Game = load(game).game
    kept = [verb.keeps for verb in record.verbs]
    facts = {name for facts in (record.facts, record.either_facts, *kept) for name in facts}

    assert {fact for title, fact in FACTS if title.lower() == game} == facts


def test_modules_have_what_the_page_names() -> None:
    for name, use in MODULES:
        module = import_module(name)
        for word in re.findall(r"`(\w+)(?:\(.*?\))?`", use):
            assert hasattr(module, word), f"{name} has no {word}"
