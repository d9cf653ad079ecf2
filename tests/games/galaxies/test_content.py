"""The content of Galaxies against tables of the printed components."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.check.model import Side
from rftg_dsl.library.load import load_library, load_standard
from rules import rule

FACTS = Path(__file__).parents[2] / "reference" / "galaxies"
WORDS = load_standard("galaxies").model.words


def rows(name: str) -> list[dict[str, str]]:
    with (FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sides(kind: str) -> dict[str, Side]:
    return {side.name: side for side in load_standard("galaxies").model.list_sides() if side.kind == kind}


@rule("G48", "G60", "G66", "G70")
def test_every_planet_has_its_printed_resource_track_and_points() -> None:
    printed = {
        row["name"]: {
            "resource": row["resource"],
            "track": row["track_type"],
            "length": int(row["track_length"]),
            "vp": int(row["vp"]),
        }
        for row in rows("planets")
    }

    assert {name: side.properties for name, side in sides("planet").items()} == printed


def test_once_per_turn_actions_match_the_table() -> None:
    once = {row["name"] for row in rows("planets") if row["once_per_turn"] == "yes"}

    assert {
        name for name, side in sides("planet").items() if any(power.once == "turn" for power in side.powers)
    } == once


def test_missions_have_their_printed_points_and_player_counts() -> None:
    for row in rows("missions"):
        side = sides("mission")[row["name"]]
        worth = [power.rows[0].n for power in side.powers]

        assert worth == [int(row["vp"]), *([int(row["vp_if_tied"])] if row["vp_if_tied"] else [])]
        assert side.properties.get("least", 2) == int(row["players"][0])
    assert len(sides("mission")) == 12


@rule("G1", "G6")
def test_the_box_holds_the_listed_components() -> None:
    layout = load_standard("galaxies").rules(5).layout
    kinds = Counter("ship" if spec.owner >= 0 else "card" for spec in layout.pieces)
    constants = {row["constant"]: row["value"] for row in rows("constants")}

    assert kinds == {"ship": int(constants["ships_total"]), "card": 40 + 12}
    assert [sum(spec.owner == seat for spec in layout.pieces) for seat in range(5)] == [4] * 5
    assert WORDS.stock_kinds["action_die"].supply == int(constants["action_dice"])
    assert WORDS.players == (2, 5)


@rule("G12", "G13", "G14", "G75", "G78", "G79")
def test_the_empire_track_matches_the_printed_one() -> None:
    levels = [entry.properties for entry in WORDS.values.values() if entry.of == "level"]

    assert [
        (int(row["dice"]), int(row["ships"]), int(row["vp"]), int(row["upgrade_cost"] or 0))
        for row in rows("empire_track")
    ] == [(level["dice"], level["ships"], level["points"], level["price"]) for level in levels]


@rule("G30")
def test_a_die_has_each_of_the_six_faces_once() -> None:
    assert sorted(WORDS.stock_kinds["action_die"].faces) == sorted(row["face"] for row in rows("dice"))


NUMBERS = {
    "missions_dealt_per_player": "missions_dealt",
    "missions_kept_per_player": "missions_kept",
    "vp_end_trigger": "end_vp",
    "free_rerolls_per_turn": "free_rerolls",
    "reroll_cost_energy": "reroll_cost",
    "follow_cost_culture": "follow_cost",
    "acquire_per_ship": "acquire_per_ship",
    "advance_steps_per_die": "advance_steps",
    "converter_uses_per_turn": "conversions",
    "converter_dice_spent": "converter_dice",
    "converter_dice_set": "converted_dice",
}


@rule("G18")
def test_the_numbers_of_the_rules_match_the_table() -> None:
    constants = {row["constant"]: row["value"] for row in rows("constants")}

    for printed, ours in NUMBERS.items():
        assert WORDS.numbers[ours] == int(constants[printed]), ours
    assert WORDS.numbers["row_most"] == int(constants["row_size_5p"])
    assert WORDS.numbers["row_beyond_players"] == int(constants["row_size_2p"]) - 2


def test_the_call_depth_counter_can_hold_the_maximum_depth() -> None:
    assert WORDS.numbers["nesting"] == WORDS.counters["depth"].high == 8


@rule("G64", "G65")
def test_resources_range_from_zero_to_seven() -> None:
    assert [(WORDS.counters[name].low, WORDS.counters[name].high) for name in ("energy", "culture")] == [(0, 7)] * 2


def test_the_second_wording_changes_three_planets_and_nothing_else() -> None:
    first = {side.name: side for side in load_standard("galaxies").model.list_sides()}
    second = {side.name: side for side in load_library("galaxies", options={"wording": "second"}).model.list_sides()}
    texts = {name: [power.text for power in side.powers] for name, side in first.items()}

    changed = {name for name, side in second.items() if [power.text for power in side.powers] != texts[name]}

    assert changed == {"MARED", "HELIOS", "ANDELLOUXIAN-6"}
    assert {name: side.properties for name, side in second.items()} == {
        name: side.properties for name, side in first.items()
    }


@pytest.mark.parametrize("options", [{"wordings": "second"}, {"wording": "third"}])
def test_an_unknown_option_or_wording_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        load_library("galaxies", options=options)
