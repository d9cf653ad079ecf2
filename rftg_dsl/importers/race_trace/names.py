"""What the recordings call the cards, actions and phases of Race."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.check.model import PlaceSet, Power
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race import consume
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.play import Play


class Names:
    """Numbers of cards in the recordings, by our piece, and the other way round.

    They number start worlds first, then the cards in the order of their ids, copies one after another.
    """

    def __init__(self, rules: Rules) -> None:
        numbers: Numbers = rules.numbers
        self.rules = rules
        self.numbers = numbers
        order = sorted(
            range(len(numbers.component)),
            key=lambda piece: ("number" not in numbers.component[piece].properties, numbers.component[piece].id, piece),
        )
        self.pieces = order
        """Our piece, by their number."""
        self.cards = [order.index(piece) for piece in range(len(order))]
        """Their number, by our piece."""
        self.on = {place: piece for piece, place in enumerate(numbers.goods)}
        """The piece on which a place for goods is."""
        self.hands = {place: seat for seat, place in enumerate(numbers.hand)}
        self.explored = {place: seat for seat, place in enumerate(numbers.explored)}
        self.tableaus = {place: seat for seat, place in enumerate(numbers.tableau)}
        self.chips = {counter: seat for seat, counter in enumerate(numbers.vp)}
        self.guesses = doing(rules, consume.GUESS)
        self.sales = doing(rules, "sell", "barter")
        self.here = frozenset(
            power.id
            for power in powers(rules)
            for done in power.effects
            for _, slot in done.slots
            if isinstance(slot, PlaceSet) and slot.here
        )
        """Powers that produce on the world they stand on."""

    def power(self, play: Play[Any], seat: int, power: str) -> list[int]:
        """A power of a card in a tableau, as the number of the card and of the power."""
        side, _, ordinal = power.partition("/")
        wanted = play.layout.side[side]
        piece = next(one for one in play.zone[self.numbers.tableau[seat]] if play.side[one] == wanted)
        return [self.cards[piece], int(ordinal)]


def powers(rules: Rules) -> Iterator[Power]:
    """All powers of the game."""
    return (power for side in rules.sides for power in side.powers)


def doing(rules: Rules, *verbs: str) -> frozenset[str]:
    """The powers that do one of these things."""
    return frozenset(power.id for power in powers(rules) if any(one.verb in verbs for one in power.effects))
