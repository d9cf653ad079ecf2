"""Symbols for words in pictures: our own drawings, each recognizable by its shape alone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

GRID = 24
"""Width and height of a symbol, in units."""


@frozen
class Symbol:
    """A single-colour drawing."""

    name: str
    path: str
    """The filled area, as an absolute SVG path with the *evenodd* rule; arcs are parts of circles."""
    holds: Sequence[float] | None = None
    """The centre and digit height of a number inside it; None if there is no room for one."""


@cache
def load_symbols() -> Mapping[str, Symbol]:
    """Every symbol by name; words without their own symbol are given these in order."""
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("symbols.toml").read_text("utf-8"))
    return {name: Symbol(name, entry["path"], entry.get("holds")) for name, entry in data.items()}
