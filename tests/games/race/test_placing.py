"""Powers that place one more card, and Military that lasts for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from check.joined import found
from compile.test_backends import BACKENDS
from games.race.expansion import WORLD, written, zeta
from games.race.tables import Table, race
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load_library
from rules import rule

SECOND = "when you settle, last, once per phase: may place 1 world from hand"
HAND = ["Gem World", "Comet Zone", "Space Port", "New Earth", "Mining World", "Expanding Colony", "Avian Uplift Race"]


PAID = ("pay", ["Mining World", "Expanding Colony"])


def codes(power: str) -> list[str]:
    return [diagnostic.code for diagnostic in found(WORLD.format(power=power), "race")]


@pytest.mark.parametrize(
    "place",
    [
        "place 1 world",
        "place 1 world from hand",
        "place 1 rare world from hand for 2 less",
        "place 1 development from hand for free",
        "place 1 alien world from hand instead of this card",
        "place 1 world from hand instead of an own windfall world for 1 less",
    ],
)
def test_the_forms_of_placing(place: str) -> None:
    assert codes(f"when you settle, once per phase: may {place}") == []


def test_placing_comes_to_an_end_and_needs_cards_that_can_be_placed() -> None:
    assert codes("when you settle: may place 1 world from hand") == []
    assert codes("when you settle, once per phase: may place 2 worlds from hand") == ["out-of-range"]
    assert codes("when you settle, once per phase: may place 1 world from goods") == ["wrong-kind"]


def settle(table: Table, first: str, *script: tuple[str, object]) -> Table:
    return table.phase("settle", ("settle", first), *script)


def use(table: Table, name: str = "Zeta", number: int = 1) -> tuple[str, str]:
    return ("use", table.power(name, number))


def test_a_second_world_is_placed_and_paid_for_on_its_own(tmp_path: Path) -> None:
    table = zeta(tmp_path, SECOND, ["Zeta"], HAND)
    settle(table, "Gem World", PAID, use(table), ("place", "Space Port"))

    assert table.tableau() == ["Zeta", "Gem World", "Space Port"]
    assert len(table.hand()) == len(HAND) - 2 - 2 - 2


def test_no_second_world_without_a_first_one(tmp_path: Path) -> None:
    table = zeta(tmp_path, SECOND, ["Zeta"], HAND).phase("settle")

    assert not table.was_asked("use")


def test_the_second_world_is_only_one(tmp_path: Path) -> None:
    table = zeta(tmp_path, SECOND, ["Zeta"], HAND)
    settle(table, "Gem World", PAID, use(table), ("place", "Space Port"))

    assert [name for _, name, _ in table.asked].count("use") == 1


def test_the_bonus_is_drawn_once_and_the_first_world_does_not_help_the_second(tmp_path: Path) -> None:
    folder = written(tmp_path, WORLD.format(power=SECOND))
    rules = load_library("race", None, [folder])
    hand = ["Space Port", "New Earth", "Gem World", "Mining World", "Alpha Centauri", "Comet Zone"]
    table = race(["Zeta", "Terraforming Robots"], hand, actions=["settle"], found=rules)
    settle(table, "Alpha Centauri", ("use", "ZZ1/1"), ("place", "Comet Zone"))

    # Alpha Centauri makes rare worlds cheaper, but not in this phase: 2 and 3 cards are paid; 2 and 1 are drawn.
    assert len(table.hand()) == 6 - 2 - 2 + 2 - 3 + 1


def test_a_windfall_world_placed_second_has_its_good(tmp_path: Path) -> None:
    table = zeta(tmp_path, SECOND, ["Zeta", "New Sparta"], HAND)
    settle(table, "Gem World", use(table), ("place", "Avian Uplift Race"))

    assert table.goods() == ["Avian Uplift Race"]


@rule("R058")
def test_a_windfall_world_that_can_no_longer_be_paid_for_goes_back_to_the_hand_without_its_good(tmp_path: Path) -> None:
    power = "when you settle: discard all cards in hand of opponents"
    hand = ["Pre-Sentient Race", "Comet Zone", "Space Port"]
    table = zeta(tmp_path, power, ["Zeta"], ["Gem World", *PAID[1]], other_hand=hand)
    table.begin("settle")
    table.g.run()
    for world in ("Gem World", "Pre-Sentient Race"):
        assert table.g.pending is not None
        table.g.answer(table.handle(table.g.pending.form, world))

    table.play(PAID)

    assert (table.tableau(), table.tableau(1)) == (["Zeta", "Gem World"], [])
    assert table.hand(1) == ["Pre-Sentient Race"]
    assert not any(table.g.zone[place] for place in table.w.goods)


def test_the_second_world_can_be_none(tmp_path: Path) -> None:
    table = zeta(tmp_path, SECOND, ["Zeta"], HAND)
    settle(table, "Gem World", use(table), ("place", "none"))

    assert table.tableau() == ["Zeta", "Gem World"]


def lasting(folder: Path, power: str, tableau: Iterable[str], hand: Iterable[str]) -> Table:
    text = WORLD.format(power=SECOND) + f'card X2 {{ development "Helper" cost 1 vp 1 {{ {power} }} }}\n'
    return race(["Zeta", *tableau], hand, found=load_library("race", None, [written(folder, text)]))


WARRIORS = ["Rebel Warrior Race", "Pirate World"]  # defense 3 each


def test_military_that_was_bought_lasts_for_the_second_world(tmp_path: Path) -> None:
    table = lasting(tmp_path, "draw 1 card", ["New Military Tactics"], WARRIORS)
    settle(table, "Pirate World", use(table), ("place", "Rebel Warrior Race"))

    assert table.tableau() == ["Zeta", "Pirate World", "Rebel Warrior Race"]
    assert table.g.facts[table.w.gained[0]] == ()


def test_military_bought_against_some_worlds_lasts_against_those(tmp_path: Path) -> None:
    power = "military against rebel worlds, may discard this card: 3 more"
    table = lasting(tmp_path, power, ["Helper"], ["Rebel Warrior Race", "Pirate World", "Rebel Miners"])
    settle(table, "Rebel Warrior Race", use(table), ("place", "Rebel Miners"))

    assert table.options("place") == ["Rebel Miners", "none"]


GIVEN = ("discard", ["Gem World", "Comet Zone"])


def test_a_power_used_once_in_a_phase_does_not_help_again(tmp_path: Path) -> None:
    power = "military against military worlds, once per phase, may discard up to 2 cards in hand: 1 more per discarded"
    hand = ["Rebel Miners", "Rebel Warrior Race", "Gem World", "Comet Zone", "Space Port"]
    table = lasting(tmp_path, power, ["Helper", "Expedition Force"], hand)
    settle(table, "Rebel Miners", ("way", "conquer with X2"), use(table), ("place", "none"))
    assert "Rebel Warrior Race" not in table.options("place")

    table = lasting(tmp_path, power, ["Helper", "Expedition Force"], hand)
    settle(table, "Rebel Miners", ("way", "conquer with X2:2"), GIVEN, use(table), ("place", "Rebel Warrior Race"))
    assert table.tableau()[-1] == "Rebel Warrior Race"


def test_a_card_can_be_placed_for_less_or_for_free(tmp_path: Path) -> None:
    less = "consume: draw 1 card\n  at start of settle: may place 1 world from hand for 2 less"
    table = zeta(tmp_path, less, ["Zeta"], ["Comet Zone", "Gem World"])
    table.phase("settle", ("use", "ZZ1/2"), ("place", "Comet Zone"))
    assert (table.tableau(), table.hand()) == (["Zeta", "Comet Zone"], [])

    free = "at start of settle: may place 1 world from hand for free"
    table = zeta(tmp_path, free, ["Zeta"], ["Rebel Outpost"])
    table.phase("settle", ("use", "ZZ1/1"), ("place", "Rebel Outpost"))
    assert table.tableau() == ["Zeta", "Rebel Outpost"]


def test_a_card_can_replace_another(tmp_path: Path) -> None:
    power = "at start of settle: may place 1 world from hand instead of an own windfall world for free"
    table = zeta(tmp_path, power, ["Zeta", "Asteroid Belt"], ["Rebel Outpost"], ["Asteroid Belt"])
    table.phase("settle", ("use", "ZZ1/1"), ("place", "Rebel Outpost"))

    assert table.tableau() == ["Zeta", "Rebel Outpost"]
    assert (table.goods(), len(table.discards())) == ([], 2)

    assert not zeta(tmp_path, power, ["Zeta"], ["Rebel Outpost"]).phase("settle").was_asked("use")


UPGRADE = (
    "at start of settle: may place 1 non-military world from hand of the same type with cost up to 3 more "
    "instead of an own non-military world for free"
)
OTHER_WAY = (
    "at start of settle: may place 1 non-military world from hand for free "
    "instead of an own non-military world of the same type with cost up to 3 less"
)


@pytest.mark.parametrize("power", [UPGRADE, OTHER_WAY])
def test_a_world_is_replaced_by_one_like_it(tmp_path: Path, power: str) -> None:
    """Zeta is a novelty world that costs 1; Comet Zone, a rare one that costs 3."""
    hand = ["Galactic Trendsetters", "Terraformed World", "Gem World", "New Earth", "Mining World"]
    table = zeta(tmp_path, power, ["Zeta", "Comet Zone", "Pilgrimage World"], hand, ["Zeta"])
    table.phase("settle", ("use", "ZZ1/1"), ("place", "Gem World"))

    assert table.options("place") == ["Gem World", "New Earth", "Mining World", "none"]
    assert table.tableau() == ["Comet Zone", "Pilgrimage World", "Gem World"]
    assert (len(table.hand()), table.goods(), len(table.discards())) == (4, [], 2)


@pytest.mark.parametrize(("limit", "there"), [("up to 3 more", True), ("up to 2 more", False), ("up to 0 less", True)])
def test_how_much_dearer_the_new_world_can_be(tmp_path: Path, limit: str, there: bool) -> None:
    power = f"at start of settle: may place 1 world from hand with cost {limit} instead of this world for free"
    table = zeta(tmp_path, power, ["Zeta"], ["Merchant World", "Refugee World"]).phase("settle", *USED)  # cost 4, 0

    shown = set(table.options("place"))
    assert ("Merchant World" in shown) == there
    assert ("Refugee World" in shown) == ("more" in limit)


USED = [("use", "ZZ1/1")]


def test_a_world_without_a_cost_is_neither_dearer_nor_cheaper(tmp_path: Path) -> None:
    power = "at start of settle: may place 1 world from hand with cost up to 3 more instead of an own world for free"

    assert not zeta(tmp_path, power, ["Zeta"], ["Rebel Fuel Cache"]).phase("settle").was_asked("use")
    mine = zeta(tmp_path, power, ["Zeta", "New Sparta"], ["Artist Colony"]).phase(
        "settle", *USED, ("place", "Artist Colony")
    )
    assert "New Sparta" in mine.tableau()


def test_what_follows_the_card_replaced_is_said_about_that_card(tmp_path: Path) -> None:
    power = "at start of settle: may place 1 world from hand instead of an own world with cost 3 for free"
    table = zeta(tmp_path, power, ["Zeta", "Comet Zone"], ["Artist Colony"])
    table.phase("settle", *USED, ("place", "Artist Colony"))

    assert table.tableau() == ["Zeta", "Artist Colony"]


@pytest.mark.parametrize(
    "power",
    [
        "at start of settle: may place 1 world from hand of the same type",
        "at start of settle: may place 1 world from hand with cost up to 3 more for free",
        "produce: produce on a windfall world of the same type",
        "consume: may discard 1 world in hand of the same type: gain 1 vp",
        "score 1 per world with cost up to 3 more",
    ],
)
def test_a_card_is_compared_only_with_the_one_it_replaces(power: str) -> None:
    assert codes(power) == ["surplus-clause"]


@pytest.mark.parametrize(("power", "discarded"), [("starting hand: 3 exactly", 3), ("starting hand: 1 more", 1)])
def test_a_start_world_changes_the_first_hand(tmp_path: Path, power: str, discarded: int) -> None:
    text = f'start-world X0 number 9 {{ world "Home" cost 1 vp 1 {{ {power} }} }}\n'
    g = load_library("race", None, [written(tmp_path, text)]).rules(2)
    outcomes = set()
    for seed in range(20):
        play = g.start(Seeded(str(seed), "race"))
        play.run()
        while (asked := play.pending) is not None and asked.name == "start":
            [start] = play.zone[play.numbers.tableau[asked.seat]]
            outcomes.add((play.numbers.names[play.side[start]] == "Home", asked.form.shape()[1]))
            assert play.answer(asked.form.listed()[0]) is None

    assert outcomes == {(True, discarded), (False, 2)}


@pytest.mark.parametrize("power", [UPGRADE, OTHER_WAY])
def test_both_back_ends_compare_alike(tmp_path: Path, power: str) -> None:
    found_set = load_library("race", None, [written(tmp_path, WORLD.format(power=power))])
    options = {"tableau.0": "Zeta; Comet Zone; Asteroid Belt", "tableau.1": "Zeta; Gem World"}
    replaced = 0
    for seed in range(3):
        games = []
        for backend in BACKENDS:
            g = found_set.rules(2, backend).start(Seeded(f"alike/{seed}", "race"), options)
            random = Random(seed).random
            while not g.over:
                if g.pending is None:
                    g.run()
                else:
                    assert g.answer(g.pending.form.draw(random)) is None
            games.append(g)
        replaced += sum(1 for event in games[0].events if event[:3] == ("move", "placed", "ZZ1/1"))
        assert games[0].events == games[1].events

    assert replaced > 3
