"""Walking through what a tree or a model is made of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields, has

PLAIN = frozenset((str, int, bool, type(None), frozenset))
"""What no node is, nor a tuple of nodes."""


def nodes(node: Any) -> Iterator[Any]:
    """A node and all nodes in it, from the first on; only those declared where it is, and not the places they stand."""
    module = type(node).__module__
    waiting = [node]
    while waiting:
        one = waiting.pop()
        kind: Any = type(one)
        if kind is tuple:
            waiting += reversed(one)
        elif names := names_of(kind, module):
            yield one
            waiting += [value for name in names if type(value := getattr(one, name)) not in PLAIN]


@cache
def names_of(kind: Any, module: str) -> tuple[str, ...]:
    """What a node of this kind is made of, from the last on; nothing for what is no node of this module."""
    known = kind.__module__ == module and has(kind)
    return tuple([one.name for one in reversed(fields(kind)) if one.name != "at"]) if known else ()
