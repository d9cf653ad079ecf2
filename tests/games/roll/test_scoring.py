"""The end of a game: who wins (R200-R204)."""

from __future__ import annotations

from games.roll.position import RollPosition
from rftg_dsl.games.roll.report import report
from rules import rule
from table import table


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
