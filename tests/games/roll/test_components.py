"""The contents of the box and the names of things (R001-R012)."""

from __future__ import annotations

from collections import Counter

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.check.model import Immediate, Modifier, Power
from rftg_dsl.library.load import load_standard
from rules import rule
from table import table

LIBRARY = load_standard("roll")
WORDS = LIBRARY.model.words
TILES = [one for one in LIBRARY.model.components if one.kind == "tile"]


@rule("R001")
def test_two_to_five_players_can_play() -> None:
    assert [LIBRARY.rules(players).seats for players in range(2, 6)] == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(UsageError, match="2 to 5 players"):
            LIBRARY.rules(players)


@rule("R002", "R090")
def test_active_phases_are_done_in_order_and_others_not_at_all() -> None:
    game = table("roll", 3)
    for seat in range(3):
        game.seat(seat, cup="1 home", credits=5).rolls(seat, "home ship").rolls(seat, "home ship")
        game.seat(seat, tableau=[["Galactic Investors", "Robot Surveyors", "Merchant Guild"][seat]])
    game.round()
    for phase in ("ship", "explore", "produce"):
        game.answer("select", phase).answer("selector", "home").answer("reassign", "done")
    game.answer("task", "stock")

    phases = [event.what[1] for event in game.events if event.word == "phase"]
    assert phases == ["assign", "explore", "produce", "ship", "assign"]
    assert game.powers == ["T33.a/1"]


@rule("R003")
def test_there_are_111_dice_in_seven_colours() -> None:
    supply = {name: die.supply for name, die in WORDS.stock_kinds.items()}

    assert supply == {
        "home": 25,
        "military": 22,
        "consumption": 9,
        "novelty": 20,
        "rare": 14,
        "genes": 12,
        "alien": 9,
    }
    assert sum(table("roll").play.stock) == 111


@rule("R004")
@pytest.mark.parametrize("face", range(6))
def test_all_dice_of_a_colour_have_the_same_faces(face: int) -> None:
    for kind, die in WORDS.stock_kinds.items():
        game = table("roll").seat(0, cup=f"3 {kind}")
        game.rolls(0, *[f"{kind} {die.faces[face]}"] * 3).roll()

        assert game.stock(die.faces[face], 0) == f"3 {kind}"


@rule("R005")
def test_there_are_nine_factions_nine_home_worlds_and_55_tiles() -> None:
    assert Counter(component.kind for component in LIBRARY.model.components) == {"tile": 55, "faction": 9, "home": 9}
    numbers = sorted(
        int(component.properties["number"]) for component in LIBRARY.model.components if component.kind == "faction"
    )
    assert numbers == list(range(1, 10))


@rule("R007")
def test_every_tile_is_a_development_on_one_side_and_a_world_on_the_other_and_costs_one_to_six() -> None:
    assert {tuple(side.kind for side in tile.sides) for tile in TILES} == {("development", "world")}
    assert {int(side.properties["cost"]) for tile in TILES for side in tile.sides} == set(range(1, 7))


@rule("R008")
def test_the_colours_of_worlds_and_types_of_developments_match_the_rulebook() -> None:
    def sort(powers: tuple[Power, ...], verbs: set[str]) -> str:
        if any(isinstance(power, Immediate) for power in powers):
            return "immediate"
        return "reassign" if verbs & {"reassign", "dictates", "dictated workers"} else "other"

    worlds = Counter(str(tile.sides[1].properties["colour"]) for tile in TILES)
    developments = Counter(
        sort(
            tile.sides[0].powers,
            {effect.verb for power in tile.sides[0].powers for effect in power.effects}
            | {power.point for power in tile.sides[0].powers if isinstance(power, Modifier)},
        )
        for tile in TILES
    )

    assert worlds == {"novelty": 15, "rare": 13, "genes": 9, "alien": 7, "gray": 11}
    assert developments == {"reassign": 18, "other": 34, "immediate": 3}


@rule("R009")
def test_only_dice_in_columns_are_workers() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology", "Spice World"], goods={"Spice World": "1 novelty"})
    game.seat(0, citizenry="1 home", dictated="1 genes", developing="1 rare", settling="1 alien", explore="2 military")

    game.select("ship", "military").answer("reassign", "Nanotechnology")

    assert {die for die, _ in game.options()} == {"military in explore"}


@rule("R010")
def test_a_worker_is_named_after_its_present_phase() -> None:
    game = table("roll").seat(0, tableau=["Isolation Policy", "Galactic Influence"], ship="2 alien")
    game.select("settle", "alien")
    assert "Isolation Policy" not in game.options()

    game.answer("reassign", "Galactic Influence").answer("worker", "alien", "explore")

    assert "Isolation Policy" in game.options()


@rule("R010")
def test_a_producer_on_a_world_is_a_good() -> None:
    game = table("roll").seat(0, tableau=["Spice World"], produce="1 genes", ship="1 home")

    game.phases("produce", "ship")

    assert game.stock("produce", 0) == ""
    assert game.pending.name == "mode"


@rule("R012")
def test_every_development_and_every_world_is_unique() -> None:
    names = [side.name for side in LIBRARY.model.list_sides()]

    assert len(names) == len(set(names)) == 2 * 55 + 2 * 9 + 9
