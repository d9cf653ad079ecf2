"""Simulations of many games, split into chunks for workers; the games have the seeds ``TEXT/0``, ``TEXT/1`` and so on.

A game's result never depends on the number of workers. Only the totals of each chunk are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import asdict, define, field

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.limits import ROUNDS, STOPPED
from rftg_dsl.base.workers import Workers, spread
from rftg_dsl.base.workers.local import split_tasks
from rftg_dsl.library.backends import ENGINE_BOTS, PYTHON, Engine, GameSpec, Outcome, engine_for
from rftg_dsl.library.load import Library
from rftg_dsl.play.bots import absolute_name_of, seat_bots
from rftg_dsl.play.one_game import EndlessGame, Result, play_game
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for
from rftg_dsl.play.search import NAME as SEARCH
from rftg_dsl.play.search import does_search, is_worth_making
from rftg_dsl.play.source import Source, source_of


@define
class Scores:
    """Final scores over all seats and games."""

    mean: float = 0.0
    min: int = 0
    max: int = 0


@define
class Summary:
    """A summary of many games; ``wins`` counts the victories of each seat, and a shared victory for each winner."""

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
    stopped: int = 0
    """The number of games that did not end; they are also counted in ``games``, but in no other figure."""
    why: str = ""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


MANY = 16
"""The number of processes that a cluster is assumed to have when games are divided into chunks."""


class Job:
    """Everything a worker needs to play games, given their numbers.

    A worker process that has not inherited the loaded library by forking loads the library before its first game.
    """

    def __init__(
        self,
        source: Source,
        players: int,
        seed: str,
        bots: tuple[str, ...],
        logs: Path | None,
        again: bool = False,
        rounds: int = ROUNDS.most,
        backend: str | None = None,
        games: int = 0,
    ) -> None:
        self.source = source
        self.players = players
        self.seed = seed
        self.bots = bots
        self.logs = logs
        self.again = again
        """Whether a lost worker may already have begun one of the games."""
        self.rounds = rounds
        self.backend = backend
        self.games = games

    def __reduce__(self) -> tuple[type[Job], tuple[Any, ...]]:
        where = (self.source, self.players, self.seed, self.bots, self.logs, self.again)
        return Job, (*where, self.rounds, self.backend, self.games)

    def find_engine(self, library: Library) -> Engine | None:
        if not {*self.bots} <= {*ENGINE_BOTS}:
            if self.backend not in (None, PYTHON) and not any(map(does_search, self.bots)):
                ours = " and ".join(ENGINE_BOTS)
                hint = f"leave out --backend, or use only the bots {ours}, or the bot {SEARCH} for one of the seats"
                only = f"can only play the bots {ours} and look ahead for the bot {SEARCH}"
                raise UsageError(f"the back end {self.backend} {only}", hint, "no-backend")
            return None
        return engine_for(library, self.players, self.backend, self.games)

    def find_playouts(self, library: Library) -> Playouts | None:
        if not any(map(does_search, self.bots)):
            return None
        make = any(is_worth_making(bot, self.games) for bot in self.bots)
        return quickest_playouts_for(library, self.players, self.backend, make)

    def play(self, numbers: range) -> Totals:
        """Play the games with these numbers and return their totals; stop early if too many do not end."""
        library = self.source.library
        totals, engine, ahead = Totals(), self.find_engine(library), self.find_playouts(library)
        seated = [seat_bots(list(self.bots), self.players, turn) for turn in range(len(self.bots))]
        with pause_gc():
            tables = [seated[number % len(seated)] for number in numbers]
            outcomes = self.play_at_once(engine, numbers, tables)
            for nth, (number, bots) in enumerate(zip(numbers, tables, strict=True)):
                if outcomes and (outcome := outcomes[nth]):
                    totals.add(outcome, bots)
                    continue
                self.play_one(library, engine, ahead, number, bots, totals)
                if self.is_hopeless(totals):
                    break
        return totals

    def play_at_once(
        self, engine: Engine | None, numbers: range, tables: Sequence[Sequence[str]]
    ) -> Sequence[Outcome | None]:
        """The outcomes of games that an engine plays in one call; empty if there is no engine or logs are written."""
        if engine is None or self.logs is not None:
            return ()
        games = [GameSpec(f"{self.seed}/{number}", bots) for number, bots in zip(numbers, tables, strict=True)]
        return engine.play_games(games, self.rounds)

    def play_one(
        self,
        library: Library,
        engine: Engine | None,
        ahead: Playouts | None,
        number: int,
        bots: Sequence[str],
        totals: Totals,
    ) -> None:
        log = self.logs / f"{number:06}.rlog" if self.logs else None
        if log and self.again:
            # A lost worker may have left an incomplete log, and logs are never overwritten.
            log.unlink(missing_ok=True)
        seed = f"{self.seed}/{number}"
        try:
            by = engine if log else None
            arguments = (library, self.players, seed, bots, log)
            result = play_game(*arguments, sync=False, rounds=self.rounds, engine=by, playouts=ahead)
        except EndlessGame as endless:
            totals.join(Totals(1, stopped=1, first=endless.with_traceback(None)))
        else:
            totals.add(result, bots)

    def is_hopeless(self, totals: Totals) -> bool:
        """Whether so many games have failed to end that continuing would take too long."""
        return totals.stopped * self.rounds >= STOPPED.most


@define
class Totals:
    """Totals for some games; all totals are integers, so that they can be added up in any order."""

    games: int = 0
    decisions: int = 0
    events: int = 0
    rounds: int = 0
    scores: int = 0
    least: int | None = None
    most: int | None = None
    wins: Counter[int] = field(factory=Counter)
    bots: Counter[str] = field(factory=Counter)
    stopped: int = 0
    """The number of games that did not end; they are also counted in ``games``, but in no other total."""
    first: EndlessGame | None = None

    def add(self, result: Result | Outcome, bots: Sequence[str]) -> None:
        scores = result.scores
        least, most = min(scores), max(scores)
        self.games += 1
        self.decisions += result.decisions
        self.events += result.events
        self.rounds += result.rounds
        self.scores += sum(scores)
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)
        for seat in result.winners:
            self.wins[seat] += 1
            self.bots[bots[seat]] += 1

    def join(self, other: Totals) -> None:
        for name in ("games", "decisions", "events", "rounds", "scores", "stopped"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.least = min((score for score in (self.least, other.least) if score is not None), default=None)
        self.most = max((score for score in (self.most, other.most) if score is not None), default=None)
        self.wins += other.wins
        self.bots += other.bots
        self.first = self.first or other.first


def simulate(
    library: Library,
    games: int,
    players: int,
    seed: str,
    bots: Sequence[str] = ("random",),
    workers: Workers = 1,
    logs: Path | None = None,
    extra: Sequence[str | Path] = (),
    progress: Callable[[int], None] = lambda _: None,
    rounds: int = ROUNDS.most,
    backend: str | None = None,
) -> Summary:
    """Play many games; ``progress`` is called with the number of games played so far.

    A game that exceeds ``rounds`` rounds (or turns) is stopped and counted separately. Raise ``UsageError`` if so many
    games are stopped that continuing would take too long. ``backend`` selects a back end; None selects the fastest.
    """
    if games < 1 or (isinstance(workers, int) and workers < 1):
        hint = "use 1 or more for --games and --workers"
        raise UsageError("at least one game and one worker are needed", hint, "out-of-range")
    if not 1 <= rounds <= ROUNDS.most:
        hint = f"use 1 to {ROUNDS.most} for --rounds"
        raise UsageError(f"a game cannot be stopped after {rounds} rounds", hint, "out-of-range")
    library.rules(players)
    seat_bots(list(bots), players)
    if logs is not None:
        make_folder(logs)
    elsewhere = isinstance(workers, str)
    where = logs and logs.absolute()
    source, seated = source_of(library, extra), tuple(map(absolute_name_of, bots))
    job = Job(source, players, seed, seated, where, elsewhere, rounds, backend, games)
    if not elsewhere:
        job.find_engine(library)  # compile before the workers start
        job.find_playouts(library)
    began, totals = perf_counter(), Totals()
    for chunk in spread(Job.play, job, split_tasks(games, MANY if isinstance(workers, str) else workers), workers):
        totals.join(chunk)
        progress(totals.games)
        if job.is_hopeless(totals):
            raise error_for(totals)
    return summarize(totals, players, perf_counter() - began, bots)


def error_for(totals: Totals) -> UsageError:
    assert totals.first is not None
    message = f"too many games do not end; the first one: {totals.first.message}"
    return UsageError(message, f"{totals.first.hint}; or stop games sooner, with --rounds", "endless-game")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.rlog")):
            raise UsageError(f"{folder} already contains logs", "choose another folder", "existing-file")
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be used for logs: {error.strerror}", "choose another folder", "unwritable"
        ) from None


def summarize(totals: Totals, players: int, seconds: float, bots: Sequence[str]) -> Summary:
    games, ended = totals.games, max(1, totals.games - totals.stopped)
    return Summary(
        games=games,
        decisions=totals.decisions,
        events=totals.events,
        rounds_mean=totals.rounds / ended,
        seconds=seconds,
        games_per_second=games / seconds,
        decisions_per_second=totals.decisions / seconds,
        events_per_second=totals.events / seconds,
        scores=Scores(totals.scores / (ended * players), totals.least or 0, totals.most or 0),
        wins=[totals.wins[seat] for seat in range(players)],
        bots={bot: totals.bots[absolute_name_of(bot)] for bot in bots},
        stopped=totals.stopped,
        why=totals.first.message if totals.first else "",
    )
