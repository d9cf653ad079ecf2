"""A seat's view of the numbers that powers change."""

from __future__ import annotations

from random import Random

import pytest

import rftg_dsl as rftg
from rftg_dsl.kernel.play import Play


def test_numbers_that_everybody_can_work_out_are_seen_as_they_are() -> None:
    match, random = rftg.start("race", 3, "seen"), Random(1)
    known = set()
    while (asked := match.asked) is not None and len(known) < 3:
        play = match.draft().play
        military = [play.value("military", seat, 0) for seat in range(3)]
        assert [match.seen_by(seat).list_values("military") for seat in range(3)] == [military] * 3
        known.add(max(military))
        asked.random = random
        match.answer(asked.draw())

    assert len(known) == 3


def test_a_number_that_depends_on_hidden_pieces_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = rftg.start("race", 2, "seen")

    def count_hand(play: Play[object], name: str, seat: int, base: int, subject: int = -1) -> int:
        return sum(play.zone[play.numbers.hand[seat]])  # type: ignore[attr-defined]

    monkeypatch.setattr(Play, "value", count_hand)

    mine, other = match.seen_by(0).list_values("military")
    assert mine is not None and other is None
