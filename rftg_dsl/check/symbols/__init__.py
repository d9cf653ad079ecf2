"""The symbols that words can have in pictures: our own drawings, each told from all others by its shape alone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

GRID = 24
"""A symbol lies on a grid of so many units each way."""


@frozen
class Symbol:
    """A drawing in one colour."""

    name: str
    path: str
    """What is filled, in the notation of SVG paths, absolute, by the rule *evenodd*; arcs are parts of circles."""
    holds: Sequence[float] | None = None
    """Where a number can stand in it: the middle, and the height of its digits; None if there is no room."""


@cache
def load_symbols() -> Mapping[str, Symbol]:
    """Every symbol by name; the first ones are the first to be chosen for a word without one."""
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("symbols.toml").read_text("utf-8"))
    return {name: Symbol(name, entry["path"], entry.get("holds")) for name, entry in data.items()}
