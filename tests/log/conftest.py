"""A short recorded game of each sort, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import standard
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import InMemory
from rftg_dsl.play.bots import BOTS


def record(seed: str, players: int = 2, rounds: int | None = None) -> list[str]:
    """The lines of a random game, to its end or up to a round."""
    library = standard("roll")
    play = library.rules(players).start(Seeded(seed, "roll"))
    bots = [BOTS["random"](seed, seat) for seat in range(players)]
    sink = InMemory()
    recorder = Recorder(play, head_of(library, play, seed, ["random"] * players), sink)
    while not play.over and play.paused != f"round {rounds}":
        if play.pending is None:
            play.run()
        else:
            pick = bots[play.pending.seat](play)
            recorder.do(play.pending, pick)
            play.answer(pick)
        recorder.collect()
        recorder.pause()
    if play.over:
        recorder.end()
    return sink.lines


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """A whole game of two players."""
    return record("log tests")


@pytest.fixture
def log(tmp_path: Path, lines: list[str]) -> Path:
    """A whole game on disk."""
    path = tmp_path / "game.rlog"
    path.write_text("\n".join(lines) + "\n")
    return path
