"""Work shared by several processes; the results never depend on how many there are."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import TimeoutError, get_all_start_methods, get_context, parent_process
from typing import Any, TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")

CHUNK = 100
"""Maximum tasks that a process takes at a time."""

MOST = max(2, os.cpu_count() or 1)
"""Maximum processes: more than the machine can run at once would gain nothing."""

PATIENCE = 0.2
"""Seconds to wait for a result before checking for an interrupt."""


def chunks(tasks: int, processes: int) -> Iterator[range]:
    """Ranges of task numbers, in order, small enough to keep every process busy until near the end."""
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
    with interrupts_held():
        pool = get_context(start_method()).Pool(len(first), begin_quietly, (begin, given))
    with pool, suppress(StopIteration):
        done = pool.imap(work, chain(first, rest))
        while True:
            with suppress(TimeoutError):
                yield done.next(PATIENCE)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for the duration; processes and threads started inside never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_quietly(begin: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """A process that ends with the one that began it, however that ends; Ctrl-C is left to that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def end_with_parent() -> None:
    """Wait until the process that began this one is gone, and go too: nobody asks for its work any more."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def start_method() -> str:
    """``fork`` if that is safe, so that processes share what is loaded; else ``spawn``, and each loads it again."""
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
