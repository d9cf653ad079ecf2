"""Lookup tables for the steps of Roll: places, cells, counters and rule constants."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl.check.model import Modifier, Power, StockSet
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.lookup import Lookup, powers_that
from rftg_dsl.kernel import play

PHASES = ("explore", "develop", "settle", "produce", "ship")
"""R002: the phases in order; the name of a phase is also the name of its column of workers."""

TO_TOP = "place drawn tiles on top"
REARRANGE = "rearrange stacks"

SHOWN = (*PHASES, "wild")


def counts_in(power: Power, place: str) -> bool:
    parts = (*power.conditions, power.change) if isinstance(power, Modifier) else ()
    return any(isinstance(node, StockSet) and place in node.places for part in parts for node in nodes_in(part))


class Numbers(Lookup):
    """The layout's places, cells and counters, named as in Roll; lists with an entry per seat are in seat order."""

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
        """The fact that holds the phases rolled with the spare dice; -1 unless a power uses it."""
        self.turning = self.per_seat("turning") if "turning.0" in self.fact else ()
        """For each seat, the fact with the cell and other phases of each multi-phase die; empty without such dice."""
        self._index_cells()
        self._index_sides()
        self._index_dice(rules)
        self.offering = {verb: powers_that(rules, verb) for verb in (TO_TOP, REARRANGE)}
        self.by_workers = frozenset(id for id, power in self.powers.items() if counts_in(power, "finishing"))

    def _index_cells(self) -> None:
        place, width = self.place, self.width
        self.rows = {name: [number * width for number in numbers] for name, numbers in place.items()}
        """For each place name, the first cell of each place of that name, listed by seat (or by piece)."""
        self.cells = {name: [tuple(range(row, row + width)) for row in rows] for name, rows in self.rows.items()}
        """For each place name, all the cells of each place of that name, listed by seat (or by piece)."""
        self.supply = self.rows["supply"][0]
        self.columns = [[place[phase][seat] for phase in PHASES] for seat in self.seats]
        self.column_cells = [tuple(cell for phase in PHASES for cell in self.cells[phase][seat]) for seat in self.seats]
        self.on_stack = {"develop": self.rows["developing"], "settle": self.rows["settling"]}
        """For Develop and Settle, the first cell of the place for dice on the top tile, listed by seat."""

    def _index_sides(self) -> None:
        self.cost = self.figures("cost")
        self.is_world = self.of_kind("world")
        self.is_development = self.of_kind("development")
        self.trade = self.figures_by("colour", "trade")
        """R161: for each side, the credits gained by trading its good; 0 if the side cannot hold goods."""
        self.holds_goods = [trade > 0 for trade in self.trade]
        """R150: for each side, whether it can hold goods; only worlds that are not gray can."""
        self.pieces_of: dict[str, list[int]] = {}
        for piece, component in enumerate(self.component):
            self.pieces_of.setdefault(component.id, []).append(piece)
        homes = {"tile": self.bag, "faction": self.place["factions"][0], "home": self.place["homes"][0]}
        kinds = [component.kind for component in self.component]
        self.homes = {
            place: [piece for piece, kind in enumerate(kinds) if kind == name] for name, place in homes.items()
        }
        """R020: for each place, the tiles that are there before setup: in the bag or beside it."""
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
        """For each seat, kind and face, the cell that a die moves to when it rolls the face.

        A face that means several phases sends the die to the wild dice; one that means no phase leaves it in the cup.
        """
        means = {
            name: value.means if value.of == "face" and len(value.means) > 1 else ()
            for name, value in self.values.items()
        }
        self.either = [tuple(means.get(face, ()) for face in die.faces) for die in dice]
        """For each kind and face, the phases that the owner can choose from; empty if there is no choice."""
        money = {name: int(value.properties.get("money", 0)) for name, value in self.values.items()}
        self.money = [tuple(money.get(face, 0) for face in die.faces) for die in dice]
        """For each kind and face, the credits gained by rolling the face."""
        titles = {
            name: value.title for name, value in self.values.items() if value.of == "face" and len(value.means) != 1
        }
        self.titles = [tuple("" if face in SHOWN else titles.get(face, "") for face in die.faces) for die in dice]
        """For each kind and face, the face's printed name if it means no phase or several phases; otherwise empty."""
        self.most_tasks = sum([die.supply for die in dice])
        """The maximum number of tasks for a seat in a phase: the total number of dice, even if powers reuse dice."""
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
