"""Move things one at a time to places that the owner chooses; a piece holds only as many things as fit on it."""

from __future__ import annotations

from rftg_dsl.check.signatures import MANY
from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.games.lookup import Play
from rftg_dsl.games.series import ask_next
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.step import step

MOVE_TO = Question("move to", asks="What do you move with {power}, and where to?")

Way = tuple[int, int]


def is_on_piece(play: Play, place: int) -> bool:
    """Whether a place is on a piece, rather than belonging to a seat or to the table."""
    return play.layout.place_piece[place] >= 0


def room_in(play: Play, seat: int, place: int) -> int:
    """The number of additional things that fit in a place; only places on pieces are limited."""
    return max(0, play.numbers.room(play, seat, place)) if is_on_piece(play, place) else MANY


def ways_to(
    play: Play, seat: int, cells: tuple[int, ...], places: tuple[int, ...], moved: tuple[Way, ...]
) -> tuple[Way, ...]:
    """The ways to move one more thing to a different place that has room for it; no thing moves twice."""
    width = len(play.layout.kinds)
    open_ = [place for place in places if room_in(play, seat, place) > 0]
    arrived = [place * width + cell % width for cell, place in moved]
    return tuple(
        [
            (cell, place)
            for cell in cells
            # Things that have just arrived are indistinguishable from those already there, so subtract them.
            if play.stock[cell] > arrived.count(cell)
            for place in open_
            if place != cell // width
        ]
    )


@step("verbs.move-each", "Ask which things to move and where, one at a time; 'done' is offered once enough have moved.")
def move_each(
    play: Play,
    seat: int,
    cause: str,
    cells: tuple[int, ...],
    places: tuple[int, ...],
    low: int,
    high: int,
    moved: tuple[Way, ...],
) -> None:
    options = ways_to(play, seat, cells, places, moved) if len(moved) < high else ()
    rest = (cause, cells, places, low, high, moved)
    ask_next(play, seat, MOVE_TO, options, ("cell", "place"), len(moved) >= low, move_chosen_thing, *rest)


@step("verbs.moved-one", "Move the chosen thing.")
def move_chosen_thing(
    play: Play,
    seat: int,
    cause: str,
    cells: tuple[int, ...],
    places: tuple[int, ...],
    low: int,
    high: int,
    moved: tuple[Way, ...],
    pick: Way | str,
) -> None:
    if isinstance(pick, str):
        return
    play.cause = cause
    width = len(play.layout.kinds)
    cell, place = pick
    word = "gained" if cell // width == play.layout.place[SUPPLY][0] else "moved"
    play.shift(cell, place * width + cell % width, 1, word)
    play.then(move_each, seat, cause, cells, places, low, high, (*moved, pick))
