"""Names of a model bound to the numbers of a layout: what both the interpreter and the generator start from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rftg_dsl.check.model import Happened, Match, Model, PieceSet, PlaceSet, Power, Side, StockSet
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.layout import Counter, Layout, PieceSpec, Place
from rftg_dsl.kernel.play import CHOSEN, LASTING, USED
from rftg_dsl.signatures import Verb

SUPPLY = "supply"
"""The place of the table from which fungible things come, and to which they return."""


def lay_out(model: Model, game: Game, seats: int) -> Layout:
    """The layout of a game for a number of seats."""
    words = model.words
    pieces: list[PieceSpec] = []
    sides: list[str] = []
    for component in model.components:
        numbers = tuple(range(len(sides), len(sides) + len(component.sides)))
        sides += [side.id for side in component.sides]
        if component.both:
            pieces += [PieceSpec(sides[number], (number,)) for number in numbers]
            continue
        for owner in range(seats) if component.seated else (-1,):
            first = component.id if owner < 0 else f"{component.id}.{owner}"
            names = [first, *(f"{first}#{copy + 1}" for copy in range(1, component.copies))]
            pieces += [PieceSpec(name, numbers, owner) for name in names]
    places = [Place(one.name, one.owner, one.seen, one.active) for one in words.places.values()]
    counters = [Counter(one.name, one.owner, one.start, one.low, one.high, one.seen) for one in words.counters.values()]
    counters += [Counter(name, "seat") for name in tallies(model, pieces)]
    facts: dict[str, object] = {USED: ()}
    powers = [power for side in model.sides() for power in side.powers]
    if any(power.lasting for power in powers):
        facts[LASTING] = ()
    begun = [one for power in powers for one in (power, power.lasting) if one]
    dos = [one for power in begun for one in (*power.price, *power.effects)]
    if any(isinstance(one.what, PieceSet) and one.what.not_last for one in dos):
        facts[CHOSEN] = -1
    for name, start in game.facts.items():
        each = [f"{name[:-1]}.{seat}" for seat in range(seats)] if name.endswith("*") else [name]
        facts |= dict.fromkeys(each, start)
    return Layout(seats, pieces, sides, tuple(words.stock_kinds), places, counters, facts)


def tallies(model: Model, pieces: Sequence[PieceSpec]) -> dict[str, tuple[Happened, int]]:
    """The patterns whose past some condition asks about, by the name of their tally.

    One that speaks of ``this`` piece is counted for each piece that has the power; the number is -1 for any other.
    """
    found = {}
    for number, side in enumerate(model.sides()):
        asked = [one for power in side.powers for one in power.conditions if isinstance(one, Happened)]
        having = [piece for piece, spec in enumerate(pieces) if number in spec.sides] if asked else []
        for condition in asked:
            for piece in having if of_this(condition) else (-1,):
                found[tally_of(condition, pieces, piece)] = (condition, piece)
    return found


def of_this(condition: Happened) -> bool:
    """Whether it matters on which piece the power stands that asks."""
    return any(how != "any" for _, _, how in condition.pattern.pieces)


def tally_of(condition: Happened, pieces: Sequence[PieceSpec], this: int) -> str:
    """The name of the tally that a power on this piece asks about."""
    return f"{condition.tally} {pieces[this].name}" if of_this(condition) else condition.tally


@frozen(slots=False)
class Binder:
    """A model and a layout, and the numbers that names of the one have in the other."""

    model: Model
    game: Game
    layout: Layout
    _masks: dict[Match, bytes] = field(factory=dict, init=False, repr=False, eq=False)
    _values: dict[str, tuple[Any, ...]] = field(factory=dict, init=False, repr=False, eq=False)
    _on: dict[tuple[str, ...], tuple[tuple[int, ...], ...]] = field(factory=dict, init=False, repr=False, eq=False)
    """What many powers ask for alike, and what takes a look at all sides or pieces."""

    @cached_property
    def sides(self) -> Sequence[Side]:
        """All sides, by number."""
        return self.model.sides()

    @cached_property
    def active(self) -> tuple[str, ...]:
        """The places of a seat in which powers count."""
        return tuple(one.name for one in self.model.words.places.values() if one.active)

    @cached_property
    def on_pieces(self) -> tuple[str, ...]:
        """The places that every piece has."""
        return tuple(one.name for one in self.model.words.places.values() if one.owner == "piece")

    @cached_property
    def verbs_of(self) -> Sequence[frozenset[str]]:
        """What the powers of each side do, and the phases they belong to, by number of the side."""
        implied = {one.name: one.implies for one in self.game.parameters if one.implies}
        return [
            frozenset(
                [do.verb for power in side.powers for do in power.effects]
                + [implied[power.point] for power in side.powers if power.point in implied]
                + [power.point.split()[-1] for power in side.powers if power.use in ("offer", "window")]
            )
            for side in self.sides
        ]

    def fits(self, match: Match, number: int) -> bool:
        """Whether a side is one of those meant."""
        side = self.sides[number]
        return (
            (not match.kinds or side.kind in match.kinds)
            and (not match.names or side.name in match.names)
            and all(side.properties.get(name) in values for name, values in match.values)
            and not any(side.properties.get(name) in values for name, values in match.excluded)
            and all((verb in self.verbs_of[number]) == wanted for verb, wanted in match.verbs)
        )

    def mask(self, match: Match) -> bytes:
        """For each side, 1 if it is one of those meant."""
        if match not in self._masks:
            self._masks[match] = bytes(self.fits(match, number) for number in range(len(self.sides)))
        return self._masks[match]

    def values(self, name: str) -> tuple[Any, ...]:
        """The printed value of a property, by number of the side; 0 where there is none."""
        if name not in self._values:
            self._values[name] = tuple(side.properties.get(name, 0) for side in self.sides)
        return self._values[name]

    def zones(self, pieces: PieceSet) -> tuple[tuple[int, ...], ...]:
        """The places to look for pieces, for each seat."""
        names = pieces.places or self.active
        return self._by_seat(names)

    def _by_seat(self, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        place, words = self.layout.place, self.model.words.places
        return tuple(
            tuple(place[name][seat if words[name].owner == "seat" else 0] for name in names)
            for seat in range(self.layout.seats)
        )

    def owned(self, pieces: PieceSet) -> tuple[tuple[int, ...], ...] | None:
        """The pieces of each seat that are meant, wherever they stand; None where their place says whose they are."""
        if pieces.match.kinds and self.seated:
            return self.owned_by_seat(self.mask(pieces.match))
        return None

    @cached_property
    def seated(self) -> bool:
        """Whether there are pieces that belong to a seat wherever they stand."""
        return any(spec.owner >= 0 for spec in self.layout.pieces)

    def owned_by_seat(self, mask: bytes) -> tuple[tuple[int, ...], ...] | None:
        """The pieces of each seat with such a side up or down; None where some belong to no seat."""
        layout = self.layout
        meant = [
            (number, spec.owner) for number, spec in enumerate(layout.pieces) if any(mask[side] for side in spec.sides)
        ]
        if not meant or any(owner < 0 for _, owner in meant):
            return None
        return tuple(tuple(number for number, owner in meant if owner == seat) for seat in range(layout.seats))

    def standing(self, pieces: PieceSet) -> bytes:
        """For each place, 1 if pieces that belong to a seat wherever they stand are meant there."""
        names = pieces.places or self.active
        there = {place for name in names for place in self.layout.place[name]}
        return bytes(place in there for place in range(self.layout.places))

    def on(self, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        """The places of these names, by number of the piece they are on."""
        key = tuple(names)
        if key not in self._on:
            self._on[key] = tuple(zip(*(self.layout.place[name] for name in names), strict=True))
        return self._on[key]

    def kinds(self, names: frozenset[str]) -> tuple[int, ...]:
        """Numbers of fungible kinds."""
        return tuple(sorted(self.layout.kind[name] for name in names))

    def seat_cells(self, stock: StockSet) -> tuple[tuple[int, ...], ...]:
        """The cells that are meant in each seat's own places, and in places of the table that are named."""
        words = self.model.words.places
        names = stock.places or tuple(one.name for one in words.values() if one.owner == "seat")
        seated = [] if stock.on else [name for name in names if words[name].owner != "piece"]
        width, kinds = len(self.layout.kinds), self.kinds(stock.kinds)
        return tuple(tuple(place * width + kind for place in row for kind in kinds) for row in self._by_seat(seated))

    def piece_rows(self, stock: StockSet) -> tuple[tuple[int, ...], ...]:
        """For each place on pieces that is meant: the first cell on each piece."""
        width = len(self.layout.kinds)
        names = stock.places or self.on_pieces
        return tuple(
            tuple(place * width for place in self.layout.place[name]) for name in names if name in self.on_pieces
        )

    def granted(self, stock: StockSet, verb: Verb) -> tuple[tuple[int, ...], ...]:
        """The cells of the supply that are meant; for a verb that takes nothing there, those of what it is to be.

        For each seat.
        """
        if verb.conjures:
            return self.seat_cells(stock)
        row = self.layout.place[SUPPLY][0] * len(self.layout.kinds)
        return (tuple(row + kind for kind in self.kinds(stock.kinds)),) * self.layout.seats

    def targets(self, places: PlaceSet) -> tuple[tuple[int, ...], ...]:
        """The places of each seat an effect can lead to."""
        return self._by_seat(places.places)

    def phase_places(self) -> tuple[tuple[int, ...], ...]:
        """For each seat its place for each phase, by number of the phase; -1 where a phase has none."""
        words = self.model.words
        return tuple(
            tuple(
                self.layout.place[name][seat] if name in words.places and words.places[name].owner == "seat" else -1
                for name in words.phases
            )
            for seat in range(self.layout.seats)
        )

    def role(self, power: Power, name: str) -> int:
        """Which of the arguments of an event a role is, behind the seat."""
        assert power.pattern is not None
        return list(power.pattern.event.about).index(name)

    def counter(self, name: str) -> Sequence[int]:
        """The numbers of a counter, by seat."""
        numbers = self.layout.counter[name]
        return numbers if len(numbers) == self.layout.seats else numbers * self.layout.seats
