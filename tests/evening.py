"""An evening of games at the terminal: tables where people type, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import rftg_dsl as rftg
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.proof.randomness import TABLE
from rftg_dsl.play.asked import Answer
from rftg_dsl.play.match import Match
from rftg_dsl.play.one_game import begin_log, dice_from_seed, start_game
from rftg_dsl.play.table.question import Question
from rftg_dsl.play.table.screen import Asking, Block, News, Note
from rftg_dsl.play.table.seats import name_in_log
from rftg_dsl.play.table.session import Session
from rftg_dsl.testing import Position

GAMES = ("roll", "race", "galaxies")


def session(game: str, *seats: str, log: Path | None = None, seed: str = "evening", sealed: bool = False) -> Session:
    """A new game that waits for its first person."""
    library, dice = rftg.load(game), dice_from_seed(seed)
    file = begin_log(log, dice, len(seats) if sealed else 0) if log is not None else None
    match = Match(library, start_game(library, len(seats), dice), dice, file=file, seats=list(map(name_in_log, seats)))
    return Session(match, seats, log)


def typed(question: Question, answer: Answer, chance: Random) -> str:
    """What a person could type to answer a question so: numbers, ids, counts."""
    numbers = {option.id: str(option.number) for option in question.options}
    answer = question.as_answer(answer)
    if isinstance(answer, int):
        return str(answer)
    if isinstance(answer, str):
        return chance.choice([numbers[answer], f"#{numbers[answer]}", answer, answer.upper()])
    if isinstance(answer, Mapping):
        return ", ".join([f"{n} {kind}" for kind, n in answer.items()]) or "none"
    return chance.choice([" ", ", "]).join([numbers[name] for name in answer]) or "nothing"


def choice(question: Question) -> tuple[Answer, Random]:
    """An answer that depends only on what the seat sees, so that it is the same after a game was resumed."""
    asked = question.asked
    asked.random = Random(f"{asked!r} {asked.seen.figures}")
    if asked.form == "one":
        return asked.random.choice(question.options).id, asked.random
    return asked.draw(), asked.random


def answer(table: Session) -> list[Block]:
    """Type what the person at the screen is to type next; what is shown then."""
    table.take("" if table.state == "curtain" else typed(table.question, *choice(table.question)))
    return table.show()


def play_on(table: Session, most: int = 100_000) -> None:
    """Answer until the game is over, or as many times."""
    for _ in range(most):
        if table.over:
            return
        answer(table)


def say(table: Session, *lines: str) -> list[Block]:
    """Type lines; what is shown after them. Whoever is asked looks at the screen."""
    if table.state == "curtain":
        table.take("")
    table.show()
    for line in lines:
        table.take(line)
    return table.show()


def notes(blocks: list[Block]) -> list[str]:
    """The remarks among what is shown."""
    return [f"{block.text} ({block.hint})" if block.hint else block.text for block in blocks if isinstance(block, Note)]


def news(blocks: list[Block]) -> list[str]:
    """What is told among what is shown."""
    return [heard.text for block in blocks if isinstance(block, News) for heard in block.heard]


def asking(blocks: list[Block]) -> Asking:
    """The last question among what is shown."""
    return [block for block in blocks if isinstance(block, Asking)][-1]


def seated(position: Position, game: str, *seats: str) -> Session:
    """People and bots at a position where somebody is asked."""
    match = Match(load_standard(game), position.play, TABLE, seats=list(map(name_in_log, seats)))
    return Session(match, seats)
