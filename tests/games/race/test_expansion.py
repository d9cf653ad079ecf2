"""Powers of custom cards that no printed card has."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.joined import found
from games.race.expansion import written, zeta
from games.race.tables import Table, race
from rftg_dsl.library.load import load_library


def test_two_copies_of_a_world_use_their_consume_powers_once_each(tmp_path: Path) -> None:
    table = zeta(tmp_path, "consume: consume 1 good: gain 1 vp", ["Zeta", "Zeta", "Asteroid Belt"])
    for world in table.g.zone[table.w.tableau[0]]:
        table.g.move(table.g.zone[table.w.supply][0], table.w.goods[world], "test")
    table.phase("consume")

    assert (table.vp(), len(table.goods())) == (2, 1)


def test_two_copies_of_a_world_use_a_power_once_each_in_a_phase(tmp_path: Path) -> None:
    power = "when own world produces, once per phase: gain 1 vp"
    worlds = ["Zeta", "Zeta", "Gem World", "Comet Zone"]

    assert zeta(tmp_path, power, worlds).phase("produce").vp() == 2


def test_all_cards_in_hand_can_be_discarded(tmp_path: Path) -> None:
    power = "consume: discard all cards in hand: gain 1 vp per discarded"
    table = zeta(tmp_path, power, ["Zeta"], ["Comet Zone", "Gem World"]).phase("consume")

    assert (table.vp(), table.hand()) == (2, [])


def test_a_world_that_is_given_up_takes_its_good_along(tmp_path: Path) -> None:
    table = zeta(tmp_path, "consume: may discard this card: gain 3 vp", ["Zeta"], goods=["Zeta"])
    zeta_piece = table.in_tableau("Zeta")
    table.phase("consume", ("power", table.power("Zeta", 1)))

    assert (table.vp(), table.tableau(), len(table.discards())) == (3, [], 2)
    assert not table.g.zone[table.w.goods[zeta_piece]]


def test_a_produce_power_with_a_price_is_used_only_if_it_can_be_paid(tmp_path: Path) -> None:
    power = "produce: discard 1 card in hand: gain 1 vp"

    assert zeta(tmp_path, power, ["Zeta"]).phase("produce").vp() == 0
    assert zeta(tmp_path, power, ["Zeta"], ["Gem World"]).phase("produce").vp() == 1


def test_a_produce_power_that_may_be_used_can_be_declined(tmp_path: Path) -> None:
    power = "produce: may discard 1 card in hand: gain 1 vp"
    table = zeta(tmp_path, power, ["Zeta"], ["Gem World"]).phase("produce", ("use", "decline"))
    assert (table.vp(), table.hand()) == (0, ["Gem World"])

    table = zeta(tmp_path, power, ["Zeta"], ["Gem World"])
    table.phase("produce", ("use", table.power("Zeta", 1)))
    assert (table.vp(), table.hand()) == (1, [])

    assert not zeta(tmp_path, power, ["Zeta"]).phase("produce").was_asked("use")


def test_powers_react_to_production_by_others(tmp_path: Path) -> None:
    power = "when opponent has produced: gain 1 vp"

    assert zeta(tmp_path, power, ["Zeta"]).phase("produce").vp() == 1


def test_producers_are_remembered_until_the_end_of_the_phase(tmp_path: Path) -> None:
    power = "at end of produce, if you produced: gain 1 vp"

    assert zeta(tmp_path, power, ["Zeta"]).phase("produce").vp() == 1


def settle_first_cards(table: Table) -> None:
    """A Settle phase with seat 1 before seat 0; both place the first card of their hand."""
    table.g.set_fact(table.w.order, (1, 0), "test")
    first = [table.g.zone[place][0] for place in table.w.hand]
    table.begin("settle")
    table.g.run()
    while (asked := table.g.pending) is not None:
        assert table.g.answer(first[asked.seat] if asked.name == "settle" else asked.form.listed()[0]) is None


HAND = ("Asteroid Belt", "Gem World", "Comet Zone")


def test_a_card_that_can_no_longer_be_paid_for_returns_to_the_hand(tmp_path: Path) -> None:
    power = "when you settle: opponents discard 2 cards in hand"
    table = zeta(tmp_path, power, hand=HAND, other=["Zeta"], other_hand=["Refugee World"])
    settle_first_cards(table)

    assert table.tableau(1) == ["Zeta", "Refugee World"]
    assert (table.hand(), table.tableau(), table.goods()) == (["Asteroid Belt"], [], [])


def test_a_card_that_is_gone_before_it_is_paid_for_costs_nothing(tmp_path: Path) -> None:
    power = "when you settle: discard 1 world of opponents"
    table = zeta(tmp_path, power, hand=HAND, other=["Zeta"], other_hand=["Refugee World"])
    settle_first_cards(table)

    assert (len(table.hand()), table.tableau(), table.goods()) == (2, [], [])
    assert table.g.facts[table.w.placed[0]] == -1


def test_settled_worlds_are_told_apart_by_kind(tmp_path: Path) -> None:
    power = "at end of settle, if you settled a non-rebel world: gain 1 vp\n"
    power += "at end of settle, if you settled a world: draw 1 card"
    table = zeta(tmp_path, power, ["Zeta", "New Sparta"], ["Rebel Fuel Cache"])
    table.phase("settle", ("settle", "Rebel Fuel Cache"))

    assert (table.vp(), len(table.hand())) == (0, 1)


def test_an_expansion_adds_start_worlds_with_their_own_numbers() -> None:
    start = 'start-world X5 number 5 {\n  world "Fifth" blue cost 1 vp 1 { military: 1 more }\n}\n'

    assert [diagnostic.message for diagnostic in found(start, "race")] == []
    assert [diagnostic.code for diagnostic in found(start.replace("number 5", "number 4"), "race")] == [
        "duplicate-value"
    ]


LESS = 'development "Less" cost 1 vp 1 { cost of worlds, may discard 1 card in hand: 2 less }'


@pytest.mark.parametrize(("power", "cards"), [("gain 1 vp", 0), ("cost of this world cannot be changed", 3)])
def test_a_cost_that_cannot_be_changed_is_as_printed_before_the_card_is_in_play(
    tmp_path: Path, power: str, cards: int
) -> None:
    world = f'card ZZ1 {{ world "Zeta" novelty production cost 3 vp 1 {{ {power} }} }}'
    folder = written(tmp_path, f"{world}\ncard ZZ2 {{ {LESS} }}\n")
    library = load_library("race", None, [folder])

    table = race(["Replicant Robots", "Less"], ["Zeta", "Gem World", "Comet Zone", "Alien Robot Sentry"], found=library)
    ways = table.phase("settle", ("settle", "Zeta")).asked[1:]

    assert table.tableau()[-1] == "Zeta"
    assert len(table.hand()) == 3 - (cards or 1)
    assert any("ZZ2" in way for _, _, options in ways for way in options) == (not cards)


def test_a_card_can_be_cheaper_by_its_own_power(tmp_path: Path) -> None:
    world = 'card ZZ1 { world "Zeta" novelty production cost 3 vp 1 { cost of this world: 1 less per own rare world } }'
    library = load_library("race", None, [written(tmp_path, world)])
    table = race(["Comet Zone", "Asteroid Belt"], ["Zeta", "Gem World", "Space Port"], found=library)

    table.phase("settle", ("settle", "Zeta"))

    assert (table.tableau()[-1], len(table.hand())) == ("Zeta", 1)
