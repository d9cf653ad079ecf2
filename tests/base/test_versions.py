"""Versions compare as numbers, and a range holds exactly those within all its bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.versions import Version, version_of, versions_of

COMPARE = {
    ">=": Version.__ge__,
    ">": Version.__gt__,
    "<": Version.__lt__,
    "<=": Version.__le__,
    "==": Version.__eq__,
}
SMALL = st.builds(Version, *[st.integers(0, 3)] * 3)
BOUNDS = st.lists(st.tuples(st.sampled_from(sorted(COMPARE)), SMALL), max_size=4)


@pytest.mark.parametrize(("text", "version"), [("2", (2, 0, 0)), ("1.10", (1, 10, 0)), ("0.4.999999", (0, 4, 999999))])
def test_a_version_is_one_to_three_numbers(text: str, version: tuple[int, int, int]) -> None:
    assert version_of(text) == version


@pytest.mark.parametrize("text", ["", "v1", "1.", ".1", "01", "1.2.3.4", "1.-1", "1 .2", "١", "1_0", "1000000"])
def test_anything_else_is_not_a_version(text: str) -> None:
    assert version_of(text) is None


@pytest.mark.parametrize("text", ["1", ">=", ">=1,", ",>=1", "=>1", "~1", ">=1 <2", ">=1.2.3.4", "!=1", ">= 1 0"])
def test_anything_else_is_not_a_range(text: str) -> None:
    assert versions_of(text) is None


@law(200)
@given(BOUNDS, SMALL)
def test_a_range_holds_what_all_its_bounds_hold(bounds: list[tuple[str, Version]], one: Version) -> None:
    versions = versions_of(", ".join(f"{sign}{version}" for sign, version in bounds))

    assert versions is not None
    assert (one in versions) == all(COMPARE[sign](one, version) for sign, version in bounds)


@law(200)
@given(BOUNDS)
def test_a_range_is_empty_if_no_version_is_in_it(bounds: list[tuple[str, Version]]) -> None:
    versions = versions_of(",".join(f" {sign} {version} " for sign, version in bounds))

    assert versions is not None
    every = [Version(a, b, c) for a in range(5) for b in range(5) for c in range(6)]
    assert versions.empty == (not any(candidate in versions for candidate in every))
