"""The memo of the stages of loading: whoever loads the same content again in a process gets the same results.

Each stage is a pure function, so a cached result is as good as a new one. An editor checks content again after every
keystroke, and ``validate`` loads a game for each edition, option and set: only what has changed is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")


class Memo:
    """Results by key, within bounds: the least recently used are dropped first."""

    ENTRIES = 20_000
    """The most results kept. All shipped content is about 2,500."""
    CHARACTERS = 20_000_000
    """The most characters of content that they are about: content comes from strangers."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Any, int]] = {}
        self._size = 0
        self._lock = Lock()  # pages are answered by several threads

    def get(self, key: Hashable, size: int, make: Callable[[], Made]) -> Made:
        """The result for a key, made on a miss. ``size`` is the characters of content it is about.

        A key begins with the name of a stage, and has everything that its result depends on.
        """
        with self._lock:
            entry = self._kept.get(key)
        # Made without the lock, or a stranger's huge set would hold up every other page. Of two results made at the
        # same time, all use the first.
        new = (make(), size) if entry is None else entry
        with self._lock:
            entry = self._kept.pop(key, None)
            if entry is None:
                entry = new
                self._size += size
            self._kept[key] = entry  # a dict keeps its order: the last one used is at the end
            while len(self._kept) > self.ENTRIES or (self._size > self.CHARACTERS and len(self._kept) > 1):
                _, gone = self._kept.pop(next(iter(self._kept)))
                self._size -= gone
            made: Made = entry[0]
            return made


MEMO = Memo()
"""The memo of this process. It is state of the module, but no caller can tell: it only saves time."""


class Identity:
    """An object as a part of a key, equal to itself only; the key keeps it alive."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
