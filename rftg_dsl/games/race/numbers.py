"""Lookup tables for the steps of Race: places, counters, values printed on sides, and the action cards."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.lookup import Lookup
from rftg_dsl.games.race.promise import Promise
from rftg_dsl.kernel import play
from rftg_dsl.kernel.form import One

SEQUENCE = {
    "explore": ("explore5", "explore11"),
    "develop": ("develop",),
    "develop2": ("develop2",),
    "settle": ("settle",),
    "settle2": ("settle2",),
    "consume": ("trade", "consume2x"),
    "produce": ("produce",),
}
"""R022, R110: the phases of a round in order, including second phases, each with its action cards."""

PHASE_OF = {card: phase for phase, cards in SEQUENCE.items() for card in cards}

SECOND = {"develop2": "develop", "settle2": "settle"}
"""R108, R110: for each second card of a type in the advanced game, the first card of that type."""

NINE = tuple(card for cards in SEQUENCE.values() for card in cards)
SEVEN = tuple(card for card in NINE if card not in SECOND)
"""R012: the action cards of the standard game."""

PAIRS = tuple(pair for pair in combinations(NINE, 2) if all(SECOND.get(one, one) in pair for one in pair))
"""R108: the pairs of action cards allowed in the advanced game; a second card of a type requires the first."""

ADVANCED = "advanced"
PRESET = "preset"
SINGLE = "single"


class Numbers(Lookup):
    """The layout's places and counters, named as in Race and listed by seat; printed values are listed by side."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        place, counter, fact = self.place, self.counter, self.fact
        self.supply, self.discards, self.starts = (place[name][0] for name in ("supply", "discards", "starts"))
        self.hand, self.explored, self.placing = (place[name] for name in ("hand", "explored", "placing"))
        self.discarding = place["discarding"]
        """For each seat, the place for cards just paid or discarded, which is empty except while powers react."""
        self.tableau = place["tableau"]
        self.goods = place["goods"]
        """For each piece, the place for the good on it."""
        self.vp = counter["vp"]
        self.pool = counter["pool"][0]
        self.round = counter["round"][0]
        self.chosen, self.consumed, self.discarded = (counter[name] for name in ("chosen", "consumed", "discarded"))
        self.actions = fact["actions"]
        self.placed = self.per_seat("placed")
        self.gained = self.per_seat("gained") if "gained.0" in fact else ()
        """The facts that record Military bought in this phase; empty in games that allow only one card per phase."""
        self.produced = rules.model.words.marks["produced"]
        self._index_goals()
        self._index_sides()
        self._index_powers()
        self._index_actions()

    @cached_property
    def promise(self) -> Promise:
        """The promises of powers; made only for bots that follow the advice."""
        return Promise(self.rules)

    def _index_goals(self) -> None:
        self.goals = [piece for piece, component in enumerate(self.component) if component.kind == "goal"]
        there = bool(self.goals)
        self.open_goals, self.held_goals, self.spare_goals = (
            self.place[f"{name}-goals"][0] if there else -1 for name in ("open", "held", "spare")
        )
        self.held = self.per_seat("held") if there else ()
        self.least = self.figures("least") if there else ()
        self.tied = self.figures("tied") if there else ()

    def _index_sides(self) -> None:
        kinds = [component.kind for component in self.component]
        self.game_cards = [piece for piece, kind in enumerate(kinds) if kind == "card"]
        """R012: the cards in the supply before setup."""
        self.start_worlds = [piece for piece, kind in enumerate(kinds) if kind == "start-world"]
        """R015: the start worlds, which are kept apart from the supply."""
        self.cost = self.figures("cost")
        self.defense = self.figures("defense")
        """R061: for each side, its defense; 0 if the side is not military."""
        self.printed = self.figures("vp")
        self.preset = self.figures("preset")
        self.is_world = self.of_kind("world")
        self.is_windfall = self.sides_by_value("mode")["windfall"]
        self.has_type = [bool(types) for types in self.words_of("type")]
        """For each side, whether it can hold a good; a side without a type cannot."""
        self.price = self.figures_by("type", "price")
        """R082: for each side, the number of cards drawn for selling its good."""

    def _index_powers(self) -> None:
        powers = [power for side in self.sides for power in side.powers]
        self.doubled = frozenset(
            power.id
            for power in powers
            if power.point == "consume" and not any(paid.verb == "discard" for paid in power.price)
        )
        """R085, R086: consume powers that earn double VP, which excludes those that exchange cards in hand for VP."""
        self.priced = frozenset(power.id for power in powers if power.price)
        self.produces_elsewhere = any(
            done.verb == "produce" and power.point != "produce" for power in powers for done in power.dos
        )
        self.producers = frozenset(
            number
            for number, side in enumerate(self.sides)
            if any(done.verb == "produce" for power in side.powers for done in power.effects)
        )

    def _index_actions(self) -> None:
        self.one = One(tuple((card,) for card in SEVEN), ("word",))
        """R021: the choices of action cards in the standard game."""
        self.two = One(PAIRS, ("word", "word"))
        """R108: the choices of action cards in the advanced game."""
        self.any_two = One(tuple(combinations(NINE, 2)), ("word", "word"))
        """The choices of action cards in the advanced game if a second card of a type does not require the first."""
        number, cards = self.number, SEQUENCE["explore"]
        self.explore = {
            what: (number[f"{what}-explore"], {card: number[f"{what}-{card}"] for card in cards})
            for what in ("draws", "kept")
        }
        """R028, R031, R032: for cards drawn and for cards kept, the base number and the bonus from each action card."""


Play: TypeAlias = play.Play[Numbers]


def has_chosen(play: Play, seat: int, action: str) -> bool:
    return action in play.facts[play.numbers.actions][seat]
