"""Positions of the shipped games, each with the helpers its tests add."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rftg_dsl.testing import Label, Position
from rftg_dsl.testing import table as plain_table

__all__ = ["Label", "Position", "table"]


def table(game: str, players: int = 2, edition: str | None = None) -> Any:
    """An empty position of a game: all in the supply and the bag, nothing to do."""
    name = f"games.{game}.position"
    kind: type[Position] = import_module(name).POSITION if find_spec(name) else Position
    return plain_table(game, players, edition, kind=kind)
