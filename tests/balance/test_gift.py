"""The value of a gift, measured for pieces whose value is known."""

from __future__ import annotations

import pytest

from rftg_dsl.balance.estimates import Sample, half_width_of, sample_of
from rftg_dsl.balance.gift import Batch, Contrast, GiftGames, Stratum, contrast_gift, contrast_pair, margin_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import Library
from rftg_dsl.play.source import source_of


def measure(library: Library, contrast: Contrast, size: int = 24, players: int = 2) -> Sample:
    starts = tuple(start for start, _ in contrast.terms)
    rows = GiftGames(source_of(library, ()), "known").play(Batch(Stratum(players, "greedy"), starts, range(size)))
    factors = [factor for _, factor in contrast.terms]
    return sample_of(sum(n * margin for n, margin in zip(factors, row, strict=True)) for row in zip(*rows, strict=True))


@pytest.mark.parametrize("name", ["Three More", "Three Scored"])
@pytest.mark.parametrize("players", [2, 3])
def test_three_points_are_worth_three(known: Library, name: str, players: int) -> None:
    sample = measure(known, contrast_gift(name, "Blank"), players=players)

    scale = players - 1
    assert abs(sample.mean / scale - 3) <= half_width_of(sample) / scale
    # Games in which the piece decides nothing differ by exactly three points; most games are such.
    assert sample.deviation / scale < 6


@pytest.mark.parametrize("players", [2, 3])
def test_a_copy_of_the_control_is_worth_nothing(known: Library, players: int) -> None:
    assert measure(known, contrast_gift("Blank Again", "Blank"), players=players) == Sample(24)


def test_two_pieces_that_only_score_add_nothing_together(known: Library) -> None:
    sample = measure(known, contrast_pair("Three More", "Three Scored"))

    assert abs(sample.mean) <= half_width_of(sample)


def test_a_margin_is_the_lead_over_the_mean_of_the_others() -> None:
    assert margin_of([30, 20], 0) == 10
    assert margin_of([30, 20, 25], 1) == -15  # 7.5 points behind, in halves of a point


def test_a_piece_that_no_seat_can_start_with_is_refused(known: Library) -> None:
    with pytest.raises(UsageError, match="'Three Mor' is not a card"):
        measure(known, contrast_gift("Three Mor"))
