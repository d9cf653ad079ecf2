from __future__ import annotations

import rftg_dsl as rftg
from rftg_dsl.testing import Position, rehearse, table


def road(players: int = 2) -> Position:
    """Set up an empty table on the last day, after which the game ends."""
    return table("amber", players).common(day=10)


def test_the_report_follows_the_declarations() -> None:
    game = road().common(stand=["Salt", "Wool"]).seat(0, coin=7, hand=["Silk"], crew=["Steward", "Herald"])

    assert game.figures["table"]["stand"] == ["Salt", "Wool"]
    assert game.figures["table"]["amber-price"] == 3
    assert isinstance(game.figures["table"]["deck"], int)
    assert {key: game.figures["seats"][0][key] for key in ("coin", "hand", "crew")} == {
        "coin": 7,
        "hand": ["Silk"],
        "crew": ["Steward", "Herald"],
    }
    assert "day" not in game.figures["seats"][0]


def test_nobody_sees_what_another_seat_loads() -> None:
    match = rftg.start("amber", players=2, seed="carts")

    hands = [figures["hand"] for figures in match.seen_by(0).figures["seats"]]

    assert set(hands[0]) <= {"Amber", "Salt", "Silk", "Wool"}
    assert set(hands[1]).isdisjoint({"Amber", "Salt", "Silk", "Wool"})


def test_every_part_of_the_game_is_reached() -> None:
    assert rehearse(rftg.load("amber")).never == ()


def test_a_greedy_player_beats_a_random_one() -> None:
    library = rftg.load("amber")
    games = [rftg.play_game(library, 2, f"match/{nth}", ("greedy", "random")) for nth in range(20)]

    assert sum(game.winners == [0] for game in games) > 15
