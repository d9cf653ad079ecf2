"""What the steps of Race look up: numbers of places and counters, what is printed on sides, and the action cards."""

from __future__ import annotations

from itertools import combinations

from rftg_dsl.check.model import Do, PieceSet
from rftg_dsl.compile.hooks import Rules
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.play import Play

SEQUENCE = {
    "explore": ("explore5", "explore11"),
    "develop": ("develop",),
    "develop2": ("develop2",),
    "settle": ("settle",),
    "settle2": ("settle2",),
    "consume": ("trade", "consume2x"),
    "produce": ("produce",),
}
"""R022, R110: the phases of a round in their order, second ones included, and the action cards of each."""

SECOND = {"develop2": "develop", "settle2": "settle"}
"""R108, R110: the second cards of a type in the advanced game, and the first ones beside which they are chosen."""

NINE = tuple(card for cards in SEQUENCE.values() for card in cards)
SEVEN = tuple(card for card in NINE if card not in SECOND)
"""R012: the action cards of the standard game."""

PAIRS = tuple(pair for pair in combinations(NINE, 2) if all(SECOND.get(one, one) in pair for one in pair))
"""R108: what can be chosen in the advanced game: of two cards of a type the second one only beside the first."""

ADVANCED = "advanced"
PRESET = "preset"
SINGLE = "single"
"""Values of options."""


class Words:
    """Places and counters of one layout by what Race calls them, by seat; figures printed on sides, by side."""

    def __init__(self, rules: Rules) -> None:
        layout, words = rules.layout, rules.model.words
        place, counter = layout.place, layout.counter
        self.seats = range(rules.seats)
        self.number = words.numbers
        self.supply = place["supply"][0]
        self.discards = place["discards"][0]
        self.starts = place["starts"][0]
        self.hand = place["hand"]
        self.explored = place["explored"]
        self.placing = place["placing"]
        self.tableau = place["tableau"]
        self.goods = place["goods"]
        """The place of the good on each piece."""
        self.vp = counter["vp"]
        self.pool = counter["pool"][0]
        self.round = counter["round"][0]
        self.chosen = counter["chosen"]
        self.consumed = counter["consumed"]
        self.discarded = counter["discarded"]
        takes = {one.name: one.takes for one in words.counters.values() if one.takes}
        self.takes = {number: counter[source][0] for name, source in takes.items() for number in counter[name]}
        """The counter of the table that gains of a counter are taken from."""
        self.actions = layout.fact["actions"]
        self.placed = [layout.fact[f"placed.{seat}"] for seat in self.seats]
        self.phase = layout.fact["phase"]
        self.order = layout.fact["order"]
        self.ended = layout.fact["ended"]
        self.produced = words.marks["produced"]
        sides = rules.sides
        self.names = [side.name for side in sides]
        self.cost = [int(side.properties.get("cost", 0)) for side in sides]
        self.defense = [int(side.properties.get("defense", 0)) for side in sides]
        """R061: 0 where a side is not military."""
        self.printed = [int(side.properties["vp"]) for side in sides]
        self.is_world = [side.kind == "world" for side in sides]
        self.is_windfall = [side.properties.get("mode") == "windfall" for side in sides]
        self.price = [
            int(words.values[str(side.properties["type"])].properties["price"]) if "type" in side.properties else 0
            for side in sides
        ]
        """R082: cards for a good sold from each side."""
        self.is_scoring = [any(power.use == "score" for power in side.powers) for side in sides]
        self.preset = [side.properties.get("preset", 0) for side in sides]
        components = {side.id: component for component in rules.model.components for side in component.sides}
        self.component = [components[layout.sides[piece.sides[0]]] for piece in layout.pieces]
        """The component each piece belongs to."""
        self.doubled = frozenset(
            power.id
            for side in sides
            for power in side.powers
            if power.point == "consume" and not any(paid.verb == "discard" for paid in power.price)
        )
        """R085, R086: consume powers, but for those that pay for VP with cards of the hand."""
        self.given_up = {
            power.id: sum([paid.low.n for paid in power.price if not is_this(paid)])
            for side in sides
            for power in side.powers
            if power.use == "modifier" and power.price
        }
        """Cards of the hand that a power takes which changes a number at a price."""
        self.one = One(tuple((card,) for card in SEVEN), ("word",))
        """R021: what can be chosen in the standard game."""
        self.two = One(PAIRS, ("word", "word"))
        """R108: in the advanced game."""
        self.any_two = One(tuple(combinations(NINE, 2)), ("word", "word"))
        """Where a second card of a type can be played alone."""


def is_this(paid: Do) -> bool:
    """Whether a price is the card itself."""
    return isinstance(paid.what, PieceSet) and paid.what.this == "only"


def words_of(g: Play) -> Words:
    """What the steps look up."""
    found: Words = g.rules.words
    return found


def strict_order(g: Play) -> tuple[int, ...]:
    """R106: clockwise from the lowest start world."""
    found: tuple[int, ...] = g.facts[g.rules.words.order]
    return found or tuple(g.rules.words.seats)


def chose(g: Play, seat: int, action: str) -> bool:
    """Whether a seat picked this action card in this round."""
    return action in g.facts[words_of(g).actions][seat]
