"""Work shared by processes: in order, a few tasks at a time, and nothing left behind.

The work is that of modules which a process that was not forked can import too.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from multiprocessing import active_children
from operator import mul
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.workers.local import AHEAD, spread_here
from rftg_dsl.play.bots import seat_bots


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("tasks", [0, 1, 2, 50])
def test_results_come_in_the_order_of_the_tasks(processes: int, tasks: int) -> None:
    assert list(spread_here(mul, 3, range(tasks), processes)) == [3 * number for number in range(tasks)]
    assert active_children() == []


def test_only_a_few_tasks_are_handed_out_ahead() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(10**21):
            taken.append(number)
            yield number

    results: Any = spread_here(mul, 2, tasks(), 2)

    assert [next(results) for _ in range(20)] == [2 * number for number in range(20)]
    assert len(taken) <= 20 + 2 * AHEAD
    results.close()
    assert active_children() == []


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_task_raises_is_raised_here(processes: int) -> None:
    with pytest.raises(UsageError) as raised:
        list(spread_here(seat_bots, ["random", "greedy"], [2, 3, 1, 4], processes))

    assert raised.value.code == "wrong-players"
    assert active_children() == []


def test_processes_begin_anew_where_a_fork_is_not_safe() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert list(spread_here(pow, 2, range(4), 2)) == [1, 2, 4, 8]
    finally:
        stop.set()
        thread.join()
