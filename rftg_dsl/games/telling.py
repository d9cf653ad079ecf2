"""The story of a game, with one sentence per event, which depends on the event's kernel operation and word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from rftg_dsl.games.lookup import Play
from rftg_dsl.wording.names import PrintedNames, seat_name

Names = Mapping[str, str]


class Line:
    """A log event, ``[op, word, cause, ...]``, and the printed names for the ids that appear in it."""

    def __init__(self, event: Sequence[Any], names: Names) -> None:
        self.cause: str = event[2]
        self.args: Sequence[Any] = event[3:]
        self.names = names

    def place(self, nth: int) -> str:
        """The name of the place or counter in an argument: ``cup`` for both ``home@cup.0`` and ``cup.0``."""
        return str(self.args[nth]).rpartition("@")[2].partition(".")[0]

    def seat(self, nth: int) -> str:
        """The name of the seat in an argument such as ``credit.0``, ``home@cup.0`` or ``SHIP.0#2``."""
        return seat_name(int(str(self.args[nth]).rpartition(".")[2].partition("#")[0]))

    def owner(self, *positions: int) -> str:
        """The name of the first seat in these arguments; empty if they are all places on pieces or on the table."""
        owners = [str(self.args[nth]).rpartition("@")[2].partition(".")[2] for nth in positions]
        return next((seat_name(int(owner)) for owner in owners if owner.isdigit()), "")

    def card(self, nth: int = 0) -> str:
        """The printed name of the piece in an argument; for a place on a piece, the name of the piece it is on."""
        name = str(self.args[nth])
        return self.name_of(name.partition(".")[2] or name)

    def name_of(self, piece: str, side: str = "") -> str:
        """The printed name of a piece's given side or, if no side is given, the names of all its sides."""
        bare = piece.partition("#")[0]
        names = [self.names[key] for key in (bare, f"{bare}.{side}") if key in self.names]
        return names[0] if names else " / ".join(PrintedNames.from_mapping(self.names).side_names_of(bare))

    def why(self, rule: str = "") -> str:
        """The reason for the event, in brackets: the piece whose power caused it or, if no power did, ``rule``."""
        side, _, power = self.cause.partition("/")
        reason = self.name_of(side) if power else rule
        return f" ({reason})" if reason else ""


AnyLine = TypeVar("AnyLine", bound=Line)
Teller = Callable[[AnyLine], str]
Tellers = Mapping[tuple[str, str], Teller[AnyLine]]
Tell = Callable[[Sequence[Any], Names], str]


def story(tellers: Tellers[AnyLine], line: Callable[[Sequence[Any], Names], AnyLine]) -> Tell:
    """Return a function that puts an event into words; the function returns "" for events not worth telling."""

    def tell(event: Sequence[Any], names: Names) -> str:
        teller = tellers.get((event[0], event[1]))
        said = teller(line(event, names)) if teller else ""
        # Games do not provide tellers for counters that sets add.
        return said or (word_counter(line(event, names)) if (event[0], event[1]) in COUNTED else "")

    return tell


def make_plain_story(tellers: Tellers[Line] | None = None) -> Tell:
    """Return a story for a game without tellers, which describes each change with the event's own word.

    A change that has a teller in ``tellers`` is told by that teller.
    """
    told = story({("fact", "game end"): tells_end, **(tellers or {})}, Line)

    def tell(event: Sequence[Any], names: Names) -> str:
        plain = PLAIN.get(event[0])
        return told(event, names) or (plain(Line(event, names), event[1]) if plain else "")

    return tell


def tell_move(t: Line, word: str) -> str:
    """Describe a piece that has moved, as in ``Seat 1: Tea Stall bought (Haggler)``."""
    who = t.owner(1)
    return f"{who + ': ' if who else ''}{t.card()} {word}{t.why()}"


def tell_adjusted(t: Line, word: str) -> str:
    """Describe a counter that has changed, as in ``Seat 1: -3 coin, paid``.

    The counter of rounds is left out, because the story has a line for the end of each round.
    """
    return f"{word_counter(t)}, {word}" if t.args[1] and t.place(0) != word else ""


PLAIN: Mapping[str, Callable[[Line, str], str]] = {"move": tell_move, "adjust": tell_adjusted}
"""For each kernel operation, the function that describes changes without a teller."""

COUNTED = frozenset(("adjust", word) for word in ("gained", "set", "spent", "taken"))
"""Counter changes made by powers, including changes to counters that sets add."""


def word_counter(t: Line) -> str:
    """Describe a change to a counter that has no teller: ``Seat 1: +2 prestige (Zed)``, ``Table: +1 fame (Zed)``."""
    name, owned, _ = str(t.args[0]).partition(".")
    return f"{t.seat(0) if owned else 'Table'}: {t.args[1]:+} {name}{t.why()}" if t.args[1] else ""


def word_order(t: Line) -> str:
    """Report the strict order as a list of seats."""
    return f"Strict order: {', '.join([seat_name(seat) for seat in t.args[1]])}"


def tells_end(t: Line) -> str:
    """Report why the game ended, in the schedule's words."""
    return f"The game ends: {' and '.join([t.names.get(f'end {ending}', ending) for ending in t.args[1]])}"


def capitalize(word: str) -> str:
    """Capitalize the first letter, as in printed text, and leave the other letters unchanged."""
    return word[:1].upper() + word[1:]


def names_of(play: Play, pieces: Iterable[int]) -> list[str]:
    """The names printed on the face-up sides of pieces."""
    names, side = play.numbers.names, play.side
    return [names[side[piece]] for piece in pieces]
