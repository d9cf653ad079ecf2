"""A report that a game need not write: its figures follow from the counters and places that the content declares.

A game that needs more figures writes its own ``report``, using the functions here for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.vocabulary import PlaceWord
from rftg_dsl.compile.game import Report
from rftg_dsl.games.lookup import Play
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import names_of


def report(play: Play) -> Report:
    """Return the figures for the table and each seat and, once the game is over, the winners."""
    return reported(play, [figures_of_seat(play, seat) for seat in play.numbers.seats], figures_of_table(play))


def figures_of_table(play: Play) -> Figures:
    """Return the table's counters, the phase if the schedule has phases, and the contents of the table's places."""
    numbers = play.numbers
    phase = {"phase": play.facts[numbers.phase]} if numbers.phase >= 0 else {}
    return {**counters_of(play, "table", 0), **phase, **contents_of(play, "table", 0)}


def figures_of_seat(play: Play, seat: int) -> Figures:
    """Return a seat's counters, the contents of its places and of the places on its pieces in play, and its score.

    Counters declared as ``inner`` are omitted, because only the steps use them.
    """
    return {
        "seat": seat,
        **counters_of(play, "seat", seat),
        **contents_of(play, "seat", seat),
        **contents_on_pieces(play, seat),
        **scored(play, seat),
    }


def counters_of(play: Play, owner: str, seat: int) -> Figures:
    words, counter = play.numbers.rules.model.words, play.layout.counter
    return {
        word.name: play.counters[counter[word.name][seat]]
        for word in words.counters.values()
        # ``figures_of`` adds the counters that sets declare to the report of every game.
        if word.owner == owner and not word.added and not (word.inner and owner == "seat")
    }


def contents_of(play: Play, owner: str, seat: int) -> Figures:
    place = play.layout.place
    return {word.name: contents_at(play, word, place[word.name][seat]) for word in places_with(play, owner)}


def contents_on_pieces(play: Play, seat: int) -> Figures:
    """Return the contents of places on the seat's pieces in play: by place, then by the name of the piece."""
    figures: Figures = {}
    pieces = pieces_in_play(play, seat)
    for word in places_with(play, "piece"):
        places = play.layout.place[word.name]
        contents = zip(
            names_of(play, pieces), [contents_at(play, word, places[piece]) for piece in pieces], strict=True
        )
        figures[word.name] = {name: there for name, there in contents if there}
    return figures


def places_with(play: Play, owner: str) -> Sequence[PlaceWord]:
    return [word for word in play.numbers.rules.model.words.places.values() if word.owner == owner]


def pieces_in_play(play: Play, seat: int) -> Sequence[int]:
    layout = play.layout
    places = [place for place in layout.active_places if layout.place_owner[place] == seat]
    return [piece for place in places for piece in play.zone[place]]


def contents_at(play: Play, word: PlaceWord, place: int) -> list[str] | dict[str, int] | int:
    """Return the names of the pieces in a place or, if nobody sees them, their number; dice are counted by kind.

    An empty place is an empty list, whatever it could hold.
    """
    kinds = play.layout.kinds
    stock = play.stock[place * len(kinds) : (place + 1) * len(kinds)]
    if any(stock):
        return {kind: n for kind, n in zip(kinds, stock, strict=True) if n}
    return len(play.zone[place]) if word.seen == "none" else names_of(play, play.zone[place])
