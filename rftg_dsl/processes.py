"""Work shared by several processes; what comes of it never depends on how many there are."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

CHUNK = 100
"""Most tasks a process takes at a time."""


MOST = max(2, os.cpu_count() or 1)
"""Most processes: no work is done sooner by more than the machine can run at once."""


def chunks(tasks: int, processes: int) -> Iterator[range]:
    """The numbers of tasks in order, a chunk at a time, so that all processes have some until near the end."""
    size = max(1, min(CHUNK, -(-tasks // (processes * 4))))
    return (range(start, min(start + size, tasks)) for start in range(0, tasks, size))


def spread(
    work: Callable[[Task], Done],
    tasks: Iterable[Task],
    processes: int,
    begin: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[Done]:
    """What ``work`` makes of each task, in order; each process first calls ``begin`` with what is given."""
    rest = iter(tasks)
    first = list(islice(rest, min(processes, MOST)))
    if len(first) < 2:
        yield from map(work, chain(first, rest))
        return
    with get_context(start_method()).Pool(len(first), begin_quietly, (begin, given)) as pool:
        yield from pool.imap(work, chain(first, rest))


def begin_quietly(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """A process that is ended by the one that began it, and not by Ctrl-C, which that one hears too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if begin is not None:
        begin(*given)


def start_method() -> str:
    """Processes are forked, with all that is loaded, where that is safe; else they begin anew and load it again."""
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
