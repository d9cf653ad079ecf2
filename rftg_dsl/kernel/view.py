"""What one seat may know: a copy of the state in which everything hidden from it has lost its identity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Numbers, Play


class Blind:
    """Chance as a seat sees it: not at all."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Nobody knows a result before it is there."""
        raise AssertionError("a view has no chance")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Nobody knows a draw before it is there."""
        raise AssertionError("a view has no chance")


def view(play: Play[Numbers], seat: int, deal: int = 0) -> Play[Numbers]:
    """A copy for a seat: places it may not see hold as many pieces as there are, but dealt out in some order.

    Counters that it may not see stand where they started. What is still to be done, what chance will give and what
    another seat is asked in secret are left out. Two states that differ only in what the seat may not see have equal
    views. ``deal`` chooses another order of the hidden pieces: no hidden place has the same design in two of the first
    few, unless most hidden pieces are of one design.
    """
    twin = play.clone()
    twin.agenda = []
    twin.luck = {}
    twin.chance = Blind()
    if twin.pending is not None and twin.pending.secret and twin.pending.seat != seat:
        twin.pending = None
    hidden = {place: those for place in range(play.layout.places) if (those := unseen(play, seat, place))}
    every = sorted(piece for those in hidden.values() for piece in those)
    pieces = iter(rotated(play.layout, every, deal) if deal else every)
    for place, those in hidden.items():
        shown = play.zone[place][: -len(those)]
        masked = tuple([next(pieces) for _ in those])
        twin.zone[place] = shown + masked
        for piece in masked:
            twin.place_of[piece] = place
            twin.side[piece] = play.layout.pieces[piece].sides[0]
            twin.tag[piece] = 0
    for numbers in play.layout.counter.values():
        spec = play.layout.counter_specs[numbers[0]]
        for owner, number in enumerate(numbers if spec.seen != "all" else ()):
            if spec.seen == "none" or (spec.owner == "seat" and owner != seat):
                twin.counters[number] = spec.start + deal if spec.start + deal <= spec.high else spec.start - deal
    return twin


def rotated(layout: Layout, pieces: Sequence[int], deal: int) -> list[int]:
    """Pieces in order of their design, so many steps further that each lies where another design lay before."""
    ordered = sorted(pieces, key=lambda piece: (layout.pieces[piece].sides, piece))
    most = max(Counter(layout.pieces[piece].sides for piece in pieces).values(), default=1)
    first = deal * most % max(1, len(ordered))
    return ordered[first:] + ordered[:first]


def unseen(play: Play[Numbers], seat: int, place: int) -> tuple[int, ...]:
    """The pieces of a place that a seat may not look at."""
    seen, pieces = play.layout.seen[place], play.zone[place]
    if seen == "all" or (seen != "none" and play.layout.place_owner[place] == seat):
        return ()
    return pieces[1:] if seen == "top" else pieces
