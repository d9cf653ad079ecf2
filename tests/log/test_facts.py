"""The values of facts: as long as a log allows, and no longer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.log.format.kinds import EVENT, VALUE
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.format.shapes import has_shape, is_longer

UNUSUAL = st.sampled_from(["x", '"', "\\", "\n", "\x7f", "é", "\ud800", "\U0001f600"])
"""Characters that become one, two, six or twelve in JSON."""

ONES = st.none() | st.booleans() | st.integers(-(2**53), 2**53)


def texts(low: int, high: int) -> st.SearchStrategy[str]:
    """The same character many times."""
    return st.builds(str.__mul__, UNUSUAL, st.integers(low, high))


def filled(text: str, size: int) -> str:
    """A text with as much more as makes its JSON so long."""
    return text + "x" * (size - len(line_of(text)))


@law(100)
@given(
    texts(0, 40)
    | st.builds(filled, texts(0, 400), st.integers(VALUE - 2, VALUE + 2))
    | st.lists(ONES | texts(0, 100), max_size=60)
    | st.lists(st.lists(ONES, max_size=20), min_size=30, max_size=90)
)
def test_what_is_long_is_told_as_from_its_json(value: Any) -> None:
    assert is_longer(value, VALUE) == (len(line_of(value)) > VALUE)


@pytest.mark.parametrize("sign", ["x", "é", "\U0001f600"])
def test_a_fact_that_is_too_long_is_no_event(sign: str) -> None:
    width = len(line_of(sign)) - 2
    longest = sign * ((VALUE - 2) // width)

    assert has_shape(["fact", "said", "some.test", "said", longest], EVENT)
    assert not has_shape(["fact", "said", "some.test", "said", longest + sign], EVENT)
