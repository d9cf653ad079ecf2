"""Many games, with seeds ``TEXT/0``, ``TEXT/1`` and so on, in chunks that workers share.

What comes of a game never depends on how many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import asdict, define, field

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, library
from rftg_dsl.log.gc_pause import gc_paused
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.game import Result, play_game
from rftg_dsl.processes import chunks, spread


@define
class Scores:
    """Final scores over all seats and games."""

    mean: float = 0.0
    min: int = 0
    max: int = 0


@define
class Summary:
    """What came of many games; ``wins`` has one number a seat (a shared victory counts for each)."""

    games: int = 0
    decisions: int = 0
    events: int = 0
    rounds_mean: float = 0.0
    seconds: float = 0.0
    games_per_second: float = 0.0
    decisions_per_second: float = 0.0
    events_per_second: float = 0.0
    scores: Scores = field(factory=Scores)
    wins: list[int] = field(factory=list)
    bots: dict[str, int] = field(factory=dict)
    """Games won by each bot, whatever seat it had."""

    def plain(self) -> dict[str, Any]:
        """The summary as data."""
        return asdict(self)


@define
class Job:
    """Everything a worker needs to play its chunks."""

    game: str
    edition: str
    extra: tuple[Path, ...]
    options: dict[str, str]
    players: int
    seed: str
    bots: tuple[str, ...]
    logs: Path | None


def simulate(
    found: Library,
    games: int,
    players: int,
    seed: str,
    bots: Sequence[str] = ("random",),
    workers: int = 1,
    logs: Path | None = None,
    extra: Sequence[Path] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Play many games; ``progress`` is told how many are done."""
    if games < 1 or workers < 1:
        hint = "choose --games and --workers from 1 on"
        raise Unusable("at least one game and one worker are needed", hint, "out-of-range")
    found.rules(players)
    seat_bots(list(bots), players)
    if logs is not None:
        new_folder(logs)
    job = Job(found.game.name, found.edition, tuple(extra), dict(found.options), players, seed, tuple(bots), logs)
    began = perf_counter()
    results: list[Result] = []
    _job[:] = [(found, job)]
    for chunk in spread(work, chunks(games, workers), workers, begin_worker, (job,)):
        results += chunk
        progress(len(results))
    return summary(results, players, perf_counter() - began, bots)


def new_folder(folder: Path) -> None:
    """A folder for logs, made if need be; one with logs in it is not touched."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.rlog")):
            raise Unusable(f"{folder} has logs in it already", "name another folder", "existing-file")
    except OSError as error:
        raise Unusable(
            f"{folder} cannot be used for logs: {error.strerror}", "name another folder", "unwritable"
        ) from None


_job: list[tuple[Library, Job]] = []
"""What a worker process plays; it is forked with it, or sets it when it begins."""


def begin_worker(job: Job) -> None:
    """Load the game in a worker process, unless it was forked with it."""
    if _job and _job[0][1] == job:
        return
    found = library(job.game, job.edition or None, job.extra, job.options)
    found.rules(job.players)
    _job[:] = [(found, job)]


def work(numbers: range) -> list[Result]:
    """Play a chunk in a worker process."""
    found, job = _job[0]
    return play_chunk(found, job, numbers)


def play_chunk(found: Library, job: Job, numbers: range) -> list[Result]:
    """Play the games with these numbers."""
    results = []
    with gc_paused():
        for number in numbers:
            bots = seat_bots(list(job.bots), job.players, number)
            log = job.logs / f"{number:06}.rlog" if job.logs else None
            results.append(play_game(found, job.players, f"{job.seed}/{number}", bots, log, sync=False))
    return results


def summary(results: Sequence[Result], players: int, seconds: float, bots: Sequence[str]) -> Summary:
    """Figures over all games."""
    games = len(results)
    totals = [seat["score"]["total"] for result in results for seat in result.figures["seats"]]
    made = Summary(
        games=games,
        decisions=sum(result.decisions for result in results),
        events=sum(result.events for result in results),
        rounds_mean=sum(result.rounds for result in results) / games,
        seconds=seconds,
        scores=Scores(sum(totals) / len(totals), min(totals), max(totals)),
        wins=[0] * players,
        bots=dict.fromkeys(bots, 0),
    )
    made.games_per_second = games / seconds
    made.decisions_per_second = made.decisions / seconds
    made.events_per_second = made.events / seconds
    for number, result in enumerate(results):
        seats = seat_bots(list(bots), players, number)
        for seat in result.figures["end"]["winners"]:
            made.wins[seat] += 1
            made.bots[seats[seat]] += 1
    return made
