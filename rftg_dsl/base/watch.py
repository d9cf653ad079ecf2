"""Wait for files to change, by looking at them again and again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator

PAUSE = 0.5
"""Seconds between two looks."""

Seen = dict[str, tuple[int, ...]]


def wait_for_changes(names: Callable[[], Iterable[str]]) -> Iterator[list[str]]:
    """The names of the files that have changed since the last time, are new or are gone; whenever there are any.

    ``names`` lists the files at each look. What changes before the first look is not noticed, so a caller begins with
    ``next``, which yields nothing, and then does its work for the first time.
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
    """What tells whether a file has changed: its time, its size, and which file it is."""
    snapshot: Seen = {}
    for name in names:
        try:
            stat = os.stat(name)
        except OSError:
            continue
        snapshot[name] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return snapshot
