from __future__ import annotations

import pytest

import rftg_dsl as rftg
from rftg_dsl.testing import Position, rehearse, table
from six_stalls.evening import buy_stall, reveal


def stalls(players: int = 2) -> Position:
    """Set up an empty table on the last evening, after which the game ends."""
    return table("stalls", players).common(evening=12)


@pytest.mark.parametrize(("players", "share"), [(2, 4), (3, 2), (4, 2)])
def test_workers_share_the_purse(players: int, share: int) -> None:
    game = stalls(players).begin(reveal)

    assert [game.count("coins", seat) for seat in range(players)] == [3 + share] * players


def test_plans_are_secret_until_everybody_has_one() -> None:
    game = stalls().drawn("row", "Tea Stall", "Haggler", "Food Court").stretch()

    assert game.pending.secret
    game.answer("plan", "buy").answer("plan", "work")

    assert game.count("coins", 1) == 3 + 8
    assert game.options() == ["Tea Stall", "Haggler", "nothing"]


def test_a_bought_stall_is_paid_for_and_opens() -> None:
    game = stalls().common(row=["Tea Stall", "Night Lights"]).seat(1, buying=1).stage("market")

    game.answer("stall", "Tea Stall")

    assert game.pieces("street", 1) == ["Tea Stall"]
    assert game.count("coins", 1) == 0


def test_tea_stall_pays_when_its_owner_works() -> None:
    game = stalls().seat(0, street=["Tea Stall"]).begin(reveal)

    assert game.count("coins", 0) == 3 + 4 + 2
    assert game.count("coins", 1) == 3 + 4


def test_night_lights_pay_at_the_end_of_the_market() -> None:
    game = stalls().seat(0, street=["Night Lights", "Night Lights"]).stage("market")

    assert game.count("coins", 0) == 3 + 2
    assert game.powers == ["S2/1"]


def test_haggler_makes_stalls_cheaper() -> None:
    game = stalls().common(row=["Kite Stall", "Haggler"]).seat(0, street=["Haggler"])

    assert list(game.figures["seats"][0]["prices"].values()) == [3, 1]
    assert list(game.figures["seats"][1]["prices"].values()) == [4, 2]


@pytest.mark.parametrize(("answer", "points"), [("Kite Stall", 2), ("decline", 0)])
def test_kite_stall_may_turn_a_coin_into_points(answer: str, points: int) -> None:
    game = stalls().common(row=["Haggler"]).seat(0, street=["Kite Stall"])
    game.begin(buy_stall, 0, game.piece("Haggler"))

    game.answer("use", answer)

    assert game.count("points", 0) == points
    assert game.count("coins", 0) == (0 if points else 1)


def test_food_court_and_guild_house_score_their_owners_stalls() -> None:
    game = stalls().seat(0, street=["Food Court", "Tea Stall", "Guild House"])

    assert game.score(0) == {"stalls": 3, "points": 0, "Food Court": 4, "Guild House": 3, "total": 10}


def test_a_full_street_ends_the_game_and_coins_break_a_tie() -> None:
    four = ["Haggler", "Haggler", "Tea Stall", "Tea Stall"]
    game = stalls().seat(0, street=[*four, "Haggler"]).seat(1, street=["Tea Stall", "Night Lights"], coins=4)
    game.common(evening=3)

    game.end_stretch()

    assert game.figures["end"] == {"why": ["street"], "scores": [2, 2], "tied": [0, 1], "winners": [1]}


def test_the_fair_ends_after_its_last_evening() -> None:
    assert stalls().end_stretch().figures["end"]["why"] == ["evening"]


def test_every_part_of_the_game_is_reached() -> None:
    assert rehearse(rftg.load("stalls")).never == ()


def test_a_greedy_player_beats_a_random_one() -> None:
    library = rftg.load("stalls")
    games = [rftg.play_game(library, 2, f"match/{nth}", ("greedy", "random")) for nth in range(20)]

    assert sum(game.winners == [0] for game in games) > 15
