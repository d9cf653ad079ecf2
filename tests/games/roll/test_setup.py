"""Setup (R020-R036)."""

from __future__ import annotations

import pytest

from games.roll.position import RollPosition
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


@rule("R023", "R029", "R030")
def test_every_seat_begins_with_a_credit_and_five_home_dice() -> None:
    game = done(start(faction="Destroyed Colony", home="New Sparta"))

    for seat in (0, 1):
        assert game.credits(seat) == 1
        assert game.stock("cup", seat).startswith("3 home")
        assert game.stock("citizenry", seat).startswith("2 home")
        assert all(game.stock(column, seat) == "" for column in ("explore", "develop", "settle", "produce", "ship"))


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


@rule("R034")
def test_doomed_world_gives_eight_credits_and_no_dice() -> None:
    game = done(start(faction="Space Piracy", home="Doomed World"))

    assert game.credits(0) == 8
    assert (game.stock("cup", 0), game.stock("citizenry", 0)) == ("3 home", "2 home, 1 military")


@rule("R031", "R035")
def test_both_worlds_of_destroyed_colony_give_dice() -> None:
    game = done(start(faction="Destroyed Colony"))

    assert game.stock("cup", 0) == "3 home, 1 consumption"
    assert game.stock("citizenry", 0) == "2 home, 1 military"


@rule("R032")
def test_a_world_in_the_zone_gives_nothing_before_it_is_settled() -> None:
    game = start().answer("start", "Executive Power").answer("start", "Space Marines")

    assert game.pieces("worlds", 0) == ["Lost Alien Warship"]
    assert "alien" not in game.stock("cup", 0) + game.stock("citizenry", 0)
    assert game.credits(0) == 8


@rule("R033")
def test_a_faction_gives_its_die_only_once_per_game() -> None:
    game = done(start(faction="Hidden Fortress"))
    before = game.stock("citizenry", 0)

    game.phases("explore", "develop", "settle", "produce", "ship")

    assert game.stock("citizenry", 0) == before


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
