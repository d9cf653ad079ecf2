"""The pieces in play and their powers.

The table alone determines which powers are in play. ``hooks`` is an index of these powers, which is updated as pieces
enter and leave play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from rftg_dsl.kernel.hook import Bound, Rows
from rftg_dsl.kernel.rules import Numbers, Rules
from rftg_dsl.kernel.table import Table

LASTING = "lasting"
"""The fact that lists effects that outlive their source.

An entry contains the power, its owner, the piece, the period for which the effect lasts, and the number of pieces that
had entered play when the effect began.
"""


class InPlay(Table, Generic[Numbers]):
    """A table that keeps track of the powers in play."""

    __slots__ = ("hooks", "rules")

    rules: Rules[Numbers]
    hooks: dict[str, Rows]

    def __init__(self, rules: Rules[Numbers], of: Table | None = None) -> None:
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
        active = self.layout.active
        source = self.place_of[piece]
        if source == place:
            Table.move(self, piece, place, word, index)
            return
        if source >= 0 and active[source]:
            self.leave(piece, word)
            # Unbind before the move, because powers are indexed under the owner of the place that the piece leaves.
            self.unbind(piece, self.layout.place_owner[source], self.side[piece])
        Table.move(self, piece, place, word, index)
        if active[place]:
            self.enter(piece, word)
            if self.rules.powers_wake_immediately:
                self.bind(piece)

    def move_all(self, pieces: Sequence[int], place: int, word: str) -> bool:
        active = self.layout.active
        plain = len(pieces) > 1 and not (active[place] or active[self.place_of[pieces[0]]])
        if not (plain and Table.move_all(self, pieces, place, word)):
            for piece in pieces:
                self.move(piece, place, word)
        return True

    def flip(self, piece: int, side: int, word: str) -> None:
        before = self.side[piece]
        Table.flip(self, piece, side, word)
        if self.counts(piece):
            self.unbind(piece, self.layout.place_owner[self.place_of[piece]], before)
            self.bind(piece)

    def wake(self) -> None:
        if self.woken == self.last_entered:
            return
        in_play = (piece for place in self.layout.active_places for piece in self.zone[place])
        waking = [piece for piece in in_play if self.entered[piece] > self.woken]
        self.wake_up("awake")
        for piece in waking:
            self.bind(piece)

    def counts(self, piece: int) -> bool:
        entered = self.entered[piece]
        return entered > 0 and (self.rules.powers_wake_immediately or entered <= self.woken)

    # -- the index of powers in play ---------------------------------------------------------------------------

    def bind_all(self) -> None:
        for piece in range(len(self.entered)):
            if self.counts(piece):
                self.bind(piece)
        fact = self.layout.fact.get(LASTING)
        for power, owner, piece, until, entered in self.facts[fact] if fact is not None else ():
            self.listen(Bound(owner, self.layout.piece[piece], self.rules.by_id[power], entered, until))

    def bind(self, piece: int) -> None:
        if hooks := self.rules.powers[self.side[piece]]:
            owner, entered = self.layout.place_owner[self.place_of[piece]], self.entered[piece]
            for hook in hooks:
                self.listen(Bound(owner, piece, hook, entered))

    def listen(self, new: Bound) -> None:
        """Index a power after the powers of the same seat that have a lower or equal key."""
        point, owner, key = new.hook.point, new.owner, new.key
        rows = self.hooks.get(point) or ((),) * self.layout.seats
        row = rows[owner]
        at = len(row)
        while at and row[at - 1].key > key:
            at -= 1
        # Build a new row instead of changing the old one, because clones share the rows.
        self.hooks[point] = (*rows[:owner], (*row[:at], new, *row[at:]), *rows[owner + 1 :])

    def unbind(self, piece: int, owner: int, side: int) -> None:
        for hook in self.rules.powers[side]:
            # Lasting effects remain, because they outlive their source.
            self.silence(hook.point, owner, lambda bound: bound.piece == piece and not bound.until)

    def silence(self, point: str, owner: int, gone: Callable[[Bound], bool]) -> None:
        if rows := self.hooks.get(point):
            kept = tuple([bound for bound in rows[owner] if not gone(bound)])
            rows = (*rows[:owner], kept, *rows[owner + 1 :])
            if any(rows):
                self.hooks[point] = rows
            else:
                # Keep no empty rows, because callers use ``point in hooks`` to test whether any power reacts at all.
                del self.hooks[point]

    def begin_lasting(self, owner: int, piece: int, power: str, until: str) -> None:
        """Let a power count until a period ends, whatever happens to its piece. Beginning it a second time has no
        effect."""
        fact = self.layout.fact[LASTING]
        entry = (power, owner, self.layout.piece_names[piece], until, self.last_entered)
        # Compare everything except when the effect began, so that a repeated effect keeps its original position.
        if any(begun[:4] == entry[:4] for begun in self.facts[fact]):
            return
        self.set_fact(fact, (*self.facts[fact], entry), "begun")
        self.listen(Bound(owner, piece, self.rules.by_id[power], self.last_entered, until))

    def end_lasting(self, until: str) -> None:
        fact = self.layout.fact.get(LASTING)
        if fact is None:
            return
        over = [entry for entry in self.facts[fact] if entry[3] == until]
        if over:
            self.set_fact(fact, tuple([entry for entry in self.facts[fact] if entry[3] != until]), "over")
            for power, owner, *_ in over:
                self.silence(self.rules.by_id[power].point, owner, lambda bound: bound.until == until)
