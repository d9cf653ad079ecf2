from __future__ import annotations

import rftg_dsl as rftg
from rftg_dsl import Answer, Asked
from thrifty import thrifty


def wins(bots: tuple[str, str], games: int = 40) -> int:
    """Count the games that the first of two bots wins outright; the bots swap seats after every game."""
    library, won = rftg.load("stalls"), 0
    for nth in range(games):
        seat = nth % 2
        result = rftg.play_game(library, 2, f"match/{nth}", bots[::-1] if seat else bots)
        won += result.winners == [seat]
    return won


def test_it_is_found_by_its_name() -> None:
    assert "thrifty" in rftg.bot_names()


def test_it_beats_the_random_bot() -> None:
    assert wins(("thrifty", "random")) > 36


def test_questions_use_names_and_show_only_what_the_seat_may_see() -> None:
    questions: dict[str, Asked] = {}

    def watched(asked: Asked) -> Answer:
        questions.setdefault(asked.name, asked)
        assert set(asked.seen.of(1 - asked.seat)) == set(asked.seen.me)
        return thrifty(asked)

    rftg.start("stalls", 2, "watched").finish(watched)

    assert questions["plan"].secret
    assert questions["plan"].options == ("work", "buy")
    assert questions["stall"].options[-1] == "nothing"
