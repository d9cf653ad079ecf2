"""Whole games played by people who type, line by line."""

import random
from pathlib import Path

import pytest

import rftg_dsl as rftg
from rftg_dsl.play.game import begun, checked_dice, started
from rftg_dsl.play.match import Match
from rftg_dsl.table.question import Question
from rftg_dsl.table.session import Session

GAMES = ("roll", "race", "galaxies")


def typed(question: Question, chance: random.Random) -> str:
    """What a person could type to answer a question: by number, by name, with counts, or in words."""
    asked, options = question.asked, question.options
    answer = asked.draw()
    if isinstance(answer, int):
        return str(answer)
    numbers = {one.id: one.number for one in options}
    if isinstance(answer, str):
        return chance.choice([str(numbers[answer]), answer])
    if isinstance(answer, dict):
        return ", ".join([f"{n} {one}" for one, n in answer.items()]) or "none"
    return " ".join([str(numbers[one]) for one in answer]) or "none"


def session(game: str, log: Path | None, *seats: str, seed: str = "evening") -> Session:
    found, dice = rftg.load(game), checked_dice(seed)
    file = begun(log, dice) if log is not None else None
    match = Match(found, started(found, len(seats), dice), dice, file=file, seats=seats)
    return Session(match, seats, log)


def play_on(table: Session, chance: random.Random, most: int = 100_000) -> None:
    """Answer until the game is over, or as many times."""
    for _ in range(most):
        if table.over:
            return
        table.take("" if table.state == "curtain" else typed(table.question, chance))
        table.show()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [("me", "greedy"), ("me:Ann", "me:Ben")])
def test_a_whole_game_can_be_typed(game: str, seats: tuple[str, ...], tmp_path: Path) -> None:
    table = session(game, tmp_path / "game.rlog", *seats)

    play_on(table, random.Random(1))

    assert table.state == "over"
    assert rftg.audit(tmp_path / "game.rlog").verdict == "valid"
