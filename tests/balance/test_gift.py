"""The value of a gift, measured for pieces whose value is known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.balance.estimates import Sample, half_width_of
from rftg_dsl.balance.gift import BATCH, Gift, Pairs, margin_of, measure_gift
from rftg_dsl.play.source import source_of

CARDS = """
card KN1 { development "Blank" cost 2 vp 1 {} }
card KN2 { development "Blank Again" cost 2 vp 1 {} }
card KN3 { development "Three More" cost 2 vp 4 {} }
card KN4 { development "Three Scored" cost 2 vp 1 { score 3 } }
"""

PairsOf = Callable[..., Pairs]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set of developments that differ only in the points that they score."""
    folder = tmp_path_factory.mktemp("known")
    (folder / "set.toml").write_text('id = "known"\nname = "Known"\ngame = "race"\nversion = "1"\n')
    (folder / "cards.rftg").write_text(CARDS)
    return folder


@pytest.fixture(scope="module")
def known(folder: Path) -> Library:
    return load_library("race", extra=[folder])


def measure(library: Library, gift: Gift, size: int = 24, players: int = 2) -> Sample:
    pairs = Pairs(source_of(library, ()), players, "known", "greedy", gift)
    *_, sample = measure_gift(pairs, size)
    return sample


@pytest.mark.parametrize("name", ["Three More", "Three Scored"])
@pytest.mark.parametrize("players", [2, 3])
def test_three_points_are_worth_three(known: Library, name: str, players: int) -> None:
    sample = measure(known, Gift(name, "Blank"), players=players)

    scale = players - 1
    assert abs(sample.mean / scale - 3) <= half_width_of(sample) / scale
    # Games in which the piece decides nothing differ by exactly three points; most games are such.
    assert sample.deviation / scale < 6


@pytest.mark.parametrize("players", [2, 3])
def test_a_copy_of_the_control_is_worth_nothing(known: Library, players: int) -> None:
    assert measure(known, Gift("Blank Again", "Blank"), players=players) == Sample(24)


def test_a_sample_does_not_depend_on_the_number_of_workers(folder: Path, known: Library) -> None:
    pairs = Pairs(source_of(known, [folder]), 2, "known", "greedy", Gift("Three More"))

    alone, together = (list(measure_gift(pairs, 2 * BATCH + 4, workers)) for workers in (1, 2))

    assert alone == together
    assert [sample.size for sample in alone] == [BATCH, 2 * BATCH, 2 * BATCH + 4]


def test_a_margin_is_the_lead_over_the_mean_of_the_others() -> None:
    assert margin_of([30, 20], 0) == 10
    assert margin_of([30, 20, 25], 1) == -15  # 7.5 points behind, in halves of a point


def test_a_piece_that_no_seat_can_start_with_is_refused(known: Library) -> None:
    with pytest.raises(UsageError, match="'Three Mor' is not a card"):
        measure(known, Gift("Three Mor"))
