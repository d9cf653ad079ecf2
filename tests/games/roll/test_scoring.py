"""The end of a game: scores, bonuses and ties (R200-R204)."""

from __future__ import annotations

import pytest

from games.roll.position import RollPosition
from rftg_dsl.games.roll.report import report
from rules import rule
from table import table


def bonus(game: RollPosition, name: str, seat: int = 0) -> int:
    return game.score(seat)[name]


@rule("R012", "R200")
def test_a_score_is_chips_and_printed_costs_including_both_numbers_of_the_faction() -> None:
    game = table("roll").seat(0, vp=7, tableau=["Improved Reconnaissance", "Wormhole Station", "Old Earth"])
    game.seat(0, tableau=["Nanotechnology", "Plague World"])

    assert game.score() == {"chips": 7, "developments": 2 + 5, "worlds": 3 + 3 + 3}


@rule("R200")
def test_discounts_take_nothing_off_a_score() -> None:
    game = table("roll").seat(0, tableau=["Investment Credits", "Replicant Robots", "Comet Zone"])

    assert game.score() == {"chips": 0, "developments": 8, "worlds": 3}


@rule("R201")
def test_tiles_in_the_zone_score_nothing() -> None:
    game = table("roll").seat(0, developments=["Nanotechnology"], worlds=["Plague World"], settling="2 home")

    assert sum(game.score().values()) == 0


@rule("R202", "R203")
def test_the_scoring_example_of_the_rulebook() -> None:
    # 13 for developments, 3 for worlds, 5 for Galactic Federation and 4 for New Galactic Order with 4 Military dice.
    game = table("roll").seat(0, tableau=["Galactic Federation", "New Galactic Order", "Public Works"])
    game.seat(0, tableau=["Plague World"], cup="1 military", citizenry="1 military", settling="1 military")
    game.seat(0, goods={"Plague World": "1 military"}).seat(1, cup="5 military")

    assert game.score() == {
        "chips": 0,
        "developments": 13,
        "worlds": 3,
        "Galactic Federation": 5,
        "New Galactic Order": 4,
    }


@rule("R101", "R202")
@pytest.mark.parametrize(("dice", "vp"), [(1, 2), (3, 2), (4, 4), (7, 6)])
def test_new_galactic_order_scores_two_for_each_begun_set_of_three_military_dice(dice: int, vp: int) -> None:
    # D07
    game = table("roll").seat(0, tableau=["New Galactic Order"], cup=f"{dice} military, 1 consumption")

    assert bonus(game, "New Galactic Order") == vp


@rule("R103")
def test_galactic_exchange_scores_each_colour_of_own_dice_wherever_they_are() -> None:
    game = table("roll").seat(0, tableau=["Galactic Exchange", "Spice World"], cup="2 home", citizenry="1 rare")
    game.seat(0, developing="1 genes", goods={"Spice World": "1 alien"}).seat(1, cup="1 novelty, 1 military")
    assert bonus(game, "Galactic Exchange") == 4

    game.seat(0, cup="1 consumption")
    assert bonus(game, "Galactic Exchange") == 5


@pytest.mark.parametrize(("chips", "vp"), [(1, 1), (2, 1), (3, 2), (9, 3), (10, 4), (54, 9), (55, 10), (66, 11)])
def test_galactic_renaissance_scores_triangular_numbers_without_limit(chips: int, vp: int) -> None:
    # D08
    game = table("roll").seat(0, tableau=["Galactic Renaissance"], vp=chips)

    assert bonus(game, "Galactic Renaissance") == vp


def won(game: RollPosition) -> list[int]:
    """The winners of a game that ends after this round."""
    found: list[int] = report(game.common(pool=0).end_round().play)["end"]["winners"]
    return found


@rule("R200")
def test_the_most_points_win() -> None:
    assert won(table("roll").seat(0, vp=3, credits=1).seat(1, vp=4, credits=1)) == [1]


@rule("R204")
def test_a_tie_is_broken_by_the_sum_of_dice_in_the_cup_and_credits() -> None:
    game = table("roll", 3).seat(0, vp=4, cup="1 home", credits=5).seat(1, vp=4, cup="5 home", credits=2)
    game.seat(2, vp=3, cup="9 home", credits=9)

    assert won(game) == [1]


@rule("R204")
def test_seats_still_tied_share_the_victory() -> None:
    game = table("roll").seat(0, vp=4, cup="1 home", credits=5, citizenry="3 rare")
    game.seat(1, vp=4, cup="4 home", credits=2)

    assert won(game) == [0, 1]
