"""What bots look at when they look ahead is what the report says."""

from __future__ import annotations

from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.score import Standing, figures_of, standings_of
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rftg_dsl.play.bots import make_bot


def reported(figures: Any) -> list[Standing]:
    """The standings as a report has them."""
    ties = [seat["tie_break"] for seat in figures["seats"]]
    together = [tuple(tie) if isinstance(tie, list) else (tie,) for tie in ties]
    return [Standing(seat["score"]["total"], tie) for seat, tie in zip(figures["seats"], together, strict=True)]


class Compares(Observer):
    """Compares both at every mark, and at the end."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: set[tuple[Standing, ...]] = set()

    def paused(self, play: Play[Any], mark: str) -> None:
        standings = standings_of(play)
        assert standings == reported(figures_of(play)), mark
        self.seen.add(tuple(standings))

    def ended(self, play: Play[Any]) -> None:
        self.paused(play, "end")
        best, standings = figures_of(play)["end"], standings_of(play)
        assert best["scores"] == [standing.total for standing in standings]
        assert best["winners"] == [seat for seat, standing in enumerate(standings) if standing == max(standings)]


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("game", "sets"),
    [("roll", []), ("race", []), ("race", ["gathering-storm"]), ("race", ["new-worlds"]), ("galaxies", [])],
)
def test_standings_are_those_of_the_report_at_every_mark(game: str, sets: list[str], seats: int, bot: str) -> None:
    library = load_library(game, extra=sets)
    compares = Compares(library.game)
    play = library.rules(seats).start(Seeded("standing", game), library.options)

    drive(play, [make_bot(bot, library.game, "standing", seat) for seat in range(seats)], (compares,))

    assert len(compares.seen) > 5


def test_the_scores_of_a_match_are_those_of_its_figures() -> None:
    match = rftg.start("race", 3, "standing")

    while not match.over:
        assert match.scores == [seat["score"]["total"] for seat in match.figures["seats"]]
        match.answer(match.asked.draw())  # type: ignore[union-attr]
    assert match.scores == match.figures["end"]["scores"] and max(match.scores) > 0
