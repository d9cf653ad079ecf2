"""A source of chance for simulations, under which games with the same seed stay alike after they have begun to differ.

With ``Seeded``, a single piece more or less in the supply changes all later draws, so that two games with the same seed
have no more in common than any two games. Here each seat has, for each purpose of a draw, an order of its own for all
pieces, and takes the first of its pieces that are still in the supply. A piece that one game has and another has not
leaves the order of all others as it is.

Each draw is still uniform, given all draws before it. Every piece rings after an exponential time, and a draw takes the
pieces that ring next. The clock stands at the ring of the piece drawn last. A piece whose ring is not after the clock,
because it was drawn or away, gets a new ring. An exponential time has no memory, so before each draw the times from the
clock to the rings are independent and have the same distribution, whatever has been drawn. See
``docs/decisions/coupled-draws.md`` for the proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from hashlib import sha256
from heapq import nsmallest
from math import log

from rftg_dsl.kernel.chance import Seeded

HASTE = 8
"""The speed of the clocks of early pieces; other clocks have speed 1."""


class Order:
    """The order in which one seat draws pieces for one purpose."""

    __slots__ = ("clock", "early", "given", "prefix", "rings")

    def __init__(self, prefix: str, early: Collection[int] = ()) -> None:
        self.prefix = prefix
        self.early = early
        self.clock = 0.0
        self.rings: dict[int, float] = {}
        self.given: Counter[int] = Counter()
        """The number of rings that each piece has been given."""

    def draw(self, domain: Sequence[int], times: int) -> list[int]:
        rings, clock = self.rings, self.clock
        for piece in domain:
            if rings.get(piece, 0.0) <= clock:
                rings[piece] = clock + self.draw_wait(piece)
        drawn = nsmallest(times, domain, rings.__getitem__)
        if drawn:
            self.clock = rings[drawn[-1]]
        return drawn

    def draw_wait(self, piece: int) -> float:
        """An exponential time from the hash of the order, the piece, and how often it was asked for.

        Its mean is 1, or less for an early piece.
        """
        nth = self.given[piece]
        self.given[piece] += 1
        number = int.from_bytes(sha256(f"{self.prefix}{piece}/{nth}".encode()).digest()[:8], "big")
        wait = -log((number + 1) / (1 << 64))
        return wait / HASTE if piece in self.early else wait


class Coupled(Seeded):
    """The chance of one game in a simulation. Rolls are those of ``Seeded``; draws come from an order for each seat.

    ``withheld`` pieces are drawn only when no others are left, as if they were not in the box. ``early`` pieces are
    more likely to be drawn than others, so that they come up in more games.
    """

    __slots__ = ("early", "orders", "withheld")

    def __init__(self, seed: str, game: str, withheld: Collection[int] = (), early: Collection[int] = ()) -> None:
        super().__init__(seed, game)
        self.withheld = withheld
        self.early = early
        self.orders: dict[tuple[str, str], Order] = {}

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Draw different members of the domain. The label is ``round/seat/purpose/counter``."""
        _, seat, purpose, _ = label.split("/")
        if (seat, purpose) not in self.orders:
            self.orders[seat, purpose] = Order(f"{self.prefix}{seat}/{purpose}/", self.early)
        offered = [piece for piece in domain if piece not in self.withheld] if self.withheld else domain
        drawn = self.orders[seat, purpose].draw(offered, min(times, len(offered)))
        return [*drawn, *[piece for piece in domain if piece in self.withheld][: times - len(drawn)]]
