"""The names that recordings of Roll use for our engine's numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.roll.numbers import PHASES, Numbers
from rftg_dsl.kernel.play import Play

PLACES = {
    "strip": "strip",
    "developing": "dev_stack",
    "settling": "world_stack",
    "cup": "cup",
    "citizenry": "citizenry",
}
"""The recorded names of dice places other than columns and goods."""
STACKS = {"developments": "dev", "worlds": "world"}
FROM_STACK = {"dev_stack": "develop", "world_stack": "settle"}

LATE = ("complete", *[f"end of {phase}" for phase in PHASES])
"""The moments at which the order of gains does not matter: the completion of a tile and the end of a phase."""


class Names:
    """The recorded names for our engine's numbers, which depend on the given rules."""

    def __init__(self, rules: Rules) -> None:
        layout, numbers = rules.layout, rules.numbers
        self.numbers: Numbers = numbers
        self.colours = layout.kinds
        self.sides = [side.name for side in rules.sides]
        self.letters = [side.id.rpartition(".")[2] for side in rules.sides]
        """For each side, ``a`` for a development or ``b`` for a world."""
        self.tiles = [piece.name for piece in layout.pieces]
        self.tile = [layout.piece.get(side.id.partition(".")[0], -1) for side in rules.sides]
        """The tile of each side; -1 for faction sides."""
        self.by_name = {name: self.tiles[tile] for name, tile in zip(self.sides, self.tile, strict=True)}
        self.places = {number: recorded for ours, recorded in PLACES.items() for number in layout.place[ours]}
        """The recorded names of dice places, by place number."""
        self.places |= {number: phase for phase in PHASES for number in layout.place[phase]}
        world_of = [next((self.sides[s] for s in piece.sides if numbers.is_world[s]), "") for piece in layout.pieces]
        self.places |= dict(zip(layout.place["goods"], [f"good:{world}" for world in world_of], strict=True))
        self.stacks = {number: recorded for ours, recorded in STACKS.items() for number in layout.place[ours]}
        self.late = {side.name for side in rules.sides for power in side.powers if power.point in LATE}
        """The names of sides whose gains are compared only at the next mark."""
        self.power_side = {power.id: side.name for side in rules.sides for power in side.powers}

    def die_in(self, cell: int) -> list[str]:
        return [self.colours[cell % self.numbers.width], self.places[cell // self.numbers.width]]

    def colour_in(self, cell: int) -> str:
        return self.colours[cell % self.numbers.width]

    def dice_in(self, cells: Iterable[tuple[int, int]]) -> dict[str, int]:
        counts: dict[str, int] = {}
        for cell, n in cells:
            if n:
                counts[self.colour_in(cell)] = counts.get(self.colour_in(cell), 0) + n
        return counts

    def dice_at(self, play: Play[Any], row: int) -> dict[str, int]:
        stock = play.stock
        return {colour: stock[row + kind] for kind, colour in enumerate(self.colours) if stock[row + kind]}
