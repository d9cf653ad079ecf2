"""Every printed power and every rule of Galaxies is exercised by some scenario."""

from __future__ import annotations

import re
from pathlib import Path

from marked import marked
from rftg_dsl.library import standard

HERE = Path(__file__).parent
CHECKLIST = Path(__file__).parents[2] / "reference" / "galaxies" / "rules_checklist.md"


def named(marker: str) -> set[str]:
    return {one for file in HERE.glob("test_*.py") for one in marked(file, marker)}


def test_every_power_of_the_content_is_named_by_a_scenario_and_nothing_else_is() -> None:
    printed = {power.id for side in standard("galaxies").model.sides() for power in side.powers}

    assert sorted(printed - named("power")) == []
    assert sorted(named("power") - printed) == []


def test_every_line_of_the_rules_checklist_is_carried_by_a_test() -> None:
    lines = {f"G{one}" for one in re.findall(r"^(\d+)\.", CHECKLIST.read_text("utf-8"), re.MULTILINE)}

    assert len(lines) == 99
    assert sorted(lines - named("rule")) == []
    assert sorted(named("rule") - lines) == []
