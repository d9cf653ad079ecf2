"""The order of the seats, as the schedule says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rftg_dsl.kernel.program import Block, Program, Stretch


@pytest.mark.parametrize("round_number", range(7))
def test_with_rotating_rounds_the_first_seat_moves_on_by_one_each_round(round_number: int) -> None:
    day = Stretch(Block("day", "day", ()), counter=0, rotating=True)
    order = Program(Block("setup", "setup", ()), day, {}, {}, 3).order

    first = max(round_number - 1, 0) % 3  # setup, before round 1, has the order of round 1
    table: Any = SimpleNamespace(counters=[round_number])
    assert tuple(order(table)) == tuple((first + seat) % 3 for seat in range(3))
