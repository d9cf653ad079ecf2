"""Ratings: laws of the model, and intervals that hold the truth as often as they say."""

from __future__ import annotations

from itertools import permutations
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.log.standings.cholesky import factor_matrix, invert_diagonal, solve_factored
from rftg_dsl.log.standings.ratings import DEVIATION, MEAN, MOST, POINTS, PlackettLuce, rate_players, stages_of

Game = list[tuple[int, int]]

GAMES = st.lists(
    st.permutations(range(5)).flatmap(
        lambda order: st.lists(st.integers(1, 4), min_size=2, max_size=5).map(
            lambda places: [*zip(order, sorted(places), strict=False)]
        )
    ),
    max_size=12,
)


def play_games(random: Random, strengths: list[float], games: int, seats: int) -> list[Game]:
    """Games whose places follow the model."""
    played = []
    for _ in range(games):
        rest = random.sample(range(len(strengths)), seats)
        game: Game = []
        while rest:
            player = random.choices(rest, [exp(strengths[each]) for each in rest])[0]
            rest.remove(player)
            game.append((player, len(game) + 1))
        played.append(game)
    return played


def test_without_games_a_rating_is_the_mean_and_its_interval_is_wide() -> None:
    (rating,) = rate_players([], 1)

    assert rating.value == MEAN
    assert rating.high - rating.value == pytest.approx(1.959964 * DEVIATION)


def test_who_wins_more_often_has_the_higher_rating_and_few_games_tell_little() -> None:
    few = rate_players([[(0, 1), (1, 2)]], 2)
    many = rate_players([[(0, 1), (1, 2)]] * 3 + [[(1, 1), (0, 2)]], 2)

    assert few[0].value > MEAN > few[1].value and many[0].value > many[1].value
    assert many[0].high - many[0].low < few[0].high - few[0].low


def test_two_players_are_rated_by_the_share_of_their_wins() -> None:
    # With so many games, the distribution beforehand no longer matters.
    one, other = rate_players([[(0, 1), (1, 2)]] * 30_000 + [[(1, 1), (0, 2)]] * 10_000, 2)

    assert one.value - other.value == pytest.approx(400 * log(3, 10), abs=0.5)


@law(60)
@given(GAMES)
def test_the_ratings_are_a_maximum(games: list[Game]) -> None:
    model = PlackettLuce(games, 5)
    strengths = model.find_maximum()

    assert max(map(abs, model.slope_at(strengths))) < 1e-6
    for nth in range(5):
        for by in (-0.01, 0.01):
            there = [strength + by * (each == nth) for each, strength in enumerate(strengths)]
            assert model.value_at(there) < model.value_at(strengths)


@law(60)
@given(GAMES)
def test_slope_and_curvature_are_the_derivatives(games: list[Game]) -> None:
    model, at, step = PlackettLuce(games, 5), [0.3, -0.2, 0.0, 0.5, -0.7], 1e-5
    slope, curvature = model.slope_at(at), model.curvature_at(at)
    for nth in range(5):
        up, down = ([value + side * step * (each == nth) for each, value in enumerate(at)] for side in (1, -1))
        assert slope[nth] == pytest.approx((model.value_at(up) - model.value_at(down)) / (2 * step), abs=1e-5)
        change = [(low - high) / (2 * step) for high, low in zip(model.slope_at(up), model.slope_at(down), strict=True)]
        assert curvature[nth] == pytest.approx(change, abs=1e-5)


NEAR = 1e-3
"""In points: the search for the maximum stops close to it, and ratings are shown as whole points."""


@law(60)
@given(GAMES, st.permutations(range(5)))
def test_ratings_do_not_depend_on_the_order_of_players(games: list[Game], order: list[int]) -> None:
    renamed = [[(order[player], place) for player, place in game] for game in games]
    ratings, again = rate_players(games, 5), rate_players(renamed, 5)

    for nth in range(5):
        assert ratings[nth].value == pytest.approx(again[order[nth]].value, abs=NEAR)
        assert ratings[nth].high == pytest.approx(again[order[nth]].high, abs=NEAR)


@pytest.mark.parametrize("tied", [2, 3, 4])
def test_a_tie_leaves_its_players_equal(tied: int) -> None:
    ratings = rate_players([[(nth, 1) for nth in range(tied)] + [(tied, tied + 1)]], tied + 1)

    assert len({round(rating.value, 6) for rating in ratings[:tied]}) == 1
    assert ratings[0].value > ratings[tied].value


def test_a_tie_of_two_counts_half_for_each_order() -> None:
    tied = dict[object, float]()
    for stage, weight in stages_of([(0, 1), (1, 1), (2, 3)]):
        tied[stage] = tied.get(stage, 0) + weight
    both = dict[object, float]()
    for order in permutations(range(2)):
        for stage, weight in stages_of([*zip([*order, 2], (1, 2, 3), strict=True)]):
            both[stage] = both.get(stage, 0) + weight / 2

    assert tied == both


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    random, held, total = Random(7), 0, 0
    for _ in range(60):
        strengths = [random.gauss(0, DEVIATION / POINTS) for _ in range(6)]
        ratings = rate_players(play_games(random, strengths, 20, 3), 6)
        held += sum(
            rating.low <= MEAN + POINTS * strength <= rating.high
            for rating, strength in zip(ratings, strengths, strict=True)
        )
        total += len(strengths)

    assert 0.92 < held / total < 0.98


def test_too_many_players_are_not_rated() -> None:
    assert rate_players([], MOST + 1) == [] == rate_players([], 0)
    assert len(rate_players([], MOST)) == MOST


def test_a_system_of_equations_is_solved() -> None:
    matrix = [[4.0, 2.0, 0.4], [2.0, 5.0, 1.0], [0.4, 1.0, 3.0]]
    factor = factor_matrix(matrix)
    unit = [solve_factored(factor, [float(nth == each) for each in range(3)]) for nth in range(3)]

    for row, column in zip(matrix, [sum(a * b for a, b in zip(matrix[0], x, strict=True)) for x in unit], strict=True):
        assert row and column == pytest.approx(1.0 if row is matrix[0] else 0.0)
    assert invert_diagonal(factor) == pytest.approx([unit[nth][nth] for nth in range(3)])
