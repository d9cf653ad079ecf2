"""A seat's view: a copy of the state in which everything hidden from that seat is anonymous."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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


Row = tuple[int, int]
"""A place, and how many of its first pieces a seat sees; the others are hidden."""

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
    return next(deal_views(play, seat, (deal,), hide))


def deal_views(
    play: Play[Numbers], seat: int, deals: Sequence[int], hide: Hide | None = None
) -> Iterator[Play[Numbers]]:
    """Yield a seat's copy of the play for each deal (see ``view``).

    It is always the same copy, dealt anew, so finish looking at it before asking for the next.
    """
    twin = play.clone()
    if hide is not None:
        hide(twin, seat)
    twin.chance = Blind()
    hidden, every = hide_from(twin, seat)
    by_design, commonest = sort_by_design(play.layout, every) if any(deals) else (every, 0)
    last = 0
    for deal in deals:
        if deal != last:
            lay_pieces(twin, hidden, rotate_pieces(by_design, deal * commonest) if deal else every)
            set_hidden_counters(twin, seat, deal)
            last = deal
        yield twin


def hide_from(play: Play[Any], seat: int) -> tuple[list[Row], list[int]]:
    """Turn a play into a seat's view of it; see ``view``. Return the places of the hidden pieces, and these pieces."""
    play.agenda = []
    play.luck = {}
    if play.pending is not None and not can_read_decision(play.pending.secret, play.pending.seat, seat):
        play.pending = None
    hidden = find_hidden_rows(play, seat)
    # Sort by number, which reveals nothing about the real order.
    every = sorted(pieces_in_rows(play, hidden))
    side, tag, first = play.side, play.tag, play.layout.first_sides
    for piece in every:
        # The side that is up, or the number that a piece carries, would identify the piece.
        side[piece] = first[piece]
        tag[piece] = 0
    lay_pieces(play, hidden, every)
    set_hidden_counters(play, seat, 0)
    return hidden, every


def find_hidden_rows(play: Play[Any], seat: int) -> list[Row]:
    zone = play.zone
    # Most places that could hold hidden pieces are empty.
    return [(place, seen) for place, seen in play.layout.unseen_places[seat] if len(zone[place]) > seen]


def pieces_in_rows(play: Play[Any], rows: Sequence[Row]) -> list[int]:
    pieces: list[int] = []
    for place, seen in rows:
        pieces += play.zone[place][seen:]
    return pieces


def lay_pieces(play: Play[Any], rows: Sequence[Row], pieces: Sequence[int]) -> None:
    """Lay these pieces, in this order, in place of the hidden ones."""
    zone, place_of = play.zone, play.place_of
    done = 0
    for place, seen in rows:
        there = zone[place]
        masked = tuple(pieces[done : done + len(there) - seen])
        done += len(masked)
        zone[place] = there[:seen] + masked if seen else masked
        for piece in masked:
            place_of[piece] = place


def set_hidden_counters(play: Play[Any], seat: int, deal: int) -> None:
    for number in play.layout.unseen_counters[seat]:
        spec = play.layout.counter_specs[number]
        play.counters[number] = spec.start + deal if spec.start + deal <= spec.high else spec.start - deal


def sort_by_design(layout: Layout, pieces: Sequence[int]) -> tuple[list[int], int]:
    """Return the pieces sorted by design, and the size of the largest group that share a design.

    Rotated by at least this size, each piece replaces one of a different design.
    """
    sides = {piece: layout.pieces[piece].sides for piece in pieces}
    ordered = sorted(pieces, key=lambda piece: (sides[piece], piece))
    return ordered, max(Counter(sides.values()).values(), default=1)


def rotate_pieces(pieces: list[int], by: int) -> list[int]:
    first = by % max(1, len(pieces))
    return pieces[first:] + pieces[:first]


def pieces_hidden_from(play: Play[Numbers], seat: int, place: int) -> tuple[int, ...]:
    seen, owner, pieces = play.layout.seen[place], play.layout.place_owner[place], play.zone[place]
    if can_see(seen, owner, seat):
        return ()
    return pieces[1:] if can_see_first(seen, owner, seat) else pieces
