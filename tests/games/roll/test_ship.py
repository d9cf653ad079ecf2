"""Ship (R160-R170) and its powers."""

from __future__ import annotations

from typing import Any

import pytest

from games.roll.position import RollPosition
from rules import power, rule
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
@power("T10.a/1", "T14.a/1")
def test_powers_add_to_the_credits_for_a_trade() -> None:
    game = shipping("Export Duties", "Galactic Demand", "Spice World", Spice_World="1 home")

    assert game.answer("mode", "trade").credits() == 1 + 3 + 1 + 2


def test_galactic_demand_wants_a_novelty_world() -> None:
    game = shipping("Galactic Demand", "Comet Zone", Comet_Zone="1 novelty")

    assert game.answer("mode", "trade").credits() == 1 + 4


@power("T29.a/1")
def test_jumpdrive_research_pays_for_trades_from_rare_worlds() -> None:
    game = shipping("JumpDrive Research", "Comet Zone", "Spice World", shipper="2 home", Comet_Zone="1 home")

    assert game.answer("mode", "trade").credits() == 1 + 5
    assert game.stock("cup", 0) == "1 home"


@rule("R099")
@power("T10.a/1")
def test_export_duties_pays_for_trading_but_not_for_consuming() -> None:
    game = shipping(
        "Export Duties", "Spice World", "Gem World", shipper="2 home", Spice_World="1 home", Gem_World="1 rare"
    )

    game.answer("good", "home").answer("mode", "trade")
    assert game.credits() == 5

    assert game.answer("mode", "consume").credits() == 5


@power("T13.a/1")
def test_galactic_bankers_sells_a_chip_after_each_trade() -> None:
    game = shipping("Galactic Bankers", "Spice World", Spice_World="1 home")

    game.answer("mode", "trade")
    assert game.options() == ["Galactic Bankers", "decline"]
    game.answer("use", "Galactic Bankers")

    assert (game.credits(), game.vp()) == (3, 1)
    assert game.count("pool") == 23


@rule("R068")
def test_galactic_bankers_may_be_declined() -> None:
    game = shipping("Galactic Bankers", "Spice World", Spice_World="1 home")

    game.answer("mode", "trade").answer("use", "decline")

    assert (game.credits(), game.vp()) == (4, 0)


@power("T13.a/1")
def test_galactic_bankers_is_paid_after_the_gain_is_capped_at_ten() -> None:
    # D30: $9 + 3 is 10, less 1 is 9.
    game = shipping("Galactic Bankers", "Spice World", Spice_World="1 home").seat(0, credits=9)

    game.answer("mode", "trade").answer("use", "Galactic Bankers")

    assert (game.credits(), game.vp()) == (9, 1)


@power("T10.a/1", "T13.a/1")
def test_galactic_bankers_is_asked_after_all_gains_from_a_trade() -> None:
    game = shipping("Galactic Bankers", "Export Duties", "Spice World", Spice_World="1 home").seat(0, credits=0)

    game.answer("mode", "trade")

    assert game.credits() == 4
    assert game.answer("use", "Galactic Bankers").credits() == 3


@power("F8.a/1")
def test_mining_industry_pays_for_consuming_from_a_rare_world_and_not_for_trading() -> None:
    game = shipping(
        "Mining Industry", "Comet Zone", "Asteroid Belt", shipper="2 home", Comet_Zone="1 home", Asteroid_Belt="1 rare"
    )

    game.answer("good", "home").answer("mode", "consume")
    assert game.credits() == 2

    assert game.answer("mode", "trade").credits() == 6


@power("T21.a/1")
def test_galactic_renaissance_gives_an_extra_chip_for_each_consume() -> None:
    game = shipping("Galactic Renaissance", "Spice World", Spice_World="1 home")

    assert game.answer("mode", "consume").vp() == 2
    assert game.count("pool") == 22


@power("T35.a/1")
@pytest.mark.parametrize(("world", "chips"), [("Plague World", 2), ("Lost Alien Warship", 2)])
def test_minor_research_labs_gives_a_chip_for_consuming_from_genes_and_alien_worlds(world: str, chips: int) -> None:
    game = shipping("Minor Research Labs", world, **{world: "1 home"})

    assert game.answer("mode", "consume").vp() == chips


def test_minor_research_labs_gives_nothing_for_genes_goods_on_other_worlds() -> None:
    game = shipping("Minor Research Labs", "Spice World", Spice_World="1 genes")

    assert game.answer("mode", "consume").vp() == 1


@power("T49.a/1")
def test_space_refineries_gives_a_chip_for_consuming_from_a_rare_world() -> None:
    game = shipping("Space Refineries", "Comet Zone", Comet_Zone="1 rare")

    assert game.answer("mode", "consume").vp() == 3


@rule("R164")
@power("T37.a/1", "T55.a/1")
def test_new_economy_and_trade_levies_pay_for_consuming() -> None:
    game = shipping("New Economy", "Trade Levies", "Spice World", Spice_World="1 home")

    game.answer("mode", "consume")

    assert (game.credits(), game.vp()) == (1 + 2 + 1, 1)


@power("T46.a/1")
def test_space_docks_employs_a_virtual_home_shipper() -> None:
    game = shipping("Space Docks", "Spice World", shipper="", Spice_World="1 novelty")

    game.answer("mode", "consume")

    assert game.vp() == 2
    assert game.stock("citizenry", 0) == "1 novelty"


@rule("R068")
@power("T46.a/1")
def test_an_employed_shipper_without_a_good_vanishes() -> None:
    # D29
    game = shipping("Space Docks", "Spice World", shipper="")

    assert game.asked is None
    assert game.play.facts[game.layout.fact["virtual.0"]] == ()


@rule("R232")
@power("T40.a/1", "T40.a/2")
def test_organic_shipyards_employs_a_home_and_a_genes_shipper() -> None:
    game = shipping(
        "Organic Shipyards", "Plague World", "Spice World", shipper="", Plague_World="1 home", Spice_World="1 home"
    )

    assert game.options() == [("virtual", "home"), ("virtual", "genes")]
    game.answer("shipper", "virtual", "genes").answer("good", "home on Plague World").answer("mode", "consume")
    assert game.vp() == 2
    game.answer("mode", "consume")

    assert game.vp() == 3


@rule("R232")
def test_the_genes_shipper_of_organic_shipyards_matters_only_for_consuming_from_a_genes_world() -> None:
    game = shipping("Organic Shipyards", "Spice World", shipper="", Spice_World="1 genes")

    game.answer("shipper", "virtual", "genes").answer("mode", "consume")

    assert game.vp() == 1


@rule("R101")
@power("F1.a/1")
def test_space_piracy_rounds_a_third_military_die_up() -> None:
    game = table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)

    game.end_of("ship")

    assert game.credits(0) == 3
    assert game.last_event.cause.power == "F1.a/1"


@rule("R098")
@power("F1.a/1")
def test_space_piracy_counts_the_shippers_of_the_current_phase() -> None:
    game = shipping("Space Piracy", "Spice World", shipper="1 military", Spice_World="1 military")

    assert game.answer("mode", "trade").credits() == 1 + 3 + 1


@power("T11.a/1")
def test_free_trade_association_pays_two_at_the_end_of_ship() -> None:
    assert shipping("Free Trade Association", shipper="").credits() == 3


@rule("R098")
@power("T23.a/1")
def test_galactic_salon_gives_a_chip_at_the_end_of_ship_without_a_shipper() -> None:
    game = shipping("Galactic Salon", shipper="")

    assert (game.vp(), game.count("pool")) == (1, 23)


@power("T50.a/1")
def test_space_tourism_pays_one_if_another_seat_owns_an_equally_expensive_world() -> None:
    game = (
        table("roll").seat(0, tableau=["Space Tourism", "Comet Zone"], credits=1).seat(1, tableau=["Gateway Station"])
    )

    assert game.end_of("ship").credits() == 2


@rule("R233")
@power("T50.a/1", "T50.a/2")
def test_space_tourism_pays_two_if_its_owner_has_all_the_most_expensive_worlds() -> None:
    # Printed costs count, so Replicant Robots makes no difference.
    game = table("roll").seat(
        0, tableau=["Space Tourism", "Comet Zone", "Gateway Station", "Replicant Robots"], credits=1
    )
    game.seat(1, tableau=["Spice World", "Galactic Bankers"])

    assert game.end_of("ship").credits() == 3


@rule("R233")
def test_space_tourism_pays_one_if_nobody_has_a_world() -> None:
    game = table("roll").seat(0, tableau=["Space Tourism"], credits=1)

    assert game.end_of("ship").credits() == 2


def test_powers_react_only_to_their_owner() -> None:
    game = table("roll").seat(0, tableau=["Export Duties", "Trade Levies", "Galactic Renaissance"], credits=1)
    game.seat(1, tableau=["Spice World"], goods={"Spice World": "1 home"}, ship="1 home")

    game.phase("ship").answer("mode", "consume")

    found: tuple[Any, ...] = (game.credits(0), game.vp(0), game.powers)
    assert found == (1, 0, [])
