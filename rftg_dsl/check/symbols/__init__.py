"""The symbols that represent words in pictures. We drew them so that each is recognizable by its shape alone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import frozen

GRID = 24
"""The width and height of a symbol, in units of its path."""


@frozen
class Symbol:
    """A drawing in a single colour."""

    name: str
    path: str
    """The filled area as an absolute SVG path, with the *evenodd* fill rule. All its arcs are circular."""
    holds: Sequence[float] | None = None
    """The centre and digit height of a number printed inside the symbol; None if a number does not fit there."""


@cache
def load_symbols() -> Mapping[str, Symbol]:
    """Return all symbols by name. Words without a declared symbol are assigned these in order."""
    data: dict[str, Any] = tomllib.loads(files(__package__).joinpath("symbols.toml").read_text("utf-8"))
    return {name: Symbol(name, entry["path"], entry.get("holds")) for name, entry in data.items()}
