"""What the steps of Roll look up: numbers of places, cells and counters, and constants of the rules."""

from __future__ import annotations

from rftg_dsl.compile.hooks import Rules
from rftg_dsl.kernel.play import Play

PHASES = ("explore", "develop", "settle", "produce", "ship")
"""R002: the phases in their order; each is also the column of its workers."""


class Words:
    """Places, cells and counters of one layout by what Roll calls them; places by seat."""

    def __init__(self, rules: Rules) -> None:
        layout, words = rules.layout, rules.model.words
        place, width = layout.place, len(layout.kinds)
        self.seats = range(rules.seats)
        self.width = width
        self.kinds = range(width)
        self.number = words.numbers
        self.place = place
        self.supply = place["supply"][0] * width
        self.bag = place["bag"][0]
        self.abandoned = place["abandoned"][0]
        self.rows = {name: [number * width for number in numbers] for name, numbers in place.items()}
        """The first cell of each place by its name, by seat (or by piece)."""
        self.columns = [[place[phase][seat] for phase in PHASES] for seat in self.seats]
        """The places of the five columns, by seat."""
        self.column_cells = [
            tuple(column * width + kind for column in self.columns[seat] for kind in self.kinds) for seat in self.seats
        ]
        """The cells of all columns, by seat."""
        self.cells = {name: [tuple(range(row, row + width)) for row in rows] for name, rows in self.rows.items()}
        """The cells of each place by its name, by seat (or by piece)."""
        counter = layout.counter
        self.credits = counter["credit"]
        self.vp = counter["vp"]
        self.pool = counter["pool"][0]
        self.selected = counter["selected"]
        self.round = counter["round"][0]
        self.active = layout.fact["active"]
        self.order = layout.fact["order"]
        self.ended = layout.fact["ended"]
        self.phase = layout.fact["phase"]
        self.virtual = [layout.fact[f"virtual.{seat}"] for seat in self.seats]
        takes = {one.name: one.takes for one in words.counters.values() if one.takes}
        self.takes = {number: counter[source][0] for name, source in takes.items() for number in counter[name]}
        """The counter of the table that gains of a counter are taken from."""
        dice = [words.stock_kinds[name] for name in layout.kinds]
        wild = place["wild"]
        self.faces = [
            [
                tuple((place[face][seat] if face in PHASES else wild[seat]) * width + kind for face in dice[kind].faces)
                for kind in self.kinds
            ]
            for seat in self.seats
        ]
        """Where a die goes when it is rolled: the cell of each face, by seat and kind."""
        self.die_faces = words.stocks["die"].faces
        home = dice[layout.kind["home"]]
        self.home = layout.kind["home"]
        self.home_faces = home.faces
        sides = rules.sides
        self.cost = [int(side.properties["cost"]) for side in sides]
        self.colour = [str(side.properties.get("colour", "")) for side in sides]
        self.is_world = [side.kind == "world" for side in sides]
        self.is_development = [side.kind == "development" for side in sides]
        self.holds_goods = [side.kind == "world" and side.properties["colour"] != "gray" for side in sides]
        """R150: a good can lie on a world that is not gray."""
        self.trade = [int(words.values[colour].properties["trade"]) if colour else 0 for colour in self.colour]
        """R161: credits for a good traded from each side."""
        self.matches = [
            frozenset(
                number for number, colour in enumerate(self.colour) if colour in die.properties.get("matches", ())
            )
            for die in dice
        ]
        """R162, R163: the sides that each kind of die matches when consuming."""
        components = rules.model.components
        numbered = {side.id: component for component in components for side in component.sides}
        self.component = [numbered[layout.sides[piece.sides[0]]] for piece in layout.pieces]
        """The component each piece belongs to."""
        self.pieces_of: dict[str, list[int]] = {}
        for piece, component in enumerate(self.component):
            self.pieces_of.setdefault(component.id, []).append(piece)
        self.by_name = {side.name: number for number, side in enumerate(sides)}
        """The number of a side by its printed name."""
        self.stacks = {"develop": place["developments"], "settle": place["worlds"]}
        """The place of the tiles that a phase builds, by seat."""
        self.on_stack = {"develop": self.rows["developing"], "settle": self.rows["settling"]}
        """The first cell of the dice on the top tile of each stack, by seat."""


def words_of(g: Play) -> Words:
    """What the steps look up."""
    found: Words = g.rules.words
    return found


def strict_order(g: Play) -> tuple[int, ...]:
    """R210: clockwise from the lowest faction number."""
    found: tuple[int, ...] = g.facts[g.rules.words.order]
    return found or tuple(g.rules.words.seats)
