"""The measurement behind ``rftg balance``: which games are played, and in which order.

``Balance.run`` plays them and yields progress. ``make_report.report_of`` can be called at any time, and says what is
known by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path

from attrs import evolve, frozen

from rftg_dsl.balance.estimates import LEAST, Estimate
from rftg_dsl.balance.gift import Contrast, GiftGames, Stratum, contrast_gift, contrast_pair
from rftg_dsl.balance.in_play import CHUNK, Career, OrdinaryGames
from rftg_dsl.balance.margins import Margins, keep_margins, recall_margins
from rftg_dsl.balance.measure import BATCH, Goal, Measuring
from rftg_dsl.balance.subjects import Subject, Subjects, can_be_given, fewest_seats_of
from rftg_dsl.base.diagnostic import UsageError, suggest_nearest
from rftg_dsl.base.workers import Workers, spread
from rftg_dsl.library.backends import RANDOM, WORTH
from rftg_dsl.library.load import Library
from rftg_dsl.play.bots import absolute_name_of, check_bot
from rftg_dsl.play.simulate import simulate
from rftg_dsl.play.source import source_of

PRINTED_PAIRS = 4 * LEAST
"""The number of pairs for each printed side that others are compared with."""

OTHER_PAIRS = LEAST
"""The number of pairs for a side with every bot but the first, unless a number is asked for."""

TOGETHER_PAIRS = LEAST
"""The number of pairs for two sides together."""

TOGETHER_LEAST, TOGETHER_MOST = 5, 20
"""The numbers of sides of which every two are tried together. Printed sides fill up a smaller set, since two gifts are
usually worth less than twice one gift: how much less is seen from many pairs."""

STRENGTH_GAMES = 64
"""The number of games in which the first bot plays against one that plays at random."""

ORDINARY = 64, 16, 256
"""The number of ordinary games: for any set, more for each side, and at most."""


@frozen
class Settings:
    """The wishes of a user."""

    bots: tuple[str, ...] = ("greedy",)
    """The first bot gives the figures; the others have to agree."""
    players: tuple[int, ...] = ()
    """Numbers of seats; empty for the smallest."""
    seed: str = "balance"
    against: str = ""
    """The name of a side to compare with, instead of nothing and of the printed sides."""
    goal: Goal = Goal(until=1.0)
    batch: int = BATCH
    """The number of pairs for each side after which a value is looked at."""
    compiles: bool = True
    """Whether to compile the measured sides, which takes seconds. It does not pay off if they are about to change."""


@frozen
class Progress:
    """The progress of a measurement."""

    stage: str
    done: int
    total: int
    widest: Estimate | None = None
    """The value that is known least well, in points; None if no value is known."""


@frozen
class Stage:
    """Games with one library, and the margins known of them."""

    games: GiftGames
    margins: Margins


def make_stage(library: Library, sets: Sequence[str | Path], seed: str, compiles: bool = True) -> Stage:
    # A measurement plays enough games for compiling to pay off, unless the content changes before it is over.
    games = GiftGames(source_of(library, sets), seed, games=WORTH if compiles else 0)
    return Stage(games, recall_margins(library, seed))


class Balance:
    """A measurement of some sides."""

    def __init__(self, subjects: Subjects, settings: Settings) -> None:
        self.subjects = subjects
        self.settings = settings = check_settings(settings, subjects)
        bots = map(absolute_name_of, settings.bots)
        self.strata = [Stratum(players, bot) for bot in bots for players in settings.players]
        """All strata; those of the first bot come first."""
        self.first_strata = self.strata[: len(settings.players)]
        self.own = make_stage(subjects.library, subjects.sets, settings.seed, settings.compiles)
        self.measuring = Measuring(
            self.own.games,
            self.own.margins,
            (((of, self.contrast_for(each)), self.goal_for(of)) for of in self.strata for each in subjects.measured),
            settings.batch,
        )
        self.printed = self.measure_printed()
        """The measurement of printed sides. Their games do not contain the sets that are measured."""
        together = (((self.strata[0], contrast_pair(*pair)), Goal(TOGETHER_PAIRS)) for pair in self.pairs)
        self.together = Measuring(self.own.games, self.own.margins, together)
        self.careers = {subject.name: Career() for subject in subjects.measured}
        self.wins: float | None = None
        """The first bot's share of the wins against a bot that plays at random; None until it is known."""
        self.finished = False

    def contrast_for(self, subject: Subject) -> Contrast:
        return contrast_gift(subject.name, self.settings.against)

    def goal_for(self, stratum: Stratum) -> Goal:
        goal = self.settings.goal
        return goal if stratum in self.first_strata or goal.is_fixed else Goal(OTHER_PAIRS)

    def measure_printed(self) -> Measuring:
        subjects, seed = self.subjects, self.settings.seed
        same = subjects.printed_library is subjects.library
        stage = self.own if same else make_stage(subjects.printed_library, subjects.printed_sets, seed)
        goals = (
            ((of, contrast_gift(side.name)), Goal(PRINTED_PAIRS)) for of in self.first_strata for side in self.yardstick
        )
        return Measuring(stage.games, stage.margins, goals, self.settings.batch)

    @cached_property
    def yardstick(self) -> Sequence[Subject]:
        """The printed sides that the measured ones are compared with."""
        return () if self.settings.against else self.subjects.find_yardstick()

    @cached_property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """The pairs of sides that one seat can start with together; empty for a large set."""
        names = [subject.name for subject in self.subjects.measured]
        if self.settings.against or len(names) > TOGETHER_MOST:
            return ()
        others = [side.name for side in self.yardstick if side.name not in names]
        names += others[:: max(1, len(others) // TOGETHER_LEAST)][: max(0, TOGETHER_LEAST - len(names))]
        return [pair for pair in combinations(names, 2) if can_be_given(self.subjects.library, *pair)]

    def run(self, workers: Workers = 1) -> Iterator[Progress]:
        """Play, and yield progress. If the caller stops, what has been played is kept for the next measurement."""
        try:
            yield from self.run_values(workers)
            yield from self.run_ordinary_games(workers)
            yield from self.run_measuring("pairs of sides", self.together, workers)
            yield from self.run_strength(workers)
            self.finished = True
        finally:
            for margins in {id(each): each for each in (self.printed.margins, self.own.margins)}.values():
                keep_margins(margins)

    def run_values(self, workers: Workers = 1) -> Iterator[Progress]:
        """Play only the games that values and verdicts need, and keep nothing."""
        yield from self.run_measuring("printed sides", self.printed, workers)
        yield from self.run_measuring("measured sides", self.measuring, workers)

    def run_measuring(self, stage: str, measuring: Measuring, workers: Workers) -> Iterator[Progress]:
        for _ in measuring.run(workers):
            values = [measuring.value_of(cell) for cell, sample in measuring.samples.items() if sample.size]
            widest = max(values, key=lambda value: value.half_width)
            yield Progress(stage, len(measuring.goals) - len(measuring.open), len(measuring.goals), widest)

    def run_ordinary_games(self, workers: Workers) -> Iterator[Progress]:
        base, more, most = ORDINARY
        total = min(base + more * len(self.careers), most)
        seed = f"{self.settings.seed}/ordinary"
        games = OrdinaryGames(self.own.games.source, self.strata[0], seed, tuple(self.careers))
        chunks = (range(first, first + CHUNK) for first in range(0, total, CHUNK))
        for nth, careers in enumerate(spread(OrdinaryGames.play, games, chunks, workers), 1):
            for name, career in careers.items():
                self.careers[name].add(career)
            yield Progress("ordinary games", nth * CHUNK, total)

    def run_strength(self, workers: Workers) -> Iterator[Progress]:
        bot, (library, sets) = self.settings.bots[0], (self.subjects.library, self.subjects.sets)
        seats, seed = fewest_seats_of(library), f"{self.settings.seed}/strength"
        if bot != RANDOM and seats == 2:
            summary = simulate(library, STRENGTH_GAMES, seats, seed, (bot, RANDOM), workers, extra=sets)
            self.wins = summary.bots[bot] / sum(summary.bots.values())
            yield Progress("strength of the bot", STRENGTH_GAMES, STRENGTH_GAMES)


def check_settings(settings: Settings, subjects: Subjects) -> Settings:
    """Fill in the number of seats. Raise ``UsageError`` if the library cannot be measured in this way."""
    library = subjects.library
    fewest = fewest_seats_of(library)
    players = tuple(dict.fromkeys(settings.players)) or (fewest,)
    for seats in players:
        if seats < fewest:
            hint = f"use --players with {fewest} or more"
            raise UsageError("a value is a lead over other seats, so it takes at least two", hint, "wrong-players")
        library.rules(seats)
    for bot in settings.bots:
        check_bot(bot)
    if settings.against and not can_be_given(library, settings.against):
        names = [side.name for component in library.model.components for side in component.sides]
        hint = suggest_nearest(settings.against, names) or "use the printed name of a side that can be built"
        raise UsageError(f"no seat can start with {settings.against!r}", hint, "not-a-gift")
    if settings.goal.pairs < LEAST:
        hint = f"use {LEAST} or more for --games"
        raise UsageError("too few games to say anything", hint, "out-of-range")
    return evolve(settings, players=players)
