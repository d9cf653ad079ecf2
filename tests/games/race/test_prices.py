"""Numbers that are changed at a price: what can be paid, with what, and how each way is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.joined import found
from games.race.expansion import WORLD, written, zeta
from games.race.tables import race
from rftg_dsl.library.load import load_library

HIRED = "military, may discard up to 2 cards in hand: 1 more per discarded"
FREIGHT = "cost of worlds, may consume 1 rare good: 3 less"


def codes(power: str) -> list[str]:
    return [diagnostic.code for diagnostic in found(WORLD.format(power=power), "race")]


@pytest.mark.parametrize(
    "power",
    [
        HIRED,
        FREIGHT,
        "military, may discard this card: 3 more",
        "military, may discard 1 or 2 cards in hand: 1 more per discarded",
        "military, may discard any number of worlds in hand: 1 more per discarded",
        "military, once per phase, may discard 1 rebel world: 2 more",
        "cost of developments, may consume up to 3 goods: 1 less per consumed",
    ],
)
def test_a_price_takes_things_of_its_owner(power: str) -> None:
    assert codes(power) == []


@pytest.mark.parametrize(
    "power",
    [
        "military, may discard all cards in hand: 3 more",
        "military, may discard 1 card of opponents: 3 more",
        "military, may draw 1 card: 3 more",
        "military, may gain 1 vp: 3 more",
        "military, may produce here: 3 more",
        "military, may ante 1 card in hand: 3 more",
        "military, may place 1 world from hand: 3 more",
        "cost of worlds, may consume 2 goods of different types: 3 less",
    ],
)
def test_other_prices_are_refused(power: str) -> None:
    assert codes(power) == ["wrong-kind"]


@pytest.mark.parametrize(
    "power",
    [
        "consume: may discard 2 cards in hand of different types: gain 1 vp",
        "consume: sell 2 goods of different types",
        "at end of settle: place 1 world of different types",
        "score 1 per world of different types",
        "cost of worlds of different types: 1 less",
        "at end of settle, if you have 2 worlds of different types: gain 1 vp",
        "when you settle a world of different types: gain 1 vp",
        "when you settle a world with cost up to 3 more: gain 1 vp",
        "when you settle a world with the highest cost: gain 1 vp",
        "when you settle a world with current cost 3 or more: gain 1 vp",
    ],
)
def test_things_are_told_apart_only_where_something_reads_it(power: str) -> None:
    assert codes(power) == ["surplus-clause"]


def test_a_price_that_can_vary_is_counted_by_the_change() -> None:
    assert codes("military, may discard up to 2 cards in hand: 3 more") == ["surplus-clause"]


def test_only_a_change_with_a_price_can_be_limited() -> None:
    assert codes("military, once per phase: 1 more") == ["surplus-clause"]


def test_a_change_counts_only_what_its_own_price_takes() -> None:
    assert codes("military: 1 more per discarded") == ["never-fires"]
    assert codes("military, may consume 1 good: 1 more per discarded") == ["never-fires"]


def test_a_changed_number_cannot_grow_with_itself() -> None:
    assert codes("military: 1 more per military") == ["trigger-cycle"]


HAND = ["Rebel Outpost", "Gem World", "Comet Zone", "Space Port"]  # defense 5


def test_each_number_of_things_is_a_way_of_its_own(tmp_path: Path) -> None:
    table = zeta(tmp_path, HIRED, ["Zeta", "New Sparta", "Space Marines"], HAND)
    table.phase("settle", ("settle", "Rebel Outpost"), ("way", "conquer with ZZ1"), ("discard", ["Gem World"]))
    assert table.options("way") == ["conquer with ZZ1", "conquer with ZZ1:2"]
    assert table.hand() == ["Comet Zone", "Space Port"]

    table = zeta(tmp_path, HIRED, ["Zeta", "New Sparta"], ["Rebel Warrior Race", *HAND[1:]])
    table.phase("settle", ("settle", "Rebel Warrior Race"), ("way", "conquer with ZZ1:2"))
    assert (table.tableau()[-1], len(table.hand())) == ("Rebel Warrior Race", 1)


def test_too_few_things_leave_no_way(tmp_path: Path) -> None:
    strong = ["Zeta", "New Sparta", "Expedition Force"]

    assert "Rebel Outpost" in zeta(tmp_path, HIRED, strong, HAND[:3]).phase("settle").options("settle")
    assert "Rebel Outpost" not in zeta(tmp_path, HIRED, strong, HAND[:2]).phase("settle").options("settle")


def test_hand_cards_are_given_only_to_conquer(tmp_path: Path) -> None:
    table = zeta(tmp_path, HIRED, ["Zeta"], ["Gem World", "Comet Zone", "Space Port"])
    table.phase("settle", ("settle", "Gem World"))

    assert not table.was_asked("way")


def test_goods_pay_for_a_lower_cost(tmp_path: Path) -> None:
    cards = ["Zeta", "Asteroid Belt", "Gem World"]
    table = zeta(tmp_path, FREIGHT, cards, ["Comet Zone"], ["Asteroid Belt"])
    table.phase("settle", ("settle", "Comet Zone"))
    assert (table.tableau()[-1], table.goods()) == ("Comet Zone", [])

    assert zeta(tmp_path, FREIGHT, cards, ["Comet Zone"], ["Gem World"]).phase("settle").options("settle") == ["none"]


def test_one_good_does_not_pay_twice(tmp_path: Path) -> None:
    cards = ["Zeta", "Zeta", "Asteroid Belt", "Mining World"]

    one_good = zeta(tmp_path, FREIGHT, cards, ["Galactic Trendsetters"], ["Asteroid Belt"]).phase("settle")
    assert one_good.options("settle") == ["none"]

    two = zeta(tmp_path, FREIGHT, cards, ["Galactic Trendsetters"], ["Asteroid Belt", "Mining World"])
    two.phase("settle", ("settle", "Galactic Trendsetters"))
    assert (two.tableau()[-1], two.goods()) == ("Galactic Trendsetters", [])


BOTH = "cost of worlds, may consume 1 good: 1 less\n  cost of worlds, may consume 1 rare good: 1 less"


def test_a_good_that_another_power_needs_cannot_be_taken(tmp_path: Path) -> None:
    table = zeta(tmp_path, BOTH, ["Zeta", "Asteroid Belt", "Gem World"], ["Comet Zone", "Space Port"])
    for world in ("Asteroid Belt", "Gem World"):
        table.good(world)
    table.phase("settle", ("settle", "Comet Zone"))

    assert not table.was_asked("way")
    assert (table.tableau()[-1], table.goods(), table.hand()) == ("Comet Zone", [], [])


def test_two_powers_of_one_card_are_two_ways(tmp_path: Path) -> None:
    power = "military, may discard this card: 3 more\n  military, may discard 1 card in hand: 1 more"
    table = zeta(tmp_path, power, ["Zeta", "Space Marines"], ["Former Penal Colony", "Gem World"])
    table.phase("settle", ("settle", "Former Penal Colony"), ("way", "conquer with ZZ1/2"))

    ways = ["conquer", "conquer with ZZ1", "conquer with ZZ1/2", "conquer with ZZ1 ZZ1/2"]
    assert sorted(table.options("way")) == sorted(ways)
    assert (table.tableau()[-1], table.hand()) == ("Former Penal Colony", [])


def test_a_price_can_be_limited_to_one_use_in_a_phase(tmp_path: Path) -> None:
    power = "military, once per phase, may discard 1 card in hand: 9 more"
    table = zeta(tmp_path, power, ["Zeta"], ["Rebel Outpost", "Gem World"])
    table.phase("settle", ("settle", "Rebel Outpost"))
    zeta_piece = table.in_tableau("Zeta")

    assert table.tableau()[-1] == "Rebel Outpost"
    assert table.g.uses(0, zeta_piece, "ZZ1/1", "phase") == 1


INFLUENCE = "counter influence plural influence of seat start 1 from 0 to 9\n"


def test_a_counter_of_a_set_pays_for_a_change(tmp_path: Path) -> None:
    text = INFLUENCE + WORLD.format(power="military, may spend 1 influence: 5 more")
    rules = load_library("race", None, [written(tmp_path, text)])
    table = race(["Zeta"], ["Rebel Outpost"], found=rules).phase("settle", ("settle", "Rebel Outpost"))

    assert table.tableau()[-1] == "Rebel Outpost"
    assert table.g.counters[table.g.layout.counter["influence"][0]] == 0


def test_the_world_that_is_paid_for_pays_for_nothing_itself(tmp_path: Path) -> None:
    table = zeta(tmp_path, FREIGHT, ["Zeta"], ["Asteroid Belt"]).phase("settle")

    assert table.options("settle") == ["none"]


def test_a_change_grows_with_what_was_given(tmp_path: Path) -> None:
    table = zeta(tmp_path, "cost of worlds, may consume up to 2 goods: 2 less per consumed", ["Zeta", "Asteroid Belt"])
    for world in ("Zeta", "Asteroid Belt"):
        table.good(world)
    table.put(["Galactic Trendsetters", "Space Port"], table.w.hand[0])
    table.phase("settle", ("settle", "Galactic Trendsetters"))

    assert (table.tableau()[-1], table.goods(), table.hand()) == ("Galactic Trendsetters", [], [])
