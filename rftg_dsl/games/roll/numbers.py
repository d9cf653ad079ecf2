"""What the steps of Roll look up: numbers of places, cells and counters, and constants of the rules."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.lookup import Lookup, powers_that
from rftg_dsl.kernel import play as kernel

PHASES = ("explore", "develop", "settle", "produce", "ship")
"""R002: the phases in their order; each is also the column of its workers."""

TO_TOP = "place drawn tiles on top"
REARRANGE = "rearrange stacks"
"""What powers let Explore do with tiles."""

SHOWN = (*PHASES, "wild")
"""The faces with which a die leaves the cup."""


class Numbers(Lookup):
    """Places, cells and counters of one layout by what Roll calls them; places by seat."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        place, counter, fact = self.place, self.counter, self.fact
        self.bag = place["bag"][0]
        self.abandoned = place["abandoned"][0]
        self.stacks = {"develop": place["developments"], "settle": place["worlds"]}
        """The place of the tiles that a phase builds, by seat."""
        self.credits = counter["credit"]
        self.vp = counter["vp"]
        self.pool = counter["pool"][0]
        self.selected = counter["selected"]
        self.round = counter["round"][0]
        self.active, self.ended, self.phase = (fact[name] for name in ("active", "ended", "phase"))
        self.virtual = self.per_seat("virtual")
        self._cells()
        self._sides()
        self._dice(rules)
        self.offering = {verb: powers_that(rules, verb) for verb in (TO_TOP, REARRANGE)}
        """The powers by which Explore offers to do something else with tiles."""

    def _cells(self) -> None:
        """Where dice stand."""
        place, width = self.place, self.width
        self.rows = {name: [number * width for number in numbers] for name, numbers in place.items()}
        """The first cell of each place by its name, by seat (or by piece)."""
        self.cells = {name: [tuple(range(row, row + width)) for row in rows] for name, rows in self.rows.items()}
        """The cells of each place by its name, by seat (or by piece)."""
        self.supply = self.rows["supply"][0]
        self.columns = [[place[phase][seat] for phase in PHASES] for seat in self.seats]
        """The places of the five columns, by seat."""
        self.column_cells = [tuple(cell for phase in PHASES for cell in self.cells[phase][seat]) for seat in self.seats]
        """The cells of all columns, by seat."""
        self.on_stack = {"develop": self.rows["developing"], "settle": self.rows["settling"]}
        """The first cell of the dice on the top tile of each stack, by seat."""

    def _sides(self) -> None:
        """What is printed on tiles."""
        self.cost = self.figures("cost")
        self.colour = self.texts("colour")
        self.is_world = self.of_kind("world")
        self.is_development = self.of_kind("development")
        self.trade = self.figures_by("colour", "trade")
        """R161: credits for a good traded from each side; none where no good can lie."""
        self.holds_goods = [trade > 0 for trade in self.trade]
        """R150: a good can lie on a world that is not gray."""
        self.pieces_of: dict[str, list[int]] = {}
        """The pieces of each component, by its id."""
        for piece, component in enumerate(self.component):
            self.pieces_of.setdefault(component.id, []).append(piece)
        homes = {"tile": self.bag, "faction": self.place["factions"][0], "home": self.place["homes"][0]}
        kinds = [component.kind for component in self.component]
        self.homes = {
            place: [piece for piece, kind in enumerate(kinds) if kind == name] for name, place in homes.items()
        }
        """R020: what lies in the bag and beside it before setup."""
        self.by_name = {name: number for number, name in enumerate(self.names)}
        """The number of a side by its printed name."""

    def _dice(self, rules: Rules) -> None:
        """What is printed on dice."""
        words = rules.model.words
        dice = [words.stock_kinds[name] for name in rules.layout.kinds]
        self.die_faces = words.stocks["die"].faces
        self.faces = [
            [
                tuple(self.rows[face if face in SHOWN else "cup"][seat] + kind for face in dice[kind].faces)
                for kind in self.kinds
            ]
            for seat in self.seats
        ]
        """Where a die goes when it is rolled: the cell of each face, by seat and kind.

        With a face that an expansion declares, it is no worker and stays in the cup.
        """
        self.most_tasks = sum([die.supply for die in dice])
        """No seat does more tasks in a phase than there are dice, whatever powers make of those that have worked."""
        self.home = rules.layout.kind["home"]
        self.home_faces = dice[self.home].faces
        self.matches = [
            frozenset(side for side, colour in enumerate(self.colour) if colour in die.properties.get("matches", ()))
            for die in dice
        ]
        """R162, R163: the sides that each kind of die matches when consuming."""


Play: TypeAlias = kernel.Play[Numbers]
"""A game of Roll in progress."""
