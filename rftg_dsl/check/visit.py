"""Walk the nodes of a syntax tree or a model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields, has

PLAIN = frozenset((str, int, bool, type(None), frozenset))
"""Types of plain values: neither nodes nor tuples of nodes."""


def nodes_in(node: Any) -> Iterator[Any]:
    """A node and every node inside it, in order; skips source positions, and classes from other packages."""
    package = type(node).__module__.rpartition(".")[0]
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
    """The fields of a node class in reverse order, except ``at``; None for classes from other packages."""
    is_node = cls.__module__.rpartition(".")[0] == package and has(cls)
    return tuple([field.name for field in reversed(fields(cls)) if field.name != "at"]) if is_node else None
