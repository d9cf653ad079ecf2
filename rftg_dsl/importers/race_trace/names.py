"""The names of Race's cards and powers in the recordings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.check.model import PlaceSet, Power
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race import consume
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.play import Play


class Names:
    """Recorded card numbers by our piece, and our pieces by card number.

    The recordings number start worlds first, then cards in order of id, with copies adjacent.
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
        """Our piece for each recorded number."""
        self.cards = [order.index(piece) for piece in range(len(order))]
        """The recorded number of each of our pieces."""
        self.on = {place: piece for piece, place in enumerate(numbers.goods)}
        """The piece that each place for goods is on."""
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
        """Powers that produce on their own world."""

    def power(self, play: Play[Any], seat: int, power: str) -> list[int]:
        """A power in a tableau, as its card number and ordinal."""
        side, _, ordinal = power.partition("/")
        wanted = play.layout.side[side]
        piece = next(one for one in play.zone[self.numbers.tableau[seat]] if play.side[one] == wanted)
        return [self.cards[piece], int(ordinal)]


def powers(rules: Rules) -> Iterator[Power]:
    """All powers of the game."""
    return (power for side in rules.sides for power in side.powers)


def doing(rules: Rules, *verbs: str) -> frozenset[str]:
    """The powers that use any of these verbs."""
    return frozenset(power.id for power in powers(rules) if any(one.verb in verbs for one in power.effects))
