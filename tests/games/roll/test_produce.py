"""Produce (R150-R153) and its powers."""

from __future__ import annotations

import pytest

from rules import rule
from table import table


@rule("R150")
def test_a_producer_becomes_a_good_and_stays_on_its_world() -> None:
    game = table("roll").seat(0, tableau=["Spice World"], produce="1 novelty")

    game.phase("produce")

    assert game.stock("goods", "Spice World") == "1 novelty"
    assert (game.stock("citizenry", 0), game.stock("cup", 0)) == ("", "")


@rule("R150")
def test_gray_worlds_and_developments_hold_no_goods() -> None:
    game = table("roll").seat(0, tableau=["Gateway Station", "Merchant Guild"], produce="1 novelty")

    game.phase("produce")

    assert game.stock("goods", "Gateway Station") == ""
    assert game.stock("cup", 0) == "1 novelty"


@rule("R151")
def test_any_producer_may_go_to_any_non_gray_world() -> None:
    game = table("roll").seat(0, tableau=["Spice World", "Plague World", "Gateway Station"], produce="1 home, 1 alien")

    game.phase("produce").answer("producer", "alien")
    assert game.options() == ["Spice World", "Plague World"]
    game.answer("world", "Plague World")

    assert game.stock("goods", "Plague World") == "1 alien"
    assert game.stock("goods", "Spice World") == "1 home"


@rule("R095", "R152", "R153")
def test_a_world_holds_one_good_and_surplus_producers_go_to_the_cup() -> None:
    game = table("roll").seat(0, tableau=["Spice World", "Gem World"], goods={"Gem World": "1 rare"}, produce="3 home")

    game.phase("produce")

    assert (game.stock("goods", "Spice World"), game.stock("goods", "Gem World")) == ("1 home", "1 rare")
    assert game.stock("cup", 0) == "2 home"


@rule("R152", "R228", "R229")
def test_galactic_reserves_lets_every_non_gray_world_hold_two_goods() -> None:
    game = table("roll").seat(
        0, tableau=["Galactic Reserves", "Spice World", "Gateway Station"], produce="2 home, 1 rare"
    )

    game.phase("produce").answer("producer", "rare")

    assert game.stock("goods", "Spice World") == "1 home, 1 rare"
    assert game.stock("cup", 0) == "1 home"


@rule("R228")
def test_each_of_two_goods_on_a_world_needs_its_own_shipper() -> None:
    game = table("roll").seat(0, tableau=["Galactic Reserves", "Spice World"], goods={"Spice World": "2 home"})
    game.seat(0, ship="1 home", credits=1)

    game.phase("ship").answer("mode", "trade")

    assert game.stock("goods", "Spice World") == "1 home"
    assert game.credits() == 4


@rule("R230")
def test_genetics_lab_counts_genes_dice_as_goods_and_not_goods_on_genes_worlds() -> None:
    game = table("roll").seat(0, tableau=["Genetics Lab", "Spice World", "Plague World"], credits=1)
    game.seat(0, goods={"Spice World": "1 genes", "Plague World": "1 home"}, citizenry="3 genes")
    game.seat(1, tableau=["Gem World"], goods={"Gem World": "1 genes"})

    assert game.phase("produce").credits() == 3


@rule("R090")
@pytest.mark.parametrize("phase", ["explore", "develop", "settle", "ship"])
def test_produce_powers_do_nothing_if_produce_is_not_active(phase: str) -> None:
    game = table("roll").seat(0, tableau=["Merchant Guild", "Spice World"], produce="1 home", credits=1)

    game.phase(phase)

    assert game.credits() == 1
    assert game.stock("goods", "Spice World") == ""
