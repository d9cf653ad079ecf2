"""What one seat may know: a copy of the state in which everything hidden from it has lost its identity."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.kernel.play import Numbers, Play


class Blind:
    """Chance as a seat sees it: not at all."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Nobody knows a result before it is there."""
        raise AssertionError("a view has no chance")

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Nobody knows a draw before it is there."""
        raise AssertionError("a view has no chance")


def view(play: Play[Numbers], seat: int) -> Play[Numbers]:
    """A copy for a seat: in places it may not see lie as many pieces as there are, but nobody knows which.

    Counters that it may not see stand where they started.

    What is still to be done and what chance will give are left out. Two states that differ only in what the seat
    may not see have equal views.
    """
    twin = play.clone()
    twin.agenda = []
    twin.luck = {}
    twin.chance = Blind()
    hidden = {place: those for place in range(play.layout.places) if (those := unseen(play, seat, place))}
    pieces = iter(sorted(piece for those in hidden.values() for piece in those))
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
                twin.counters[number] = spec.start
    return twin


def unseen(play: Play[Numbers], seat: int, place: int) -> tuple[int, ...]:
    """The pieces of a place that a seat may not look at."""
    seen, pieces = play.layout.seen[place], play.zone[place]
    if seen == "all" or (seen != "none" and play.layout.place_owner[place] == seat):
        return ()
    return pieces[1:] if seen == "top" else pieces
