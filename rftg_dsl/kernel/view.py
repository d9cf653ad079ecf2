"""What one seat may know: a copy of the state with everything hidden from that seat made anonymous."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.rules import Numbers


class Blind:
    """The chance of a view: no results at all."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Always fails: nobody knows results in advance."""
        raise AssertionError("a view has no chance")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Always fails: nobody knows draws in advance."""
        raise AssertionError("a view has no chance")


Hide = Callable[[Play[Any], int], None]
"""A function of a game that hides more from a seat than the declared visibility does."""


def view(play: Play[Numbers], seat: int, deal: int = 0, hide: Hide | None = None) -> Play[Numbers]:
    """A copy for a seat: places hidden from it hold the right number of pieces, in an order unrelated to the real one.

    Hidden counters have their starting values, shifted by ``deal``. The agenda, future chance results and secret
    decisions of other seats are left out. Two states that differ only in what the seat may not see have equal views.
    ``deal`` selects a different order of the hidden pieces: no hidden place has the same design in two of the first
    few deals, unless most hidden pieces share a design. ``hide`` comes first: pieces that it puts out of sight are as
    anonymous as any others.
    """
    twin = play.clone()
    if hide is not None:
        hide(twin, seat)
    twin.agenda = []
    twin.luck = {}
    twin.chance = Blind()
    if twin.pending is not None and twin.pending.secret and twin.pending.seat != seat:
        twin.pending = None
    hidden = {place: those for place in range(play.layout.places) if (those := unseen(twin, seat, place))}
    every = sorted(piece for those in hidden.values() for piece in those)
    pieces = iter(rotated(play.layout, every, deal) if deal else every)
    for place, those in hidden.items():
        shown = twin.zone[place][: -len(those)]
        masked = tuple([next(pieces) for _ in those])
        twin.zone[place] = shown + masked
        for piece in masked:
            twin.place_of[piece] = place
            twin.side[piece] = play.layout.pieces[piece].sides[0]
            twin.tag[piece] = 0
    for number in unseen_counters(play.layout, seat):
        spec = play.layout.counter_specs[number]
        twin.counters[number] = spec.start + deal if spec.start + deal <= spec.high else spec.start - deal
    return twin


def unseen_counters(layout: Layout, seat: int) -> Iterator[int]:
    """The counters that are hidden from a seat."""
    for numbers in layout.counter.values():
        spec = layout.counter_specs[numbers[0]]
        for owner, number in enumerate(numbers if spec.seen != "all" else ()):
            if spec.seen == "none" or (spec.owner == "seat" and owner != seat):
                yield number


def rotated(layout: Layout, pieces: Sequence[int], deal: int) -> list[int]:
    """Pieces in order of design, rotated so far that each takes the place of a different design."""
    ordered = sorted(pieces, key=lambda piece: (layout.pieces[piece].sides, piece))
    most = max(Counter(layout.pieces[piece].sides for piece in pieces).values(), default=1)
    first = deal * most % max(1, len(ordered))
    return ordered[first:] + ordered[:first]


def unseen(play: Play[Numbers], seat: int, place: int) -> tuple[int, ...]:
    """The pieces of a place that are hidden from a seat."""
    seen, pieces = play.layout.seen[place], play.zone[place]
    if seen == "all" or (seen != "none" and play.layout.place_owner[place] == seat):
        return ()
    return pieces[1:] if seen == "top" else pieces
