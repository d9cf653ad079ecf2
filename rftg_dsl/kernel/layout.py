"""The parts of a table. Every place, cell, counter, fact and piece has a number and a name.

A *place* belongs to a seat, to the table or to a piece. A *cell* holds one kind of fungible thing in one place; its
number is ``place * len(kinds) + kind``, and its name is ``kind@place``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal

from attrs import frozen

from rftg_dsl.kernel.form import Of, Pick
from rftg_dsl.kernel.visibility import TABLE, can_see, can_see_first

Owner = Literal["seat", "table", "piece"]
Seen = Literal["all", "owner", "top", "none"]
"""The viewers who can see a place's pieces: everyone; the owner; the owner, plus everyone for the first piece; or no
one."""


@frozen
class Place:
    """A place for pieces and fungible things."""

    name: str
    owner: Owner
    seen: Seen = "all"
    active: bool = False
    """Whether the pieces in this place are in play, so that their powers count."""


@frozen
class Counter:
    """A number that belongs to a seat or to the table, kept within its bounds."""

    name: str
    owner: Literal["seat", "table"]
    start: int = 0
    low: int = 0
    high: int = 2**31
    seen: Seen = "all"


@frozen
class PieceSpec:
    """A piece's id, and the numbers of its sides among all sides in the game."""

    name: str
    sides: tuple[int, ...]
    owner: int = -1
    """The seat that owns the piece wherever it is; -1 if the piece belongs to the owner of its current place."""


class Layout:
    """The names and numbers of a game's parts, for a given number of seats."""

    def __init__(
        self,
        seats: int,
        pieces: Sequence[PieceSpec],
        sides: Sequence[str],
        kinds: Sequence[str],
        places: Sequence[Place],
        counters: Sequence[Counter],
        facts: Mapping[str, object],
    ) -> None:
        self.seats = seats
        self.pieces = tuple(pieces)
        self.sides = tuple(sides)
        self.kinds = tuple(kinds)
        self.first_sides = [piece.sides[0] for piece in pieces]
        self.piece_names = tuple(piece.name for piece in pieces)
        self.piece = {piece.name: number for number, piece in enumerate(pieces)}
        self.turned = [(number, piece.name) for number, piece in enumerate(pieces) if len(piece.sides) > 1]
        self.side = {name: number for number, name in enumerate(sides)}
        self.kind = {name: number for number, name in enumerate(kinds)}
        self.place: dict[str, list[int]] = {}
        self.place_names: list[str] = []
        self.place_owner: list[int] = []
        self.place_piece: list[int] = []
        """The piece that each place is on; -1 for places that belong to a seat or to the table."""
        self.active: list[bool] = []
        self.seen: list[Seen] = []
        for place in places:
            self._add_place(place)
        self.places = len(self.place_names)
        self.active_places = [place for place, active in enumerate(self.active) if active]
        self.cell_names = [f"{kind}@{place}" for place in self.place_names for kind in kinds]
        self.cells = {name: number for number, name in enumerate(self.cell_names)}
        self.place_numbers = {name: number for number, name in enumerate(self.place_names)}
        self.counter: dict[str, list[int]] = {}
        self.counter_names: list[str] = []
        self.counter_specs: list[Counter] = []
        self.counter_owner: list[int] = []
        for counter in counters:
            self._add_counter(counter)
        self.counter_numbers = {name: number for number, name in enumerate(self.counter_names)}
        self.facts = tuple(facts)
        self.fact_starts = tuple(facts.values())
        self.fact = {name: number for number, name in enumerate(self.facts)}
        self._names, self._numbers = self._index_handles()

    def _index_handles(self) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Mapping[str, int]]]:
        seats = [str(seat) for seat in range(self.seats)]
        names: dict[str, tuple[Sequence[str], Mapping[str, int]]] = {
            "cell": (self.cell_names, self.cells),
            "piece": (self.piece_names, self.piece),
            "side": (self.sides, self.side),
            "place": (self.place_names, self.place_numbers),
            "kind": (self.kinds, self.kind),
            "seat": (seats, {seat: number for number, seat in enumerate(seats)}),
        }
        return {of: each for of, (each, _) in names.items()}, {of: each for of, (_, each) in names.items()}

    def _add_place(self, place: Place) -> None:
        if place.owner == "piece":
            names = [f"{place.name}.{piece.name}" for piece in self.pieces]
            # Such a place has no owner of its own, because its piece moves between seats.
            owners = [TABLE] * len(names)
            self.place_piece += range(len(names))
        else:
            names = names_for(place.name, place.owner, self.seats)
            owners = list(range(len(names))) if place.owner == "seat" else [TABLE]
            self.place_piece += [-1] * len(names)
        start = len(self.place_names)
        self.place[place.name] = list(range(start, start + len(names)))
        self.place_names += names
        self.place_owner += owners
        self.active += [place.active] * len(names)
        self.seen += [place.seen] * len(names)

    def _add_counter(self, counter: Counter) -> None:
        names = names_for(counter.name, counter.owner, self.seats)
        start = len(self.counter_names)
        self.counter[counter.name] = list(range(start, start + len(names)))
        self.counter_names += names
        self.counter_specs += [counter] * len(names)
        self.counter_owner += range(len(names)) if counter.owner == "seat" else [TABLE]

    @cached_property
    def unseen_places(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each seat, the places that it does not fully see, each with the number of pieces that it does see."""
        return [
            [
                (place, int(can_see_first(seen, owner, seat)))
                for place, (seen, owner) in enumerate(zip(self.seen, self.place_owner, strict=True))
                if not can_see(seen, owner, seat)
            ]
            for seat in range(self.seats)
        ]

    def can_see_counter(self, counter: int, seat: int) -> bool:
        return can_see(self.counter_specs[counter].seen, self.counter_owner[counter], seat)

    @cached_property
    def unseen(self) -> Sequence[int]:
        """The places that are not fully visible to every viewer."""
        return [place for place, seen in enumerate(self.seen) if seen != "all"]

    @cached_property
    def unseen_counters(self) -> Sequence[Sequence[int]]:
        """For each seat, the counters that it does not see."""
        numbers = range(len(self.counter_specs))
        return [[number for number in numbers if not self.can_see_counter(number, seat)] for seat in range(self.seats)]

    def row_of(self, place: str, seat: int) -> int:
        return self.place[place][seat] * len(self.kinds)

    def name(self, of: Of, handle: Pick) -> str:
        """The stable id of a handle. The parts of a compound handle are joined by ``|``."""
        if type(handle) is tuple:
            each = of if isinstance(of, tuple) else (of,) * len(handle)
            return "|".join([self.name(kind, part) for kind, part in zip(each, handle, strict=True)])
        if type(handle) is str or of == "word":
            return str(handle)
        return self._names[of if isinstance(of, str) else of[0]][handle]

    def handle(self, of: Of, name: str) -> Pick:
        """Return the handle with this id, or the name itself if the id is unknown. Raise ``KeyError`` if ``of`` is
        unknown."""
        if isinstance(of, tuple):
            parts = name.split("|")
            if len(parts) != len(of):
                return self.handle("word", name)
            return tuple(self.handle(kind, part) for kind, part in zip(of, parts, strict=True))
        if of == "word":
            return name
        numbers = self._numbers[of]
        return numbers.get(name, name)


def names_for(name: str, owner: Owner, seats: int) -> list[str]:
    return [f"{name}.{seat}" for seat in range(seats)] if owner == "seat" else [name]
