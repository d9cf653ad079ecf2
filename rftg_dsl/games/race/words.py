"""What the steps of Race look up: numbers of places and counters, what is printed on sides, and the action cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from rftg_dsl.compile.hooks import Rules
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.play import Play

PHASES = ("explore", "develop", "settle", "consume", "produce")
"""R002, R022: the phases in their order."""

ACTIONS = {
    "explore5": "explore",
    "explore11": "explore",
    "develop": "develop",
    "settle": "settle",
    "trade": "consume",
    "consume2x": "consume",
    "produce": "produce",
}
"""R012: the seven action cards, and the phase of each."""

SECOND = {"develop2": "develop", "settle2": "settle"}
"""R108, R110: the second cards of a type in the advanced game, and the first ones without which they are not chosen."""

PAIRS = (*combinations(ACTIONS, 2), *[(first, second) for second, first in SECOND.items()])
"""R108: what can be chosen in the advanced game."""

ADVANCED = "advanced"
PRESET = "preset"


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
            words.values[str(side.properties["type"])].properties["price"] if "type" in side.properties else 0
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
        self.phase_of = ACTIONS | SECOND
        self.second = {phase: second for second, phase in SECOND.items()}
        self.action_forms = {count: One(actions, of) for count, actions, of in CHOICES}
        """R021, R108: what can be chosen, by how many actions are."""


CHOICES: tuple[tuple[int, tuple[Any, ...], Any], ...] = (
    (1, tuple((action,) for action in ACTIONS), ("word",)),
    (2, PAIRS, ("word", "word")),
)


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
