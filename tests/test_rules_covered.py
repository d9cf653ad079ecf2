"""Every rule of every checklist is proved by a test, or listed with a reason as a rule without behaviour."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from marked import marked, named_by_scenarios

TESTS = Path(__file__).parent
CONTENT = TESTS.parent / "content"
CHECKLISTS = sorted(TESTS.glob("reference/*/rules_checklist.md"))
NUMBERED = re.compile(r"^(?:- )?(?:(R\d{3})\.?|(\d+)\.) ", re.MULTILINE)
"""``- R001 ...`` (roll), ``R001. ...`` (race), ``1. ...`` (galaxies, called G1)."""


def rules_of(checklist: Path) -> set[str]:
    return {number or f"G{plain}" for number, plain in NUMBERED.findall(checklist.read_text("utf-8"))}


def game_of(file: Path) -> str:
    """The game a test file is about: a folder in its path, or a word in its name."""
    words = {*file.relative_to(TESTS).parts[:-1], *file.stem.split("_")}
    return next((game for game in (checklist.parent.name for checklist in CHECKLISTS) if game in words), "")


def proved(game: str) -> set[str]:
    """The rules that a test carries, or a scenario of the game's own sets."""
    tests = [rule for file in TESTS.rglob("test_*.py") if game_of(file) == game for rule in marked(file, "rule")]
    scenarios = [file.read_text("utf-8") for file in CONTENT.glob(f"{game}/*/scenarios/*.rftg")]
    return {*tests, *named_by_scenarios("\n".join(scenarios))}


def without_behaviour(game: str) -> dict[str, str]:
    file = TESTS / "games" / game / "without_behaviour.toml"
    reasons: dict[str, str] = tomllib.loads(file.read_text("utf-8"))["reasons"] if file.is_file() else {}
    return reasons


def test_there_are_checklists_and_none_is_empty() -> None:
    assert "roll" in [checklist.parent.name for checklist in CHECKLISTS]
    assert all(len(rules_of(checklist)) > 40 for checklist in CHECKLISTS)


@pytest.mark.parametrize("checklist", CHECKLISTS, ids=lambda one: one.parent.name)
def test_every_rule_is_proved_or_has_no_behaviour(checklist: Path) -> None:
    game = checklist.parent.name
    rules, tested, reasons = rules_of(checklist), proved(game), without_behaviour(game)

    assert sorted(rules - tested - set(reasons)) == [], "no test carries these"
    assert sorted((tested | set(reasons)) - rules) == [], "these are no rules"
    assert sorted(tested & set(reasons)) == [], "these are tested, so they have behaviour"


@pytest.mark.parametrize("checklist", CHECKLISTS, ids=lambda one: one.parent.name)
def test_every_rule_without_behaviour_has_a_reason(checklist: Path) -> None:
    reasons = without_behaviour(checklist.parent.name)

    assert all(len(reason.split()) >= 5 for reason in reasons.values()), reasons


def test_scenarios_name_rules_in_their_first_line() -> None:
    text = 'scenario "a" { # R046, R048: why\nscenario "b" { # R062-R064\n  # R001\nscenario "c" { given # R002\n'

    assert list(named_by_scenarios(text)) == ["R046", "R048", "R062", "R063", "R064"]


def test_markers_are_read_without_running(tmp_path: Path) -> None:
    file = tmp_path / "test_one.py"
    file.write_text('@rule("R001", "R002")\ndef test_a(): 1 / 0\n\nx = [other("R004"), rule("R003")]\n')

    assert list(marked(file, "rule")) == ["R001", "R002", "R003"]
