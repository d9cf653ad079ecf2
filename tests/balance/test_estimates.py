"""Intervals hold the true mean as often as they claim, at a fixed size and at every look."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.balance.estimates import (
    LEAST,
    TUNED,
    Sample,
    half_width_of,
    half_width_of_sequence,
    quantile_of_t,
    sample_of,
)

FACES, MEAN = (0, 0, 0, 1, 1, 2, 5, 15), 3
"""The faces of a very uneven die, and their mean."""


@law(40)
@given(st.lists(st.integers(-50, 50)), st.lists(st.integers(-50, 50)))
def test_samples_are_added_like_their_values(some: list[int], more: list[int]) -> None:
    assert sample_of(some) + sample_of(more) == sample_of(some + more)


def test_mean_and_deviation() -> None:
    sample = sample_of([2, 4, 4, 4, 5, 5, 7, 9])

    assert (sample.mean, sample.deviation) == (5, pytest.approx((32 / 7) ** 0.5))


@pytest.mark.parametrize(("degrees", "value"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)])
def test_quantiles_are_those_of_the_tables(degrees: int, value: float) -> None:
    assert quantile_of_t(0.975, degrees) == pytest.approx(value, rel=0.002)


@pytest.mark.parametrize("size", [60, 200])
def test_an_interval_holds_the_mean_as_often_as_it_claims(size: int) -> None:
    random = Random(size)
    samples = [sample_of(random.choices(FACES, k=size)) for _ in range(1_000)]

    held = sum(abs(sample.mean - MEAN) <= half_width_of(sample) for sample in samples)

    assert 930 <= held <= 970


def test_a_sequence_holds_the_mean_at_every_look() -> None:
    random, held = Random(1), 0
    for _ in range(400):
        sample, always = Sample(), True
        while always and sample.size < 1_500:
            sample += sample_of(random.choices(FACES, k=16))
            always = abs(sample.mean - MEAN) <= half_width_of_sequence(sample)
        held += always

    assert held >= 380


def test_a_sequence_is_about_one_and_a_half_times_as_wide() -> None:
    sample = Sample(TUNED, 0, 100_000)

    assert half_width_of_sequence(sample) / half_width_of(sample) == pytest.approx(1.55, abs=0.01)


def test_too_little_says_nothing() -> None:
    assert half_width_of(sample_of([3])) == inf
    assert half_width_of_sequence(sample_of([1, 2] * (LEAST // 2 - 1)), 100) == inf
