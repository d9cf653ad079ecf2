"""Lookups that powers share are made once, so compile time grows linearly with the number of cards."""

from rftg_dsl import library
from rftg_dsl.check.model import Match, PieceSet


def test_what_many_powers_ask_for_is_looked_up_once() -> None:
    binder = library.standard("race").rules(2).binder

    assert binder.mask(Match(frozenset(("world",)))) is binder.mask(Match(frozenset(("world",))))
    assert binder.values("type") is binder.values("type")
    assert binder.on(("goods",)) is binder.on(["goods"])


def test_only_pieces_that_belong_to_a_seat_are_owned_wherever_they_stand() -> None:
    for game, kind, owned in (("race", "world", False), ("galaxies", "planet", False), ("galaxies", "vessel", True)):
        found = library.standard(game).rules(2).binder.owned(PieceSet(Match(frozenset((kind,)))))
        assert (found is not None) == owned
