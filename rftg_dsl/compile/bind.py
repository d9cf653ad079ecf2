"""Binds a model's names to the numbers in a layout, for the generator and the interpreter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.check.model import Acting, Likeness, Match, Model, Pattern, PieceSet, PlaceSet, Side, StockSet, Times, Who
from rftg_dsl.check.schedule import Ordered, walk_items
from rftg_dsl.check.side_matching import Matching
from rftg_dsl.check.signatures import Listed, Selected
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.game import SUPPLY, Game
from rftg_dsl.kernel.in_play import LASTING
from rftg_dsl.kernel.layout import Counter, Layout, PieceSpec, Place
from rftg_dsl.kernel.play import CHOSEN, USED
from rftg_dsl.kernel.program import ENDED, ORDER, STAGE


def lay_out(model: Model, game: Game, seats: int) -> Layout:
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
    places = [Place(place.name, place.owner, place.seen, place.active) for place in words.places.values()]
    counters = [
        Counter(counter.name, counter.owner, counter.start, counter.low, counter.high, counter.seen)
        for counter in words.counters.values()
    ]
    counters += [Counter(tally.counter, "seat") for tally in find_tallies(model, pieces)]
    # Include only the facts that this content uses, because every fact is part of every copy and digest of a state.
    facts: dict[str, object] = {USED: (), ENDED: ()}
    schedule = words.schedule
    if schedule.stages:
        facts[STAGE] = ""
    if any(isinstance(item, Ordered) for item in walk_items((*schedule.setup, *schedule.course))):
        facts[ORDER] = ()
    used = list(model.walk_powers())
    if any(isinstance(power, Acting) and power.act.lasting for power in used):
        facts[LASTING] = ()
    if any(isinstance(do.what, PieceSet) and do.what.not_last for power in used for do in power.dos):
        facts[CHOSEN] = -1
    kept = {name: start for power in used for do in power.dos for name, start in game.verbs[do.signature].keeps.items()}
    if any(len(value.means) > 1 for value in words.values.values()):
        kept |= game.either_facts
    for name, start in {**game.facts, **kept}.items():
        each = [f"{name[:-1]}.{seat}" for seat in range(seats)] if name.endswith("*") else [name]
        facts |= dict.fromkeys(each, start)
    return Layout(seats, pieces, sides, tuple(words.stock_kinds), places, counters, facts)


@frozen
class Tally:
    """A count of a seat's acts that match a pattern. It is kept because some power or sentence refers to it."""

    pattern: Pattern
    this: int
    """The piece that has the power; -1 if the count is the same for every piece."""
    counter: str
    period: str = ""
    """The period that the count covers. If it is empty, the count covers whichever period began last."""


def find_tallies(model: Model, pieces: Sequence[PieceSpec]) -> Sequence[Tally]:
    """Find the tallies to keep. A condition about ``this`` piece needs a tally for each piece that has the power."""
    tallies: dict[str, Tally] = {}
    for number, side in enumerate(model.list_sides()):
        asked = [node for power in side.walk_powers() for node in nodes_in(power) if isinstance(node, Times)]
        bearers = [piece for piece, spec in enumerate(pieces) if number in spec.sides] if asked else []
        for condition in asked:
            for piece in bearers if is_per_piece(condition) else (-1,):
                counter = tally_of(condition, pieces, piece)
                tallies[counter] = Tally(condition.pattern, piece, counter, condition.period)
    for condition in [
        part for sentence in model.course.walk_sentences() for part in nodes_in(sentence) if isinstance(part, Times)
    ]:
        tallies[condition.tally] = Tally(condition.pattern, -1, condition.tally, condition.period)
    return tuple(tallies.values())


def is_per_piece(condition: Times) -> bool:
    return any(how != "any" for _, _, how in condition.pattern.pieces)


def tally_of(condition: Times, pieces: Sequence[PieceSpec], this: int) -> str:
    return f"{condition.tally} {pieces[this].name}" if is_per_piece(condition) else condition.tally


def bearers_of(wanted: StockSet) -> PieceSet:
    on = wanted.on or PieceSet(Match())
    return on if wanted.who == "own" else evolve(on, who=wanted.who)


def is_like(side: Side, other: Side, likeness: Likeness) -> bool:
    mine, theirs = (each.properties.get(likeness.property) for each in (side, other))
    # A side that shows several values is like any side that shares at least one of these values.
    if likeness.how == "same" and isinstance(mine, tuple) and isinstance(theirs, tuple):
        return bool(set(mine) & set(theirs))
    if likeness.how == "same":
        return bool(mine == theirs)
    if not isinstance(mine, int) or not isinstance(theirs, int):
        return False
    return (mine - theirs if likeness.how == "more" else theirs - mine) <= likeness.most


@frozen(slots=False)
class Binder:
    """Looks up the numbers that a layout assigns to a model's names."""

    model: Model
    game: Game
    layout: Layout
    _masks: dict[Match, bytes] = field(factory=dict, init=False, repr=False, eq=False)
    _values: dict[str, tuple[Any, ...]] = field(factory=dict, init=False, repr=False, eq=False)
    _on: dict[tuple[str, ...], tuple[tuple[int, ...], ...]] = field(factory=dict, init=False, repr=False, eq=False)
    """Caches for lookups that are shared by many powers or that scan all sides or pieces."""

    @cached_property
    def sides(self) -> Sequence[Side]:
        return self.model.list_sides()

    @cached_property
    def active(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.model.words.places.values() if place.active)

    @cached_property
    def on_pieces(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.model.words.places.values() if place.owner == "piece")

    def mask_of(self, match: Match) -> bytes:
        if match not in self._masks:
            self._masks[match] = self.model.make_once(self.game, Matching).make_mask(match)
        return self._masks[match]

    def values_of(self, name: str) -> tuple[Any, ...]:
        if name not in self._values:
            self._values[name] = tuple(side.properties.get(name, 0) for side in self.sides)
        return self._values[name]

    def find_alike_sides(self, likenesses: tuple[Likeness, ...]) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(
                nth
                for nth, other in enumerate(self.sides)
                if all(is_like(side, other, likeness) for likeness in likenesses)
            )
            for side in self.sides
        )

    def value_sets_of(self, name: str) -> tuple[tuple[Any, ...], ...]:
        values = [side.properties.get(name, ()) for side in self.sides]
        return tuple(value if isinstance(value, tuple) else (value,) for value in values)

    def places_of(self, pieces: PieceSet) -> tuple[tuple[int, ...], ...]:
        names = pieces.places or self.active
        return self._places_by_seat(names)

    def top_indices_of(self, pieces: PieceSet) -> tuple[int, ...]:
        """For each place, the index of its top piece: -1 if the place is a pile, otherwise 0."""
        names = [name for name in pieces.places if self.model.words.places[name].pile]
        piles = {place for name in names for place in self.layout.place[name]}
        return tuple(-(place in piles) for place in range(self.layout.places))

    def host_places_of(self, pieces: PieceSet) -> tuple[str, ...]:
        return tuple(name for name in pieces.places if name in self.on_pieces)

    def _places_by_seat(self, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        place, words = self.layout.place, self.model.words.places
        return tuple(
            tuple(place[name][seat if words[name].owner == "seat" else 0] for name in names)
            for seat in range(self.layout.seats)
        )

    def pieces_by_owner(self, pieces: PieceSet) -> tuple[tuple[int, ...], ...] | None:
        """Return the matching pieces by seat if each piece belongs to a seat wherever it is, or None if ownership
        depends on the place."""
        if pieces.match.kinds and self.seated:
            return self.pieces_by_seat(self.mask_of(pieces.match))
        return None

    @cached_property
    def seated(self) -> bool:
        return any(spec.owner >= 0 for spec in self.layout.pieces)

    def pieces_by_seat(self, mask: bytes) -> tuple[tuple[int, ...], ...] | None:
        """The pieces that have a matching side, by seat; None if there are no such pieces, or if one of them does not
        belong to a seat."""
        layout = self.layout
        meant = [
            (number, spec.owner) for number, spec in enumerate(layout.pieces) if any(mask[side] for side in spec.sides)
        ]
        if not meant or any(owner < 0 for _, owner in meant):
            return None
        return tuple(tuple(number for number, owner in meant if owner == seat) for seat in range(layout.seats))

    def place_mask_of(self, pieces: PieceSet) -> bytes:
        """For each place, 1 if pieces in that place are meant, otherwise 0. Used for pieces that belong to a seat
        wherever they are."""
        names = pieces.places or self.active
        there = {place for name in names for place in self.layout.place[name]}
        return bytes(place in there for place in range(self.layout.places))

    def places_on_pieces(self, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        key = tuple(names)
        if key not in self._on:
            self._on[key] = tuple(zip(*(self.layout.place[name] for name in names), strict=True))
        return self._on[key]

    def can_hold_stock(self, name: str) -> bool:
        words = self.model.words
        return any(noun.means in words.stocks and name in noun.places for noun in words.nouns.values())

    def kind_numbers_of(self, names: frozenset[str]) -> tuple[int, ...]:
        return tuple(sorted(self.layout.kind[name] for name in names))

    def cells_by_seat(self, stock: StockSet) -> tuple[tuple[int, ...], ...]:
        """For each seat, the matching cells in its own places and in any table places that ``stock`` names."""
        words = self.model.words.places
        names = stock.places or tuple(word.name for word in words.values() if word.owner == "seat")
        seated = [] if stock.on else [name for name in names if words[name].owner != "piece"]
        width, kinds = len(self.layout.kinds), self.kind_numbers_of(stock.kinds)
        return tuple(
            tuple(place * width + kind for place in row for kind in kinds) for row in self._places_by_seat(seated)
        )

    def rows_on_pieces(self, stock: StockSet) -> tuple[tuple[int, ...], ...]:
        width = len(self.layout.kinds)
        names = stock.places or self.on_pieces
        return tuple(
            tuple(place * width for place in self.layout.place[name]) for name in names if name in self.on_pieces
        )

    def cells_to_grant(self, stock: StockSet, conjured: bool) -> tuple[tuple[int, ...], ...]:
        """For each seat, the matching cells of the supply or, for conjured things, the cells that will hold these
        things."""
        if conjured:
            return self.cells_by_seat(stock)
        row = self.layout.place[SUPPLY][0] * len(self.layout.kinds)
        return (tuple(row + kind for kind in self.kind_numbers_of(stock.kinds)),) * self.layout.seats

    def targets_of(self, places: PlaceSet) -> tuple[tuple[int, ...], ...]:
        on_pieces = [name for name in places.places if self.model.words.places[name].owner == "piece"]
        if not on_pieces:
            return self._places_by_seat(places.places)
        others = self._places_by_seat([name for name in places.places if name not in on_pieces])
        return tuple((*row, *(place for name in on_pieces for place in self.layout.place[name])) for row in others)

    def places_selected_by(self, places: Selected) -> tuple[tuple[int, ...], ...]:
        """For each seat, the place that each value of the counter selects; -1 if a value does not select a place."""
        words = self.model.words.places
        own = [name in words and words[name].owner == "seat" for name in places.among]
        return tuple(
            (
                -1,
                *(
                    self.layout.place[name][seat] if there else -1
                    for name, there in zip(places.among, own, strict=True)
                ),
            )
            for seat in range(self.layout.seats)
        )

    def candidates_of(self, places: Listed) -> tuple[tuple[tuple[str, int], ...], ...]:
        place = self.layout.place
        return tuple(tuple((name, place[name][seat]) for name in places.among) for seat in range(self.layout.seats))

    def index_of_role(self, pattern: Pattern, name: str) -> int:
        """Return the position of a role among an event's arguments, which begin with the seat."""
        return 1 + list(pattern.event.about).index(name)

    @cached_property
    def meant(self) -> Mapping[Who, tuple[tuple[int, ...], ...]]:
        seats = range(self.layout.seats)
        others = tuple(tuple(other for other in seats if other != seat) for seat in seats)
        return {"own": tuple((seat,) for seat in seats), "others": others, "all": (tuple(seats),) * len(seats)}

    @cached_property
    def clockwise(self) -> tuple[tuple[int, ...], ...]:
        seats = self.layout.seats
        return tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats))

    @cached_property
    def everybody(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, *others) for seat, others in enumerate(self.clockwise))

    def place_on_pieces(self, name: str = "") -> Sequence[int]:
        return self.layout.place[name or self.on_pieces[0]]

    def counter_numbers_of(self, name: str) -> Sequence[int]:
        """Return the counter's number for each seat. A table counter has the same number for every seat."""
        numbers = self.layout.counter[name]
        return numbers if len(numbers) == self.layout.seats else numbers * self.layout.seats
