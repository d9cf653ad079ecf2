"""Work shared by several processes; the results never depend on their number."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
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
"""Maximum tasks in a chunk, which one process takes at a time."""

MOST = max(2, os.cpu_count() or 1)
"""Maximum processes: more than the machine can run at once would not be faster."""

AHEAD = 4
"""Tasks handed out per process, so that none is idle while an earlier task takes a long time."""

PATIENCE = 0.2
"""Seconds to wait for a result before checking for an interrupt."""


def chunks(tasks: int, processes: int) -> Iterator[range]:
    """Ranges of task numbers, in order, small enough to keep every process busy until near the end."""
    size = max(1, min(CHUNK, -(-tasks // (processes * 4))))
    return (range(start, min(start + size, tasks)) for start in range(0, tasks, size))


def spread_here(
    work: Callable[[Given, Task], Done], given: Given, tasks: Iterable[Task], processes: int
) -> Iterator[Done]:
    """Yields ``work(given, task)`` for each task, in order, by processes of this machine.

    Each process receives ``given`` once, when it starts. Only a few tasks are queued per process, never all of them.
    ``Unusable`` if a process is killed.
    """
    rest = iter(tasks)
    first = list(islice(rest, min(processes, MOST)))
    if len(first) < 2:
        yield from (work(given, task) for task in chain(first, rest))
        return
    method = get_context(start_method())
    stop, stopper = method.Pipe(duplex=False)
    pool = ProcessPoolExecutor(len(first), method, begin, (work, given, stop))
    try:
        yield from in_order(lambda task: pool.submit(carry_out, task), chain(first, rest), len(first) * AHEAD)
    except BrokenProcessPool:
        hint = "it was killed, or memory ran out: try again, with fewer --workers"
        raise Unusable("a worker process ended before its work was done", hint, "lost-worker") from None
    finally:
        stopper.send_bytes(b"now")
        pool.shutdown(cancel_futures=True)


def in_order(
    submit: Callable[[Task], Future[Any]], tasks: Iterable[Task], most: int, look: Callable[[], None] = lambda: None
) -> Iterator[Any]:
    """The result of each task, in order; at most ``most`` tasks are handed out at a time.

    ``look`` is called again and again while a result is awaited, and may raise an error.
    """
    waiting: deque[Future[Any]] = deque()
    for task in tasks:
        with interrupts_held():
            waiting.append(submit(task))
        if len(waiting) == most:
            yield result_of(waiting.popleft(), look)
    while waiting:
        yield result_of(waiting.popleft(), look)


def result_of(future: Future[Any], look: Callable[[], None]) -> Any:
    """The result of a task, once it is done; Ctrl-C can interrupt the wait."""
    while not future.done():
        wait((future,), PATIENCE)
        look()
    return future.result()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C for the duration; processes and threads started inside never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A worker process's function and shared value, set once when it starts."""

    work: Callable[[Any, Any], Any]
    given: Any


WORKER = Worker()
"""The work of this process, if it is a worker."""


def begin(work: Callable[[Given, Task], Done], given: Given, stop: Connection) -> None:
    """Set up a worker process. It ignores Ctrl-C, and ends when its parent stops it or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_when, args=(stop,), daemon=True).start()
    WORKER.work, WORKER.given = work, given


def carry_out(task: Any) -> Any:
    """The result of a task, in a worker process."""
    return WORKER.work(WORKER.given, task)


def end_when(stop: Connection) -> None:
    """Wait until this process is no longer needed, then end it."""
    parent = parent_process()
    assert parent is not None
    connection.wait([stop, parent.sentinel])
    os._exit(1)


def start_method() -> str:
    """``fork`` if that is safe, so that processes share loaded content; else ``spawn``, and each loads it again."""
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
