"""The demand of all components together, compared with the supply."""

from __future__ import annotations

import pytest
from attrs import evolve

from check.joined import join, tile
from rftg_dsl.check.supply_limits import check_supply
from rftg_dsl.library.installed import find_game


@pytest.mark.parametrize(("copies", "scarce"), [(1, False), (2, False), (3, True)])
def test_each_copy_of_a_component_takes_from_the_supply(copies: int, scarce: bool) -> None:
    model = join(tile("gain 8 military dice to cup"), words_only=True).model
    model = evolve(model, components=[evolve(component, copies=copies) for component in model.components])

    messages = [diagnostic.message for diagnostic in check_supply(model, find_game("roll"))]

    assert bool(messages) == scarce
    assert not scarce or "can take 24 military dice, but the supply holds 22" in messages[0]
