"""Sides in ordinary games are seen, built and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from rftg_dsl.balance.gift import Stratum
from rftg_dsl.balance.in_play import Career, EarningWords, OrdinaryGames
from rftg_dsl.kernel.table import MOVE
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.play.source import source_of

CARDS = """
card IP1 { development "Nine Points" cost 1 vp 1 { score 9 } }
card IP2 { development "Mint" cost 1 vp 1 { at end of develop: gain 2 vp } }
card IP4 { development "Ruinous Mint" cost 1 vp 1 { score -2 } }
card IP3 { development "Ruin" cost 6 vp 0 {} }
"""
NAMES = ("Nine Points", "Mint", "Ruin", "Ruinous Mint")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder: Path = tmp_path_factory.mktemp("played")
    (folder / "set.toml").write_text('id = "played"\nname = "Played"\ngame = "race"\nversion = "1"\n')
    (folder / "cards.rftg").write_text(CARDS)
    return load_library("race", extra=[folder])


@pytest.fixture(scope="module")
def games(library: Library) -> OrdinaryGames:
    return OrdinaryGames(source_of(library, ()), Stratum(2, "greedy"), "ordinary", NAMES)


@pytest.fixture(scope="module")
def careers(games: OrdinaryGames) -> Mapping[str, Career]:
    return games.play(range(24))


def test_the_sides_come_up_in_most_games(careers: Mapping[str, Career]) -> None:
    assert [career.games for career in careers.values()] == [24] * 4
    # One card of 95 would be seen in a third of the games.
    assert all(career.shown >= 18 for career in careers.values())


def test_a_seat_that_built_a_side_is_ahead_by_its_points(careers: Mapping[str, Career]) -> None:
    career = careers["Nine Points"]

    assert career.built >= 10
    assert career.lead.size >= 5
    assert 4 <= career.lead.mean <= 16  # 10 points, and what else could have been built
    assert career.wins.total > 0


def test_a_power_earns_what_its_events_brought(careers: Mapping[str, Career]) -> None:
    points, mint = careers["Nine Points"], careers["Mint"]

    assert points.earned == {("IP1/1", "points"): 9 * points.built}
    assert mint.built > 0
    assert set(mint.earned) == {("IP2/1", "vp")}
    assert mint.earned["IP2/1", "vp"] % 2 == 0
    assert mint.earned["IP2/1", "vp"] >= 2 * mint.built


def test_cards_of_one_deck_are_counted_together() -> None:
    rules = load_library("race").rules(2)
    words, names = EarningWords(rules), rules.layout.piece
    hand = rules.layout.place_names.index("hand.0")

    moved = [words.parse((MOVE, 0, 0, piece, hand)) for name, piece in names.items() if name in ("C02", "S4")]

    assert moved == [("cards to hand", 1)] * 2


def test_pieces_of_a_seat_have_their_own_name() -> None:
    rules = load_library("galaxies").rules(2)
    ship = next(number for number, piece in enumerate(rules.layout.pieces) if piece.owner >= 0)

    assert EarningWords(rules).word_pieces(ship) == "spaceships"


def test_a_side_without_powers_earns_nothing(careers: Mapping[str, Career]) -> None:
    assert careers["Ruin"].earned == {}


def test_careers_do_not_depend_on_how_games_are_divided(games: OrdinaryGames) -> None:
    whole, parts = games.play(range(6)), [games.play(range(n, n + 2)) for n in (0, 2, 4)]
    for name in NAMES:
        added = Career()
        for part in parts:
            added.add(part[name])
        assert added == whole[name]


def test_a_power_that_costs_something_earns_less_than_nothing(careers: Mapping[str, Career]) -> None:
    career = careers["Ruinous Mint"]

    assert career.earned == ({("IP4/1", "points"): -2 * career.built} if career.built else {})
    total = Career()
    for earned in (2, -3, -1):
        total.add(Career(earned=Counter({("IP4/1", "vp"): earned})))
    assert total.earned == {("IP4/1", "vp"): -2}


def test_both_sides_of_a_tile_are_followed() -> None:
    names = ("Galactic Salon", "Runaway Robots")
    careers = OrdinaryGames(source_of(load_library("roll"), ()), Stratum(2, "greedy"), "sides", names).play(range(16))

    shown, other = (career.shown for career in careers.values())
    assert shown == other >= 12
    assert all(career.built for career in careers.values())
    assert sum(career.built for career in careers.values()) <= 16
