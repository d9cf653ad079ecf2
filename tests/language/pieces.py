"""Tables at which a piece has one power."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from added import generate_only_added
from check.joined import join
from games.race.tables import Table, race
from games.roll.position import RollPosition
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.compile.rules import Rules

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")
TILE = 'tile Z1 {{ development "Z" cost 1 {{ {power} }}; world "Y" rare cost 1 {{ {power} }} }}'
CARD = 'card Z1 {{ world "Z" rare windfall cost 1 vp 1 {{ {power} }} }}'


def rules(game: str, text: str, backend: Backend) -> Rules:
    """A game for two with this component."""
    loaded = join(text, game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2, generate_only_added(backend))


@frozen
class Compiled:
    """A game that is compiled already."""

    compiled: Rules

    def rules(self, seats: int) -> Rules:
        return self.compiled


def roll(side: str, power: str, backend: Backend, **setup: Any) -> RollPosition:
    """Seat 0 has a side of a tile with this power."""
    table = RollPosition(rules("roll", TILE.format(power=power), backend))
    return table.seat(0, tableau=[side], credits=1, **setup)


def card(power: str, backend: Backend, **setup: Any) -> Table:
    """Seat 0 has a rare windfall world with this power."""
    compiled: Any = Compiled(rules("race", CARD.format(power=power), backend))
    return race(**{"tableau": ["Z"], "found": compiled, **setup})
