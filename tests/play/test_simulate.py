"""Simulations: games that do not end are stopped and counted apart, and no game is kept."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from cycles import no_cycles
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import STOPPED
from rftg_dsl.base.workers import local
from rftg_dsl.library.load import load_standard
from rftg_dsl.play import simulate as simulating
from rftg_dsl.play.one_game import EndlessGame, play_game
from rftg_dsl.play.simulate import Summary, simulate

ROUNDS = 30
"""Rounds that some random games of Race for two need, and others do not."""


def lengths(games: int) -> list[int]:
    """How many rounds each of the games takes that ``some`` plays."""
    return [play_game(load_standard("race"), 2, f"s/{number}", ["random"] * 2).rounds for number in range(games)]


def some(games: int, **how: Any) -> Summary:
    return simulate(load_standard("race"), games, 2, "s", **how)


@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_do_not_end_are_counted_apart(workers: int) -> None:
    rounds = lengths(12)
    long = [number for number, taken in enumerate(rounds) if taken > ROUNDS]

    summary = some(12, rounds=ROUNDS, workers=workers)

    assert summary.games == 12 and 0 < summary.stopped == len(long) < 12
    assert summary.why == f"the game with seed 's/{long[0]}' does not end, and was stopped after {ROUNDS} rounds"
    short = [taken for taken in rounds if taken <= ROUNDS]
    assert summary.rounds_mean == sum(short) / len(short)
    assert len(short) <= sum(summary.wins) <= 2 * len(short)


@pytest.mark.parametrize("bots", [["random"], ["greedy"]])
def test_nothing_of_a_game_stays_until_cycles_are_looked_for(bots: list[str]) -> None:
    some(1, bots=bots, backend="python")  # what is remembered from now on

    with no_cycles():
        some(1, bots=bots, backend="python")


def test_a_game_that_takes_as_many_rounds_as_it_may_ends() -> None:
    taken = lengths(1)[0]

    assert some(1, rounds=taken).stopped == 0
    assert some(1, rounds=taken - 1).stopped == 1


def test_a_simulation_of_endless_games_only_has_a_summary() -> None:
    summary = some(2, rounds=1)

    assert (summary.stopped, summary.wins, summary.rounds_mean, summary.scores.mean) == (2, [0, 0], 0, 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_simulation_gives_up_when_games_that_do_not_end_take_too_long(
    monkeypatch: pytest.MonkeyPatch, workers: int, tmp_path: Path
) -> None:
    monkeypatch.setattr(simulating, "STOPPED", STOPPED._replace(most=6))

    with pytest.raises(UsageError, match="too many games do not end; the first one: the game with seed 's/0'") as error:
        some(40, rounds=2, workers=workers, logs=tmp_path / "logs")

    assert error.value.code == "endless-game" and "--rounds" in error.value.hint
    # One worker stops in the middle of a chunk of ten.
    assert workers > 1 or len([*(tmp_path / "logs").iterdir()]) == 3


@pytest.mark.parametrize("rounds", [0, -1, 5_001])
def test_rounds_are_within_the_bounds_of_a_game(rounds: int) -> None:
    with pytest.raises(UsageError, match=f"stopped after {rounds} rounds"):
        some(1, rounds=rounds)


def test_what_is_said_of_an_endless_game_survives_the_way_from_another_process() -> None:
    with pytest.raises(EndlessGame) as stopped:
        play_game(load_standard("race"), 2, "s", ["random"] * 2, rounds=1)

    twin = pickle.loads(pickle.dumps(stopped.value))
    assert type(twin) is EndlessGame and vars(twin) == vars(stopped.value)


@pytest.mark.parametrize(("rounds", "workers"), [(100, 1), (1, 1), (100, 2)])
def test_memory_does_not_grow_with_the_number_of_games(
    monkeypatch: pytest.MonkeyPatch, rounds: int, workers: int
) -> None:
    monkeypatch.setattr(local, "CHUNK", 4)
    held: dict[int, int] = {}

    def look(games: int) -> None:
        gc.collect()
        held[games] = tracemalloc.get_traced_memory()[0]

    some(8, rounds=rounds, workers=workers)
    tracemalloc.start()
    try:
        some(48, rounds=rounds, workers=workers, progress=look)
    finally:
        tracemalloc.stop()

    assert list(held) == [*range(4, 49, 4)]
    # The report of one game alone has 5,000 bytes and more.
    assert held[48] - held[8] < 4_000
