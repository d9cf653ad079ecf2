"""The time that bots take tells nothing about what they hold."""

from __future__ import annotations

from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.play.bots import make_bot
from rftg_dsl.play.pace import QUICK, THINKING, Pace
from rftg_dsl.play.search import Search


class Clock:
    """Time that passes only when something takes it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


def pace_of(*names: str) -> tuple[Pace, Clock]:
    game, clock = rftg.load("race").game, Clock()
    bots = {seat: make_bot(name, game, "pace", seat) for seat, name in enumerate(names)}
    return Pace(bots, clock.wait, clock), clock


@pytest.mark.parametrize("spent", [0.0, 0.001, 0.03, 0.049])
def test_bots_are_done_at_the_same_time_however_long_they_think(spent: float) -> None:
    pace, clock = pace_of("greedy", "greedy")

    with pace.keep():
        clock.now += spent

    assert clock.now == pytest.approx(100.0 + QUICK)


def test_bots_that_take_longer_take_a_multiple() -> None:
    pace, clock = pace_of("greedy")

    with pace.keep():
        clock.now += 2.3 * QUICK

    assert clock.now == pytest.approx(100.0 + 3 * QUICK)


def test_without_bots_nobody_waits() -> None:
    pace, clock = pace_of()

    with pace.keep():
        clock.now += 0.01

    assert clock.now == 100.01


def test_a_bot_that_looks_ahead_has_a_time_for_all_its_answers() -> None:
    pace, clock = pace_of("search")
    thought: list[int] = []

    class Slow(Search):
        def __call__(self, play: Any, asked: Any) -> Any:
            thought.append(1)
            clock.now += self.budget.seconds
            return self.advice.pick_for_seat(play, asked)

    game = rftg.load("race").game
    match = rftg.start("race", players=2, seed="pace")
    pending = match._play.pending
    assert pending is not None
    pace.bots = {0: Slow(game, "pace", 0, pace.bots[0].budget)}  # type: ignore[attr-defined]

    with pace.keep() as bots:
        for _ in range(30):
            assert bots[0](match._play, pending) is not None

    assert 5 <= len(thought) <= THINKING / 0.05
    assert clock.now == pytest.approx(100.0 + QUICK + THINKING)
