"""The cards against the fact tables: their printed values, and the scoring of the twelve large developments."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest

from games.race.tables import Table, race
from rftg_dsl.compile.score import points_of_piece
from rftg_dsl.library.load import load_standard
from rules import rule

FACTS = Path(__file__).parent / "facts"
Row = dict[str, str]


def rows(name: str) -> list[Row]:
    return list(csv.DictReader((FACTS / f"{name}.csv").read_text("utf-8").splitlines()))


CARDS = rows("cards")
BY_NAME = {row["name"]: row for row in CARDS}
END = rows("end_game")
LARGE = sorted({row["development"] for row in END})
PHASES = {"I": "I", "$": "$", "IV": "IV"}
HAS_PHASE = {(row["card"], row["phase"]) for row in rows("powers")}


@rule("R001", "R007", "R036", "R040", "R053", "R056", "R059", "R060", "R061")
@pytest.mark.parametrize("row", CARDS, ids=lambda row: row["name"])
def test_each_card_matches_the_fact_table(row: Row) -> None:
    model = load_standard("race", "first").model
    component = next(candidate for candidate in model.components if candidate.sides[0].name == row["name"])
    side = component.sides[0]
    flags = {"alien": "alien-named"}
    titles = [flags.get(flag, flag) for flag in row["flags"].split()]

    assert side.kind == ("development" if row["kind"] == "development" else "world")
    assert component.copies == int(row["copies"])
    assert component.properties.get("number") == (int(row["start_number"]) if row["start_number"] else None)
    assert side.properties.get("square") == (row["start_square"] or None)
    figure = "defense" if row["military"] == "yes" else "cost"
    assert side.properties[figure] == int(row["cost_or_defense"])
    assert (side.properties.get("force") == "military") == (row["military"] == "yes")
    assert side.properties["vp"] == (0 if row["vp"] == "?" else int(row["vp"]))
    assert side.properties.get("type", "none") == (row["good_kind"] or "none")
    assert side.properties.get("mode", "none") == (row["good_mode"] or "none")
    assert [side.properties[key] for key in ("title", "symbol") if key in side.properties] == titles
    preset = row["preset_hand"] if row["kind"] != "start_world" else ""
    assert side.properties.get("preset") == (int(preset) if preset else None)


@rule("R007")
def test_there_are_114_cards() -> None:
    pieces = load_standard("race").rules(2).layout.pieces
    sides = load_standard("race").model.list_sides()
    kinds = [sides[piece.sides[0]].kind for piece in pieces]

    assert len(pieces) == 5 + 109
    assert kinds.count("development") == 50
    assert kinds.count("world") == 59 + 5


@rule("R018")
def test_the_preset_hands_match_the_fact_table() -> None:
    hands: dict[int, set[str]] = {}
    for side in load_standard("race").model.list_sides():
        if "preset" in side.properties:
            hands.setdefault(int(side.properties["preset"]), set()).add(side.name)
    wanted: dict[int, set[str]] = {}
    for row in rows("preset_hands"):
        wanted.setdefault(int(row["start_number"]), set()).add(row["card"])

    assert hands == wanted


DIFFERENCES = {
    "Black Market Trading World": {"cost": (3, 2), "vp": (2, 1)},
    "Bio-Hazard Mining World": {"cost": (3, 2), "vp": (2, 0)},
    "Imperium Armaments World": {"cost": (4, 3), "vp": (2, 2)},
    "Outlaw World": {"defense": (1, 1), "vp": (1, 1)},
    "Merchant Guild": {"cost": (6, 6), "vp": (0, 0)},
}


def test_the_second_edition_differs_in_five_cards() -> None:
    first, second = (
        load_standard("race", "first").model.list_sides(),
        load_standard("race", "second").model.list_sides(),
    )
    changed = {
        side.name
        for side, other in zip(first, second, strict=True)
        if (side.properties, [power.text for power in side.powers])
        != (other.properties, [power.text for power in other.powers])
    }

    assert changed == set(DIFFERENCES)
    for side, other in zip(first, second, strict=True):
        for name, figures in DIFFERENCES.get(side.name, {}).items():
            assert (side.properties[name], other.properties[name]) == figures


def test_the_first_edition_is_played_by_default() -> None:
    assert load_standard("race").edition == "first"


# -- variable VP


def fits(row: Row, card: Row) -> bool:
    """Whether a row of the fact table counts a card."""
    world, parameter = card["kind"] != "development", row["parameter"]
    military = card["military"] == "yes"
    flags = card["flags"].split()
    match row["counts"]:
        case "world_kind_mode":
            return f"{card['good_kind']}/{card['good_mode']}" == parameter
        case "military_world":
            return world and military
        case "rebel_military_world":
            return world and military and "rebel" in flags
        case "name":
            return card["name"] == parameter
        case "alien_flag":
            return "alien" in flags
        case "dev_with_phase":
            return not world and (card["name"], parameter) in HAS_PHASE
        case "world_with_phase":
            return world and (card["name"], parameter) in HAS_PHASE
        case "world":
            return world
        case "dev":
            return not world
        case "dev_cost_6":
            return not world and card["cost_or_defense"] == "6"
    assert row["counts"] in ("total_military", "per_3_vp_chips")
    return False


def expected(development: str, table: Table) -> int:
    """VP by the rows of the fact table; a card counts for the first row it fits (D13)."""
    wanted = [row for row in END if row["development"] == development]
    total = 0
    for name in table.tableau():
        fitting = next((row for row in wanted if fits(row, BY_NAME[name])), None)
        total += int(fitting["vp"]) if fitting else 0
    for row in wanted:
        if row["counts"] == "total_military":
            total += table.military()
        elif row["counts"] == "per_3_vp_chips":
            total += table.vp() // 3
    return total


@rule("R041", "R101")
@pytest.mark.parametrize("development", LARGE)
def test_a_large_development_scores_by_its_rows(development: str) -> None:
    random = Random(development)
    names = [row["name"] for row in CARDS if row["name"] != development]
    seen = set()
    for _ in range(30):
        table = race([development, *random.sample(names, random.randrange(30))])
        table.g.adjust(table.w.vp[0], random.randrange(12), "test")
        points = points_of_piece(table.g, 0, table.in_tableau(development))
        assert points == expected(development, table)
        seen.add(points)
    assert len(seen) > 3


@rule("R101")
def test_a_score_is_printed_vp_and_chips_and_variable_vp() -> None:
    table = race(["Old Earth", "Drop Ships", "New Galactic Order", "Pilgrimage World"])
    table.g.adjust(table.w.vp[0], 5, "test")

    lines = table.scores()

    assert lines == {"chips": 5, "developments": 2, "worlds": 4, "New Galactic Order": 5}
