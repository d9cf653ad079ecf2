"""A scenario for every mission."""

from __future__ import annotations

from rules import power, rule
from table import table

from .position import GalaxiesPosition


def game(mission: str, players: int = 3) -> GalaxiesPosition:
    position: GalaxiesPosition = table("galaxies", players)
    return position.seat(0, mission=[mission])


@power("CHARGER/1", "CHARGER/2")
@rule("G93")
def test_charger_wants_the_most_energy() -> None:
    worth = [game("CHARGER").seat(0, energy=mine).seat(1, energy=4).mission() for mine in (5, 4, 3)]

    assert worth == [3, 2, 0]


@power("SEEKER/1", "SEEKER/2")
def test_seeker_wants_the_most_culture() -> None:
    worth = [game("SEEKER").seat(0, culture=mine).seat(2, culture=4).mission() for mine in (5, 4, 3)]

    assert worth == [3, 2, 0]


@power("CONQUEROR/1", "CONQUEROR/2")
def test_conqueror_wants_the_most_planets() -> None:
    mine = (["JAKKS", "GORT"], ["JAKKS"], [])

    worth = [game("CONQUEROR").seat(0, colonies=ours).seat(1, colonies=["GYORE"]).mission() for ours in mine]

    assert worth == [3, 2, 0]


@power("HERMIT/1", "HERMIT/2")
def test_hermit_wants_the_fewest_planets() -> None:
    others = (["GYORE", "MAIA"], ["GYORE"], [])

    worth = [game("HERMIT", 2).seat(0, colonies=["JAKKS"]).seat(1, colonies=theirs).mission() for theirs in others]

    assert worth == [3, 2, 0]


@power("NOBLE/1", "NOBLE/2")
def test_noble_counts_diplomacy_planets() -> None:
    theirs = ["AUGHMOORE"]

    worth = [
        game("NOBLE").seat(0, colonies=mine).seat(1, colonies=theirs).mission()
        for mine in (["JAKKS", "JORG"], ["JAKKS", "GORT"], ["GORT", "GYORE"])
    ]

    assert worth == [3, 2, 0]


@power("TRADER/1", "TRADER/2")
def test_trader_counts_economy_planets() -> None:
    worth = [
        game("TRADER").seat(0, colonies=mine).seat(1, colonies=["GLEAM-ZANIER", "PIEDES"]).mission()
        for mine in (["GORT", "GYORE"], ["GORT"], ["JAKKS", "JORG"])
    ]

    assert worth == [3, 2, 0]


@power("ELDER/1")
def test_elder_rewards_triggering_the_end() -> None:
    g = game("ELDER").seat(1, mission=["EXPLORER"]).seat(0, trigger=1)

    assert (g.mission(0), game("ELDER").mission(0)) == (2, 0)


@power("EQUALIZER/1")
def test_equalizer_wants_equal_numbers_of_both_tracks_even_zero() -> None:
    worth = [game("EQUALIZER").seat(0, colonies=mine).mission() for mine in ([], ["JAKKS"], ["JAKKS", "GORT"])]

    assert worth == [3, 0, 3]


@power("EXPLORER/1")
def test_explorer_wants_no_ship_in_play_at_home() -> None:
    away = game("EXPLORER").row("JAKKS").ships(0, "surface JAKKS", "orbit JAKKS 1", "dock")
    home = game("EXPLORER").row("JAKKS").ships(0, "surface JAKKS", "galaxy")

    assert (away.mission(), home.mission()) == (2, 0)


@power("ORBITER/1")
def test_orbiter_wants_all_ships_in_play_at_home() -> None:
    home = game("ORBITER").ships(0, "galaxy", "galaxy", "dock")
    away = game("ORBITER").row("JAKKS").ships(0, "galaxy", "orbit JAKKS 0")

    assert (home.mission(), away.mission()) == (2, 0)


@power("HOARDER/1")
def test_hoarder_wants_three_of_both_resources() -> None:
    worth = [game("HOARDER").seat(0, energy=energy, culture=3).mission() for energy in (3, 2)]

    assert worth == [2, 0]


@power("INDUSTRIALIST/1")
def test_industrialist_wants_the_last_level() -> None:
    assert [game("INDUSTRIALIST").seat(0, empire=level).mission() for level in (6, 5)] == [2, 0]
