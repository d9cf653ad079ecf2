"""Generic traversal of syntax trees and models."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields, has

PLAIN = frozenset((str, int, bool, type(None), frozenset))


def nodes_in(node: Any) -> Iterator[Any]:
    """Yield a node and all nodes inside it, in order, skipping source positions and classes from other packages."""
    package = type(node).__module__.rpartition(".")[0]
    # Use a stack instead of recursion, because this runs over every power many times; hence everything is reversed.
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
    """A node class's fields except ``at``, in reverse; None for classes from other packages."""
    is_node = cls.__module__.rpartition(".")[0] == package and has(cls)
    return tuple([field.name for field in reversed(fields(cls)) if field.name != "at"]) if is_node else None
