"""What the steps of Galaxies look up: numbers of places, cells and counters, and what is printed on cards."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl.compile.rules import PowerHook, Rules
from rftg_dsl.games.lookup import Lookup
from rftg_dsl.kernel import play as kernel

FACES = ("move", "energy", "culture", "diplomacy", "economy", "colony")
"""The faces of a die, which are the actions; each has a place for inactive dice, and one in the Activation Bay."""
RESOURCES = ("energy", "culture")


class Numbers(Lookup):
    """Places, cells and counters of one layout by what Galaxies calls them; places by seat."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.ended, self.over, self.called = (self.fact[name] for name in ("ended", "over", "called"))
        self.clockwise = [tuple((seat + step) % rules.seats for step in range(1, rules.seats)) for seat in self.seats]
        """G42: the other seats, from the left of each."""
        self._dice(rules)
        self._places(rules)
        self._counters(rules)
        self._levels()
        self._sides(rules)
        self._pieces(rules)

    def _dice(self, rules: Rules) -> None:
        """Where dice lie."""
        place = self.place
        self.supply = place["supply"][0]
        self.converter = place["converter"][0]
        self.inactive = {face: place[face][0] for face in FACES}
        self.bay = {face: place[f"bay-{face}"][0] for face in FACES}
        self.beside = {cell: row for row in (self.inactive, self.bay) for cell in row.values()}
        """The places of all faces among which the die in a cell lies: inactive or activated ones."""
        self.face_of = {number: face for dice in (self.inactive, self.bay) for face, number in dice.items()}
        """The face of the dice in a place."""
        die = rules.model.words.stock_kinds[rules.layout.kinds[0]]
        self.die_faces = die.faces
        """What a die shows when it is rolled, by the result."""

    def _places(self, rules: Rules) -> None:
        """Where cards and ships lie."""
        place, layout = self.place, rules.layout
        self.deck, self.row, self.discard, self.missions = (
            place[name][0] for name in ("deck", "row", "discard", "missions")
        )
        self.dealt, self.mission, self.colonies = (place[name] for name in ("dealt", "mission", "colonies"))
        self.galaxy, self.dock = place["galaxy"], place["dock"]
        self.surface, self.orbit = place["surface"], place["orbit"]
        """By piece."""
        self.in_orbit = bytes(number in set(self.orbit) for number in range(layout.places))
        self.on_surface = bytes(number in set(self.surface) for number in range(layout.places))
        self.host = layout.place_piece
        """The planet a place is on; -1 for others."""

    def _counters(self, rules: Rules) -> None:
        """Resources by seat, and what is counted in a turn."""
        counter, layout = self.counter, rules.layout
        self.energy, self.culture = counter["energy"], counter["culture"]
        self.resource = {"energy": self.energy, "culture": self.culture}
        self.high = layout.counter_specs[self.energy[0]].high
        self.seat_of = [int(name.rpartition(".")[2]) if "." in name else -1 for name in layout.counter_names]
        """The seat a counter belongs to; -1 for counters of the table."""
        self.empire, self.turn, self.trigger = (counter[name] for name in ("empire", "turn", "trigger"))
        self.turns_taken, self.opened, self.rerolls, self.conversions, self.depth = (
            counter[name][0] for name in ("turns_taken", "opened", "rerolls", "conversions", "depth")
        )

    def _levels(self) -> None:
        """The empire track."""
        levels = [one.properties for one in self.values.values() if one.of == "level"]
        self.most_level = len(levels)
        self.level_dice, self.level_ships, self.level_points, self.level_price = (
            (0, *(int(level[name]) for level in levels)) for name in ("dice", "ships", "points", "price")
        )

    def _sides(self, rules: Rules) -> None:
        """What is printed on cards."""
        self.vp, self.length, self.least = (self.figures(name) for name in ("vp", "length", "least"))
        self.resource_of, self.track_of = self.texts("resource"), self.texts("track")
        self.actions: list[tuple[PowerHook, ...]] = [
            tuple(hook for hook in hooks if hook.point == "action") for hooks in rules.powers
        ]
        """The powers that are the action of each planet."""
        self.calls = [
            any(one.verb == "use" for hook in hooks for one in (*hook.model.price, *hook.model.effects))
            for hooks in self.actions
        ]
        """Whether the action of a planet calls those of others."""

    def _pieces(self, rules: Rules) -> None:
        """Which pieces are ships, planets and missions."""
        specs = rules.layout.pieces
        self.owner = [spec.owner for spec in specs]
        self.ships = [tuple(n for n, spec in enumerate(specs) if spec.owner == seat) for seat in self.seats]
        kinds = [self.sides[spec.sides[0]].kind for spec in specs]
        self.planets = tuple(n for n, kind in enumerate(kinds) if kind == "planet")
        self.mission_cards = tuple(n for n, kind in enumerate(kinds) if kind == "mission")


Play: TypeAlias = kernel.Play[Numbers]
"""A game of Galaxies in progress."""


def order(g: Play) -> tuple[int, ...]:
    """G42: clockwise from the player whose turn it is."""
    w = g.numbers
    active = active_seat(g)
    return (active, *w.clockwise[active])


def active_seat(g: Play) -> int:
    """Whose turn it is; the starting player before the first turn."""
    for seat in g.numbers.seats:
        if g.counters[g.numbers.turn[seat]]:
            return seat
    return 0


def score(g: Play, seat: int) -> int:
    """G02, G90: the victory points of planets and empire; those of missions do not count before the end."""
    w = g.numbers
    return sum([w.vp[g.side[piece]] for piece in g.zone[w.colonies[seat]]]) + w.level_points[g.counters[w.empire[seat]]]
