"""The abstract interpretation of powers: what can be where, and when."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from check.joined import join
from check.test_moments import PIECES
from rftg_dsl.check.possibilities import ANYTIME, Possibilities
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load


def possibilities(game: str, *powers: str) -> Possibilities:
    """The possibilities of a game with a component that has these powers."""
    loaded = join(PIECES[game].format("\n".join(powers)), game)
    assert loaded.game is not None and loaded.diagnostics == ()
    return Possibilities(loaded.model, loaded.game)


def test_an_event_happens_in_its_own_phases() -> None:
    when = possibilities("race").when

    assert when["settled"] == {"settle"}
    assert when["paid"] == {"develop", "settle"}
    assert when["overflowed"] == {ANYTIME}


def test_a_power_makes_an_event_happen_at_its_own_moment() -> None:
    power = "at start of develop: may place 1 world from hand"

    assert possibilities("race", power).when["settled"] == {"settle", "develop", "start of develop"}


def test_an_event_at_the_start_of_the_round_counts_in_its_phases() -> None:
    when = possibilities("race", "at start of round: may place 1 world from hand").when

    assert {"start of round", "develop", "settle"} <= when["settled"] and "start of develop" not in when["settled"]


def test_an_event_happens_whenever_one_happens_that_a_power_waits_for() -> None:
    chain = [
        "when a world produces: sell 1 good",
        "when you settle a windfall world: produce on it",
        "at start of explore: may place 1 world from hand",
    ]

    when = possibilities("race", *chain).when

    assert {"explore", "start of explore"} <= when["settled"] & when["good produced"] & when["sold"]
    assert when == possibilities("race", *reversed(chain)).when


def test_an_end_of_the_round_can_make_an_event_happen_at_any_time() -> None:
    assert ANYTIME in possibilities("race", "at end of round: may place 1 world from hand").when["settled"]


def test_a_power_fills_only_places_that_are_empty_otherwise() -> None:
    assert "explore" in possibilities("roll", "at end of ship: move 1 die in citizenry to explore").filled
    assert "explore" not in possibilities("roll", "assign: may reassign 1 worker to explore").filled


@pytest.mark.parametrize("game", game_names())
def test_another_piece_never_makes_anything_impossible(game: str) -> None:
    loaded = load(game)
    assert loaded.game is not None
    random = Random(game)
    fewer = evolve(loaded.model, components=tuple(random.sample(loaded.model.components, 20)))

    few, all_of_them = Possibilities(fewer, loaded.game), Possibilities(loaded.model, loaded.game)

    assert all(few.when[event] <= all_of_them.when[event] for event in few.when)
    assert few.filled <= all_of_them.filled and few.granted <= all_of_them.granted
