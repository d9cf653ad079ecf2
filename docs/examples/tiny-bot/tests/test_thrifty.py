from __future__ import annotations

import rftg_dsl as rftg
from rftg_dsl import Answer, Asked
from thrifty import thrifty


def wins(bots: tuple[str, str], games: int = 40) -> int:
    """How many games the first of two bots wins alone, the first seat being its own every other time."""
    library, won = rftg.load("stalls"), 0
    for nth in range(games):
        seat = nth % 2
        result = rftg.play_game(library, 2, f"match/{nth}", bots[::-1] if seat else bots)
        won += result.figures["end"]["winners"] == [seat]
    return won


def test_it_is_found_by_its_name() -> None:
    assert "thrifty" in rftg.bot_names()


def test_it_beats_chance() -> None:
    assert wins(("thrifty", "random")) > 36


def test_it_is_asked_by_names_and_sees_only_what_its_seat_may_see() -> None:
    questions: dict[str, Asked] = {}

    def watched(asked: Asked) -> Answer:
        questions.setdefault(asked.name, asked)
        assert set(asked.seen.of(1 - asked.seat)) == set(asked.seen.me)
        return thrifty(asked)

    rftg.start("stalls", 2, "watched").finish(watched)

    assert questions["plan"].secret
    assert questions["plan"].options == ("work", "buy")
    assert questions["stall"].options[-1] == "nothing"
