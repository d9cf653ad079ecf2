"""Lookup tables for the steps of Roll: places, cells, counters, and constants of the rules."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl.check.model import Modifier, Power, StockSet
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.lookup import Lookup, powers_that
from rftg_dsl.kernel import play

PHASES = ("explore", "develop", "settle", "produce", "ship")
"""R002: the phases in order; each is also the name of its workers' column."""

TO_TOP = "place drawn tiles on top"
REARRANGE = "rearrange stacks"

SHOWN = (*PHASES, "wild")


def counts_in(power: Power, place: str) -> bool:
    parts = (*power.conditions, power.change) if isinstance(power, Modifier) else ()
    return any(isinstance(node, StockSet) and place in node.places for part in parts for node in nodes_in(part))


class Numbers(Lookup):
    """A layout's places, cells and counters under their names in Roll; per-seat ones are listed in seat order."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        place, counter, fact = self.place, self.counter, self.fact
        self.bag = place["bag"][0]
        self.abandoned = place["abandoned"][0]
        self.stacks = {"develop": place["developments"], "settle": place["worlds"]}
        self.credits = counter["credit"]
        self.vp = counter["vp"]
        self.pool = counter["pool"][0]
        self.selected = counter["selected"]
        self.round = counter["round"][0]
        self.active = fact["active"]
        self.virtual = self.per_seat("virtual")
        self.spare = self.fact.get("spare", -1)
        """The fact with the phases of the spare dice; -1 unless a power asks for it."""
        self.turning = self.per_seat("turning") if "turning.0" in self.fact else ()
        """For each seat, the fact with the cells and other phases of multi-phase dice; empty without such dice."""
        self._index_cells()
        self._index_sides()
        self._index_dice(rules)
        self.offering = {verb: powers_that(rules, verb) for verb in (TO_TOP, REARRANGE)}
        self.by_workers = frozenset(id for id, power in self.powers.items() if counts_in(power, "finishing"))

    def _index_cells(self) -> None:
        place, width = self.place, self.width
        self.rows = {name: [number * width for number in numbers] for name, numbers in place.items()}
        """For each name, the first cell of its places, listed by seat (or by piece)."""
        self.cells = {name: [tuple(range(row, row + width)) for row in rows] for name, rows in self.rows.items()}
        """For each name, all the cells of its places, listed by seat (or by piece)."""
        self.supply = self.rows["supply"][0]
        self.columns = [[place[phase][seat] for phase in PHASES] for seat in self.seats]
        self.column_cells = [tuple(cell for phase in PHASES for cell in self.cells[phase][seat]) for seat in self.seats]
        self.on_stack = {"develop": self.rows["developing"], "settle": self.rows["settling"]}
        """For each phase, the first cell of the dice on the top tile, listed by seat."""

    def _index_sides(self) -> None:
        self.cost = self.figures("cost")
        self.is_world = self.of_kind("world")
        self.is_development = self.of_kind("development")
        self.trade = self.figures_by("colour", "trade")
        """R161: for each side, the credits for trading a good; 0 if the side cannot hold goods."""
        self.holds_goods = [trade > 0 for trade in self.trade]
        """R150: worlds that are not gray can hold goods."""
        self.pieces_of: dict[str, list[int]] = {}
        for piece, component in enumerate(self.component):
            self.pieces_of.setdefault(component.id, []).append(piece)
        homes = {"tile": self.bag, "faction": self.place["factions"][0], "home": self.place["homes"][0]}
        kinds = [component.kind for component in self.component]
        self.homes = {
            place: [piece for piece, kind in enumerate(kinds) if kind == name] for name, place in homes.items()
        }
        """R020: the tiles in the bag and beside it before setup."""
        self.by_name = {name: number for number, name in enumerate(self.names)}

    def _place_of(self, face: str) -> str:
        if face in SHOWN:
            return face
        means = self.values[face].means
        return "cup" if not means else means[0] if len(means) == 1 else "wild"

    def _index_dice(self, rules: Rules) -> None:
        words = rules.model.words
        dice = [words.stock_kinds[name] for name in rules.layout.kinds]
        self.die_faces = words.stocks["die"].faces
        self.faces = [
            [tuple(self.rows[self._place_of(face)][seat] + kind for face in dice[kind].faces) for kind in self.kinds]
            for seat in self.seats
        ]
        """For each seat and kind, the cell that a rolled die goes to for each face.

        A die whose face means several phases waits with the wild dice; a die whose face means none stays in the cup.
        """
        means = {
            name: value.means if value.of == "face" and len(value.means) > 1 else ()
            for name, value in self.values.items()
        }
        self.either = [tuple(means.get(face, ()) for face in die.faces) for die in dice]
        """For each kind and face, the phases that the owner can choose from; empty if there is no choice."""
        money = {name: int(value.properties.get("money", 0)) for name, value in self.values.items()}
        self.money = [tuple(money.get(face, 0) for face in die.faces) for die in dice]
        """For each kind and face, the credits that rolling it brings."""
        titles = {
            name: value.title for name, value in self.values.items() if value.of == "face" and len(value.means) != 1
        }
        self.titles = [tuple("" if face in SHOWN else titles.get(face, "") for face in die.faces) for die in dice]
        """For each kind and face, the printed name of a face that shows no phase or several phases."""
        self.most_tasks = sum([die.supply for die in dice])
        """Limit on a seat's tasks in a phase: the total number of dice, even if powers reuse dice."""
        self.home = rules.layout.kind["home"]
        self.home_faces = dice[self.home].faces
        colours = self.words_of("colour")
        self.matches = [
            frozenset(side for side, shown in enumerate(colours) if set(shown) & set(die.properties.get("matches", ())))
            for die in dice
        ]
        """R162, R163: for each kind of die, the sides that it matches when a good is consumed."""
        named = {die.name: kind for kind, die in enumerate(dice)}
        self.native = [tuple([named[colour] for colour in shown if colour in named]) for shown in colours]


Play: TypeAlias = play.Play[Numbers]
