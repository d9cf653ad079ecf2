"""Distributes work among local processes or over a cluster; neither this choice nor the number of workers affects
results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.workers.local import spread_here

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

Workers = int | str
"""The number of local processes, or the address of a cluster."""


def spread(
    work: Callable[[Shared, Task], Done], shared: Shared, tasks: Iterable[Task], workers: Workers
) -> Iterator[Done]:
    """Yield ``work(shared, task)`` for each task, in order. Raise ``UsageError`` if the workers cannot be used."""
    if isinstance(workers, str):
        from rftg_dsl.base.workers.dask import spread_over

        yield from spread_over(workers, work, shared, tasks)
        return
    if workers < 1:
        raise UsageError("at least one process is needed", "use 1 or more", "out-of-range")
    yield from spread_here(work, shared, tasks, workers)
