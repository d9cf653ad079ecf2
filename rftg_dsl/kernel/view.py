"""A seat's view: a copy of the state in which everything hidden from that seat is anonymous."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.rules import Numbers
from rftg_dsl.kernel.visibility import can_read_decision, can_see, can_see_first


class UnknownChance(AssertionError):
    """A step that runs on a view needs a chance result."""


class Blind:
    """The chance source for a view, which never produces results."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        raise UnknownChance("a view cannot roll or draw")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        raise UnknownChance("a view cannot roll or draw")


Hide = Callable[[Play[Any], int], None]
"""A game's function that hides additional information from a seat, beyond the declared visibility."""


def view(play: Play[Numbers], seat: int, deal: int = 0, hide: Hide | None = None) -> Play[Numbers]:
    """Return a seat's copy of the play, in which hidden places hold the right number of pieces, but not in their real
    order.

    Hidden counters have their starting values, shifted by ``deal``. The agenda, future chance results and other seats'
    secret decisions are omitted. Two states that differ only in things the seat may not see have equal views. ``deal``
    selects a different order of the hidden pieces. In each of the first few deals, every hidden piece is replaced by a
    piece of a different design, unless most hidden pieces share a design. ``hide`` runs first, so the pieces that it
    puts out of sight are as anonymous as any others.
    """
    twin = play.clone()
    if hide is not None:
        hide(twin, seat)
    twin.agenda = []
    twin.luck = {}
    twin.chance = Blind()
    if twin.pending is not None and not can_read_decision(twin.pending.secret, twin.pending.seat, seat):
        twin.pending = None
    layout, zone = play.layout, twin.zone
    places, counters = layout.parts_hidden_from(seat)
    hidden = [(place, seen, len(zone[place])) for place, seen in places if len(zone[place]) > seen]
    # Sort by number, which reveals nothing about the real order.
    every = sorted([piece for place, seen, _ in hidden for piece in zone[place][seen:]])
    pieces = rotate_pieces(layout, every, deal) if deal else every
    done, place_of, side, tag, first = 0, twin.place_of, twin.side, twin.tag, layout.first_sides
    for place, seen, there in hidden:
        masked = tuple(pieces[done : done + there - seen])
        done += there - seen
        zone[place] = zone[place][:seen] + masked
        for piece in masked:
            place_of[piece] = place
    for piece in every:
        # The side that is up, or the number that a piece carries, would identify the piece.
        side[piece] = first[piece]
        tag[piece] = 0
    for number in counters:
        spec = layout.counter_specs[number]
        twin.counters[number] = spec.start + deal if spec.start + deal <= spec.high else spec.start - deal
    return twin


def rotate_pieces(layout: Layout, pieces: Sequence[int], deal: int) -> list[int]:
    """Sort pieces by design, then rotate them far enough that each replaces a piece of a different design."""
    ordered = sorted(pieces, key=lambda piece: (layout.pieces[piece].sides, piece))
    most = max(Counter(layout.pieces[piece].sides for piece in pieces).values(), default=1)
    first = deal * most % max(1, len(ordered))
    return ordered[first:] + ordered[:first]


def pieces_hidden_from(play: Play[Numbers], seat: int, place: int) -> tuple[int, ...]:
    seen, owner, pieces = play.layout.seen[place], play.layout.place_owner[place], play.zone[place]
    if can_see(seen, owner, seat):
        return ()
    return pieces[1:] if can_see_first(seen, owner, seat) else pieces
