"""Values are read in units of cost off a line through printed pieces."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dsl.balance.cost_scale import fit_scale
from rftg_dsl.balance.estimates import estimate_of

COSTS = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6]


def test_a_value_on_the_line_has_the_cost_of_the_line() -> None:
    scale = fit_scale(COSTS, [2 + 1.5 * cost for cost in COSTS])

    assert scale is not None
    assert (scale.free, scale.slope, scale.scatter) == (pytest.approx(2), pytest.approx(1.5), pytest.approx(0))
    cost = scale.cost_of(estimate_of(8, 0.75))
    assert (cost.value, cost.low, cost.high) == (pytest.approx(4), pytest.approx(3.5), pytest.approx(4.5))


def test_the_interval_is_wider_away_from_the_printed_costs() -> None:
    random = Random(1)
    scale = fit_scale(COSTS, [2 + 1.5 * cost + random.gauss(0, 1) for cost in COSTS])

    assert scale is not None
    widths = [of.high - of.low for of in map(scale.cost_of, (estimate_of(2 + 1.5 * cost, 0.5) for cost in (3, 9)))]
    assert widths[0] < widths[1]


def test_the_interval_holds_the_cost_as_often_as_it_claims() -> None:
    random, held = Random(2), 0
    for _ in range(1_000):
        scale = fit_scale(COSTS, [2 + 1.5 * cost + random.gauss(0, 1) for cost in COSTS])
        assert scale is not None
        cost = scale.cost_of(estimate_of(2 + 1.5 * 4 + random.gauss(0, 0.5), 1.96 * 0.5))
        held += cost.low <= 4 <= cost.high

    assert 930 <= held <= 980


@pytest.mark.parametrize(
    ("costs", "values"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4]),
        ([1, 1, 1, 2, 2, 2], [1, 1, 1, 2, 2, 2]),
        ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]),
    ],
    ids=["too few pieces", "too few costs", "dearer is worse"],
)
def test_without_a_rising_line_there_is_no_scale(costs: list[int], values: list[float]) -> None:
    assert fit_scale(costs, values) is None
