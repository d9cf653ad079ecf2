"""The pieces in play and their powers.

The table alone determines the powers in play; ``hooks`` is an index of them, updated as pieces come and go.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from rftg_dsl.kernel.hook import Bound, Rows
from rftg_dsl.kernel.rules import Numbers, Rules
from rftg_dsl.kernel.table import Table

LASTING = "lasting"
"""The fact that lists effects that outlive their source: power, owner, piece, the period they last for, and how many
pieces had come into play when they began."""


class InPlay(Table, Generic[Numbers]):
    """A table that knows which powers are in play."""

    __slots__ = ("hooks", "rules")

    rules: Rules[Numbers]
    hooks: dict[str, Rows]
    """The powers in play, by the point they react to and by seat; an index that follows from the table."""

    def __init__(self, rules: Rules[Numbers], of: Table | None = None) -> None:
        """An empty table, or a copy of ``of``."""
        super().__init__(rules.layout, of)
        self.rules = rules
        if isinstance(of, InPlay):
            self.hooks = of.hooks.copy()
            return
        self.hooks = {}
        if of is not None:
            self.bind_all()

    # -- pieces in play --------------------------------------------------------------------------------------

    def move(self, piece: int, place: int, word: str, index: int | None = None) -> None:
        """Move a piece, which may enter or leave play."""
        active = self.layout.active
        source = self.place_of[piece]
        if source == place:
            Table.move(self, piece, place, word, index)
            return
        if source >= 0 and active[source]:
            self.leave(piece, word)
            self.unbind(piece, self.layout.place_owner[source], self.side[piece])
        Table.move(self, piece, place, word, index)
        if active[place]:
            self.enter(piece, word)
            if self.rules.powers_wake_immediately:
                self.bind(piece)

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> bool:
        """Move pieces; one by one if they enter or leave play, or come from several places."""
        active = self.layout.active
        plain = len(pieces) > 1 and not (active[place] or active[self.place_of[pieces[0]]])
        if not (plain and Table.move_all(self, pieces, place, word)):
            for piece in pieces:
                self.move(piece, place, word)
        return True

    def flip(self, piece: int, side: int, word: str) -> None:
        """Turn a piece over; the powers of a piece in play change with its side."""
        before = self.side[piece]
        Table.flip(self, piece, side, word)
        if self.counts(piece):
            self.unbind(piece, self.layout.place_owner[self.place_of[piece]], before)
            self.bind(piece)

    def wake(self) -> None:
        """From now on the powers of all pieces in play count."""
        if self.woken == self.last_entered:
            return
        in_play = (piece for place in self.layout.active_places for piece in self.zone[place])
        waking = [piece for piece in in_play if self.entered[piece] > self.woken]
        self.wake_up("awake")
        for piece in waking:
            self.bind(piece)

    def counts(self, piece: int) -> bool:
        """Whether the powers of a piece count."""
        entered = self.entered[piece]
        return entered > 0 and (self.rules.powers_wake_immediately or entered <= self.woken)

    # -- the index of powers in play ---------------------------------------------------------------------------

    def bind_all(self) -> None:
        """Index every power in play."""
        for piece in range(len(self.entered)):
            if self.counts(piece):
                self.bind(piece)
        fact = self.layout.fact.get(LASTING)
        for power, owner, piece, until, entered in self.facts[fact] if fact is not None else ():
            self.listen(Bound(owner, self.layout.piece[piece], self.rules.by_id[power], entered, until))

    def bind(self, piece: int) -> None:
        """Index the powers of a piece in play."""
        if hooks := self.rules.powers[self.side[piece]]:
            owner, entered = self.layout.place_owner[self.place_of[piece]], self.entered[piece]
            for hook in hooks:
                self.listen(Bound(owner, piece, hook, entered))

    def listen(self, new: Bound) -> None:
        """Index one power after its seat's powers that rank before it or equal to it."""
        point, owner, key = new.hook.point, new.owner, new.key
        rows = self.hooks.get(point) or ((),) * self.layout.seats
        row = rows[owner]
        at = len(row)
        while at and row[at - 1].key > key:
            at -= 1
        self.hooks[point] = (*rows[:owner], (*row[:at], new, *row[at:]), *rows[owner + 1 :])

    def unbind(self, piece: int, owner: int, side: int) -> None:
        """Remove the powers of a side of a piece from the index; lasting effects stay."""
        for hook in self.rules.powers[side]:
            self.silence(hook.point, owner, lambda bound: bound.piece == piece and not bound.until)

    def silence(self, point: str, owner: int, gone: Callable[[Bound], bool]) -> None:
        """Remove some powers of a seat from the index."""
        if rows := self.hooks.get(point):
            kept = tuple([bound for bound in rows[owner] if not gone(bound)])
            rows = (*rows[:owner], kept, *rows[owner + 1 :])
            if any(rows):
                self.hooks[point] = rows
            else:
                del self.hooks[point]

    def begin_lasting(self, owner: int, piece: int, power: str, until: str) -> None:
        """A power counts from now until a period ends, whatever happens to its piece; begun again, it counts once."""
        fact = self.layout.fact[LASTING]
        entry = (power, owner, self.layout.piece_names[piece], until, self.last_entered)
        if any(begun[:4] == entry[:4] for begun in self.facts[fact]):
            return
        self.set_fact(fact, (*self.facts[fact], entry), "begun")
        self.listen(Bound(owner, piece, self.rules.by_id[power], self.last_entered, until))

    def end_lasting(self, until: str) -> None:
        """End the effects that last until the end of this period."""
        fact = self.layout.fact.get(LASTING)
        if fact is None:
            return
        over = [entry for entry in self.facts[fact] if entry[3] == until]
        if over:
            self.set_fact(fact, tuple([entry for entry in self.facts[fact] if entry[3] != until]), "over")
            for power, owner, *_ in over:
                self.silence(self.rules.by_id[power].point, owner, lambda bound: bound.until == until)
