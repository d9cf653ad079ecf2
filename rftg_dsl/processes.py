"""Work shared by several processes; what comes of it never depends on how many there are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

CHUNK = 100
"""Most tasks a process takes at a time."""


def chunks(tasks: int, processes: int) -> list[range]:
    """The numbers of tasks in order, a chunk at a time, so that all processes have some until near the end."""
    size = max(1, min(CHUNK, -(-tasks // (processes * 4))))
    return [range(start, min(start + size, tasks)) for start in range(0, tasks, size)]


def spread(
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    processes: int,
    begin: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[Done]:
    """What ``work`` makes of each task, in order; each process first calls ``begin`` with what is given."""
    if processes == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    with get_context(start_method()).Pool(min(processes, len(tasks)), begin, given) as pool:
        yield from pool.imap(work, tasks)


def start_method() -> str:
    """Processes are forked, with all that is loaded, where that is safe; else they begin anew and load it again."""
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
