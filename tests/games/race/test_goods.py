"""Consume and Produce."""

from __future__ import annotations

import pytest

from games.race.tables import race
from rules import rule


@rule("R081", "R082", "R083")
@pytest.mark.parametrize(
    ("world", "price"),
    [("Galactic Resort", 2), ("Asteroid Belt", 3), ("Pre-Sentient Race", 4), ("Deserted Alien Outpost", 5)],
)
def test_a_player_who_picked_trade_sells_a_good_by_its_kind(world: str, price: int) -> None:
    table = race([world], goods=[world], actions=["trade"], other=["Refugee World"], other_goods=["Refugee World"])
    table.phase("consume")

    assert len(table.hand(0)) == price
    assert table.hand(1) == []
    assert table.goods(1) == ["Refugee World"]


@rule("R081")
def test_the_sale_comes_before_consume_powers() -> None:
    table = race(["Tourist World", "Asteroid Belt"], goods=["Asteroid Belt"], actions=["trade"]).phase("consume")
    assert (len(table.hand()), table.goods(), table.vp()) == (3, [], 0)

    consumer = ["Terraformed World", "Asteroid Belt"]
    table = race(consumer, goods=["Asteroid Belt"], actions=["trade"]).phase("consume")
    assert (table.vp(), len(table.hand())) == (0, 3)


@rule("R071", "R074")
def test_consume_powers_must_be_used_by_everybody() -> None:
    table = race(
        ["Terraformed World", "Asteroid Belt"],
        goods=["Asteroid Belt"],
        other=["Galactic Trendsetters", "Refugee World"],
        other_goods=["Refugee World"],
    )
    table.phase("consume")

    assert (table.vp(0), table.vp(1)) == (1, 2)
    assert (table.goods(0), table.goods(1)) == ([], [])
    assert len(table.discards()) == 2


@rule("R075", "R078")
def test_a_good_serves_one_power_and_a_power_works_once() -> None:
    table = race(["Galactic Trendsetters", "Asteroid Belt"], goods=["Asteroid Belt"]).phase("consume")
    assert table.vp() == 2

    two = ["Asteroid Belt", "Radioactive World"]
    table = race(["Galactic Trendsetters", *two], goods=two).phase("consume")
    assert (table.vp(), len(table.goods())) == (2, 1)


@rule("R076")
def test_a_good_is_consumed_by_a_power_of_any_card() -> None:
    table = race(["Public Works", "Refugee World"], goods=["Refugee World"]).phase("consume")

    assert table.vp() == 1


@rule("R077", "R049", "R051")
def test_the_owner_chooses_the_order_even_if_goods_are_left_over() -> None:
    cards = ["Plague World", "Tourist World", "Pre-Sentient Race", "Refugee World"]
    goods = ["Pre-Sentient Race", "Refugee World"]
    table = race(cards, goods=goods)
    table.phase("consume", ("power", table.power("Plague World", 1)))
    assert (table.vp(), table.goods()) == (1, ["Refugee World"])

    table = race(cards, goods=goods)
    table.phase("consume", ("power", table.power("Tourist World", 1)))
    assert (table.vp(), table.goods()) == (3, [])


@rule("R079", "R080")
def test_a_power_with_an_upper_number_is_used_to_the_full() -> None:
    goods = ["Refugee World", "Former Penal Colony"]
    table = race(["Free Trade Association", "Asteroid Belt", *goods], goods=[*goods, "Asteroid Belt"])
    table.phase("consume")

    assert table.goods() == ["Asteroid Belt"]
    assert (table.vp(), len(table.hand())) == (2, 2)
    assert not table.was_asked("goods")


@rule("R048")
def test_optional_powers_are_offered_last_with_done() -> None:
    table = race(["Deficit Spending", "New Economy"], ["Gem World"])
    table.phase("consume", ("power", table.power("New Economy", 1)), ("power", "done"))

    assert table.options("power") == [table.power("Deficit Spending", 1), "done"]
    assert len(table.hand()) == 2


@rule("R085")
def test_only_chips_from_consume_powers_are_doubled() -> None:
    table = race(["New Earth", "Refugee World"], goods=["Refugee World"], actions=["consume2x"]).phase("consume")

    assert (table.vp(), len(table.hand())) == (2, 1)
    assert table.pool() == 22


@rule("R086")
def test_chips_for_cards_from_the_hand_are_not_doubled() -> None:
    table = race(["Deficit Spending"], ["Gem World", "Space Port"], actions=["consume2x"])
    table.phase("consume", ("power", table.power("Deficit Spending", 1)), ("discard", ["Gem World", "Space Port"]))

    assert table.vp() == 2


@rule("R113")
def test_with_both_consume_cards_a_good_is_sold_and_the_rest_is_doubled() -> None:
    goods = ["Refugee World", "Asteroid Belt"]
    table = race(["Terraformed World", *goods], goods=goods, actions=["trade", "consume2x"], variant="advanced")
    table.phase("consume", ("trade", ["Asteroid Belt"]))

    assert (len(table.hand()), table.vp(), table.goods()) == (3, 2, [])


@rule("R100", "R011", "R009")
def test_all_chips_are_paid_even_when_the_pool_runs_out() -> None:
    table = race(["Galactic Trendsetters", "Refugee World"], goods=["Refugee World"], actions=["consume2x"])
    table.g.adjust(table.w.pool, 1 - table.pool(), "test")

    table.phase("consume")

    assert (table.vp(), table.pool()) == (4, -3)


@rule("R087", "R088")
def test_every_production_world_without_a_good_receives_one() -> None:
    table = race(["Artist Colony", "New Earth"], goods=["New Earth"], other=["Plague World"]).phase("produce")

    assert table.goods(0) == ["Artist Colony", "New Earth"]
    assert table.goods(1) == ["Plague World"]
    assert all(len(table.g.zone[place]) <= 1 for place in table.w.goods)


@rule("R089")
def test_cards_for_producing_come_only_with_the_good() -> None:
    assert len(race(["Lost Species Ark World"]).phase("produce").hand()) == 2
    assert race(["Lost Species Ark World"], goods=["Lost Species Ark World"]).phase("produce").hand() == []


@rule("R090")
def test_those_who_picked_produce_choose_one_empty_windfall_world() -> None:
    worlds = ["Refugee World", "Asteroid Belt", "Pre-Sentient Race"]
    table = race(worlds, goods=["Refugee World"], actions=["produce"], other=["Galactic Resort"])
    table.phase("produce", ("windfall", "Pre-Sentient Race"))

    assert table.options("windfall") == ["Asteroid Belt", "Pre-Sentient Race"]
    assert table.goods() == ["Refugee World", "Pre-Sentient Race"]
    assert table.goods(1) == []


@rule("R091")
def test_a_power_for_any_windfall_world_comes_after_the_bonus() -> None:
    worlds = ["Galactic Engineers", "Asteroid Belt", "Pre-Sentient Race"]
    table = race(worlds, actions=["produce"]).phase("produce", ("windfall", "Asteroid Belt"))

    assert table.goods() == ["Asteroid Belt", "Pre-Sentient Race"]


@rule("R092")
def test_goods_of_earlier_phases_are_not_produced_goods() -> None:
    table = race(["Consumer Markets", "Artist Colony", "New Vinland"], goods=["New Vinland"]).phase("produce")
    assert len(table.hand()) == 1

    table.phase("produce")
    assert len(table.hand()) == 1
