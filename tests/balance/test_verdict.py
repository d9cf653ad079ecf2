"""A verdict says no more than the interval allows."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest

from rftg_dsl.balance.cost_scale import CostScale, fit_scale
from rftg_dsl.balance.estimates import Estimate, estimate_of
from rftg_dsl.balance.verdict import CLEAR, judge, pairs_to_tell


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.0, 1.9, "weak"),
        (1.0, 3.0, "weak or fair"),
        (2.1, 3.9, "fair"),
        (3.0, 5.0, "fair or strong"),
        (4.1, 9.0, "strong"),
        (1.0, 5.0, "cannot be told yet"),
    ],
)
def test_the_verdict_on_a_side_that_costs_three_with_a_tolerance_of_one(low: float, high: float, verdict: str) -> None:
    assert judge(Estimate((low + high) / 2, low, high), 3, 1.0) == verdict


@pytest.fixture
def scale() -> CostScale:
    random = Random(1)
    costs = [cost for cost in range(1, 7) for _ in range(6)]
    made = fit_scale(costs, [1 + 2 * cost + random.gauss(0, 1) for cost in costs])
    assert made is not None
    return made


def test_the_pairs_that_are_said_to_tell_do_tell(scale: CostScale) -> None:
    value, pairs = estimate_of(1 + 2 * 5.2, 5.0), 100
    assert judge(scale.cost_of(value), 3, scale.tolerance) not in CLEAR
    needed = pairs_to_tell(value, pairs, scale, 3)

    assert needed is not None
    after = [estimate_of(value.value, value.half_width * (pairs / (needed * share)) ** 0.5) for share in (1.01, 0.9)]
    verdicts = [judge(scale.cost_of(each), 3, scale.tolerance) in CLEAR for each in after]
    assert verdicts == [True, False]


def test_more_pairs_do_not_help_if_the_line_itself_is_too_uncertain(scale: CostScale) -> None:
    edge = scale.free + scale.slope * (3 + scale.tolerance)

    assert pairs_to_tell(estimate_of(edge, 2.0), 100, scale, 3) is None


def test_noise_in_the_values_of_printed_sides_is_not_taken_for_tolerance() -> None:
    random, costs = Random(4), [cost for cost in range(1, 7) for _ in range(200)]
    scale = fit_scale(costs, [2 * cost + random.gauss(0, 0.6) + random.gauss(0, 0.8) for cost in costs], noise=0.8)

    assert scale is not None
    assert isclose(scale.tolerance, 0.3, abs_tol=0.03)
