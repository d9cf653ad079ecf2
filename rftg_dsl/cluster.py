"""Work done by a Dask cluster instead of processes of this machine (extra ``cluster``)."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar, cast

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.processes import AHEAD, in_order

Given = TypeVar("Given")
Task = TypeVar("Task")
Done = TypeVar("Done")

PATIENCE = 10
"""Seconds to wait for the cluster to answer."""


def spread_over(
    address: str, work: Callable[[Given, Task], Done], given: Given, tasks: Iterable[Task]
) -> Iterator[Done]:
    """Yields ``work(given, task)`` for each task, in order, by the workers of the cluster at an address.

    Every worker must have this program and the packages that are used, and see the same files under the same paths.
    ``Unusable`` if there is no such cluster, or the extra is missing.
    """
    try:
        import distributed
    except ImportError:
        hint = "install it: pip install 'rftg-dsl[cluster]'"
        raise Unusable("--on needs the extra 'cluster'", hint, "missing-extra") from None
    try:
        client: Any = cast(Any, distributed).Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        reason = str(error) or "it does not answer"
        raise Unusable(
            f"the cluster at {address} cannot be used: {reason}", "check its address", "no-cluster"
        ) from None
    with client, client.get_executor(pure=False) as executor:
        order = pickle.dumps((work, given))
        workers = max(1, sum(client.nthreads().values()))
        yield from in_order(lambda task: executor.submit(carry_out, order, task), tasks, workers * AHEAD)


def carry_out(order: bytes, task: Any) -> Any:
    """The result of a task, in a worker of the cluster; what all tasks share is unpacked once."""
    work, given = unpacked(order)
    return work(given, task)


@lru_cache(4)
def unpacked(order: bytes) -> Any:
    """A function and what it is given each time."""
    return pickle.loads(order)
