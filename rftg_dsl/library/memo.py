"""Memoizes the stages of loading, so that loading the same content again in a process reuses the earlier results.

Each stage is a pure function, so a cached result is as good as a new one. An editor checks content again after every
keystroke, and ``validate`` loads a game for each edition, option and set; only the parts that have changed are computed
again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


class Memo:
    """A bounded cache that evicts the least recently used results first."""

    ENTRIES = 20_000
    """Maximum number of results; all of the shipped content takes about 2,500."""
    CHARACTERS = 20_000_000
    """Maximum number of characters of content that the results depend on; needed because content can come from
    strangers."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, int]] = {}
        self._size = 0
        self._lock = Lock()  # several threads serve pages

    def get(self, key: Hashable, size: int, make: Callable[[], Made]) -> Made:
        """Return the cached result for a key, computing it on a miss.

        A key begins with the name of a stage and contains everything that the result depends on. ``size`` is the number
        of characters in the content that the result was computed from.
        """
        with self._lock:
            entry = self._kept.get(key)
        # Computed without holding the lock; otherwise, a stranger's huge set would hold up every other page. If two
        # threads compute the same result at once, both use the one that is stored first.
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
"""The memo for this process. It is module state, but no caller can tell, because it only saves time."""


class Identity:
    """Wraps an object for use in a key. It is equal only to a wrapper of the same object, and keeps that object
    alive."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
