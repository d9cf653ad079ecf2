"""Lookups that powers share are made once, so compile time grows linearly with the number of cards."""

from rftg_dsl import library
from rftg_dsl.check.model import Match, PieceSet
from rftg_dsl.signatures import Selected


def test_what_many_powers_ask_for_is_looked_up_once() -> None:
    binder = library.standard("race").rules(2).binder

    assert binder.mask(Match(frozenset(("world",)))) is binder.mask(Match(frozenset(("world",))))
    assert binder.values("type") is binder.values("type")
    assert binder.on(("goods",)) is binder.on(["goods"])


def test_only_pieces_that_belong_to_a_seat_are_owned_wherever_they_stand() -> None:
    for game, kind, owned in (("race", "world", False), ("galaxies", "planet", False), ("galaxies", "vessel", True)):
        found = library.standard(game).rules(2).binder.owned(PieceSet(Match(frozenset((kind,)))))
        assert (found is not None) == owned


def test_a_place_is_selected_by_its_number_among_those_of_a_seat() -> None:
    rules = library.standard("roll").rules(2)
    place = rules.layout.place

    found = rules.binder.selected(Selected("selected", ("ship", "nowhere", "bag", "explore")))

    assert found == tuple((-1, place["ship"][seat], -1, -1, place["explore"][seat]) for seat in range(2))
