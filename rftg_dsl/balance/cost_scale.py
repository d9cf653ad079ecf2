"""Values in units of cost: the cost at which a printed piece of the same kind would be worth as much.

A line is fitted through the values and costs of printed pieces. The cost of a value is read off the line, with an
interval that covers both the uncertainty of the value and that of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from statistics import NormalDist, fmean, linear_regression

from attrs import frozen

from rftg_dsl.balance.estimates import ERROR, Estimate, estimate_of, quantile_of_t

PIECES, COSTS = 5, 3
"""The least number of printed pieces, and of different costs, for a line through them."""


@frozen
class CostScale:
    """The line through the values of printed pieces, by cost."""

    free: float
    """The value, in points, of a piece that costs nothing."""
    slope: float
    """The points that a piece is worth more for each 1 of cost."""
    scatter: float
    """The standard deviation of the values of the printed pieces around the line, in points."""
    noise: float
    """The part of it that comes from measuring the values, in points."""
    common: float
    """The standard deviation of the error that all measured values share, in points."""
    pieces: int
    middle: float
    """The mean cost of the printed pieces."""
    spread: float
    """The sum of the squares of the distances of their costs from the mean."""

    @property
    def tolerance(self) -> float:
        """The true distance of printed pieces from the line: a standard deviation, in units of cost."""
        return sqrt(max(0.0, self.scatter**2 - self.noise**2)) / self.slope

    def cost_of(self, value: Estimate) -> Estimate:
        """The cost at which a printed piece is worth this much. It can be negative."""
        cost = (value.value - self.free) / self.slope
        error = self.scatter * sqrt(1 / self.pieces + (cost - self.middle) ** 2 / self.spread)
        of_line = quantile_of_t(1 - ERROR / 2, self.pieces - 2) * error
        of_all = NormalDist().inv_cdf(1 - ERROR / 2) * self.common
        return estimate_of(cost, hypot(value.half_width, of_line, of_all) / self.slope)


def fit_scale(
    costs: Sequence[int], values: Sequence[float], noise: float = 0.0, common: float = 0.0
) -> CostScale | None:
    """Fit a line through the values of printed pieces with these costs.

    The measured values have errors: ``noise`` is the standard deviation of those that are independent of each other,
    and ``common`` that of the error that they share because all were compared with the same games. Return None if
    there are too few pieces or costs, or if pieces that cost more are not worth more.
    """
    if len(costs) < PIECES or len(set(costs)) < COSTS:
        return None
    slope, free = linear_regression(costs, values)
    if slope <= 0:
        return None
    off = [value - free - slope * cost for cost, value in zip(costs, values, strict=True)]
    scatter = sqrt(sum(each * each for each in off) / (len(off) - 2))
    middle = fmean(costs)
    return CostScale(
        free, slope, scatter, noise, common, len(costs), middle, sum((cost - middle) ** 2 for cost in costs)
    )
