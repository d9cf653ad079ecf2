"""Lookup tables for the steps of Galaxies: places, cells, counters and the values printed on cards."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl.check.model import PieceSet
from rftg_dsl.compile.rules import PowerHook, Rules
from rftg_dsl.games.lookup import Lookup
from rftg_dsl.kernel import play

FACES = ("move", "energy", "culture", "diplomacy", "economy", "colony")
"""The die faces, one per action; each face has a place for inactive dice and a place in the Activation Bay."""
FACED = (*FACES, *(f"bay-{face}" for face in FACES))
"""The places whose dice show a face, whether activated or not."""
RESOURCES = ("energy", "culture")


class Numbers(Lookup):
    """The layout's places, cells and counters, named as in Galaxies; lists with an entry per seat are in seat order."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.called = self.fact["called"]
        self.clockwise = [tuple((seat + step) % rules.seats for step in range(1, rules.seats)) for seat in self.seats]
        """G42: for each seat, the other seats in clockwise order."""
        self._index_dice(rules)
        self._index_places(rules)
        self._index_counters(rules)
        self._index_levels()
        self._index_sides(rules)
        self._index_pieces(rules)

    def _index_dice(self, rules: Rules) -> None:
        place = self.place
        self.supply = place["supply"][0]
        self.converter = place["converter"][0]
        self.inactive = {face: place[face][0] for face in FACES}
        self.bay = {face: place[f"bay-{face}"][0] for face in FACES}
        self.beside = {cell: row for row in (self.inactive, self.bay) for cell in row.values()}
        """For each cell whose dice show a face, the cells for all faces in the same row (inactive or activated)."""
        self.face_of = {number: face for dice in (self.inactive, self.bay) for face, number in dice.items()}
        die = rules.model.words.stock_kinds[rules.layout.kinds[0]]
        self.die_faces = die.faces

    def _index_places(self, rules: Rules) -> None:
        place, layout = self.place, rules.layout
        self.deck, self.row, self.discard, self.missions = (
            place[name][0] for name in ("deck", "row", "discard", "missions")
        )
        self.dealt, self.mission, self.colonies = (place[name] for name in ("dealt", "mission", "colonies"))
        self.galaxy, self.dock = place["galaxy"], place["dock"]
        self.surface, self.orbit = place["surface"], place["orbit"]
        """The surface and orbit places, one of each per piece."""
        self.in_orbit = bytes(number in set(self.orbit) for number in range(layout.places))
        self.on_surface = bytes(number in set(self.surface) for number in range(layout.places))
        self.host = layout.place_piece
        """For each place, the planet that it is on; -1 if it is not on a planet."""

    def _index_counters(self, rules: Rules) -> None:
        counter, layout = self.counter, rules.layout
        self.energy, self.culture = counter["energy"], counter["culture"]
        self.space = counter["space"]
        """For each seat, the counter with the space number of the ship that the seat last moved off a track."""
        self.resource = {"energy": self.energy, "culture": self.culture}
        self.high = layout.counter_specs[self.energy[0]].high
        self.seat_of = [int(name.rpartition(".")[2]) if "." in name else -1 for name in layout.counter_names]
        self.empire, self.turn, self.trigger = (counter[name] for name in ("empire", "turn", "trigger"))
        self.turns_taken, self.opened, self.rerolls, self.conversions, self.depth = (
            counter[name][0] for name in ("turns_taken", "opened", "rerolls", "conversions", "depth")
        )

    def _index_levels(self) -> None:
        levels = [value.properties for value in self.values.values() if value.of == "level"]
        self.most_level = len(levels)
        self.level_dice, self.level_ships, self.level_points, self.level_price = (
            (0, *(int(level[name]) for level in levels)) for name in ("dice", "ships", "points", "price")
        )

    def _index_sides(self, rules: Rules) -> None:
        self.vp, self.length, self.least = (self.figures(name) for name in ("vp", "length", "least"))
        self.gives, self.has_track = self.sides_by_value("resource"), self.sides_by_value("track")
        self.actions: list[tuple[PowerHook, ...]] = [
            tuple(hook for hook in hooks if hook.point == "action") for hooks in rules.powers
        ]
        self.calls = [
            any(do.verb == "use" and isinstance(do.what, PieceSet) for hook in hooks for do in hook.model.dos)
            for hooks in self.actions
        ]

    def _index_pieces(self, rules: Rules) -> None:
        specs = rules.layout.pieces
        self.owner = [spec.owner for spec in specs]
        self.ships = [tuple(n for n, spec in enumerate(specs) if spec.owner == seat) for seat in self.seats]
        kinds = [self.sides[spec.sides[0]].kind for spec in specs]
        self.planets = tuple(n for n, kind in enumerate(kinds) if kind == "planet")
        self.mission_cards = tuple(n for n, kind in enumerate(kinds) if kind == "mission")


Play: TypeAlias = play.Play[Numbers]


def level_of(play: Play, seat: int) -> int:
    """A seat's empire level, limited to the range from 0 to the highest level on the track."""
    numbers = play.numbers
    return min(max(play.counters[numbers.empire[seat]], 0), numbers.most_level)


def points_for_empire(play: Play, seat: int) -> int:
    """G94: the victory points of a seat's empire level."""
    numbers = play.numbers
    return numbers.level_points[level_of(play, seat)]


def score(play: Play, seat: int) -> int:
    """G02, G90: a seat's victory points from planets and its empire; missions count only at the end of the game."""
    numbers = play.numbers
    return sum([numbers.vp[play.side[piece]] for piece in play.zone[numbers.colonies[seat]]]) + points_for_empire(
        play, seat
    )
