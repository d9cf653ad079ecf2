"""Gains from worlds when they are placed (R142, R143)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import power, rule
from table import table


def world(name: str, cost: int, credits: int, dice: str, place: str, mark: pytest.MarkDecorator) -> Any:
    return pytest.param(name, cost, credits, dice, place, marks=mark, id=name)


@rule("R142")
@pytest.mark.parametrize(
    ("name", "cost", "credits", "dice", "place"),
    [
        world("Designer Species, Ultd.", 5, 1, "1 genes", "goods", power("T01.b/1", "T01.b/2")),
        world("Spice World", 2, 0, "1 novelty", "cup", power("T02.b/1")),
        world("Information Hub", 3, 0, "1 novelty", "goods", power("T04.b/1")),
        world("Galactic Trendsetters", 6, 2, "2 consumption", "citizenry", power("T05.b/1", "T05.b/2")),
        world("Malevolent Lifeforms", 4, 0, "1 genes", "goods", power("T06.b/1")),
        world("Gem World", 2, 0, "1 novelty", "cup", power("T07.b/1")),
        world("Lost Species Ark World", 5, 1, "1 genes", "goods", power("T08.b/1", "T08.b/2")),
        world("Trading World", 3, 0, "1 consumption", "citizenry", power("T09.b/1")),
        world("Silicon World", 4, 1, "1 rare", "goods", power("T10.b/1", "T10.b/2")),
        world("Sentient Robots", 2, 0, "1 military", "cup", power("T11.b/1")),
        world("Galactic Resort", 3, 0, "1 novelty", "goods", power("T12.b/1")),
        world("Deserted Alien Outpost", 4, 0, "1 alien", "goods", power("T14.b/1")),
        world("Star Nomad Lair", 1, 0, "1 novelty", "citizenry", power("T15.b/1")),
        world("Artist Colony", 1, 0, "1 novelty", "citizenry", power("T16.b/1")),
        world("Blaster Gem Mines", 3, 0, "1 military, 1 rare", "citizenry", power("T17.b/1", "T17.b/2")),
        world("New Vinland", 2, 0, "1 novelty", "cup", power("T18.b/1")),
        world("Mining World", 3, 0, "1 rare", "goods", power("T19.b/1")),
        world("Alien Robot Scout Ship", 4, 1, "1 alien", "cup", power("T20.b/1", "T20.b/2")),
        world("Fifth Column", 1, 0, "1 military", "cup", power("T21.b/1")),
        world("Rebel Hideout", 2, 0, "2 military", "citizenry", power("T22.b/1")),
        world("Runaway Robots", 2, 0, "1 military", "cup", power("T23.b/1")),
        world("Plague World", 3, 0, "1 genes", "cup", power("T24.b/1")),
        world("Alien Sentinels", 6, 3, "1 alien", "cup", power("T25.b/1", "T25.b/2")),
        world("Pirate World", 2, 0, "1 military", "citizenry", power("T26.b/1")),
        world("Galactic Survey Headquarters", 2, 0, "1 novelty", "cup", power("T27.b/1")),
        world("Planetary Nebula", 3, 0, "1 rare", "goods", power("T28.b/1")),
        world("Deserted Alien Library", 6, 2, "1 alien", "goods", power("T29.b/1", "T29.b/2")),
        world("Distant World", 4, 1, "1 genes", "cup", power("T30.b/1", "T30.b/2")),
        world("Gateway Station", 3, 0, "1 consumption", "citizenry", power("T31.b/1")),
        world("Galactic Fuel Depot", 3, 0, "1 rare", "goods", power("T32.b/1")),
        world("Jumpdrive Fuel Refinery", 3, 0, "1 rare", "goods", power("T33.b/1")),
        world("New Survivalists", 1, 0, "1 novelty", "citizenry", power("T34.b/1")),
        world("Transport Hub", 4, 1, "1 consumption", "citizenry", power("T35.b/1", "T35.b/2")),
        world("Radioactive World", 2, 0, "1 rare", "cup", power("T36.b/1")),
        world("High-Gravity World", 1, 0, "1 military", "cup", power("T37.b/1")),
        world("Secluded World", 1, 0, "1 novelty", "citizenry", power("T38.b/1")),
        world("Tourist World", 4, 1, "1 consumption", "citizenry", power("T39.b/1", "T39.b/2")),
        world("Outlaw World", 2, 0, "1 military", "cup", power("T40.b/1")),
        world("Ore-Rich World", 2, 0, "1 rare", "cup", power("T41.b/1")),
        world("Lost Alien Warship", 5, 2, "1 alien", "cup", power("T42.b/1", "T42.b/2")),
        world("Space Port", 2, 0, "1 novelty", "cup", power("T43.b/1")),
        world("Asteroid Belt", 2, 0, "1 rare", "cup", power("T44.b/1")),
        world("Deep Space Symbionts, Ltd.", 4, 1, "1 genes", "cup", power("T45.b/1", "T45.b/2")),
        world("Armaments World", 4, 1, "1 rare", "goods", power("T46.b/1", "T46.b/2")),
        world("Prosperous World", 3, 0, "1 novelty", "goods", power("T47.b/1")),
        world("Lost Alien Battle Fleet", 6, 3, "1 alien", "cup", power("T48.b/1", "T48.b/2")),
        world("Uplift Overseers", 3, 0, "1 genes", "cup", power("T49.b/1")),
        world("Universal Exports", 3, 0, "1 novelty", "goods", power("T50.b/1")),
        world("Jungle World", 4, 0, "1 genes", "goods", power("T52.b/1")),
        world("Deserted Alien Colony", 5, 1, "1 alien", "goods", power("T53.b/1", "T53.b/2")),
        world("Terraformed World", 5, 2, "1 consumption", "citizenry", power("T54.b/1", "T54.b/2")),
        world("Comet Zone", 3, 0, "1 rare", "goods", power("T55.b/1")),
    ],
)
def test_a_settled_world_gives_its_dice_and_credits_once(
    name: str, cost: int, credits: int, dice: str, place: str
) -> None:
    game = table("roll").seat(0, worlds=[name], settle=f"{cost} home", credits=1)

    game.phase("settle")

    given = {"cup": "", "citizenry": "", "goods": "", place: dice}
    assert game.pieces("tableau") == [name]
    assert game.credits() == 1 + credits
    assert game.stock("cup", 0) == given["cup"]
    assert game.stock("citizenry", 0) == ", ".join(filter(None, (f"{cost} home", given["citizenry"])))
    assert game.stock("goods", name) == given["goods"]
    assert game.phase("settle").credits() == 1 + credits


@rule("R143", "R225")
@power("T13.b/1", "T13.b/2")
def test_former_penal_colony_costs_a_die_and_gives_a_military_one() -> None:
    game = table("roll").seat(0, worlds=["Former Penal Colony"], settle="1 home", cup="1 genes")

    game.phase("settle").answer("discard", "1 home in citizenry")

    assert game.stock("citizenry", 0) == ""
    assert game.stock("cup", 0) == "1 military, 1 genes"


@rule("R143", "R225")
@power("T03.b/1", "T03.b/2", "T03.b/3")
def test_rebel_warrior_race_gives_its_dice_after_one_is_removed() -> None:
    game = table("roll").seat(0, worlds=["Rebel Warrior Race"], settle="3 home", cup="1 military")

    game.phase("settle")
    assert game.options() == [("military in cup", 1), ("home in citizenry", 3)]
    game.answer("discard", "1 military in cup")

    assert game.stock("cup", 0) == ""
    assert game.stock("citizenry", 0) == "3 home, 1 military, 1 genes"


@rule("R225")
@power("T51.b/1", "T51.b/2")
def test_rebel_miners_may_remove_a_good_of_another_world() -> None:
    game = table("roll").seat(
        0, worlds=["Rebel Miners"], settle="2 home", tableau=["Spice World"], goods={"Spice World": "1 novelty"}
    )

    game.phase("settle").answer("discard", "1 novelty on Spice World")

    assert game.stock("goods", "Spice World") == ""
    assert game.stock("citizenry", 0) == "2 home, 2 military"


@rule("R143")
def test_a_die_can_be_removed_from_any_own_place() -> None:
    game = table("roll")
    game.seat(
        0,
        worlds=["Former Penal Colony", "Gem World"],
        settle="2 home",
        tableau=["Spice World"],
        goods={"Spice World": "1 novelty"},
        cup="1 rare",
        ship="1 genes",
        developing="1 alien",
        developments=["Nanotechnology"],
    ).selected(0, "produce", "consumption")
    game.seat(1, cup="1 military", citizenry="1 military")

    game.phase("settle")

    assert {name for name, _ in game.options()} == {
        "rare in cup",
        "home in citizenry",
        "home in settle",
        "genes in ship",
        "consumption in strip",
        "alien in developing",
        "novelty on Spice World",
    }


@rule("R144")
def test_a_phase_stays_active_even_if_the_die_that_selected_it_is_removed() -> None:
    game = table("roll").seat(0, worlds=["Former Penal Colony"], settle="1 home", tableau=["Merchant Guild"], credits=1)
    game.selected(0, "produce", "novelty").phases("settle", "produce")

    game.answer("discard", "1 novelty in strip")

    assert game.stock("strip", 0) == ""
    assert game.credits() == 3
    assert "T33.a/1" in game.powers
