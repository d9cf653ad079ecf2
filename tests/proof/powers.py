"""Powers of the second reading: what they cost, what they do, and how they come up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from proof.phrases import Number, Truth, seen_from
from proof.table import Asking, Happened, Piece, Table, one
from proof.things import Taken

MANY = 999
"""More than there can be of anything."""
DECLINE = "decline"
TALLIES = r"(?<!you )(?<!opponent )(?<!anyone )\b(spent|consumed|discarded|space)\b"
"""The counters of what a power itself has taken."""


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


class Effect(NamedTuple):
    """Something a power does."""

    can: Truth
    do: Callable[[Table, int], Asking]
    taken: Taken | None = None
    """What it takes; None if it takes nothing."""
    many: Quantity | None = None
    text: str = ""
    who: str = "own"
    single: Effect | None = None
    """The same with one thing, if it takes several."""

    @property
    def open(self) -> bool:
        """Whether its owner chooses how many, or it takes all there are."""
        return self.many is not None and self.many.how not in ("exact", "per")

    def takes(self, table: Table, me: int) -> int:
        """The fewest things it takes."""
        assert self.many is not None
        return 1 if self.many.how == "all" else self.many.low(table, me)

    def possible(self, table: Table, me: int, some: bool = False) -> bool:
        """Whether the owner can do it, or any of the opponents who are to do it.

        ``some``: where there is a choice, it must also come to something, unless it counts what the power itself takes.
        """
        some = some and self.many is not None and self.many.how == "per" and not re.search(TALLIES, self.text)
        return any(
            self.can(table, seat) and (not some or (self.many is not None and self.many.low(table, seat) > 0))
            for seat in self.seats(table, me)
        )

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
        self.opens = False
        """Whether it opens a number for what it is about."""
        self.keeps = False
        """Whether it keeps a number as it is printed."""
        self.total: Number = lambda table, me: 0

    def holds(self, table: Table, me: int) -> bool:
        """Whether its conditions are true."""
        return all(condition(table, me) for condition in self.conditions)

    def left(self, table: Table, me: int) -> bool:
        """Whether a seat can still use it in this period."""
        return not self.limit or table.used.get((self.id, me), 0) < self.limit

    def usable(self, table: Table, me: int) -> bool:
        """Whether its conditions hold, its price can be paid in full, and one of its effects can then happen."""
        return self.holds(table, me) and self.payable(table, me) and self.useful(self.paid(table, me), me)

    def payable(self, table: Table, me: int) -> bool:
        """Whether every part of the price can be paid, with different things."""
        parts = [(part.takes(table, me), part.taken.units(table, me)) for part in self.price if part.taken]
        return all(part.possible(table, me) for part in self.price) and enough(parts)

    def paid(self, table: Table, me: int) -> Table:
        """The table once the counters have been paid; other things are still there."""
        spent = [part for part in self.price if part.taken and part.taken.sort == "counter" and not part.open]
        if not spent:
            return table
        after = table.copy()
        for part in spent:
            assert part.taken is not None
            [name] = part.taken.units(table, me)
            after.counters[after.counter(name, me)] -= part.takes(table, me)
        return after

    def useful(self, table: Table, me: int) -> bool:
        """Whether one of the effects could be carried out; of alternatives, one of any of them."""
        if self.whoever or self.lasting:
            return True
        rows = self.choices or [self.effects]
        some = bool(self.price or self.choices) or self.may
        return any(effect.possible(table, me, some) for row in rows for effect in row)

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
        yield from self.pay(table, me)
        if self.lasting:
            if (me, self.lasting) not in table.active:
                table.active = [*table.active, (me, self.lasting)]
            return
        doers = [me]
        if self.whoever:
            doers = [seat for seat in (me, *table.others(me)) if seen_from(table, me, seat, self.whoever)]
        for seat in doers:
            for effect in (yield from self.chosen(table, seat)) if self.choices else self.effects:
                yield from effect.carried_out(table, seat)

    def chosen(self, table: Table, me: int) -> Asking:
        """The effects of one of the alternatives that could do something."""
        named = {f"{self.id}#{nth}": row for nth, row in enumerate(self.choices, 1)}
        options = [name for name, row in named.items() if any(effect.possible(table, me, some=True) for effect in row)]
        return named[(yield from one_of(me, options))] if options else []

    def pay(self, table: Table, me: int) -> Asking:
        """The parts of the price, open ones last; one that needs what a later one needs takes things one by one."""
        parts = sorted(self.price, key=lambda part: part.open)
        for nth, part in enumerate(parts):
            rest = [other for other in parts[nth + 1 :] if other.taken and other.taken.sort != "counter"]
            taken = part.taken
            if part.open or taken is None or taken.sort == "counter" or part.many is None:
                contested = False
            else:
                contested = any(other.taken is not None and taken.overlaps(other.taken) for other in rest)
            if not contested:
                yield from part.carried_out(table, me, paid=nth == 0)
                continue
            assert taken is not None
            for _ in range(part.takes(table, me)):
                due = [(other.takes(table, me), other.taken.units(table, me)) for other in rest if other.taken]
                mine = taken.units(table, me)
                table.barred = frozenset(thing for thing in mine if not enough(without(due, thing)))
                yield from (part.single or part).do(table, me)

    def change(self, table: Table, me: int, base: int, about: Piece | str | None) -> int:
        """The number it changes, after the change."""
        if self.about is not None and (about is None or not self.about(table, me, about)):
            return base
        if not self.holds(table, me):
            return base
        if self.keeps:
            assert isinstance(about, Piece)
            return about.printed.get(self.number) or 0
        return self.changes(table, me, base)


def one_of(seat: int, options: Sequence[str]) -> Asking:
    """One of these words."""
    return (yield from one(seat, options))


def enough(parts: Sequence[tuple[int, Mapping[str, int]]]) -> bool:
    """Whether every part can be paid with different things: no parts together need more than there is for them."""
    for some in (some for n in range(1, len(parts) + 1) for some in combinations(parts, n)):
        there = {thing: many for _, units in some for thing, many in units.items()}
        if sum(n for n, _ in some) > sum(there.values()):
            return False
    return True


def without(parts: Sequence[tuple[int, Mapping[str, int]]], thing: str) -> list[tuple[int, Mapping[str, int]]]:
    """Parts of a price after one thing is gone."""
    return [(n, {name: many - (name == thing) for name, many in units.items()}) for n, units in parts]
