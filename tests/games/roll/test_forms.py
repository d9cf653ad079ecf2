"""Forms of the language that no printed tile of the base game uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.expansion import set_of, wrong, zeta
from games.roll.position import RollPosition
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library import library

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


def ship_ends(folder: Path, power: str, players: int = 2, **seat: object) -> RollPosition:
    """The end of Ship with this power in play for seat 0."""
    game = zeta(folder, f"at end of ship{power}", players=players).seat(0, tableau=["Zeta 1"], **seat)
    return game.end_of("ship")


# -- one of several ----------------------------------------------------------------------------------------------


def test_the_owner_chooses_one_alternative(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ", choose one: gain $2, or gain 1 vp, gain $1")

    assert game.options() == ["ZZ1.a/1#1", "ZZ1.a/1#2"]
    game.answer("choose", "ZZ1.a/1#2")
    assert (game.credits(0), game.vp(0)) == (2, 1)


def test_an_alternative_that_could_do_nothing_is_not_offered(tmp_path: Path) -> None:
    game = ship_ends(
        tmp_path, ", choose one: discard 2 military dice in cup, or spend $1, or gain 1 vp", cup="1 military"
    )

    assert game.options() == ["ZZ1.a/1#2", "ZZ1.a/1#3"]


def test_the_only_alternative_left_is_carried_out(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ", choose one: discard 1 military die in cup, or gain 1 vp")

    assert not game.asked and game.vp(0) == 1


def test_alternatives_come_after_the_price(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ": may spend $1: choose one: gain 1 vp, or gain 2 vp", credits=1)

    game.answer("use", "ZZ1.a/1").answer("choose", "ZZ1.a/1#2")

    assert (game.credits(0), game.vp(0)) == (0, 2)


def test_a_choice_of_nothing_possible_is_not_offered_for_a_price(tmp_path: Path) -> None:
    power = ": may spend $1: choose one: discard 1 genes die in cup, or discard 1 rare die in cup"

    assert not ship_ends(tmp_path, power, credits=1).asked


# -- whoever and opponents ---------------------------------------------------------------------------------------


def test_whoever_has_the_most_gains(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship, whoever has the most dice in cup: gain $1", players=3)
    game.seat(0, tableau=["Zeta 1"], cup="1 home", credits=0).seat(1, cup="3 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [0, 1, 0]


def test_everybody_for_whom_it_holds_gains(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship, whoever has 2 dice in cup: gain $1", players=3)
    game.seat(0, tableau=["Zeta 1"], cup="2 home", credits=0).seat(1, cup="1 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [1, 0, 1]


def test_each_opponent_does_it(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: each opponent spends $1, gain 1 vp", players=3)
    game.seat(0, tableau=["Zeta 1"], credits=5).seat(1, credits=3).seat(2, credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [5, 2, 0]
    assert game.vp(0) == 1


# -- limits and conditions ---------------------------------------------------------------------------------------


def test_a_power_can_be_used_twice_per_phase(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when you trade, twice per phase: gain $1").seat(0, tableau=["Zeta 1"], credits=0)
    home, rare = game.layout.kind["home"], game.layout.kind["rare"]
    for _ in range(3):
        game.play.fire("trade", 0, game.piece("Zeta 1"), rare, home)

    assert game.credits(0) == 2


@pytest.mark.parametrize(("trades", "vp"), [(1, 0), (2, 1), (3, 1)])
def test_a_condition_counts_how_often_it_happened(tmp_path: Path, trades: int, vp: int) -> None:
    game = zeta(tmp_path, "at end of ship, if you have traded 2 times: gain 1 vp").seat(0, tableau=["Zeta 1"])
    rare = game.layout.kind["rare"]
    for _ in range(trades):
        game.play.fire("traded", 0, game.piece("Zeta 1"), rare, rare)

    assert game.end_of("ship").vp(0) == vp


@pytest.mark.parametrize(("world", "gained"), [("Spice World", 1), ("Mining World", 0)])
def test_it_is_the_piece_of_the_event(tmp_path: Path, world: str, gained: int) -> None:
    power = "when own world completes, if it is a novelty world with cost 1 or more: gain $1"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1", world], credits=0)

    game.play.fire("complete", 0, game.piece(world))

    assert game.credits(0) == gained


def test_the_numbers_of_the_piece_of_the_event_can_be_counted(tmp_path: Path) -> None:
    power = "when own world completes: gain $1 per 2 cost of it, rounded up, not above 2"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1", "Spice World"], credits=0)
    cost = next(side.properties["cost"] for side in game.rules.sides if side.name == "Spice World")

    game.play.fire("complete", 0, game.piece("Spice World"))

    assert game.credits(0) == min(2, -(-cost // 2))


# -- prices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cup", "asked"), [("1 military", False), ("2 military", True), ("1 military, 1 home", True)])
def test_overlapping_parts_of_a_price_are_paid_with_different_things(tmp_path: Path, cup: str, asked: bool) -> None:
    power = ": may discard 1 military die in cup, discard 1 die in cup: gain 3 vp"

    assert (ship_ends(tmp_path, power, cup=cup).asked is not None) == asked


def test_an_effect_after_a_condition_in_mid_sentence_is_refused(tmp_path: Path) -> None:
    found = wrong(tmp_path, "at end of ship: gain 1 vp, if you have 9 worlds, draw 1 tile")

    assert {one.code for one in found} == {"surplus-clause"}
    assert "before" in found[0].message


def test_each_opponent_has_a_number(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: each opponent has $3", players=3).seat(0, tableau=["Zeta 1"], credits=5)
    game.seat(1, credits=1).seat(2, credits=8).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [5, 3, 3]


@pytest.mark.parametrize("power", [": may discard up to 2 dice in cup", ": may discard any number of dice in cup"])
def test_a_power_that_could_discard_nothing_is_not_offered(tmp_path: Path, power: str) -> None:
    assert not ship_ends(tmp_path, power).asked
    assert ship_ends(tmp_path, power, cup="1 home").asked


def test_its_workers_are_those_of_whoever_completes_it(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when every world completes: discard 1 of its settlers")
    game.seat(0, tableau=["Zeta 1"]).seat(1, worlds=["Spice World"], settle="1 home, 1 rare")

    game.phase("settle")

    assert game.options() == [("home in finishing", 1), ("rare in finishing", 1)]


@pytest.mark.parametrize(("world", "gained"), [("Spice World", 2), ("Mining World", 0)])
def test_all_of_some_pieces_are_of_a_kind_whoever_has_them(tmp_path: Path, world: str, gained: int) -> None:
    power = ", if all worlds with the highest cost are novelty: gain $2"
    game = zeta(tmp_path, f"at end of ship{power}").seat(0, tableau=["Zeta 1"], credits=0).seat(1, tableau=[world])

    assert game.end_of("ship").credits(0) == gained


def test_those_for_whom_it_holds_are_known_once_the_price_is_paid(tmp_path: Path) -> None:
    power = "at end of ship, whoever has the fewest dice in cup: may discard 2 dice in cup: gain $1"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1"], cup="2 home, 1 rare", credits=0)
    game.seat(1, cup="2 home", credits=0).end_of("ship")

    game.answer("use", "ZZ1.a/1").answer("discard", "2 home")

    assert [game.credits(seat) for seat in range(2)] == [1, 0]


@pytest.mark.parametrize(("how", "change"), [("6 or more", "1 more"), ("1 or less", "3 less")])
def test_a_current_number_can_be_beyond_what_is_printed(tmp_path: Path, how: str, change: str) -> None:
    powers = f"score 1 per another development with current cost {how}", f"cost of developments: {change}"
    game = zeta(tmp_path, *powers).seat(0, tableau=["Zeta 1", "Zeta 2", "Galactic Bankers", "Backup Planning"])

    assert game.score(0)["Zeta 1"] == (1 if "more" in how else 2)


def test_an_alternative_is_something_that_a_power_does(tmp_path: Path) -> None:
    powers = "at end of ship, choose one: draw 1 tile, or gain $1", "score 1 per development with a draw power"
    game = zeta(tmp_path, *powers).seat(0, tableau=["Zeta 1", "Zeta 2"])

    assert game.score(0)["Zeta 2"] == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_amount_has_no_limit_of_its_own(tmp_path: Path, backend: Backend) -> None:
    found = library("roll", None, [set_of(tmp_path, "score 1 per triangle of vp")])
    game = RollPosition(found.rules(2, backend)).seat(0, tableau=["Zeta 1"], vp=60)

    assert game.score(0)["Zeta 1"] == 60 * 61 // 2
