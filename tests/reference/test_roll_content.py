"""The content of Roll, compared with the tables of facts beside this file."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.check.model import Do, Immediate, PlaceSet, Power, Side, StockSet
from rftg_dsl.library.load import load_standard
from rules import rule

FACTS = Path(__file__).parent / "roll"
MODEL = load_standard("roll").model
WORDS = MODEL.words
Row = dict[str, str]

PLACES = {"good": "here"}
"""Where the tables call a place otherwise than the content."""
FACES = ("face1", "face2", "face3", "face4", "face5", "face6")


def rows(name: str) -> list[Row]:
    with (FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CONSTANTS = {row["id"]: row for row in rows("constants")}
TILES = {f"{row['tile_id']}.{row['side']}": row for row in rows("tiles")}
HALVES = {f"{row['faction_id']}.{'a' if row['half'] == 'left' else 'b'}": row for row in rows("factions")}
HOMES = {row["home_id"]: row for row in rows("home_worlds")}
PRINTED = TILES | HALVES | HOMES
SIDES = {side.id: side for side in MODEL.list_sides()}


def number(constant: str) -> int:
    """The leading number of a constant's value."""
    match = re.match(r"\d+", CONSTANTS[constant]["value"])
    assert match, constant
    return int(match[0])


def test_the_content_has_the_sides_of_the_tables_and_no_others() -> None:
    assert sorted(SIDES) == sorted(PRINTED)
    assert len(TILES) == 2 * number("tiles_game")
    assert len(HALVES) == 2 * number("tiles_faction")
    assert len(HOMES) == number("tiles_home")


def differences(ours: Callable[[Side], object], printed: Callable[[Row], object], rows: Mapping[str, Row]) -> list[str]:
    """A line for each side that is not as its row says: a mistake in the tables often concerns several."""
    return [
        f"{side}: {ours(SIDES[side])}, printed {printed(row)}"
        for side, row in rows.items()
        if ours(SIDES[side]) != printed(row)
    ]


@rule("R012")
def test_name_kind_colour_and_cost_are_as_printed() -> None:
    def ours(side: Side) -> tuple[str, ...]:
        return (side.name, side.kind, str(side.properties.get("colour", "-")), str(side.properties["cost"]))

    assert differences(ours, lambda row: (row["name"], row["kind"], row["colour"], row["cost"]), PRINTED) == []


def test_the_number_of_a_faction_is_as_printed() -> None:
    number = {side.id: component.properties.get("number") for component in MODEL.components for side in component.sides}

    assert differences(lambda side: number[side.id], lambda row: int(row["number"]), HALVES) == []


def granted(row: Row) -> list[str]:
    """The grants of a table: ``remove; $1; 2military:cup`` in parts, always with a number."""
    parts = [part.strip() for part in row["grants"].split(";") if part.strip()]
    return [re.sub(r"^(?=[a-z]+:)", "1", part) for part in parts]


def grant(power: Power) -> str:
    """An immediate power in the words of the tables."""
    [effect] = power.effects
    n = effect.low.n
    if effect.what == "credit":
        return f"start${n}" if effect.verb == "have" else f"${n}"
    assert isinstance(effect.what, StockSet)
    if effect.verb == "discard":
        assert (n, effect.what.who, len(effect.what.kinds)) == (1, "own", len(WORDS.stock_kinds))
        return "remove"
    [kind] = effect.what.kinds
    return f"{n}{kind}:{where(effect)}"


def where(effect: Do) -> str:
    """The target of a grant, in the words of the tables."""
    to = dict(effect.slots)["to"]
    assert effect.verb == "gain" and isinstance(to, PlaceSet)
    return "good" if to.here else to.places[0]


@rule("R031", "R142")
def test_what_a_side_gives_when_it_is_placed_is_as_printed_and_in_that_order() -> None:
    def ours(side: Side) -> list[str]:
        return [grant(power) for power in side.powers if isinstance(power, Immediate)]

    assert differences(ours, granted, PRINTED) == []


def is_reassign(side: Side) -> bool:
    """Whether a power of a side counts as a Reassign power, as the language finds it."""
    implied = {parameter.name for parameter in load_standard("roll").game.parameters if parameter.implies == "reassign"}
    return any(
        power.point in implied or any(effect.verb == "reassign" for effect in power.effects) for power in side.powers
    )


PHASES_OF_EVENTS = {
    "complete": {"develop", "settle"},
    "trade": {"ship"},
    "traded": {"ship"},
    "consume": {"ship"},
    "stocking": {"explore"},
    "goods": {"produce"},
    "dictates": {"assign"},
    "dictated workers": {"assign"},
    "cost": {"develop", "settle"},
    "score": {"end"},
}
"""In which of the tables' phases a power that is heard at such a point can work."""


def phases(power: Power) -> set[str]:
    """The phases in which a power can work, in the words of the tables."""
    if isinstance(power, Immediate):
        return {"immediate", "setup"}
    return PHASES_OF_EVENTS.get(power.point) or {power.point.removeprefix("start of ").removeprefix("end of ")}


def test_the_powers_of_a_side_work_in_the_phases_of_the_table() -> None:
    printed = {side: {*row["phase"].split(";")} for side, row in PRINTED.items()}
    ours = {side: [phases(power) for power in SIDES[side].powers] for side in PRINTED}

    assert [side for side in PRINTED if not all(each & printed[side] for each in ours[side])] == []
    assert [side for side in PRINTED if not printed[side] <= set().union(*ours[side])] == []


@rule("R008")
def test_the_tables_and_the_language_agree_on_what_is_a_reassign_power() -> None:
    assert differences(is_reassign, lambda row: row["reassign"] == "yes", TILES | HALVES) == []


@rule("R068")
def test_a_power_is_optional_where_the_table_says_so() -> None:
    def ours(side: Side) -> bool:
        # Powers that change Dictate have no "may": Dictate is optional anyway.
        return any(power.may or power.point in ("dictates", "dictated workers") for power in side.powers)

    assert differences(ours, lambda row: row["optional"] == "yes", PRINTED) == []


@rule("R003", "R004", "R163")
@pytest.mark.parametrize("row", rows("dice"), ids=lambda row: row["name"])
def test_supply_faces_and_matches_of_a_die_are_as_printed(row: Row) -> None:
    die = next(die for die in WORDS.stock_kinds.values() if die.title == row["name"])
    goods = {"novelty", "rare", "genes", "alien"}
    matches = {"none": set(), "all (Consume only)": goods}.get(row["matches_world"], {row["matches_world"]})

    assert die.supply == int(row["supply"])
    assert die.faces == tuple(row[face] for face in FACES)
    assert set(die.properties.get("matches", ())) == matches


CONSTANT_OF_NUMBER = {
    "vp_per_player": "vp_per_player",
    "start_home_dice_in_cup": "start_home_cup",
    "start_home_dice_in_citizenry": "start_home_citizenry",
    "start_tiles": "start_tiles_drawn",
    "dictate_workers": "dictate_moves",
    "dictates_per_round": "dictate_per_round",
    "two_player_dice": "two_player_extra",
    "stock_credits": "stock_gain",
    "scout_tiles": "scout_draw",
    "shortage_tiles": "bag_shortage_min",
    "goods_per_world": "goods_per_world",
    "consume_vp": "consume_base",
    "consume_good_match": "consume_good_match",
    "consume_shipper_match": "consume_shipper_match",
    "recruit_cost": "recruit_cost",
    "credits_after_recruit": "credit_floor_after_recruit",
    "least_workers": "min_workers",
    "forced_recall": "forced_recall",
    "end_squares": "end_squares",
    "end_pool": "end_vp",
    "faction_squares": "faction_squares",
    "tile_squares": "home_squares",
}
"""Which constant of the table each number of the content is."""


def test_every_number_of_the_content_stands_in_the_table() -> None:
    options = {"start_cheapest"}  # an option's number is no constant of the rulebook
    numbers = load_standard("roll", "2020").model.words.numbers

    assert {name: value for name, value in numbers.items() if name not in options} == {
        name: number(constant) for name, constant in CONSTANT_OF_NUMBER.items()
    }


@rule("R137", "R184")
def test_the_editions_differ_in_what_the_table_says_they_differ() -> None:
    old, new = (load_standard("roll", edition).model.words.numbers for edition in ("2014", "2020"))
    differing = {CONSTANT_OF_NUMBER[name] for name in new if old[name] != new[name]}

    assert differing == {name for name, row in CONSTANTS.items() if row["editions_differ"] == "YES"}
    assert all(CONSTANTS[name]["source_2014"] == "not stated" for name in differing)
    assert all(old[name] == 0 for name in new if CONSTANT_OF_NUMBER.get(name) in differing)


def test_credits_prices_players_and_phases_are_those_of_the_table() -> None:
    credit = WORDS.counters["credit"]
    assert (credit.start, credit.high) == (number("start_credits"), number("credit_cap"))
    assert WORDS.players == (number("players_min"), number("players_max"))
    assert [phase for phase in WORDS.phases if phase != "assign"] == CONSTANTS["phases"]["value"].split()[1:]
    for colour in ("novelty", "rare", "genes", "alien"):
        assert WORDS.values[colour].properties["trade"] == number(f"trade_{colour}")
    assert sum(die.supply for die in WORDS.stock_kinds.values()) == number("dice_total")
    for kind, die in WORDS.stock_kinds.items():
        assert die.supply == number(f"dice_{kind}")


def sort(side: Side) -> str:
    """The row of a side in the rulebook's table of tiles."""
    if side.kind == "world":
        return f"worlds_{side.properties['colour']}"
    if any(isinstance(power, Immediate) for power in side.powers):
        return "devs_immediate"
    return "devs_reassign" if is_reassign(side) else "devs_other"


@rule("R007", "R008")
def test_so_many_tiles_of_each_sort_and_cost_are_there_as_the_rulebook_says() -> None:
    # D38: the digits of the rulebook's table, by sort and cost.
    tally: Counter[tuple[str, Any]] = Counter((sort(SIDES[side]), SIDES[side].properties["cost"]) for side in TILES)

    for name in [name for name in CONSTANTS if name.startswith("bycost_")]:
        what = name.removeprefix("bycost_")
        counts = [tally[what, cost] for cost in range(1, 7)]
        assert counts == [int(digit) for digit in CONSTANTS[name]["value"].split()], what
        assert sum(counts) == number(what)


def demand(side: Side) -> Counter[str]:
    """The dice a side gives."""
    dice: Counter[str] = Counter()
    for text in (grant(power) for power in side.powers if isinstance(power, Immediate)):
        if match := re.match(r"(\d+)(\w+):", text):
            dice[match[2]] += int(match[1])
    return dice


@pytest.mark.parametrize("kind", [kind for kind in WORDS.stock_kinds if kind != "home"])
def test_all_tiles_together_never_ask_for_more_dice_than_there_are(kind: str) -> None:
    # D26
    most = sum(
        max(demand(side)[kind] for side in component.sides)
        for component in MODEL.components
        if component.kind == "tile"
    )
    whole = [component for component in MODEL.components if component.kind != "tile"]
    most += sum(demand(side)[kind] for component in whole for side in component.sides)

    assert most == number(f"maxdemand_{kind}") <= WORDS.stock_kinds[kind].supply
