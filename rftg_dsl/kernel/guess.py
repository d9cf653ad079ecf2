"""Guesses at the information hidden from a seat. Each guess is a complete state from which play can continue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.rules import Numbers
from rftg_dsl.kernel.view import Hide, pieces_hidden_from


class Loose:
    """A source of results drawn on demand from a random function. It is fast but, unlike a seed, not reproducible."""

    __slots__ = ("random",)

    def __init__(self, random: Random) -> None:
        self.random = random

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        random = self.random
        return [int(random() * domain) for _ in range(times)]

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        random, left = self.random, list(domain)
        return [left.pop(int(random() * len(left))) for _ in range(times)]


def make_guess(
    play: Play[Numbers], seat: int, chance: Chance, random: Random, mixed: Sequence[int], hide: Hide
) -> Play[Numbers]:
    twin = play.clone()
    twin.chance = chance
    lay_anew(twin, seat, random, mixed, hide)
    return twin


def lay_anew(play: Play[Any], seat: int, random: Random, mixed: Sequence[int], hide: Hide) -> None:
    """Redeal everything that is hidden from a seat.

    ``mixed`` contains a group number for each piece. Pieces with the same number are shuffled together, and each hidden
    place keeps the same number of pieces from each group. Hidden counters are reset to their starting values. The
    agenda is kept, because it is public. ``hide`` runs first, as in a view. With the same ``random``, two states that
    differ only in things the seat may not see become equal.
    """
    hide(play, seat)
    # The counts of secret rolls would distinguish states that must become equal.
    play.luck.clear()
    layout = play.layout
    hidden = [(place, concealed) for place in layout.unseen if (concealed := pieces_hidden_from(play, seat, place))]
    packs: dict[int, list[int]] = {}
    # Sort first, so that the deal depends on ``random`` alone and not on the real order.
    for piece in sorted([piece for _, concealed in hidden for piece in concealed]):
        packs.setdefault(mixed[piece], []).append(piece)
    orders = {number: shuffle_pieces(pack, random)[::-1] for number, pack in packs.items()}
    entered = play.entered[:]
    for place, concealed in hidden:
        pieces = tuple([orders[mixed[piece]].pop() for piece in concealed])
        play.zone[place] = play.zone[place][: len(play.zone[place]) - len(concealed)] + pieces
        for before, piece in zip(concealed, pieces, strict=True):
            play.place_of[piece] = place
            play.side[piece] = layout.first_sides[piece]
            play.tag[piece] = 0
            # The order of entering play is public, so the new piece takes over the old piece's position in it.
            play.entered[piece] = entered[before]
    for number in layout.unseen_counters[seat]:
        play.counters[number] = layout.counter_specs[number].start
    if any(layout.active[place] for place, _ in hidden):
        # Different pieces, with different powers, are now in play.
        play.hooks.clear()
        play.bind_all()


def shuffle_pieces(pieces: Sequence[int], random: Random) -> list[int]:
    left = list(pieces)
    for done in range(len(left) - 1):
        last = len(left) - 1 - done
        at = int(random() * (last + 1))
        left[last], left[at] = left[at], left[last]
    return left


def swap(play: Play[Numbers], this: int, other: int) -> None:
    first, second = play.place_of[this], play.place_of[other]
    both = {this: other, other: this}
    for place in (first, second) if first != second else (first,):
        play.zone[place] = tuple([both.get(piece, piece) for piece in play.zone[place]])
    play.place_of[this], play.place_of[other] = second, first
