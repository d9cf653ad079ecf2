"""Distributes work over a Dask cluster instead of local processes; requires the extra ``cluster``."""

from __future__ import annotations

import asyncio
import logging
import pickle
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import lru_cache
from time import monotonic, sleep
from typing import Any, TypeVar

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import require_extra
from rftg_dsl.base.version import __version__
from rftg_dsl.base.workers.local import AHEAD, run_in_order

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

PATIENCE = 10
"""Seconds to wait for the cluster to answer, and for a worker to appear."""

EVERY = 2
"""Interval in seconds between checks on the cluster while waiting for results."""

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}", re.ASCII)


def spread_over(
    address: str, work: Callable[[Shared, Task], Done], shared: Shared, tasks: Iterable[Task]
) -> Iterator[Done]:
    """Yield ``work(shared, task)`` for each task, in order, computed by the cluster at ``address``.

    The scheduler and every worker must have this version of the program and the packages in use; workers must find the
    same files under the same paths. If a worker is lost, another one retries its task, up to three times. Raise
    ``UsageError`` if there is no such cluster, if it is lost, or if the extra is missing.
    """
    with connect_to(address) as cluster:
        submit = cluster.client.get_executor(pure=False).submit
        # Pickled once for all tasks; each worker caches the unpickled value.
        order = pickle.dumps((work, shared))
        try:
            yield from run_in_order(
                lambda task: submit(carry_out, __version__, order, task),
                tasks,
                cluster.wait_for_threads() * AHEAD,
                cluster.look,
            )
        except CancelledError:
            raise loss_of(address, "the connection broke") from None
        except Exception as error:
            # Compared by name, because the class exists only if the extra is installed.
            if type(error).__name__ != "KilledWorker":
                raise
            hint = "they were killed or ran out of memory: check the workers' logs"
            raise UsageError("several workers in the cluster died on the same task", hint, "lost-worker") from None


class Cluster:
    """A connection to a cluster, and the cluster's last known state."""

    def __init__(self, address: str, client: Any) -> None:
        self.address = address
        self.client = client
        self.looked = monotonic()
        self.empty: float | None = None
        """The time at which the cluster was first seen to have no workers; None while it has workers."""

    def wait_for_threads(self) -> int:
        """Wait for a worker, and return the number of tasks that can run at once. Raise ``UsageError`` if none appears
        in time."""
        until = monotonic() + PATIENCE
        while not (n := self.count_threads()):
            if monotonic() > until:
                hint = f"start one: dask worker {self.address}"
                raise UsageError(f"the cluster at {self.address} has no workers", hint, "no-cluster")
            sleep(0.2)
        return n

    def count_threads(self) -> int:
        try:
            cores = self.client.sync(self.client.scheduler.ncores, callback_timeout=PATIENCE)
        except Exception as error:  # Dask has no specific exception for a closed connection
            raise loss_of(self.address, first_line_of(error)) from None
        return sum(cores.values())

    def look(self) -> None:
        """Raise ``UsageError`` if the cluster no longer answers, or has had no workers for ``PATIENCE`` seconds."""
        if monotonic() < self.looked + EVERY:
            return
        self.empty = None if self.count_threads() else self.empty or monotonic()
        if self.empty is not None and monotonic() > self.empty + PATIENCE:
            hint = "they were killed or ran out of memory: check their logs, and start new ones"
            raise UsageError(f"the cluster at {self.address} has lost its workers", hint, "lost-worker")
        self.looked = monotonic()


@contextmanager
def connect_to(address: str) -> Iterator[Cluster]:
    library = import_distributed()
    if not ADDRESS.fullmatch(address):
        raise UsageError(f"{address!r} is not the address of a cluster", "use the form tcp://host:port", "no-cluster")
    with silence_logs():
        try:
            asyncio.run(asyncio.wait_for(greet_scheduler(library, address), PATIENCE))
            client = library.Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # a server that is not a scheduler can cause any exception
            message = f"the cluster at {address} cannot be used: {first_line_of(error)}"
            raise UsageError(message, "check its address", "no-cluster") from None
        try:
            yield Cluster(address, client)
        finally:
            with suppress(Exception):
                client.close(timeout=PATIENCE)


async def greet_scheduler(library: Any, address: str) -> None:
    """Wait until a scheduler answers, because a ``Client`` cannot be stopped in time if it gets no answer."""
    async with library.rpc(address) as there:
        await there.identity()


@contextmanager
def silence_logs() -> Iterator[None]:
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


def import_distributed() -> Any:
    with require_extra("cluster", "--on"):
        import distributed
    return distributed


def loss_of(address: str, reason: str) -> UsageError:
    return UsageError(
        f"the cluster at {address} was lost: {reason}", "check that it is running, and try again", "no-cluster"
    )


def first_line_of(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "") or "it does not answer"


LOCK = threading.Lock()
"""Held while a task runs, because games share loaded data and would not run faster in several threads."""


def carry_out(version: str, order: bytes, task: Any) -> Any:
    if version != __version__:
        message = f"a worker in the cluster runs rftg {__version__}, not {version}"
        raise UsageError(message, "install the same version on all machines", "no-cluster")
    with LOCK:
        work, shared = unpack_order(order)
        return work(shared, task)


@lru_cache(4)
def unpack_order(order: bytes) -> Any:
    """Unpickle a function and its shared value; cached, because all tasks in a run use the same ones."""
    return pickle.loads(order)
