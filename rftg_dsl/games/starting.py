"""The pieces that seats start with, as in ``--option "tableau.0=Free Trade Zone; Galactic Resort"``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rftg_dsl.base.diagnostic import suggest_nearest, with_article
from rftg_dsl.games.lookup import Play

START_TABLEAU = "tableau"
"""The game option for starting pieces; ``tableau.0`` lists the printed names of the pieces that seat 0 starts with."""

SEPARATOR = ";"
"""Stands between the names in such an option."""

Standing = tuple[int, int]


class UnknownPiece(ValueError):
    """The error raised when a game option names a piece that no seat can start with."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message, name)
        self.message, self.name = message, name

    def __str__(self) -> str:
        return self.message


def pieces_at_start(play: Play, sources: Sequence[int], what: str) -> Mapping[int, Sequence[Standing]]:
    """The pieces in the places ``sources`` that the game options assign to each seat; seats without pieces are omitted.

    Raise ``ValueError`` if an option does not refer to a seat, names a piece that is not in these places, or asks for
    more copies of a piece than there are. Error messages refer to the pieces as ``what``.
    """
    options = {key: value for key, value in play.options.items() if key.partition(".")[0] == START_TABLEAU}
    if not options:
        return {}
    seats = {f"{START_TABLEAU}.{seat}": seat for seat in play.numbers.seats}
    for key in options:
        if key not in seats:
            raise ValueError(f"{key!r} does not name a valid seat: seats are numbered from 0, as in {START_TABLEAU}.0")
    there = pieces_by_name(play, sources)
    # Record pieces rather than names, because the two sides of a single tile can have different names.
    taken: set[int] = set()
    pieces: dict[int, list[Standing]] = {}
    for key, seat in seats.items():
        for name in split_names(options.get(key, "")):
            if name not in there:
                raise UnknownPiece(explain_unknown(play, name, there, what), name)
            left = [standing for standing in there[name] if standing[0] not in taken]
            if not left:
                copies = len(there[name])
                which = f"the {what} with {name!r} is" if copies == 1 else f"each of the {copies} copies of {name!r} is"
                raise ValueError(f"{which} already in a tableau")
            taken.add(left[0][0])
            pieces.setdefault(seat, []).append(left[0])
    return pieces


def pieces_by_name(play: Play, sources: Sequence[int]) -> Mapping[str, Sequence[Standing]]:
    """Index the pieces in these places by the printed names of their sides."""
    pieces: dict[str, list[Standing]] = {}
    for piece in [piece for place in sources for piece in play.zone[place]]:
        for side in play.layout.pieces[piece].sides:
            pieces.setdefault(play.numbers.names[side], []).append((piece, side))
    return pieces


def explain_unknown(play: Play, name: str, there: Iterable[str], what: str) -> str:
    """Return the error message for a name that does not belong to any piece a seat can start with."""
    kinds = [side.kind for side in play.numbers.sides if side.name == name]
    if kinds:
        component = next(
            candidate.kind for candidate in play.numbers.component if name in [side.name for side in candidate.sides]
        )
        return f"{name!r} is not a {what}: it is on {with_article(component)}"
    hint = suggest_nearest(name, there)
    return f"{name!r} is not a {what}{hint and f'; {hint}'}"


def split_names(value: str) -> list[str]:
    """Split the value of an option into names."""
    return [name.strip() for name in value.split(SEPARATOR) if name.strip()]


def put(play: Play, standing: Sequence[Standing], place: int) -> None:
    """Put pieces in a place with the given sides face up; setup triggers the pieces' immediate powers later."""
    for piece, side in standing:
        if play.side[piece] != side:
            play.flip(piece, side, "set up")
        play.move(piece, place, "set up")
