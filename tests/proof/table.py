"""The table of the second reading: plain data with names, changed by name, and the questions it expects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple


class Piece(NamedTuple):
    """A piece on the table."""

    id: str
    name: str
    kind: str
    at: str
    """Its place with the owner: ``tableau.0``, ``goods.C12``."""
    owner: int
    """The seat that owns it, or else that of its place; -1 for places of the table and of pieces."""
    seated: bool
    """Whether it belongs to its owner wherever it lies."""
    tag: int
    printed: Mapping[str, Any]
    """What its side shows, by property; ``powers`` has its sentences."""

    @property
    def place(self) -> str:
        """Its place without the owner."""
        return self.at.partition(".")[0]

    @property
    def on(self) -> str:
        """The piece it lies on, if any; the number of a seat otherwise."""
        return self.at.partition(".")[2]


@cache
def cell(name: str) -> tuple[str, str, str]:
    """The kind, place and owner of a cell: ``military@cup.0``."""
    kind, _, at = name.partition("@")
    place, _, owner = at.partition(".")
    return kind, place, owner


class Happened(NamedTuple):
    """Something that happened in this phase, which powers can ask about."""

    name: str
    seat: int
    about: Mapping[str, str]
    """Pieces and kinds by the word that introduces them: ``it``, ``from``, ``with``."""


class Ask(NamedTuple):
    """A question that the reading expects."""

    seat: int
    kind: str
    """``one``, ``some``, ``bag`` or ``amount``."""
    options: Any
    """The alternatives by name; for a bag, how many there are of each."""
    low: int = 1
    high: int = 1
    secret: bool = False

    def single(self) -> tuple[Any] | None:
        """The only answer, which nobody is asked for; None if there are several, or the question is secret."""
        if self.secret:
            return None
        total = sum(self.options.values()) if self.kind == "bag" else len(self.options) if self.kind != "amount" else 0
        if self.kind == "one":
            return (next(iter(self.options)),) if total == 1 else None
        if self.low != self.high:
            return None
        if self.kind == "amount":
            return (self.low,)
        if self.high == 0:
            return ((),)
        if self.kind == "some":
            return (tuple(self.options),) if self.high == total else None
        if self.high == total:
            return (tuple(self.options.items()),)
        return (((next(iter(self.options)), self.high),),) if len(self.options) == 1 else None


Asking = Generator[Ask, Any, Any]
"""Something that happens, with the questions it asks on the way."""


def ask(question: Ask) -> Asking:
    """The answer to a question; a public one with a single answer is not asked."""
    only = question.single()
    if only is not None:
        return only[0]
    return (yield question)


def some(seat: int, options: Sequence[str], low: int, high: int, secret: bool = False) -> Asking:
    """``low`` to ``high`` of these, as many as there are."""
    n = len(options)
    return (yield from ask(Ask(seat, "some", tuple(options), min(low, n), min(high, n), secret)))


def one(seat: int, options: Collection[Any], secret: bool = False) -> Asking:
    """One of these."""
    return (yield from ask(Ask(seat, "one", tuple(options), secret=secret)))


def bag(seat: int, cells: Mapping[str, int], low: int, high: int, secret: bool = False) -> Asking:
    """``low`` to ``high`` of these fungible things, as many as there are."""
    total = sum(cells.values())
    return (yield from ask(Ask(seat, "bag", dict(cells), min(low, total), min(high, total), secret)))


class Disagreement(Exception):
    """The program and the second reading do not agree."""


class TooFew(Exception):
    """A draw of more than there are: what then happens is up to the game, not to its sentences."""


def unheard(happened: Happened) -> Asking:
    """No power waits for anything."""
    yield from ()


class Table:
    """A table as the second reading sees it."""

    def __init__(
        self,
        seats: int,
        pieces: dict[str, Piece],
        zones: dict[str, tuple[str, ...]],
        stock: dict[str, int],
        counters: dict[str, int],
        bounds: Mapping[str, tuple[int, int]],
        order: Sequence[int],
    ) -> None:
        self.seats = seats
        self.pieces = pieces
        self.zones = zones
        self.stock = stock
        """How many there are in a cell; cells without any are left out."""
        self.counters = counters
        self.bounds = bounds
        self.order = order
        """All seats in strict order."""
        self.facts: dict[str, Any] = {}
        self.this = ""
        """The piece with the power."""
        self.it = ""
        """The piece of the event."""
        self.actor = -1
        """The seat of the event."""
        self.last = ""
        """The piece that the power has chosen last."""
        self.phase = ""
        self.barred: frozenset[str] = frozenset()
        """Things that the next question must not offer, because the rest of a price needs them."""
        self.owner = -1
        """The seat of the power while something is said of another seat."""
        self.history: list[Happened] = []
        """What has happened in this round or turn."""
        self.begun = 0
        """How much of that had happened when the phase began."""
        self.used: dict[tuple[str, int], int] = {}
        """How often each seat has used a power in the present period."""
        self.periods: dict[str, str] = {}
        """The period of the limit of each power that was used."""
        self.chance: list[tuple[Collection[str], Sequence[str]]] = []
        """The results of chance so far that the reading has not used: the possible results, and those that came."""
        self.active: list[Any] = []
        """The powers of the second reading that are in play, each with its owner."""
        self.heard: Callable[[Happened], Asking] = unheard
        """What powers make of something that happens."""

    def copy(self) -> Table:
        """An independent copy."""
        made = Table(
            self.seats,
            self.pieces.copy(),
            self.zones.copy(),
            self.stock.copy(),
            self.counters.copy(),
            self.bounds,
            self.order,
        )
        made.facts = self.facts.copy()
        made.this, made.it, made.actor, made.last, made.phase = self.this, self.it, self.actor, self.last, self.phase
        made.heard = self.heard
        made.history, made.used, made.active = self.history[:], self.used.copy(), self.active[:]
        made.periods, made.begun, made.owner = self.periods.copy(), self.begun, self.owner
        return made

    def happened(self, long: bool) -> list[Happened]:
        """What has happened in this phase, or in the whole round or turn."""
        return self.history if long else self.history[self.begun :]

    def others(self, me: int) -> list[int]:
        """All other seats, clockwise."""
        return [(me + step) % self.seats for step in range(1, self.seats)]

    def open(self, there: dict[str, int]) -> dict[str, int]:
        """Those of some things that can be taken now."""
        barred, self.barred = self.barred, frozenset()
        return {thing: n for thing, n in there.items() if thing not in barred}

    # -- changes ---------------------------------------------------------------------------------------------

    def counter(self, name: str, me: int) -> str:
        """The full name of a counter of a seat, or of the table."""
        return f"{name}.{me}" if f"{name}.{me}" in self.counters else name

    def value(self, name: str, me: int) -> int:
        """The value of a counter of a seat, or of the table."""
        return self.counters[self.counter(name, me)]

    def adjust(self, name: str, me: int, by: int) -> int:
        """Change a counter within its bounds; returns the actual change."""
        full = self.counter(name, me)
        low, high = self.bounds[name]
        before = self.counters[full]
        self.counters[full] = min(high, max(low, before + by))
        return self.counters[full] - before

    def shift(self, source: str, target: str, n: int) -> None:
        """Move fungible things from cell to cell."""
        assert self.stock.get(source, 0) >= n, (source, n)
        self.stock[source] -= n
        if not self.stock[source]:
            del self.stock[source]
        self.stock[target] = self.stock.get(target, 0) + n

    def move(self, piece: str, at: str, index: int | None = None) -> None:
        """Move a piece to the end of a place, or to ``index`` there."""
        before = self.pieces[piece]
        self.zones[before.at] = tuple(other for other in self.zones[before.at] if other != piece)
        there = self.zones.get(at, ())
        index = len(there) if index is None else index
        self.zones[at] = (*there[:index], piece, *there[index:])
        owner = at.partition(".")[2]
        seat = before.owner if before.seated else int(owner) if owner.isdigit() else -1
        self.pieces[piece] = before._replace(at=at, owner=seat)

    def mark(self, piece: str, tag: int) -> None:
        """Give a piece its number."""
        self.pieces[piece] = self.pieces[piece]._replace(tag=tag)

    def turn(self, piece: str, side: Mapping[str, Any]) -> None:
        """Turn a piece over to a side."""
        self.pieces[piece] = self.pieces[piece]._replace(name=side["name"], kind=side["kind"], printed=side)

    def lying(self, at: str) -> tuple[str, ...]:
        """The pieces in a place, in order."""
        return self.zones.get(at, ())

    def drawn(self, domain: Collection[str], n: int) -> Sequence[str]:
        """What chance has given: ``n`` of these."""
        if n > len(domain):
            raise TooFew(f"{n} of {len(domain)}")
        if not self.chance:
            raise Disagreement(f"nothing was drawn, not {n} of {len(domain)}")
        possible, results = self.chance.pop(0)
        if sorted(possible) != sorted(domain) or len(results) != n:
            raise Disagreement(f"{len(results)} of {len(possible)} were drawn, not {n} of {len(domain)}")
        return results
