"""Every printed power of Roll is exercised by some scenario."""

from __future__ import annotations

from pathlib import Path

from marked import marked
from rftg_dsl.library import standard


def test_every_power_of_the_content_is_named_by_a_scenario_and_nothing_else_is() -> None:
    printed = {power.id for side in standard("roll").model.sides() for power in side.powers}
    expansions = ("A-", "R-", "P-")  # see test_expansion_facts

    named = {one for file in Path(__file__).parent.glob("test_*.py") for one in marked(file, "power")}
    named = {one for one in named if one[:2] not in expansions}

    assert sorted(printed - named) == []
    assert sorted(named - printed) == []
