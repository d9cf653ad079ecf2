"""Outlines: relative and mirrored commands mean the same as absolute ones; anything else is refused."""

from __future__ import annotations

import pytest

from rftg_dsl.show.pictures.outlines import parse_outline


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("M5 5m1 2l3 4h5v-6z", "M5 5 M6 7 L9 11 L14 11 L14 5 Z"),
        ("m1 1h4v4zm2 2h1v1z", "M1 1 L5 1 L5 5 Z M3 3 L4 3 L4 4 Z"),
        ("m0 0q1 2 3 4t5 6", "M0 0 Q1 2 3 4 Q5 6 8 10"),
        ("m0 0q1 2 3 4t5 6t1.5-2", "M0 0 Q1 2 3 4 Q5 6 8 10 Q11 14 9.5 8"),
        ("M2 2h3l1-1.5-2-.5", "M2 2 L5 2 L6 0.5 L4 0"),
    ],
)
def test_relative_and_mirrored_commands(short: str, long: str) -> None:
    assert [*parse_outline(short)] == [*parse_outline(long)]


@pytest.mark.parametrize("d", ["M1", "m1 2 3", "1 2", "M1 2 S3 4 5 6", "M1 2 a1 1 0 0 1 2 2", "M1 2 z 3"])
def test_other_notation_is_refused(d: str) -> None:
    with pytest.raises(ValueError, match=r"lacks a number|does not belong|is not a valid outline"):
        [*parse_outline(d)]
