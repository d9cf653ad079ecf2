"""Audits the logs of a league and reads the results of the games that count, in any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.workers import Workers, spread
from rftg_dsl.library.finder import Finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.batch import reason_for, split_into_batches
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.audit.workplace import Workplace, make_workplace
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import DamagedLog, Log, read_log, read_record
from rftg_dsl.log.format.record import digest, line_of
from rftg_dsl.log.proof.signed_notes import origin_of
from rftg_dsl.log.standings.league_rules import LeagueRules, Player, Proof, players_in


@frozen
class SeatResult:
    """A seat at the end of a game."""

    player: Player
    score: int
    place: int
    """Counted from 1; seats that share a place have the same number."""
    given_up: bool = False
    """Whether its player was gone at the end, so that the seat is placed after all others."""


@frozen
class GameResult:
    """A game that counts."""

    log: str
    game: str
    seats: tuple[SeatResult, ...]
    origin: str
    """Identifies the first line of the log."""
    course: str
    """The digest of the end record, which contains the root of all lines before it."""


@frozen
class LeftOut:
    """A log that does not count, and the reason."""

    log: str
    code: str
    reason: str
    readable: bool = True
    complete: bool = False
    """Whether the game in it is over, as far as that is known."""


Outcome = GameResult | LeftOut


@frozen
class ResultReader:
    """Reads the results of games that count by the rules of a league."""

    rules: LeagueRules
    at: Workplace

    def read_all(self, paths: Sequence[str]) -> list[Outcome]:
        find = self.at.find
        return [self.read_one(path, find) for path in paths]

    def read_one(self, path: str, find: Finder) -> Outcome:
        try:
            with pause_gc():
                return self.outcome_of(path, find)
        except UsageError as error:
            return LeftOut(path, error.code, error.message, readable=False)
        except Exception as error:  # one bad log must not keep out the others
            return LeftOut(path, "bug", reason_for(error), readable=False)

    def outcome_of(self, path: str, find: Finder) -> Outcome:
        read = partial(read_log, self.at.here / path, self.at.engines.heads)
        try:
            log = read()
        except (DamagedLog, MissingContent):
            return leave_out(judge_log(path, read, find))
        verdict = judge_log(path, lambda: log, find, wanted=self.rules.demands_on(log.head), engines=self.at.engines)
        if verdict.verdict != "valid":
            return leave_out(verdict)
        return self.check_players(path, players_in(log.head, self.rules)) or result_of(path, log, self.rules)

    def check_players(self, path: str, players: Sequence[Player]) -> LeftOut | None:
        """Return the reason, if any, why the names at a table cannot be placed in a league."""
        people = [player for player in players if player.proof != Proof.BOT]
        for player in people:
            if self.rules.all_signed and player.proof != Proof.SIGNATURE:
                reason = f"{player.name!r} is only a claim, because no --member key has this name"
                return LeftOut(path, "claimed-name", reason, complete=True)
            if people.count(player) > 1:
                reason = f"{player.name!r} is the name of two seats"
                return LeftOut(path, "repeated-name", reason, complete=True)
        return None


def leave_out(verdict: Verdict) -> LeftOut:
    return LeftOut(verdict.log, verdict.verdict, verdict.reason, complete=verdict.complete)


def result_of(path: str, log: Log, rules: LeagueRules) -> GameResult:
    """The result in a valid log."""
    number, line = log.extent.after[0]
    end = read_record(line, number)
    figures, given_up = end["figures"]["end"], find_given_up(log)
    places = place_seats(figures["scores"], figures["winners"], given_up)
    players = players_in(log.head, rules)
    seats = [
        SeatResult(player, score, place, seat in given_up)
        for seat, (player, score, place) in enumerate(zip(players, figures["scores"], places, strict=True))
    ]
    return GameResult(path, log.head["game"], tuple(seats), origin_of(line_of(log.head)), digest(end))


SEATED = '{"does":'
"""The beginning of canonical ``seat`` records."""


def find_given_up(log: Log) -> frozenset[int]:
    """The seats whose players conceded or left, or whose places others took, and who had not returned by the end."""
    names = [player_name_of(who) for who in log.head["seats"]]
    sitting: dict[int, str | None] = dict(enumerate(names))
    for number, line in enumerate(log, 1):
        if line.startswith(SEATED):
            record = read_record(line, number)
            sitting[record["seat"]] = player_name_of(record["who"]) if record["does"] == "sits" else None
    return frozenset(seat for seat, name in enumerate(names) if sitting[seat] != name)


def place_seats(scores: Sequence[int], winners: Sequence[int], given_up: frozenset[int]) -> list[int]:
    """The place of each seat: the winners, the others by score, and last the seats that were given up."""
    keys = [(seat in given_up, seat not in winners, -score) for seat, score in enumerate(scores)]
    return [1 + sum(other < key for other in keys) for key in keys]


def read_results(
    paths: Iterable[str],
    rules: LeagueRules,
    extra: Sequence[str | Path] = (),
    workers: Workers = 1,
    backend: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Outcome]:
    """Yield the outcome of each log, in order, whatever the number of workers.

    Raise ``UsageError`` if ``workers`` specifies fewer than one process.
    """
    reader, done = ResultReader(rules, make_workplace(extra, backend)), 0
    for outcomes in spread(ResultReader.read_all, reader, split_into_batches(paths), workers):
        done += len(outcomes)
        progress(done)
        yield from outcomes
