"""What our engine's numbers are called in the recordings of Roll."""

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
"""Places of dice, besides the columns and the goods."""
STACKS = {"developments": "dev", "worlds": "world"}
FROM_STACK = {"dev_stack": "develop", "world_stack": "settle"}
"""The phase to which the dice on a stack belong."""

LATE = ("complete", *[f"end of {phase}" for phase in PHASES])
"""What gains have no meaningful order: those of one completion, and those at the end of a phase."""


class Names:
    """Names for the rules of one number of seats."""

    def __init__(self, rules: Rules) -> None:
        layout, numbers = rules.layout, rules.numbers
        self.numbers: Numbers = numbers
        self.colours = layout.kinds
        self.sides = [side.name for side in rules.sides]
        self.letters = [side.id.rpartition(".")[2] for side in rules.sides]
        """``a`` for a development, ``b`` for a world."""
        self.tiles = [piece.name for piece in layout.pieces]
        self.tile = [layout.piece.get(side.id.partition(".")[0], -1) for side in rules.sides]
        """The tile a side belongs to, by the number of the side; -1 for those of factions."""
        self.by_name = {name: self.tiles[tile] for name, tile in zip(self.sides, self.tile, strict=True)}
        """The tile that has a side of this name."""
        self.places = {number: recorded for ours, recorded in PLACES.items() for number in layout.place[ours]}
        """The recorded name of a place of dice, by its number."""
        self.places |= {number: phase for phase in PHASES for number in layout.place[phase]}
        world_of = [next((self.sides[s] for s in piece.sides if numbers.is_world[s]), "") for piece in layout.pieces]
        self.places |= dict(zip(layout.place["goods"], [f"good:{world}" for world in world_of], strict=True))
        self.stacks = {number: recorded for ours, recorded in STACKS.items() for number in layout.place[ours]}
        """The recorded name of a stack of tiles."""
        self.late = {side.name for side in rules.sides for power in side.powers if power.point in LATE}
        """Sides whose gains are compared at the next mark only."""
        self.power_side = {power.id: side.name for side in rules.sides for power in side.powers}

    def die(self, cell: int) -> list[str]:
        """Colour and place of the dice in a cell."""
        return [self.colours[cell % self.numbers.width], self.places[cell // self.numbers.width]]

    def colour(self, cell: int) -> str:
        """The colour of the dice in a cell."""
        return self.colours[cell % self.numbers.width]

    def worker(self, worker: tuple[str, int]) -> list[Any]:
        """A worker, marked by 1 if it is virtual."""
        return [self.colours[worker[1]], int(worker[0] == "virtual")]

    def dice(self, cells: Iterable[tuple[int, int]]) -> dict[str, int]:
        """Dice by colour, from cells with how many stand there."""
        found: dict[str, int] = {}
        for cell, n in cells:
            if n:
                found[self.colour(cell)] = found.get(self.colour(cell), 0) + n
        return found

    def dice_at(self, g: Play[Any], row: int) -> dict[str, int]:
        """The dice of a place, by the number of its first cell."""
        stock = g.stock
        return {colour: stock[row + kind] for kind, colour in enumerate(self.colours) if stock[row + kind]}

    def up(self, g: Play[Any], place: int) -> list[str]:
        """The sides that are up in a place, in order."""
        return [self.sides[g.side[piece]] for piece in g.zone[place]]

    def zone_tile(self, g: Play[Any], piece: int) -> list[str]:
        """A tile in a construction zone: name, side, stack."""
        side = g.side[piece]
        return [self.sides[side], self.letters[side], self.stacks[g.place_of[piece]]]
