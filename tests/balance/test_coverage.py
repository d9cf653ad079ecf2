"""Intervals of real games hold what they claim, in samples drawn again and again from one pool of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from balance.known_set import play_contrast
from lanes import slow
from rftg_dsl.balance.estimates import LEAST, Sample, half_width_of, half_width_of_sequence, sample_of
from rftg_dsl.balance.gift import contrast_gift
from rftg_dsl.library.load import load_library

PAIRS, TIMES, LOOKS = 3_000, 1_000, 16


@pytest.fixture(scope="module")
def pool() -> Sequence[int]:
    return play_contrast(load_library("race"), contrast_gift("Public Works"), PAIRS)


@slow
@pytest.mark.parametrize("size", [64, 256])
def test_intervals_of_a_fixed_size_hold_the_mean(pool: Sequence[int], size: int) -> None:
    random, truth = Random(size), sample_of(pool).mean
    samples = [sample_of(random.choices(pool, k=size)) for _ in range(TIMES)]

    held = sum(abs(sample.mean - truth) <= half_width_of(sample) for sample in samples)
    assert 0.93 <= held / TIMES <= 0.97


@slow
def test_sequences_hold_the_mean_at_every_look(pool: Sequence[int]) -> None:
    random, truth, held = Random(1), sample_of(pool).mean, 0
    for _ in range(TIMES):
        sample, always = Sample(), True
        for _ in range(LOOKS):
            sample += sample_of(random.choices(pool, k=LEAST))
            always = always and abs(sample.mean - truth) <= half_width_of_sequence(sample)
        held += always

    assert held / TIMES >= 0.95
