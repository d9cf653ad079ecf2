"""The demand of all components together, compared with the supply."""

from __future__ import annotations

import pytest
from attrs import evolve

from check.joined import found, join, tile
from rftg_dsl.check.supply_limits import check_supply
from rftg_dsl.library.installed import find_game


@pytest.mark.parametrize(("copies", "scarce"), [(1, False), (2, False), (3, True)])
def test_each_copy_of_a_component_takes_from_the_supply(copies: int, scarce: bool) -> None:
    model = join(tile("gain 8 military dice to cup"), words_only=True).model
    model = evolve(model, components=[evolve(component, copies=copies) for component in model.components])

    messages = [diagnostic.message for diagnostic in check_supply(model, find_game("roll"))]

    assert bool(messages) == scarce
    assert not scarce or "can take 24 military dice, but the supply holds 22" in messages[0]


@pytest.mark.parametrize(
    ("component", "first", "second", "scarce"),
    [
        ("tile T", 9, 9, False),
        ("faction F number 1", 4, 5, False),
        ("faction F number 1", 5, 5, True),
        ("faction F number 1", 1, 9, True),
    ],
)
def test_the_sides_of_a_component_add_up_only_if_both_come_into_play(
    component: str, first: int, second: int, scarce: bool
) -> None:
    text = f"""
        {component} {{
          development "A development" cost 3 {{ gain {first} alien dice to cup }}
          world "A world" gray cost 1 {{ gain {second} alien dice to cup }}
        }}
    """

    messages = [diagnostic.message for diagnostic in found(text, words_only=True)]

    assert bool(messages) == scarce
    assert not scarce or "can take 10 alien dice, but the supply holds 9" in messages[0]
