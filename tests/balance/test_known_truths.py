"""Values that are known beforehand come out, in enough games to tell."""

from __future__ import annotations

from math import sqrt

import pytest

from balance.known_set import measure
from rftg_dsl.balance.estimates import Sample
from rftg_dsl.balance.gift import Contrast, Start, contrast_gift
from rftg_dsl.library.load import Library

PAIRS = 96


def is_near(sample: Sample, worth: float, scale: int = 1) -> bool:
    """Whether the mean is within three standard errors of a value in points."""
    return abs(sample.mean / scale - worth) <= 3 * sample.deviation / sqrt(sample.size) / scale


@pytest.mark.parametrize(("players", "worth"), [(2, 0), (4, 6)])
def test_a_piece_that_helps_only_with_four_seats(known_library: Library, players: int, worth: int) -> None:
    sample = measure(known_library, contrast_gift("For Four", "Blank"), PAIRS, players)

    assert is_near(sample, worth, players - 1)
    assert not is_near(sample, 6 - worth, players - 1)


def test_two_pieces_worth_something_only_together(known_library: Library) -> None:
    for name in ("One Half", "Other Half"):
        assert is_near(measure(known_library, contrast_gift(name, "Blank"), PAIRS), 0)

    # Two gifts end a game sooner than one, so compare with two gifts that have nothing to do with each other. Neither
    # half is to be found in the box.
    terms = (
        (Start(("One Half", "Other Half")), 1),
        (Start(("One Half", "Blank"), "Other Half"), -1),
        (Start(("Other Half",), "One Half"), -1),
        (Start(("Blank",), "One Half"), 1),
    )
    together = measure(known_library, Contrast(terms), PAIRS)
    assert is_near(together, 6)
    assert not is_near(together, 0)


def test_a_seat_that_is_always_ahead_does_not_hide_what_a_piece_is_worth(known_library: Library) -> None:
    ahead = known_library.with_options({"tableau.0": "Three Scored"})
    sample = measure(ahead, contrast_gift("Three More", "Blank"), PAIRS)

    assert is_near(sample, 3)
    assert not is_near(sample, 0)
