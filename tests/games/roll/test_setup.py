"""Setup (R020-R036)."""

from __future__ import annotations

import pytest

from games.roll.position import RollPosition
from rftg_dsl.library.load import load_library
from rules import rule
from table import table


def start(faction: str = "Space Piracy", home: str = "Doomed World") -> RollPosition:
    """A two-player game set up except for the start tiles, with this faction and home world for seat 0."""
    game: RollPosition = table("roll")
    other = "Destroyed Colony" if faction != "Destroyed Colony" else "Space Piracy"
    game.deals(0, faction, home, "Public Works", "Executive Power")
    game.deals(1, other, "Old Earth" if home != "Old Earth" else "New Sparta", "Space Marines", "Local Subsidies")
    return game.set_up()


def done(game: RollPosition) -> RollPosition:
    """Both seats use the first tile they drew as their development."""
    for _ in range(2):
        game.answer("start", game.options()[0])
    return game


@rule("R020", "R021")
@pytest.mark.parametrize(("players", "pool"), [(2, 24), (3, 36), (4, 48), (5, 60)])
def test_the_pool_has_twelve_vp_for_each_player(players: int, pool: int) -> None:
    game = table("roll", players)
    factions = ["Space Piracy", "Alien Archaeology", "Consumer Markets", "Galactic Religion", "Genetics Lab"]
    homes = ["Alpha Centauri", "Ancient Race", "Doomed World", "Old Earth", "New Sparta"]
    for seat in range(players):
        tiles = [game.printed(f"T{2 * seat + nth:02}.a") for nth in (1, 2)]
        game.deals(seat, factions[seat], homes[seat], *tiles)

    game.set_up()

    assert game.count("pool") == pool
    assert len(game.pieces("bag")) == 55 - 2
    assert game.active == ()


@rule("R024")
def test_each_seat_has_its_faction_and_home_world_and_the_others_leave_the_game() -> None:
    game = done(start(faction="Improved Reconnaissance", home="Earth's Lost Colony"))

    assert game.pieces("tableau", 0) == ["Improved Reconnaissance", "Wormhole Station", "Earth's Lost Colony"]
    assert game.pieces("tableau", 1) == ["Destroyed Colony", "Awakened Alien Outpost", "Old Earth"]
    assert len(game.pieces("factions")) == 2 * 9 - 4
    assert len(game.pieces("homes")) == 9 - 2


@rule("R025", "R026", "R027")
def test_the_owner_chooses_which_start_tile_is_the_development() -> None:
    game = start()
    assert game.options() == ["Public Works", "Executive Power"]
    assert game.pending.secret

    game.answer("start", "Executive Power")

    assert game.pieces("developments", 0) == ["Executive Power"]
    assert game.pieces("worlds", 0) == ["Lost Alien Warship"]
    assert game.pieces("hand", 0) == []
    assert (game.pending.seat, game.options()) == (1, ["Space Marines", "Local Subsidies"])


@rule("R026")
@pytest.mark.parametrize(
    ("tiles", "development"),
    [
        (("Advanced Logistics", "Backup Planning"), "Backup Planning"),  # cost 1; the worlds cost 5 and 6
        (("Galactic Reserves", "Galactic Renaissance"), "Galactic Reserves"),  # cost 6; the worlds cost 2 and 1
    ],
)
def test_in_a_first_game_a_tie_of_the_developments_is_decided_by_the_worlds(
    tiles: tuple[str, str], development: str
) -> None:
    game = RollPosition(load_library("roll", None, (), {"start": "first"}).rules(2))
    game.deals(0, "Space Piracy", "Doomed World", *tiles)
    game.deals(1, "Genetics Lab", "Old Earth", "Space Marines", "Local Subsidies")

    game.set_up()

    assert game.options() == [development]


@rule("R036")
def test_starting_goods_can_be_recalled_only_in_manage_empire() -> None:
    game = done(start(faction="Galactic Religion", home="Alpha Centauri"))
    assert game.asked is None

    game.manage(0).answer("recall", "1 rare on Alpha Centauri")

    assert game.stock("cup", 0) == "4 home, 1 rare"


@rule("R024")
@pytest.mark.parametrize(("gains", "cup"), [("yes", "3 home, 1 novelty"), ("no", "3 home")])
def test_a_game_option_puts_tiles_in_the_tableau_with_their_gains_or_without(gains: str, cup: str) -> None:
    game = table("roll")
    game.play.options = {"tableau.0": "Merchant Guild; Spice World", "gains": gains}
    game.deals(0, "Space Piracy", "Doomed World", "Public Works", "Executive Power")
    game.deals(1, "Genetics Lab", "Old Earth", "Space Marines", "Local Subsidies")

    done(game.set_up())

    assert game.pieces("tableau", 0)[-2:] == ["Merchant Guild", "Spice World"]
    assert game.stock("cup", 0) == cup
