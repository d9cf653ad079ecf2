"""docs/rulings.md: each ruling names a test or scenario of its game, and the fan manual is answered in full."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rulings.md").read_text("utf-8")
TITLES = {"Roll for the Galaxy": "roll", "Race for the Galaxy": "race", "Tiny Epic Galaxies": "galaxies"}
PARTS = {part.partition("\n")[0]: part for part in re.split(r"^## ", PAGE, flags=re.M)[1:]}
SECTIONS = {game: PARTS[title] for title, game in TITLES.items()}


def rows(game: str) -> list[list[str]]:
    """The rulings of a game: the cells of each row, without the heads of the tables."""
    cells = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in re.findall(r"^\|.*\|$", SECTIONS[game], re.M)
    ]
    return [row for row in cells if row[-1].strip() != "held by" and not row[0].startswith("---")]


def sentences_of(game: str) -> set[str]:
    """The names of the tests of a game, as sentences, and the titles of its scenarios."""
    games = ROOT / "tests" / "games"
    texts = [file.read_text("utf-8") for folder in (games, games / game) for file in folder.glob("test_*.py")]
    tests = {name.replace("_", " ") for text in texts for name in re.findall(r"^def test_(\w+)\(", text, re.M)}
    scenarios = [file.read_text("utf-8") for file in (ROOT / "content" / game).glob("*/scenarios/*.rftg")]
    return tests | {title for text in scenarios for title in re.findall(r'^scenario "([^"]+)"', text, re.M)}


@pytest.mark.parametrize("game", TITLES.values())
def test_each_ruling_is_held_by_a_test_of_its_game(game: str) -> None:
    named = [re.fullmatch(r"\*(.+)\*", row[-1]) for row in rows(game)]

    assert len(named) >= 15
    assert None not in named
    assert {match[1] for match in named if match} - sentences_of(game) == set()


def test_what_is_said_beside_the_tables_is_held_too() -> None:
    said = re.findall(r"\(\*([^*]+)\*\)", PAGE.replace("\n", " "))

    assert len(said) == 2
    assert set(said) <= sentences_of("race") | sentences_of("galaxies")


def test_every_line_of_the_fan_manual_is_answered() -> None:
    checklist = (ROOT / "tests" / "reference" / "roll" / "rules_checklist.md").read_text("utf-8")
    known = re.findall(r"^- (X\d\d) ", checklist, re.M)

    assert len(known) == 10
    assert [row[0].partition(":")[0] for row in rows("roll") if row[0].startswith("X")] == known


def test_each_difference_of_the_rulebooks_names_its_rules() -> None:
    part = SECTIONS["roll"].split("### ")[1]
    checklist = (ROOT / "tests" / "reference" / "roll" / "rules_checklist.md").read_text("utf-8")

    named = re.findall(r"^\| ((?:R\d{3}(?:, )?)+):", part, re.M)
    assert len(named) == 10
    assert all(f"- {rule} " in checklist for rules in named for rule in rules.split(", "))


@pytest.mark.parametrize("game", TITLES.values())
def test_each_game_says_what_is_not_modelled(game: str) -> None:
    assert re.search(r"^### What is not modelled\n\n- ", SECTIONS[game], re.M)


def test_each_source_is_listed_and_used() -> None:
    listed = re.findall(r"^(\d+)\. ", PARTS["Sources"], re.M)

    assert set(re.findall(r"\(\[(\d+)\]\(#sources\)\)", PAGE)) == set(listed)
