"""Short recorded games, made once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import InMemory
from rftg_dsl.log.proof.randomness import Randomness, randomness_from
from rftg_dsl.play.bots import make_bot


def recorded(
    dice: str | Randomness, players: int = 2, rounds: int | None = None, game: str = "roll", bots: str = "random"
) -> list[str]:
    """The lines of a game of bots, to its end or up to a round."""
    library = load_standard(game)
    randomness = randomness_from(dice) if isinstance(dice, str) else dice
    seed = randomness.seed
    assert seed is not None
    play = library.rules(players).start(Seeded(seed, game))
    choosers = [make_bot(bots, library.game, seed, seat) for seat in range(players)]
    sink = InMemory()
    head = head_of(library, play, randomness, [bots] * players)
    recorder = Recorder(play, library.game, head, sink.write, randomness)
    with suppress(Stop):
        drive(play, choosers, (recorder, StopAfter(f"round {rounds}")))
    return sink.lines


class Stop(Exception):
    """Stop the game."""


class StopAfter(Observer):
    """Stop a play at a mark."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def paused(self, play: Play[Any], mark: str) -> None:
        if mark == self.mark:
            raise Stop


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """A whole game of two players who know what they do, so that it is short."""
    return recorded("log tests", bots="greedy")


@pytest.fixture(scope="session")
def record() -> Callable[..., list[str]]:
    """The function that records a game."""
    return recorded


@pytest.fixture
def log(tmp_path: Path, lines: list[str]) -> Path:
    """A whole game on disk."""
    path = tmp_path / "game.rlog"
    path.write_text("\n".join(lines) + "\n")
    return path
