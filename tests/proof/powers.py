"""Powers of the second reading: what they cost, what they do, and how they come up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from proof.phrases import Number, Truth
from proof.table import Asking, Happened, Piece, Table, one

MANY = 999
"""More than there can be of anything."""
DECLINE = "decline"


class Quantity(NamedTuple):
    """How many: from ``low``, which is counted when it is needed, to ``high``."""

    how: str
    low: Number
    high: int | None = None
    """None: exactly ``low``."""

    def bounds(self, table: Table, me: int) -> tuple[int, int]:
        """The fewest and the most."""
        low = self.low(table, me)
        return low, low if self.high is None else self.high


Units = Callable[[Table, int], Mapping[str, int]]
"""How many there are of each thing that a price can be paid with."""


class Effect(NamedTuple):
    """Something a power does."""

    can: Truth
    do: Callable[[Table, int], Asking]
    units: Units | None = None
    """What it takes; None if it takes nothing."""
    many: Quantity | None = None
    text: str = ""
    who: str = "own"

    @property
    def takes(self) -> int:
        """The plain number of things it takes; 0 if it takes another amount, or nothing."""
        plain = self.many is not None and self.many.how == "exact" and self.units is not None
        return self.many.low(EMPTY, 0) if plain and self.many else 0

    def possible(self, table: Table, me: int) -> bool:
        """Whether the owner can do it, or any of the opponents who are to do it."""
        return any(self.can(table, seat) for seat in self.seats(table, me))

    def seats(self, table: Table, me: int) -> Sequence[int]:
        """Who does it, in order."""
        return [me] if self.who == "own" else table.others(me)

    def carried_out(self, table: Table, me: int, paid: bool = False) -> Asking:
        """Each of the seats does it that can."""
        for seat in self.seats(table, me):
            if paid or self.can(table, seat):
                yield from self.do(table, seat)


def always(table: Table, me: int) -> bool:
    """True."""
    return True


class Power:
    """A sentence as the second reading understands it."""

    def __init__(self, id: str, text: str) -> None:
        self.id = id
        self.text = text
        self.moment = "immediate"
        """``immediate``, ``window``, ``offer``, ``event``, ``number`` or ``score``."""
        self.point = ""
        """``end of ship``, ``assign``, or the name of the event."""
        self.fits: Callable[[Table, int, Happened], bool] = lambda table, me, one: True
        """Whether something that happens is what it waits for."""
        self.conditions: list[Truth] = []
        self.rank = 0
        self.limit = 0
        self.period = ""
        self.may = False
        self.price: list[Effect] = []
        self.effects: list[Effect] = []
        self.choices: list[list[Effect]] = []
        self.whoever: Truth | None = None
        self.lasting: Power | None = None
        self.until = ""
        """The period at whose end it is over, if another power begins it; of that power, the same."""
        self.number = ""
        """The number it changes."""
        self.about: Callable[[Table, int, Piece | str], bool] | None = None
        self.changes: Callable[[Table, int, int], int] = lambda table, me, base: base
        self.total: Number = lambda table, me: 0

    def holds(self, table: Table, me: int) -> bool:
        """Whether its conditions are true."""
        return all(one(table, me) for one in self.conditions)

    def left(self, table: Table, me: int) -> bool:
        """Whether a seat can still use it in this period."""
        return not self.limit or table.used.get((self.id, me), 0) < self.limit

    def usable(self, table: Table, me: int) -> bool:
        """Whether its conditions hold, its price can be paid, and it would do something."""
        return self.holds(table, me) and self.payable(table, me) and self.useful(table, me)

    def payable(self, table: Table, me: int) -> bool:
        """Whether every part of the price can be paid, with different things."""
        parts = [(one.takes, one.units(table, me)) for one in self.price if one.takes and one.units]
        return all(one.possible(table, me) for one in self.price) and enough(parts)

    def useful(self, table: Table, me: int) -> bool:
        """Whether one of the effects could be carried out; of alternatives, one of any of them."""
        if self.whoever or self.lasting:
            return True
        rows = self.choices or [self.effects]
        return any(one.possible(table, me) for row in rows for one in row)

    def react(self, table: Table, me: int) -> Asking:
        """What becomes of it at its moment."""
        if not self.left(table, me) or not self.holds(table, me):
            return
        if self.may and self.moment != "offer":
            if not self.usable(table, me):
                return
            if (yield from one_of(me, [self.id, DECLINE])) == DECLINE:
                return
        self.use_up(table, me)
        yield from self.carried_out(table, me)

    def use_up(self, table: Table, me: int) -> None:
        """Count a use."""
        table.periods[self.id] = self.period
        table.used[self.id, me] = table.used.get((self.id, me), 0) + 1

    def carried_out(self, table: Table, me: int) -> Asking:
        """The price is paid, then its effects happen."""
        for part in self.price:
            yield from part.carried_out(table, me, paid=True)
        if self.lasting:
            table.active = [*table.active, (me, self.lasting)]
        elif self.choices:
            named = {f"{self.id}#{nth}": row for nth, row in enumerate(self.choices, 1)}
            options = [name for name, row in named.items() if any(one.possible(table, me) for one in row)]
            for effect in named[(yield from one_of(me, options))] if options else ():
                yield from effect.carried_out(table, me)
        else:
            doers = [me]
            if self.whoever:
                doers = [seat for seat in (me, *table.others(me)) if self.whoever(table, seat)]
            for seat in doers:
                for effect in self.effects:
                    yield from effect.carried_out(table, seat)

    def change(self, table: Table, me: int, base: int, about: Piece | str | None) -> int:
        """The number it changes, after the change."""
        if self.about is not None and (about is None or not self.about(table, me, about)):
            return base
        return self.changes(table, me, base) if self.holds(table, me) else base


def one_of(seat: int, options: Sequence[str]) -> Asking:
    """One of these words."""
    return (yield from one(seat, options))


def enough(parts: Sequence[tuple[int, Mapping[str, int]]]) -> bool:
    """Whether every part can be paid with different things, found by trying."""
    due = [dict(units) for n, units in parts for _ in range(n)]
    taken: dict[str, int] = {}

    def paid(nth: int) -> bool:
        if nth == len(due):
            return True
        for thing, there in due[nth].items():
            if taken.get(thing, 0) < there:
                taken[thing] = taken.get(thing, 0) + 1
                if paid(nth + 1):
                    return True
                taken[thing] -= 1
        return False

    return paid(0)


def each(pieces: Callable[[Table, int], list[Piece]]) -> Units:
    """One of each of these pieces."""
    return lambda table, me: dict.fromkeys([piece.id for piece in pieces(table, me)], 1)


EMPTY = Table(1, {}, {}, {}, {}, {}, ())
"""No table: plain numbers need none."""
