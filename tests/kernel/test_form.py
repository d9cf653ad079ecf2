"""Forms with more answers than anything can hold: what they cost depends on their size, not on their answers."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.kernel.form import EXACT, Bag, Form, One, Range, Some, number_below

KINDS = 60
BIG: list[Form] = [
    Bag([(cell, 9) for cell in range(KINDS)], 0, 9 * KINDS),
    Bag([(cell, 9) for cell in range(KINDS)], 200, 300),
    Bag([(cell, 999) for cell in range(30)], 0, 999),
    Bag([(0, 10**9)], 0, 10**9),
    Some(tuple(range(2_000)), 0, 2_000, "piece"),
    Some(tuple(range(2_000)), 900, 1_000, "piece"),
    Range(0, 10**12),
]
ILLEGAL = (None, "x", tuple(range(100_000)), ((0, 10**30),), ([],), (((0,), 1),) * 9, 10**99)


@pytest.fixture(autouse=True)
def no_more_than_50_megabytes() -> Iterator[None]:
    tracemalloc.start()
    yield
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 50_000_000


@pytest.mark.parametrize("form", BIG, ids=repr)
def test_a_form_with_countless_answers_is_counted_drawn_from_and_tested(form: Form) -> None:
    random = Random("big").random

    assert form.count() >= 10**9
    drawn = {form.draw(random) for _ in range(3)}
    assert len(drawn) == 3 and all(form.accepts(pick) for pick in drawn)


@pytest.mark.parametrize("form", BIG, ids=repr)
@pytest.mark.parametrize("pick", ILLEGAL, ids=lambda pick: str(pick)[:20])
def test_an_illegal_pick_is_refused_at_no_cost(form: Form, pick: object) -> None:
    assert not form.accepts(pick)


@pytest.mark.parametrize("low", [0, 1, 9 * KINDS - 1, 9 * KINDS])
def test_a_few_answers_of_many_things_are_listed_alone(low: int) -> None:
    few = Bag([(cell, 9) for cell in range(KINDS)], low, low)

    assert len(few.listed()) == few.count() == (1 if low in (0, 9 * KINDS) else KINDS)


@law(100)
@given(st.lists(st.integers(0, 4), max_size=4), st.integers(0, 9), st.integers(0, 9))
def test_the_answers_of_a_bag_are_those_within_its_bounds(counts: list[int], low: int, more: int) -> None:
    bag = Bag(list(enumerate(counts)), low, low + more)
    every = [
        tuple((cell, k) for cell, k in enumerate(taken) if k)
        for taken in product(*[range(n + 1) for n in counts])
        if bag.low <= sum(taken) <= bag.high
    ]

    assert bag.listed() == every
    assert bag.count() == len(every)
    assert all(bag.accepts(pick) for pick in every)
    assert bag.draw(Random(0).random) in every
    assert not any(bag.accepts((*pick, (cell, 0))) for pick in every for cell in range(len(counts)))


@pytest.mark.parametrize("form", [Some(tuple("abcd"), 0, 2), Some(tuple("abcd"), 1, 3), Bag([(0, 2), (1, 1)], 0, 2)])
def test_every_answer_of_several_things_is_equally_likely(form: Form) -> None:
    random, answers = Random("fair").random, form.count()

    drawn = Counter(tuple(sorted(form.draw(random))) for _ in range(1_000 * answers))

    assert len(drawn) == answers
    assert all(850 < n < 1_150 for n in drawn.values())


@law(50)
@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 7))
def test_the_answers_of_some_are_counted(size: int, low: int, more: int) -> None:
    some = Some(tuple(range(size)), low, low + more)

    assert some.count() == len(some.listed()) == sum(comb(size, n) for n in range(some.low, some.high + 1))
    assert tuple(sorted(some.draw(Random(1).random))) in some.listed()


def test_a_number_far_beyond_what_a_float_can_hold_is_drawn_evenly() -> None:
    random, most = Random("even").random, 3 * EXACT**20

    drawn = [number_below(most, random) for _ in range(3_000)]

    thirds = [sum(nth * most // 3 <= number < (nth + 1) * most // 3 for number in drawn) for nth in range(3)]
    assert all(900 < n < 1_100 for n in thirds)
    assert len({number % 1_000 for number in drawn}) > 900


def test_one_of_many_is_one_of_them() -> None:
    form = One(tuple(range(100_000)), "piece")

    assert form.accepts(99_999) and not form.accepts(100_000) and form.draw(Random(2).random) in form.options
