"""Watches files for changes by polling."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator

PAUSE = 0.5

Seen = dict[str, tuple[int, ...]]


def wait_for_changes(names: Callable[[], Iterable[str]]) -> Iterator[list[str]]:
    """Yield the names of files that have changed, appeared or vanished, whenever there are any.

    ``names`` is called at each poll to list the files. The first ``next`` only takes a snapshot and yields an empty
    list; callers do their initial work after that, so that they miss no change.
    """
    before = snapshot_of(names())
    yield []
    while True:
        time.sleep(PAUSE)
        now = snapshot_of(names())
        if changed := sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name)):
            before = now
            yield changed


def snapshot_of(names: Iterable[str]) -> Seen:
    snapshot: Seen = {}
    for name in names:
        try:
            stat = os.stat(name)
        except OSError:
            continue
        snapshot[name] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return snapshot
