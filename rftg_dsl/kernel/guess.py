"""A guess at what one seat does not see, which can be played on."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.form import Random
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.rules import Numbers
from rftg_dsl.kernel.view import Hide, unseen


class Loose:
    """Results that a random function gives as they are needed: quick, and unlike those of a seed not to be repeated."""

    __slots__ = ("random",)

    def __init__(self, random: Random) -> None:
        self.random = random

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Independent results."""
        random = self.random
        return [int(random() * domain) for _ in range(times)]

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Members removed one by one."""
        random, left = self.random, list(domain)
        return [left.pop(int(random() * len(left))) for _ in range(times)]


def laid_anew(
    play: Play[Numbers], seat: int, chance: Chance, random: Random, mixed: Sequence[int], hide: Hide
) -> Play[Numbers]:
    """A copy in which everything hidden from a seat is laid anew, and whose chance is another.

    ``mixed`` has a number for each piece: those with the same number are shuffled together. A hidden place has as many
    of them as before. Hidden counters have their starting values. The agenda stays: what waits there is known to all.
    ``hide`` comes first, as in a view. Two states that differ only in what the seat may not see give the same copy for
    the same ``random``.
    """
    twin = play.clone()
    hide(twin, seat)
    twin.chance = chance
    twin.luck = {}
    places = [place for place, seen in enumerate(play.layout.seen) if seen != "all"]
    hidden = {place: those for place in places if (those := unseen(twin, seat, place))}
    packs: dict[int, list[int]] = {}
    for piece in sorted([piece for those in hidden.values() for piece in those]):
        packs.setdefault(mixed[piece], []).append(piece)
    entered = twin.entered[:]
    orders = {number: iter(shuffled(pack, random)) for number, pack in packs.items()}
    for place, those in hidden.items():
        pieces = tuple([next(orders[mixed[piece]]) for piece in those])
        twin.zone[place] = twin.zone[place][: -len(those)] + pieces
        for before, piece in zip(those, pieces, strict=True):
            twin.place_of[piece] = place
            twin.side[piece] = play.layout.pieces[piece].sides[0]
            twin.tag[piece] = 0
            twin.entered[piece] = entered[before]
    for number in play.layout.hidden(seat)[1]:
        twin.counters[number] = play.layout.counter_specs[number].start
    if any(play.layout.active[place] for place in hidden):
        twin.hooks = {}
        twin.bind_all()
    return twin


def shuffled(pieces: Sequence[int], random: Random) -> list[int]:
    """These pieces in random order, all orders equally likely."""
    left = list(pieces)
    for last in range(len(left) - 1, 0, -1):
        at = int(random() * (last + 1))
        left[last], left[at] = left[at], left[last]
    return left


def swap(play: Play[Numbers], one: int, other: int) -> None:
    """Exchange two hidden pieces of a guess, which may be the same."""
    first, second = play.place_of[one], play.place_of[other]
    both = {one: other, other: one}
    for place in {first, second}:
        play.zone[place] = tuple([both.get(piece, piece) for piece in play.zone[place]])
    play.place_of[one], play.place_of[other] = second, first
