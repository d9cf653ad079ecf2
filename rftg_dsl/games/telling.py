"""The story of a game: each event in words, by the kernel's change and the game's word for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rftg_dsl.games.lookup import Play

Names = Mapping[str, str]
"""The printed names of sides by their ids."""


class Line:
    """An event of a log, as ``[op, word, cause, ...]``, and what the ids in it are called."""

    def __init__(self, event: Sequence[Any], names: Names) -> None:
        self.cause: str = event[2]
        self.args: Sequence[Any] = event[3:]
        self.names = names

    def place(self, nth: int) -> str:
        """The name of the place or counter of an argument: ``cup`` of ``home@cup.0`` and of ``cup.0``."""
        return str(self.args[nth]).rpartition("@")[2].partition(".")[0]

    def seat(self, nth: int) -> str:
        """The seat in an argument such as ``credit.0``, ``home@cup.0`` or ``SHIP.0#2``."""
        return seat_name(int(str(self.args[nth]).rpartition(".")[2].partition("#")[0]))

    def card(self, nth: int = 0) -> str:
        """The printed name of the piece of an argument, or of the piece that its place is on."""
        found = str(self.args[nth])
        return self.printed(found.partition(".")[2] or found)

    def printed(self, piece: str, side: str = "") -> str:
        """The printed name of a piece: of the side named, if it has more than one, or of all of them."""
        bare = piece.partition("#")[0]
        found = [self.names[one] for one in (bare, f"{bare}.{side}") if one in self.names]
        return found[0] if found else " / ".join([n for one, n in self.names.items() if one.startswith(f"{bare}.")])

    def why(self, rule: str = "") -> str:
        """The printed power that made it happen, or else the rule, in brackets."""
        side, _, power = self.cause.partition("/")
        found = self.printed(side) if power else rule
        return f" ({found})" if found else ""


Told = TypeVar("Told", bound=Line)
Teller = Callable[[Told], str]
Tellers = Mapping[tuple[str, str], Teller[Told]]
Tell = Callable[[Sequence[Any], Names], str]


def story(tellers: Tellers[Told], line: Callable[[Sequence[Any], Names], Told]) -> Tell:
    """What puts one event in words; empty if it is not worth telling."""

    def tell(event: Sequence[Any], names: Names) -> str:
        teller = tellers.get((event[0], event[1]))
        return teller(line(event, names)) if teller else ""

    return tell


def tells_order(t: Line) -> str:
    """The strict order of seats."""
    return f"Strict order: {', '.join([seat_name(seat) for seat in t.args[1]])}"


def tells_end(reasons: Mapping[str, str]) -> Teller[Line]:
    """Why the game ends, by the word for each reason."""
    return lambda t: f"The game ends: {' and '.join([reasons.get(one, one) for one in t.args[1]])}"


def seat_name(seat: int) -> str:
    """A seat as people count."""
    return f"Seat {seat + 1}"


def title(word: str) -> str:
    """A word as it is printed."""
    return word[:1].upper() + word[1:]


def names_of(g: Play, pieces: Iterable[int]) -> list[str]:
    """The printed names of pieces, each by the side that is up."""
    names, side = g.numbers.names, g.side
    return [names[side[piece]] for piece in pieces]
