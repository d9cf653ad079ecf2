"""Ratings by the Plackett-Luce model, which explains the places of a game with any number of players.

In the model, the first place goes to a player with a probability in proportion to the player's strength, then the
second place goes in the same way to one of the rest, and so on. With two players, this is the model of Bradley and
Terry, on which Elo ratings rest too. Players who share places count as if each of them had each of the places equally
often.

A rating is the logarithm of a strength on the scale of Elo: 400 points more mean that a player is ten times as strong.
It is the maximum of the likelihood times a normal distribution around ``MEAN``, which keeps the rating of a player who
has only won finite. The interval holds the rating 95 times in 100 if ratings are distributed in that way; it follows
from the curvature at the maximum (Laplace's approximation).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import exp, log, sqrt
from operator import itemgetter, mul
from statistics import NormalDist

from attrs import frozen

from rftg_dsl.log.standings.cholesky import factor_matrix, invert_diagonal, solve_factored

MEAN, DEVIATION = 1500, 350
"""The distribution of ratings before any game, in points."""

POINTS = 400 / log(10)
"""The points of a rating for each unit of the logarithm of a strength."""

ERROR = 0.05
"""The probability that an interval does not hold the rating."""

MOST = 300
"""The most players that are rated, because time grows with the cube of their number."""

STEPS, CLOSE = 100, 1e-10

Stage = tuple[int, tuple[int, ...]]
"""A player who takes a place, and all players who could have taken it."""


@frozen
class Rating:
    """A rating with its interval, in points."""

    value: float
    low: float
    high: float


def rate_players(games: Iterable[Sequence[tuple[int, int]]], players: int) -> list[Rating]:
    """Rate players from games, each of which has a player and a place for each seat; nobody if there are too many."""
    if not 0 < players <= MOST:
        return []
    model = PlackettLuce(games, players)
    strengths = model.find_maximum()
    half = NormalDist().inv_cdf(1 - ERROR / 2)
    deviations = [sqrt(variance) * half for variance in invert_diagonal(factor_matrix(model.curvature_at(strengths)))]
    return [
        Rating(*(MEAN + POINTS * (strength + side * deviation) for side in (0, -1, 1)))
        for strength, deviation in zip(strengths, deviations, strict=True)
    ]


def stages_of(game: Sequence[tuple[int, int]]) -> Iterator[tuple[Stage, float]]:
    """The stages in which the places of a game are taken, each with its weight."""
    ranked = sorted(game, key=itemgetter(1))
    field = [player for player, _ in ranked]
    for _, shared in groupby(ranked, key=itemgetter(1)):
        tied = [player for player, _ in shared]
        below = field[len(tied) :]
        for turn in range(len(tied)):
            order = tied[turn:] + tied[:turn]
            for nth, player in enumerate(order):
                yield (player, tuple(sorted(order[nth:] + below))), 1 / len(tied)
        field = below


class PlackettLuce:
    """The logarithm of the likelihood of many games, times the distribution of ratings beforehand."""

    def __init__(self, games: Iterable[Sequence[tuple[int, int]]], players: int) -> None:
        self.players = players
        self.precision = (POINTS / DEVIATION) ** 2
        # Many games have the same stages, since the same players meet again.
        self.weights: dict[Stage, float] = defaultdict(float)
        for game in games:
            for stage, weight in stages_of(game):
                self.weights[stage] += weight

    def value_at(self, strengths: Sequence[float]) -> float:
        """The logarithm itself, up to a constant."""
        total: float = -self.precision / 2 * sum(map(mul, strengths, strengths))
        for (player, field), weight in self.weights.items():
            total += weight * (strengths[player] - log(sum([exp(strengths[each]) for each in field])))
        return total

    def slope_at(self, strengths: Sequence[float]) -> list[float]:
        slope = [-self.precision * strength for strength in strengths]
        for player, field, weight, shares in self._shares_at(strengths):
            slope[player] += weight
            for each, share in zip(field, shares, strict=True):
                slope[each] -= weight * share
        return slope

    def curvature_at(self, strengths: Sequence[float]) -> list[list[float]]:
        """The matrix of second derivatives with the sign changed, which is positive definite."""
        matrix = [[0.0] * self.players for _ in range(self.players)]
        for nth in range(self.players):
            matrix[nth][nth] = self.precision
        for _, field, weight, shares in self._shares_at(strengths):
            for one, mine in zip(field, shares, strict=True):
                row = matrix[one]
                row[one] += weight * mine
                for other, theirs in zip(field, shares, strict=True):
                    row[other] -= weight * mine * theirs
        return matrix

    def _shares_at(self, strengths: Sequence[float]) -> Iterator[tuple[int, tuple[int, ...], float, list[float]]]:
        for (player, field), weight in self.weights.items():
            powers = [exp(strengths[each]) for each in field]
            total = sum(powers)
            yield player, field, weight, [power / total for power in powers]

    def find_maximum(self) -> list[float]:
        """The strengths at the maximum, by Newton's method. There is one maximum, because the function is concave."""
        strengths = [0.0] * self.players
        for _ in range(STEPS):
            step = solve_factored(factor_matrix(self.curvature_at(strengths)), self.slope_at(strengths))
            strengths = self._climb(strengths, step)
            if max(map(abs, step)) < CLOSE:
                break
        return strengths

    def _climb(self, strengths: Sequence[float], step: Sequence[float]) -> list[float]:
        """Go along a step, or half of it, and so on, as far as that leads up."""
        before, part = self.value_at(strengths), 1.0
        while part > CLOSE:
            there = [strength + part * by for strength, by in zip(strengths, step, strict=True)]
            if self.value_at(there) >= before:
                return there
            part /= 2
        return list(strengths)
