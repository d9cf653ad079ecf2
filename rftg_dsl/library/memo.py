"""Memoizes the stages of loading: loading the same content again in a process reuses the earlier results.

Each stage is a pure function, so a cached result is as good as a new one. An editor checks content again after every
keystroke, and ``validate`` loads a game for each edition, option and set; only what has changed is computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


class Memo:
    """A bounded cache of results by key; the least recently used results are evicted first."""

    ENTRIES = 20_000
    """The maximum number of results; all shipped content takes about 2,500."""
    CHARACTERS = 20_000_000
    """The maximum number of characters of content behind the results; needed because content comes from strangers."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, int]] = {}
        self._size = 0
        self._lock = Lock()  # several threads serve pages

    def get(self, key: Hashable, size: int, make: Callable[[], Made]) -> Made:
        """The cached result for a key, computed on a miss. ``size``: the number of characters of content behind it.

        A key begins with the name of a stage, and contains everything that the result depends on.
        """
        with self._lock:
            entry = self._kept.get(key)
        # Computed without the lock, or a stranger's huge set would hold up every other page. If two threads compute the
        # same result at once, both use the one that is stored first.
        new = (make(), size) if entry is None else entry
        with self._lock:
            entry = self._kept.pop(key, None)
            if entry is None:
                entry = new
                self._size += size
            self._kept[key] = entry  # dicts are ordered, so the most recently used entry is last
            while len(self._kept) > self.ENTRIES or (self._size > self.CHARACTERS and len(self._kept) > 1):
                _, gone = self._kept.pop(next(iter(self._kept)))
                self._size -= gone
            made: Made = entry[0]
            return made


MEMO = Memo()
"""The memo of this process. It is module state, but no caller can tell, because it only saves time."""


class Identity:
    """An object as part of a key; it is equal only to itself, and the key keeps it alive."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
