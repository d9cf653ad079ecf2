"""Work shared by several processes; the results never depend on how many there are."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from rftg_dsl.diagnostic import Unusable

Given = TypeVar("Given")
Task = TypeVar("Task")
Done = TypeVar("Done")

CHUNK = 100
"""Maximum tasks that a process takes at a time."""

MOST = max(2, os.cpu_count() or 1)
"""Maximum processes: more than the machine can run at once would gain nothing."""

AHEAD = 4
"""Tasks handed out for each process, so that none is idle while an earlier one takes long."""

PATIENCE = 0.2
"""Seconds to wait for a result before checking for an interrupt."""


def chunks(tasks: int, processes: int) -> Iterator[range]:
    """Ranges of task numbers, in order, small enough to keep every process busy until near the end."""
    size = max(1, min(CHUNK, -(-tasks // (processes * 4))))
    return (range(start, min(start + size, tasks)) for start in range(0, tasks, size))


def spread(work: Callable[[Given, Task], Done], given: Given, tasks: Iterable[Task], processes: int) -> Iterator[Done]:
    """What ``work`` makes of each task and what is given, in order.

    Several processes are each given it once, as they begin; a few tasks wait for each of them, never all. ``Unusable``
    if one of them is killed.
    """
    rest = iter(tasks)
    first = list(islice(rest, min(processes, MOST)))
    if len(first) < 2:
        yield from (work(given, task) for task in chain(first, rest))
        return
    method = get_context(start_method())
    leave, leaving = method.Pipe(duplex=False)
    pool = ProcessPoolExecutor(len(first), method, begin, (work, given, leave))
    try:
        yield from in_order(pool, chain(first, rest), len(first) * AHEAD)
    except BrokenProcessPool:
        hint = "it was killed, or memory ran out: try again, with fewer --workers"
        raise Unusable("a worker process ended before its work was done", hint, "lost-worker") from None
    finally:
        leaving.send_bytes(b"now")
        pool.shutdown(cancel_futures=True)


def in_order(pool: Executor, tasks: Iterable[Task], most: int) -> Iterator[Any]:
    """What comes of each task, in order; so many at most are handed out and not yet taken back."""
    waiting: deque[Future[Any]] = deque()
    for task in tasks:
        with interrupts_held():
            waiting.append(pool.submit(carry_out, task))
        if len(waiting) == most:
            yield result_of(waiting.popleft())
    while waiting:
        yield result_of(waiting.popleft())


def result_of(future: Future[Any]) -> Any:
    """What comes of a task, as soon as it is done; Ctrl-C is heard meanwhile."""
    while not future.done():
        wait((future,), PATIENCE)
    return future.result()


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


class Desk:
    """What a worker process has before it: filled once, as it begins."""

    work: Callable[[Any, Any], Any]
    given: Any


DESK = Desk()
"""The desk of this process, if it is a worker."""


def begin(work: Callable[[Given, Task], Done], given: Given, leave: Connection) -> None:
    """A worker process begins. It leaves Ctrl-C to its parent, and ends when told to or when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_when, args=(leave,), daemon=True).start()
    DESK.work, DESK.given = work, given


def carry_out(task: Any) -> Any:
    """What comes of a task, in a worker process."""
    return DESK.work(DESK.given, task)


def end_when(leave: Connection) -> None:
    """Wait until nobody asks for the work of this process any more, and end it."""
    parent = parent_process()
    assert parent is not None
    connection.wait([leave, parent.sentinel])
    os._exit(1)


def start_method() -> str:
    """``fork`` if that is safe, so that processes share what is loaded; else ``spawn``, and each loads it again."""
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
