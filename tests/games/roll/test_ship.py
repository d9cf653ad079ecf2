"""Ship (R160-R170) and its powers."""

from __future__ import annotations

from typing import Any

import pytest

from games.roll.position import RollPosition
from rules import rule
from table import table


def shipping(*tableau: str, shipper: str = "1 home", **goods: str) -> RollPosition:
    """Seat 0 in a Ship phase with this tableau, these shippers and these goods."""
    game: RollPosition = table("roll").seat(0, tableau=list(tableau), credits=1, ship=shipper)
    game.seat(0, goods={name.replace("_", " "): good for name, good in goods.items()})
    return game.phase("ship")


@rule("R160")
def test_a_shipper_and_its_good_go_to_the_citizenry() -> None:
    game = shipping("Spice World", Spice_World="1 rare")

    game.answer("mode", "trade")

    assert game.stock("citizenry", 0) == "1 home, 1 rare"
    assert game.stock("goods", "Spice World") == ""


@rule("R161")
@pytest.mark.parametrize(
    ("world", "credits"), [("Spice World", 3), ("Comet Zone", 4), ("Plague World", 5), ("Lost Alien Warship", 6)]
)
def test_a_good_trades_by_the_colour_of_its_world_not_its_own(world: str, credits: int) -> None:
    game = shipping(world, **{world: "1 military"})

    game.answer("mode", "trade")

    assert game.credits() == 1 + credits


@rule("R162")
@pytest.mark.parametrize(
    ("good", "shipper", "chips"),
    [
        ("home", "home", 1),
        ("novelty", "home", 2),
        ("home", "novelty", 2),
        ("novelty", "novelty", 3),
        ("rare", "rare", 1),
    ],
)
def test_consuming_gives_a_chip_and_one_more_for_each_die_of_the_colour_of_the_world(
    good: str, shipper: str, chips: int
) -> None:
    game = shipping("Spice World", shipper=f"1 {shipper}", Spice_World=f"1 {good}")
    pool = game.count("pool")

    game.answer("mode", "consume")

    assert game.vp() == chips
    assert game.count("pool") == pool - chips


@rule("R163")
@pytest.mark.parametrize("world", ["Spice World", "Comet Zone", "Plague World", "Lost Alien Warship"])
@pytest.mark.parametrize(("good", "shipper", "chips"), [("consumption", "home", 2), ("consumption", "consumption", 3)])
def test_a_consumption_die_matches_every_world(world: str, good: str, shipper: str, chips: int) -> None:
    game = shipping(world, shipper=f"1 {shipper}", **{world: f"1 {good}"})

    assert game.answer("mode", "consume").vp() == chips


@rule("R165")
def test_a_wild_face_matches_nothing_only_the_colour_counts() -> None:
    game = table("roll", 3).seat(0, tableau=["Spice World"], goods={"Spice World": "1 novelty"}, cup="1 rare")
    game.rolls(0, "rare wild").roll()

    game.answer("wild", "1 ship").answer("select", "ship").answer("selector", "rare").answer("reassign", "done")
    game.reveal().phase("ship").answer("mode", "consume")

    assert game.vp() == 2


@rule("R166")
def test_goods_and_shippers_may_be_paired_freely() -> None:
    game = shipping("Spice World", "Plague World", shipper="1 novelty", Spice_World="1 novelty", Plague_World="1 home")

    assert game.options() == ["novelty on Spice World", "home on Plague World"]
    game.answer("good", "home on Plague World").answer("mode", "consume")

    assert game.vp() == 1


@rule("R093", "R167")
def test_a_seat_may_trade_as_often_as_it_has_pairs_deciding_each_time() -> None:
    game = shipping("Spice World", "Plague World", shipper="2 home", Spice_World="1 home", Plague_World="1 genes")

    game.answer("good", "home").answer("mode", "trade")
    assert game.options() == ["trade", "consume"]
    game.answer("mode", "trade")

    assert game.credits() == 9


@rule("R170", "R095")
def test_surplus_shippers_go_to_the_cup() -> None:
    game = shipping("Spice World", shipper="3 home", Spice_World="1 home")

    game.answer("mode", "trade")

    assert (game.stock("citizenry", 0), game.stock("cup", 0)) == ("2 home", "2 home")


@rule("R168", "R169")
def test_an_empty_pool_is_extended_by_the_reserve_and_ends_the_game_after_the_round() -> None:
    # D24, D25
    game = shipping("Spice World", "Gem World", shipper="2 novelty", Spice_World="1 novelty", Gem_World="1 novelty")
    game.common(pool=2)

    game.answer("good", "novelty on Gem World").answer("mode", "consume")
    assert (game.vp(), game.ended) == (3, ())
    game.answer("mode", "consume")

    assert (game.vp(), game.count("pool")) == (6, -4)
    assert game.end_round().ended == ("pool",)


@rule("R096")
def test_credits_beyond_ten_from_a_trade_are_lost() -> None:
    game = shipping("Lost Alien Warship", **{"Lost Alien Warship": "1 home"}).seat(0, credits=8)

    assert game.answer("mode", "trade").credits() == 10


@rule("R164")
def test_powers_add_to_the_credits_for_a_trade() -> None:
    game = shipping("Export Duties", "Galactic Demand", "Spice World", Spice_World="1 home")

    assert game.answer("mode", "trade").credits() == 1 + 3 + 1 + 2


@rule("R232")
def test_the_genes_shipper_of_organic_shipyards_matters_only_for_consuming_from_a_genes_world() -> None:
    game = shipping("Organic Shipyards", "Spice World", shipper="", Spice_World="1 genes")

    game.answer("shipper", "virtual", "genes").answer("mode", "consume")

    assert game.vp() == 1


@rule("R101")
def test_space_piracy_rounds_a_third_military_die_up() -> None:
    game = table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)

    game.end_of("ship")

    assert game.credits(0) == 3
    assert game.last_event.cause.power == "F1.a/1"


@rule("R233")
def test_space_tourism_pays_two_if_its_owner_has_all_the_most_expensive_worlds() -> None:
    # Printed costs count, so Replicant Robots makes no difference.
    game = table("roll").seat(
        0, tableau=["Space Tourism", "Comet Zone", "Gateway Station", "Replicant Robots"], credits=1
    )
    game.seat(1, tableau=["Spice World", "Galactic Bankers"])

    assert game.end_of("ship").credits() == 3


def test_powers_react_only_to_their_owner() -> None:
    game = table("roll").seat(0, tableau=["Export Duties", "Trade Levies", "Galactic Renaissance"], credits=1)
    game.seat(1, tableau=["Spice World"], goods={"Spice World": "1 home"}, ship="1 home")

    game.phase("ship").answer("mode", "consume")

    found: tuple[Any, ...] = (game.credits(0), game.vp(0), game.powers)
    assert found == (1, 0, [])
