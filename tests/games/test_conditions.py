"""Conditions of shipped content are what is printed, not what happens to be true of the cards of one set."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import rftg_dsl.games
from rftg_dsl.check.model import Component, Match
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.library.load import Library, load_library

HERE = Path(__file__).parent
SETS: dict[str, tuple[str | Path, ...]] = {
    "roll": (HERE / "roll/expansions/ambition", HERE / "roll/expansions/rivalry"),
    "race": ("gathering-storm", "new-worlds", HERE / "race/rebel-vs-imperium"),
    "galaxies": (),
}
"""The sets of each game that are content of printed cards."""

NUMBERS = {
    "C40/2": 'the card scores every "6-cost development"',
    "G06/1": 'the tile shows a cost of 6 and "?" as points',
}
"""The powers of shipped Race that ask for a printed number, and the source of that number."""


def load_set(game: str) -> Library:
    return load_library(game, None, SETS[game])


def components(game: str) -> list[Component]:
    return list(load_set(game).model.components)


@pytest.mark.parametrize("title", ["rebel", "alien-named", "imperium", "uplift", "terraforming"])
def test_a_card_has_a_title_if_the_word_is_in_its_name(title: str) -> None:
    """Other cards count cards by this word: R103 of the base game, S8 of the first expansion."""
    library = load_set("race")
    [word] = {form.capitalize() for form in library.model.words.printed["value", title]}

    for side in [side for component in library.model.components for side in component.sides]:
        value = side.properties.get("title", ())
        assert (title in value if isinstance(value, tuple) else title == value) == (word in side.name.split()), (
            side.name
        )


def test_a_printed_number_in_a_condition_has_a_source() -> None:
    asked = {
        power.id
        for power in load_library("race", None, ("gathering-storm", "new-worlds")).model.walk_powers()
        for part in nodes_in(power)
        if isinstance(part, Match) and part.numbers
    }

    assert asked == set(NUMBERS)


@pytest.mark.parametrize("game", SETS)
def test_every_card_that_a_power_names_is_printed(game: str) -> None:
    library = load_set(game)
    printed = {side.name for component in library.model.components for side in component.sides}

    for power in library.model.walk_powers():
        for part in nodes_in(power):
            assert not isinstance(part, Match) or part.names <= printed, power.text


@pytest.mark.parametrize("game", SETS)
def test_the_python_of_a_game_knows_no_card(game: str) -> None:
    known = {component.id for component in components(game)}
    known |= {side.name for component in components(game) for side in component.sides if re.search("[A-Z]", side.name)}

    folder = Path(rftg_dsl.games.__file__).parent
    for path in (*folder.glob("*.py"), *folder.glob(f"{game}/*.py")):
        texts = {node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert not known & texts, path.name
