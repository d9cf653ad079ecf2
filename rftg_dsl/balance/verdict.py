"""Verdicts: whether a side is worth what it costs.

Printed sides are not all worth exactly what they cost either. Their usual distance from the line is the tolerance: a
side is *fair* if it plays like a side that costs as much as it does, give or take the tolerance; *strong* if it plays
like one that costs more; and *weak* if it plays like one that costs less.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil

from rftg_dsl.balance.cost_scale import CostScale
from rftg_dsl.balance.estimates import Estimate


class Verdict(StrEnum):
    """The answers that the interval leaves open; ``UNCLEAR`` if it leaves all of them open."""

    WEAK = "weak"
    WEAK_OR_FAIR = "weak or fair"
    FAIR = "fair"
    FAIR_OR_STRONG = "fair or strong"
    STRONG = "strong"
    UNCLEAR = "cannot be told yet"


def judge(cost: Estimate, printed: int, tolerance: float) -> Verdict:
    """Return what the interval of the cost that a side plays like says about the side."""
    low, high = printed - tolerance, printed + tolerance
    if cost.high < low:
        return Verdict.WEAK
    if cost.low > high:
        return Verdict.STRONG
    if cost.low < low:
        return Verdict.UNCLEAR if cost.high > high else Verdict.WEAK_OR_FAIR
    return Verdict.FAIR_OR_STRONG if cost.high > high else Verdict.FAIR


CLEAR = (Verdict.WEAK, Verdict.FAIR, Verdict.STRONG)


def pairs_to_tell(value: Estimate, pairs: int, scale: CostScale, printed: int) -> int | None:
    """Roughly how many pairs it would take for a clear verdict, given a value after some pairs; None if more pairs
    alone would not do.

    The interval of a cost has two parts: the uncertainty of the value, which more pairs reduce, and that of the line
    through the printed sides, which they do not.
    """
    cost = scale.cost_of(value)
    distance = abs(abs(cost.value - printed) - scale.tolerance)
    of_value = value.half_width / scale.slope
    of_line = max(0.0, cost.half_width**2 - of_value**2)
    if distance**2 <= of_line:
        return None
    # Widths shrink with the square root of the size of a sample.
    return ceil(pairs * of_value**2 / (distance**2 - of_line))
