"""Distributes work among local processes; the number of processes never affects the results."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from rftg_dsl.base.diagnostic import UsageError

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

CHUNK = 100
"""Maximum number of tasks in a chunk; a process is given one chunk at a time."""

MOST = max(2, os.cpu_count() or 1)
"""Maximum number of processes; more of them than the machine can run at once would not be faster."""

AHEAD = 4
"""Number of tasks submitted per process, so that the other processes stay busy while a slow task holds up the
results."""

PATIENCE = 0.2
"""Interval in seconds between checks for an interrupt while waiting for a result."""


def split_tasks(tasks: int, processes: int) -> Iterator[range]:
    """Divide task numbers into ranges small enough to keep every process busy until nearly the end."""
    size = max(1, min(CHUNK, -(-tasks // (processes * 4))))
    return (range(start, min(start + size, tasks)) for start in range(0, tasks, size))


def spread_here(
    work: Callable[[Shared, Task], Done], shared: Shared, tasks: Iterable[Task], processes: int
) -> Iterator[Done]:
    """Yield ``work(shared, task)`` for each task, in order, computed by local processes.

    Each process receives ``shared`` once, when it starts. Only a few tasks per process are queued at a time, never all
    of them. Raise ``UsageError`` if a process is killed.
    """
    rest = iter(tasks)
    first = list(islice(rest, min(processes, MOST)))
    if len(first) < 2:
        yield from (work(shared, task) for task in chain(first, rest))
        return
    method = get_context(start_method())
    stop, stopper = method.Pipe(duplex=False)
    pool = ProcessPoolExecutor(len(first), method, begin, (work, shared, stop))
    try:
        yield from run_in_order(lambda task: pool.submit(carry_out, task), chain(first, rest), len(first) * AHEAD)
    except BrokenProcessPool:
        hint = "it was killed or ran out of memory: try again with fewer --workers"
        raise UsageError("a worker process ended before its work was done", hint, "lost-worker") from None
    finally:
        # Workers wait for this message but do not consume it, so it wakes all of them. ``shutdown`` alone would wait
        # for running tasks.
        stopper.send_bytes(b"now")
        pool.shutdown(cancel_futures=True)


def run_in_order(
    submit: Callable[[Task], Future[Any]], tasks: Iterable[Task], most: int, look: Callable[[], None] = lambda: None
) -> Iterator[Any]:
    """Yield the result of each task, in order, with at most ``most`` tasks handed out at a time.

    ``look`` is called repeatedly while waiting for a result, and may raise an exception.
    """
    waiting: deque[Future[Any]] = deque()
    for task in tasks:
        with hold_interrupts():
            waiting.append(submit(task))
        if len(waiting) == most:
            yield result_of(waiting.popleft(), look)
    while waiting:
        yield result_of(waiting.popleft(), look)


def result_of(future: Future[Any], look: Callable[[], None]) -> Any:
    """Wait for a result in short intervals, so that Ctrl-C can interrupt the wait."""
    while not future.done():
        wait((future,), PATIENCE)
        look()
    return future.result()


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Block Ctrl-C within the ``with`` block; processes and threads started in the block never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A worker process's function and shared value, which are set once, when the process starts."""

    work: Callable[[Any, Any], Any]
    shared: Any


WORKER = Worker()


def begin(work: Callable[[Shared, Task], Done], shared: Shared, stop: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_when, args=(stop,), daemon=True).start()
    WORKER.work, WORKER.shared = work, shared


def carry_out(task: Any) -> Any:
    return WORKER.work(WORKER.shared, task)


def end_when(stop: Connection) -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([stop, parent.sentinel])
    # ``sys.exit`` would end only this thread.
    os._exit(1)


def start_method() -> str:
    """``fork`` if it is safe, so that processes share the loaded content; otherwise ``spawn``, and each process loads
    its own."""
    # A fork copies the locks that other threads hold, but not the threads that would release them.
    safe = "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"


# -- work that can be stopped ------------------------------------------------------------------------------------


class Overrun(Exception):
    """Raised when a task has taken too much time or memory and its process has been killed."""


class StoppableWorker:
    """A process that performs one task at a time and is killed if a task takes too long or uses too much memory.

    The process calls ``make`` once, when it starts; ``make`` returns the function that performs tasks.
    """

    def __init__(self, make: Callable[[], Callable[[Any], Any]], seconds: float, memory: int) -> None:
        self.make = make
        self.seconds = seconds
        self.memory = memory
        """The memory limit in bytes, which is enforced if the system supports it."""
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def do(self, task: Any, seconds: float | None = None) -> Any:
        """Return the result of a task. Raise ``UsageError`` if the task raises it, or ``Overrun`` if the task was
        stopped.

        ``seconds`` can only lower the time limit.
        """
        connection = self._start()
        seconds = self.seconds if seconds is None else min(seconds, self.seconds)
        try:
            connection.send(task)
            if not connection.poll(seconds):
                self.stop()
                raise Overrun(f"it took more than {seconds:g} seconds")
            result = connection.recv()
        except (EOFError, OSError):  # the process died, presumably because it ran out of memory
            self.stop()
            raise Overrun(f"it took more than {self.memory // 1_000_000:,} MB of memory") from None
        if isinstance(result, BaseException):
            raise result
        return result

    def _start(self) -> Connection:
        if self._process is None or self._connection is None or not self._process.is_alive():
            self.stop()
            context = get_context("spawn")
            self._connection, there = context.Pipe()
            self._process = context.Process(
                target=do_tasks, args=(self.make, self.memory, there), name="rftg reader", daemon=True
            )
            self._process.start()
            there.close()
            if not self._connection.poll(STARTING) or self._connection.recv() != READY:
                self.stop()
                raise UsageError("a worker process did not start", "try again", "lost-worker")
        return self._connection

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None


STARTING = 120
"""Maximum time in seconds for a process to start."""
READY = "ready"


def do_tasks(make: Callable[[], Callable[[Any], Any]], memory: int, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    do = make()
    limit_memory(memory)
    connection.send(READY)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            result = do(task)
        except MemoryError:
            os._exit(1)
        except UsageError as error:
            result = error
        except Exception as error:
            result = RuntimeError(f"{type(error).__name__}: {error}")  # the original error may not be picklable
        connection.send(result)


def end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def limit_memory(most: int) -> None:
    try:
        from resource import RLIMIT_AS, setrlimit
    except ImportError:
        return
    with suppress(OSError, ValueError):
        setrlimit(RLIMIT_AS, (most, most))
