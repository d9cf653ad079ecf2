"""Work shared by processes of this machine or by a cluster; the results never depend on which, or on their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.workers.local import spread_here

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Done = TypeVar("Done")

Workers = int | str
"""How many processes of this machine share the work, or the address of a cluster that does it."""


def spread(
    work: Callable[[Shared, Task], Done], shared: Shared, tasks: Iterable[Task], workers: Workers
) -> Iterator[Done]:
    """Yields ``work(shared, task)`` for each task, in order.

    ``Unusable`` for fewer than one process, if one is killed, or if a cluster does not answer.
    """
    if isinstance(workers, str):
        from rftg_dsl.base.workers.dask import spread_over

        yield from spread_over(workers, work, shared, tasks)
        return
    if workers < 1:
        raise Unusable("at least one process is needed", "use 1 or more", "out-of-range")
    yield from spread_here(work, shared, tasks, workers)
