"""Traverse syntax trees and models of any kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields, has

PLAIN = frozenset((str, int, bool, type(None), frozenset))


def nodes_in(node: Any) -> Iterator[Any]:
    """Yield a node and all nodes inside it, in order, skipping source locations and classes from other packages."""
    package = type(node).__module__.rpartition(".")[0]
    # A stack is faster than recursion, which matters because this visits every power many times. Since the last entry
    # is visited first, everything is pushed in reverse.
    waiting = [node]
    while waiting:
        current = waiting.pop()
        cls: Any = type(current)
        if cls is tuple:
            waiting += reversed(current)
        elif (names := field_names_of(cls, package)) is not None:
            yield current
            waiting += [value for name in names if type(value := getattr(current, name)) not in PLAIN]


@cache
def field_names_of(cls: Any, package: str) -> tuple[str, ...] | None:
    """Return the fields of a node class except ``at``, in reverse order, or None for a class from another package."""
    is_node = cls.__module__.rpartition(".")[0] == package and has(cls)
    return tuple([field.name for field in reversed(fields(cls)) if field.name != "at"]) if is_node else None
