"""Names of seats, of things that belong to seats, and of pieces, as all pages, stories, reports and logs show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property


def seat_name(seat: int, player: str = "") -> str:
    """Return the name of a seat, numbered from 1, as in ``Seat 1`` or ``Seat 1 (greedy)``."""
    return f"Seat {seat + 1} ({player})" if player else f"Seat {seat + 1}"


def name_of_owned(thing: str, seat: int) -> str:
    """Return the name of a seat's place or counter, as in ``cup of Seat 1``."""
    return f"{thing} of {seat_name(seat)}"


def ids_of(piece: str) -> tuple[str, ...]:
    """Return the ids under which a piece may have a name: its component's id, and the id shared by the copies for all
    seats."""
    bare = piece.partition("#")[0]
    owned, _, seat = bare.rpartition(".")
    return (bare, owned) if owned and is_number(seat) else (bare,)


def is_number(text: str) -> bool:
    """Whether a text is a number short enough to be that of a seat."""
    return 0 < len(text) < 4 and text.isascii() and text.isdigit()


class PrintedNames(dict[str, str]):
    """Printed names by side id, from content or from the head of a log."""

    @classmethod
    def from_mapping(cls, names: Mapping[str, str]) -> PrintedNames:
        """Wrap ``names``. If they are already wrapped, return them unchanged, to keep the cached index."""
        return names if isinstance(names, PrintedNames) else cls(names)

    @cached_property
    def _by_beginning(self) -> Mapping[str, Sequence[str]]:
        # One pass builds the index; searching all names for each piece would be quadratic.
        by_beginning: dict[str, list[str]] = {}
        for side, name in self.items():
            for at, character in enumerate(side):
                if character == ".":
                    by_beginning.setdefault(side[:at], []).append(name)
        # Each piece keeps at most ``SIDES`` names, because the names can come from the head of a hostile log.
        return {beginning: names[:SIDES] for beginning, names in by_beginning.items()}

    def names_of(self, piece: str) -> Sequence[str]:
        """Return the printed name of a side, or the names of all sides of a piece; empty if the id is unknown."""
        for id in ids_of(piece):
            if names := [self[id]] if id in self else self.side_names_of(id):
                return names
        return ()

    def side_names_of(self, piece: str) -> Sequence[str]:
        """The names of the sides of a piece, whose ids begin with the piece's id and a dot; at most ``SIDES`` names."""
        return self._by_beginning.get(piece, ())


SIDES = 20
