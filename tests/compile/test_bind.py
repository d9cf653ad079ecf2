"""Lookups that powers share are made once, so compile time grows linearly with the number of cards."""

from rftg_dsl.check.model import Match, PieceSet
from rftg_dsl.check.signatures import Selected
from rftg_dsl.compile.bind import Binder, lay_out
from rftg_dsl.library import load


def binder(game: str) -> Binder:
    """The binder of a game for two seats."""
    library = load.load_standard(game)
    return Binder(library.model, library.game, lay_out(library.model, library.game, 2))


def test_lookups_that_powers_share_are_made_once() -> None:
    race = binder("race")

    assert race.mask_of(Match(frozenset(("world",)))) is race.mask_of(Match(frozenset(("world",))))
    assert race.values_of("type") is race.values_of("type")
    assert race.places_on_pieces(("goods",)) is race.places_on_pieces(["goods"])


def test_only_pieces_of_a_seat_are_owned_wherever_they_lie() -> None:
    for game, kind, owned in (("race", "world", False), ("galaxies", "planet", False), ("galaxies", "vessel", True)):
        pieces = binder(game).pieces_by_owner(PieceSet(Match(frozenset((kind,)))))
        assert (pieces is not None) == owned


def test_a_selected_place_is_numbered_among_the_places_of_a_seat() -> None:
    roll = binder("roll")
    place = roll.layout.place

    places = roll.places_selected_by(Selected("selected", ("ship", "nowhere", "bag", "explore")))

    assert places == tuple((-1, place["ship"][seat], -1, -1, place["explore"][seat]) for seat in range(2))
