"""The bot ``search``: plays its answers on from guesses at what it does not see, and takes the best.

Of the answers to a decision, the adviser's is the first; the others have to prove that they are better. For each look,
everything hidden is dealt anew, and every answer still in the race is played on from the same deal with the same
chance; what counts is how much better than the first answer it does there. After each stage only the better half goes
on (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import ceil, log2, sqrt, tanh
from random import Random
from re import fullmatch
from time import perf_counter
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import EXACT, Form, One, Pick, Range
from rftg_dsl.kernel.play import Play
from rftg_dsl.play.advice import Advice
from rftg_dsl.play.playouts import Looks, Playouts, playouts_for

NAME = "search"

MOST = 16
"""The most answers to one decision that are tried."""
DRAWS = 4
"""How many times as many answers are drawn at random to find so many different ones."""
MARGIN = 10.0
"""The lead in points that is nearly as good as any larger one."""
SURE = 0.5
"""By how many standard errors an answer must be better than the adviser's."""
PATIENCE = 1_000
"""The number of decisions of one seat, far more than in a normal game, after which the bot plays at random."""
LEAST, LONGEST, FARTHEST = 1, 60_000, 1_000_000
"""The bounds of a budget: at least 1, at most so many milliseconds or looks."""


@frozen
class Budget:
    """What a bot may spend on a decision: time, or a number of looks so that the result is the same on any machine."""

    seconds: float = 0.05
    looks: int = 0
    """The play-outs of all answers together, but at least one of each; 0: by time."""


def does_search(name: str | object) -> bool:
    """Whether the bot of this name looks ahead."""
    return isinstance(name, str) and name.partition(":")[0] == NAME


def is_worth_making(name: str, games: int) -> bool:
    """Whether so many games with a bot are worth the seconds that it takes to make native code for its looks."""
    if not does_search(name):
        return False
    budget = budget_of(name)
    return games * (budget.looks or budget.seconds * 1000) >= LONG


LONG = 500
"""So many looks, or milliseconds, for a decision of each game are worth it: as in 10 games with 50 ms."""


def budget_of(name: str) -> Budget:
    """The budget in a bot's name: ``search``, ``search:200ms``, ``search:500``; ``Unusable`` for any other."""
    _, colon, text = name.partition(":")
    if not colon:
        return Budget()
    if not (match := fullmatch(r"([0-9]{1,9})(ms)?", text)):
        raise Unusable(f"{name[:60]!r} does not say how long to search", HOW, "wrong-option")
    n, most = int(match[1]), LONGEST if match[2] else FARTHEST
    if not LEAST <= n <= most:
        what = "milliseconds" if match[2] else "looks"
        raise Unusable(f"{name[:60]!r}: a decision takes 1 to {most:,} {what}", HOW, "out-of-range")
    return Budget(seconds=n / 1000) if match[2] else Budget(looks=n)


HOW = f"write {NAME}:200ms for 200 milliseconds a decision, or {NAME}:500 for 500 looks"
"""How to name a budget."""


class Purse:
    """What is left of a budget at one decision."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.spent = 0
        self.began = perf_counter()

    def can_repeat(self, looks: int, share: float) -> bool:
        """Whether so many looks, as have just been made, can be made again within a share of the budget."""
        self.spent += looks
        if self.budget.looks:
            return self.spent + looks <= self.budget.looks * share
        return perf_counter() - self.began < self.budget.seconds * share

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        if self.budget.looks:
            return self.spent >= self.budget.looks
        return perf_counter() - self.began >= self.budget.seconds


class Trial:
    """One answer, and how much better than the first one it has done."""

    __slots__ = ("lead", "looks", "number", "squares")

    def __init__(self, number: int) -> None:
        self.number = number
        self.looks = 0
        self.lead = 0.0
        self.squares = 0.0

    def add(self, lead: float) -> None:
        """One more look."""
        self.looks += 1
        self.lead += lead
        self.squares += lead * lead

    @property
    def mean(self) -> float:
        """The average lead over the first answer."""
        return self.lead / self.looks

    @property
    def error(self) -> float:
        """The standard error of the average, with some doubt about the first few looks."""
        n = self.looks
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
        """The best answer found; nothing that the seat cannot see makes a difference."""
        self.asked_so_far += 1
        if self.asked_so_far > PATIENCE:
            return asked.form.draw(self.random)
        picks = candidates_for(asked.form, self.advice.pick_for_seat(play, asked), self.random)
        return self.choose_best(play, picks) if len(picks) > 1 else picks[0]

    def choose_best(self, play: Play[Any], picks: Sequence[Pick]) -> Pick:
        """The best of several answers: the first, unless another is better beyond doubt."""
        racing = [Trial(nth) for nth in range(len(picks))]
        looks = self.playouts.make_looks(play, self.seat, picks)
        first, purse = racing[0], Purse(self.budget)
        stages = ceil(log2(len(racing)))
        for stage in range(1, stages + 1):
            self.look(looks, racing)
            while purse.can_repeat(len(racing), stage / stages):
                self.look(looks, racing)
            others = sorted([trial for trial in racing if trial is not first], key=lambda trial: -trial.mean)
            racing = [first, *others[: (len(others) + 1) // 2]]
            if purse.empty:
                break
        best = max(racing, key=lambda trial: trial.mean)
        return picks[(best if best.mean > SURE * best.error else first).number]

    def look(self, looks: Looks, racing: Sequence[Trial]) -> None:
        """Play each of these answers on from one more guess."""
        values = looks([trial.number for trial in racing], int(self.random() * EXACT))
        margins = [self.margin_of(each) for each in values]
        for trial, margin in zip(racing, margins, strict=True):
            trial.add(margin - margins[0])

    def margin_of(self, prospects: Sequence[float]) -> float:
        """How far the seat is ahead of the best of the others, between -1 and 1."""
        others = [prospect for seat, prospect in enumerate(prospects) if seat != self.seat]
        return tanh((prospects[self.seat] - max(others, default=0.0)) / MARGIN)


def candidates_for(form: Form, first: Pick, random: Callable[[], float]) -> list[Pick]:
    """The answers to try, each once: all if there are few, otherwise the first and some drawn at random."""
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
    """What two answers share that mean the same: the order of several things makes no difference."""
    key: Hashable = pick if isinstance(form, One | Range) else frozenset(pick)
    return key
