"""The value of a gift, measured for pieces whose value is known."""

from __future__ import annotations

import pytest

from balance.known_set import measure
from rftg_dsl.balance.estimates import Sample, half_width_of
from rftg_dsl.balance.gift import contrast_gift, margin_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import Library


@pytest.mark.parametrize("name", ["Three More", "Three Scored"])
@pytest.mark.parametrize("players", [2, 3])
def test_three_points_are_worth_three(known_library: Library, name: str, players: int) -> None:
    sample = measure(known_library, contrast_gift(name, "Blank"), players=players)

    scale = players - 1
    assert abs(sample.mean / scale - 3) <= half_width_of(sample) / scale
    # The spread of independent games would be three times as large.
    assert sample.deviation / scale < 9


@pytest.mark.parametrize("players", [2, 3])
def test_a_copy_of_the_control_is_worth_nothing(known_library: Library, players: int) -> None:
    assert measure(known_library, contrast_gift("Blank Again", "Blank"), players=players) == Sample(24)


def test_a_margin_is_the_lead_over_the_mean_of_the_others() -> None:
    assert margin_of([30, 20], 0) == 10
    assert margin_of([30, 20, 25], 1) == -15  # 7.5 points behind, in halves of a point


def test_a_piece_that_no_seat_can_start_with_is_refused(known_library: Library) -> None:
    with pytest.raises(UsageError, match="'Three Mor' is not a card"):
        measure(known_library, contrast_gift("Three Mor"))
