"""The ``search`` bot, which plays out candidate answers from guesses at hidden information and picks the best.

The adviser's answer is the first candidate; any other answer has to prove that it is better. Each look redeals
everything hidden, plays out every answer still in the race from that deal with the same random numbers, and records
the lead of each answer over the first. After each stage, only the better half remains in the race (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import ceil, log2, sqrt, tanh
from random import Random
from re import fullmatch
from time import perf_counter
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import EXACT, Form, One, Pick, Range
from rftg_dsl.kernel.play import Play
from rftg_dsl.play.advice import Advice
from rftg_dsl.play.playouts import Looks, Playouts, playouts_for

NAME = "search"

MOST = 16
DRAWS = 4
"""The number of random draws per answer wanted; it exceeds 1 because draws may repeat."""
MARGIN = 10.0
"""The lead, in points, beyond which additional points count less and less."""
SURE = 0.5
"""The number of standard errors by which an answer must beat the adviser's."""
PATIENCE = 1_000
"""The number of decisions, far more than a seat makes in a normal game, after which the bot plays at random."""
LEAST, LONGEST, FARTHEST = 1, 60_000, 1_000_000
"""Limits on a budget: the minimum in either unit, the maximum in milliseconds, and the maximum in looks."""


@frozen
class Budget:
    """The budget per decision: a time, or a number of looks, which gives the same results on any machine."""

    seconds: float = 0.05
    looks: int = 0
    """The total number of play-outs over all answers, but at least one per answer; 0 if the budget is a time."""


def does_search(name: str | object) -> bool:
    return isinstance(name, str) and name.partition(":")[0] == NAME


def is_worth_making(name: str, games: int) -> bool:
    if not does_search(name):
        return False
    budget = budget_of(name)
    return games * (budget.looks or budget.seconds * 1000) >= LONG


LONG = 500
"""The minimum product of games and looks (or milliseconds) per decision that justifies compiling."""


def budget_of(name: str) -> Budget:
    """The budget in a bot's name, as in ``search:200ms`` or ``search:500``. Raise ``UsageError`` if it is malformed."""
    _, colon, text = name.partition(":")
    if not colon:
        return Budget()
    if not (match := fullmatch(r"([0-9]{1,9})(ms)?", text)):
        raise UsageError(f"{name[:60]!r} does not specify how long to search", HOW, "wrong-option")
    n, most = int(match[1]), LONGEST if match[2] else FARTHEST
    if not LEAST <= n <= most:
        what = "milliseconds" if match[2] else "looks"
        raise UsageError(f"{name[:60]!r}: a decision can take 1 to {most:,} {what}", HOW, "out-of-range")
    return Budget(seconds=n / 1000) if match[2] else Budget(looks=n)


HOW = f"use {NAME}:200ms for 200 milliseconds per decision, or {NAME}:500 for 500 looks"


class Purse:
    """The remaining budget for one decision."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self.began = perf_counter()

    def can_repeat(self, looks: int, share: float) -> bool:
        """Record the looks just made as spent, and return whether as many again fit within a share of the budget."""
        self.spent += looks
        if self.budget.looks:
            return self.spent + looks <= self.budget.looks * share
        return perf_counter() - self.began < self.budget.seconds * share

    @property
    def empty(self) -> bool:
        if self.budget.looks:
            return self.spent >= self.budget.looks
        return perf_counter() - self.began >= self.budget.seconds


class Trial:
    """An answer, with statistics on its lead over the first answer."""

    __slots__ = ("lead", "looks", "number", "squares")

    def __init__(self, number: int) -> None:
        self.number = number
        self.looks = 0
        self.lead = 0.0
        self.squares = 0.0

    def add(self, lead: float) -> None:
        self.looks += 1
        self.lead += lead
        self.squares += lead * lead

    @property
    def mean(self) -> float:
        return self.lead / self.looks

    @property
    def error(self) -> float:
        n = self.looks
        # Clip the variance, since rounding can make it negative.
        # Adding 1/n keeps a few equal results from seeming certain.
        variance = max(0.0, self.squares / n - self.mean**2) * n / max(1, n - 1)
        return sqrt((variance + 1 / n) / n)


class Search:
    """A bot that looks ahead."""

    def __init__(self, game: Game, seed: str, seat: int, budget: Budget, playouts: Playouts | None = None) -> None:
        self.seat = seat
        self.budget = budget
        self.random = Random(f"{seed}/bot/{seat}").random
        self.advice = Advice(game)
        self.playouts = playouts or playouts_for(game)
        self.asked_so_far = 0

    def __call__(self, play: Play[Any], asked: Decision) -> Pick:
        """Return the best answer found, which does not depend on anything that the seat cannot see."""
        self.asked_so_far += 1
        if self.asked_so_far > PATIENCE:
            return asked.form.draw(self.random)
        picks = candidates_for(asked.form, self.advice.pick_for_seat(play, asked), self.random)
        return self.choose_best(play, picks) if len(picks) > 1 else picks[0]

    def choose_best(self, play: Play[Any], picks: Sequence[Pick]) -> Pick:
        racing = [Trial(nth) for nth in range(len(picks))]
        looks = self.playouts.make_looks(play, self.seat, picks)
        first, purse = racing[0], Purse(self.budget)
        stages = ceil(log2(len(racing)))
        for stage in range(1, stages + 1):
            self.look(looks, racing)
            while purse.can_repeat(len(racing), stage / stages):
                self.look(looks, racing)
            others = sorted([trial for trial in racing if trial is not first], key=lambda trial: -trial.mean)
            # The first answer stays in the race, because all others are measured against it.
            racing = [first, *others[: (len(others) + 1) // 2]]
            if purse.empty:
                break
        best = max(racing, key=lambda trial: trial.mean)
        return picks[(best if best.mean > SURE * best.error else first).number]

    def look(self, looks: Looks, racing: Sequence[Trial]) -> None:
        values = looks([trial.number for trial in racing], int(self.random() * EXACT))
        margins = [self.margin_of(each) for each in values]
        for trial, margin in zip(racing, margins, strict=True):
            trial.add(margin - margins[0])

    def margin_of(self, prospects: Sequence[float]) -> float:
        """The seat's lead over its best opponent, scaled to lie between -1 and 1."""
        others = [prospect for seat, prospect in enumerate(prospects) if seat != self.seat]
        # Winning matters more than the size of the lead, so large leads flatten out.
        return tanh((prospects[self.seat] - max(others, default=0.0)) / MARGIN)


def candidates_for(form: Form, first: Pick, random: Callable[[], float]) -> list[Pick]:
    """The distinct answers to try: all legal answers if there are few, otherwise ``first`` and some random answers."""
    candidates = {key_of(form, first): first}
    if form.count() <= MOST:
        for pick in form.listed():
            candidates.setdefault(key_of(form, pick), pick)
        return list(candidates.values())
    for _ in range(DRAWS * MOST):
        if len(candidates) == MOST:
            break
        pick = form.draw(random)
        candidates.setdefault(key_of(form, pick), pick)
    return list(candidates.values())


def key_of(form: Form, pick: Pick) -> Hashable:
    """A key shared by equivalent answers, that is, answers that differ only in the order of their parts."""
    key: Hashable = pick if isinstance(form, One | Range) else frozenset(pick)
    return key
