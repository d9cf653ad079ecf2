"""Work done by a Dask cluster instead of processes of this machine (extra ``cluster``)."""

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

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.extras import require_extra
from rftg_dsl.base.version import __version__
from rftg_dsl.base.workers.local import AHEAD, run_in_order

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

PATIENCE = 10
"""Seconds to wait for the cluster to answer, and for a first or another worker."""

EVERY = 2
"""Seconds between looks at the cluster while results are awaited."""

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}", re.ASCII)
"""``tcp://host:port``, or ``tls``."""


def spread_over(
    address: str, work: Callable[[Shared, Task], Done], shared: Shared, tasks: Iterable[Task]
) -> Iterator[Done]:
    """Yields ``work(shared, task)`` for each task, in order, by the workers of the cluster at an address.

    The scheduler and every worker must have this version of the program and the packages that are used; workers must
    see the same files under the same paths. A task whose worker is lost is done again by another one, up to three
    times. ``Unusable`` if there is no such cluster, if it is lost, or if the extra is missing.
    """
    with connect_to(address) as cluster:
        submit = cluster.client.get_executor(pure=False).submit
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
            if type(error).__name__ != "KilledWorker":
                raise
            hint = "they were killed, or memory ran out: look at the logs of the workers"
            raise Unusable("several workers of the cluster ended at the same work", hint, "lost-worker") from None


class Cluster:
    """A cluster that this process uses."""

    def __init__(self, address: str, client: Any) -> None:
        self.address = address
        self.client = client
        self.looked = monotonic()
        """When it was looked at last."""
        self.empty: float | None = None
        """Since when it has been without workers."""

    def wait_for_threads(self) -> int:
        """How many tasks it can carry out at once, as soon as that is any; ``Unusable`` if it has no workers."""
        until = monotonic() + PATIENCE
        while not (n := self.count_threads()):
            if monotonic() > until:
                hint = f"start one: dask worker {self.address}"
                raise Unusable(f"the cluster at {self.address} has no workers", hint, "no-cluster")
            sleep(0.2)
        return n

    def count_threads(self) -> int:
        """How many tasks it can carry out at once; ``Unusable`` if it does not answer."""
        try:
            cores = self.client.sync(self.client.scheduler.ncores, callback_timeout=PATIENCE)
        except Exception as error:  # Dask has no type of its own for a connection that is closed
            raise loss_of(self.address, first_line_of(error)) from None
        return sum(cores.values())

    def look(self) -> None:
        """``Unusable`` if the cluster does not answer any more, or has been without workers for too long."""
        if monotonic() < self.looked + EVERY:
            return
        self.empty = None if self.count_threads() else self.empty or monotonic()
        if self.empty is not None and monotonic() > self.empty + PATIENCE:
            hint = "they were killed, or memory ran out: look at their logs, and start others"
            raise Unusable(f"the cluster at {self.address} has lost its workers", hint, "lost-worker")
        self.looked = monotonic()


@contextmanager
def connect_to(address: str) -> Iterator[Cluster]:
    """A connection to the cluster at an address, closed at the end without waiting for work that is not needed."""
    library = import_distributed()
    if not ADDRESS.fullmatch(address):
        raise Unusable(f"{address!r} is not the address of a cluster", "write tcp://host:port", "no-cluster")
    with silence_logs():
        try:
            asyncio.run(asyncio.wait_for(greet_scheduler(library, address), PATIENCE))
            client = library.Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # whatever is there need not be a scheduler
            message = f"the cluster at {address} cannot be used: {first_line_of(error)}"
            raise Unusable(message, "check its address", "no-cluster") from None
        try:
            yield Cluster(address, client)
        finally:
            with suppress(Exception):
                client.close(timeout=PATIENCE)


async def greet_scheduler(library: Any, address: str) -> None:
    """A scheduler has answered. A client that gets no answer could not be ended in time."""
    async with library.rpc(address) as there:
        await there.identity()


@contextmanager
def silence_logs() -> Iterator[None]:
    """Dask logs nothing within it: what matters is said in our words."""
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
    """The library; ``Unusable`` if it is not installed."""
    with require_extra("cluster", "--on"):
        import distributed
    return distributed


def loss_of(address: str, reason: str) -> Unusable:
    """The error of a cluster that was there."""
    return Unusable(f"the cluster at {address} was lost: {reason}", "check that it runs, and try again", "no-cluster")


def first_line_of(error: Exception) -> str:
    """The first line of what an error says."""
    return next(iter(str(error).splitlines()), "") or "it does not answer"


LOCK = threading.Lock()
"""Held by the task that a worker carries out: games share what is loaded, and threads would not make them faster."""


def carry_out(version: str, order: bytes, task: Any) -> Any:
    """The result of a task, in a worker of the cluster; what all tasks share is unpacked once."""
    if version != __version__:
        message = f"a worker of the cluster has version {__version__} of rftg, and not {version}"
        raise Unusable(message, "install the same version everywhere", "no-cluster")
    with LOCK:
        work, shared = unpack_order(order)
        return work(shared, task)


@lru_cache(4)
def unpack_order(order: bytes) -> Any:
    """A function and what it is given each time."""
    return pickle.loads(order)
