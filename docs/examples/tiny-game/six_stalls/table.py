"""The lookups that the steps of Six Stalls use: places, counters and printed numbers by name."""

from __future__ import annotations

from typing import TypeAlias

from rftg_dsl import games


class Numbers(games.Lookup):
    """The places and counters of Six Stalls; one that every seat has is a list indexed by seat."""

    def __init__(self, rules: games.Rules) -> None:
        super().__init__(rules)
        self.deck, self.row = self.place["deck"][0], self.place["row"][0]
        self.street = self.place["street"]
        self.coins, self.points, self.buying = (self.counter[name] for name in ("coin", "point", "buying"))
        self.evening = self.counter["evening"][0]
        self.price = self.figures("price")


Play: TypeAlias = games.Play[Numbers]
"""A game of Six Stalls in progress."""


def lay(play: Play) -> None:
    """Put all cards into the deck."""
    play.lay(play.numbers.deck, range(len(play.layout.pieces)))


def price_of(play: Play, seat: int, stall: int) -> int:
    """The price of a stall for a seat, after its discounts."""
    return play.value("price", seat, play.numbers.price[play.side[stall]], stall)
