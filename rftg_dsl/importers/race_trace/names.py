"""The names that recordings use for Race's cards and powers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.check.model import PieceSet, PlaceSet, Power
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race import gamble
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library


class Names:
    """Maps our pieces to recorded card numbers, and card numbers to our pieces.

    Recordings number the cards set by set: first the start worlds, then the other cards by id, with copies adjacent.
    """

    def __init__(self, library: Library, rules: Rules) -> None:
        numbers: Numbers = rules.numbers
        self.rules = rules
        self.numbers = numbers
        sets = first_sets_in(library)

        def place(piece: int) -> tuple[int, bool, str, int]:
            component = numbers.component[piece]
            return sets[component.id], component.kind != "start-world", component.id, piece

        order = sorted([*numbers.start_worlds, *numbers.game_cards], key=place)
        self.pieces = order
        self.cards = {piece: card for card, piece in enumerate(order)}
        self.on = {place: piece for piece, place in enumerate(numbers.goods)}
        self.guesses = powers_with(rules, gamble.GUESS)
        self.sales = powers_with(rules, "sell", "barter")
        priced = [power for power in powers_in(rules) if any(cost.verb == "discard" for cost in power.price)]
        self.hired = frozenset(power.id for power in priced if power.use == "modifier" and not does_cost_itself(power))
        """Powers that change a number in return for cards from the hand."""
        self.mended = frozenset(power.id for power in priced if power.point == "produce")
        """Powers that produce in return for cards from the hand."""
        self.here = frozenset(
            power.id
            for power in powers_in(rules)
            for done in power.effects
            for _, slot in done.slots
            if isinstance(slot, PlaceSet) and slot.here
        )
        """Powers that produce on their own world."""

    def card_with(self, play: Play[Any], seat: int, power: str) -> int:
        """The piece with this power in a seat's tableau; -1 if there is none."""
        wanted = play.layout.side[power.partition("/")[0]]
        return next((piece for piece in play.zone[self.numbers.tableau[seat]] if play.side[piece] == wanted), -1)

    def name_of_power(self, play: Play[Any], seat: int, power: str) -> list[int]:
        return [self.cards[self.card_with(play, seat, power)], int(power.partition("/")[2])]


def first_sets_in(library: Library) -> dict[str, int]:
    """For each component id, the number of the first set that declares it."""
    numbers: dict[str, int] = {}
    for nth, set_folder in enumerate(library.sets):
        for entry in library.parts[set_folder.id]:
            for atom in entry.declaration.atoms[:1]:
                numbers.setdefault(atom.text, nth)
    return numbers


def powers_in(rules: Rules) -> Iterator[Power]:
    return (power for side in rules.sides for power in side.powers)


def does_cost_itself(power: Power) -> bool:
    return any(isinstance(cost.what, PieceSet) and cost.what.this == "only" for cost in power.price)


def powers_with(rules: Rules, *verbs: str) -> frozenset[str]:
    return frozenset(power.id for power in powers_in(rules) if any(effect.verb in verbs for effect in power.effects))
