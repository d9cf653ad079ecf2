"""What a game looks up under a wrong name says so; it is not 0."""

from __future__ import annotations

import pytest

from rftg_dsl.library.load import load_standard


@pytest.mark.parametrize(
    ("sort", "wrong", "says"),
    [
        ("place", "cupp", "there is no place called 'cupp'; did you mean 'cup'?"),
        ("counter", "credits", "there is no counter called 'credits'; did you mean 'credit'?"),
        ("fact", "finished", "there is no fact called 'finished'; known: "),
        ("number", "end_square", "there is no number called 'end_square'; did you mean 'end_squares'?"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest_one(sort: str, wrong: str, says: str) -> None:
    with pytest.raises(KeyError) as told:
        getattr(load_standard("roll").rules(2).numbers, sort)[wrong]

    assert says in str(told.value)


def test_a_property_that_is_not_declared_is_not_0() -> None:
    numbers = load_standard("roll").rules(2).numbers

    with pytest.raises(KeyError, match="there is no property called 'costs'; did you mean 'cost'"):
        numbers.figures("costs")
    with pytest.raises(KeyError, match="there is no property called 'color'; did you mean 'colour'"):
        numbers.sides_by_value("color")
