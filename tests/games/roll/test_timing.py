"""Order and secrecy (R210-R213), and the size of stacks (R028)."""

from __future__ import annotations

from games.roll.position import RollPosition
from rftg_dsl.games.roll import GAME
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view
from rules import rule
from table import table


def seen_by(game: RollPosition, seat: int) -> Play:
    """What a seat may know."""
    seen = view(game.play, seat)
    GAME.conceal(seen, seat)
    return seen


@rule("R210")
def test_the_strict_order_begins_with_the_lowest_faction_and_goes_clockwise() -> None:
    game = table("roll", 3)
    game.deals(0, "Mining Industry", "Old Earth", "Public Works", "Space Docks")
    game.deals(1, "Alien Archaeology", "New Sparta", "Nanotechnology", "Local Subsidies")
    game.deals(2, "Genetics Lab", "Doomed World", "Merchant Guild", "Export Duties")

    game.set_up()

    assert game.play.facts[game.layout.fact["order"]] == (1, 2, 0)
    assert game.pending.seat == 1


@rule("R210")
def test_phases_are_done_in_strict_order_which_decides_who_empties_the_pool() -> None:
    game = table("roll").lowest_faction(1).common(pool=1)
    game.seat(0, tableau=["Spice World"], goods={"Spice World": "1 home"}, ship="1 home")
    game.seat(1, tableau=["Gem World"], goods={"Gem World": "1 home"}, ship="1 home")

    game.phase("ship")
    assert game.pending.seat == 1
    game.answer("mode", "consume")
    assert (game.pending.seat, game.count("pool")) == (0, 0)


@rule("R211")
def test_other_seats_stacks_and_abandoned_tiles_are_secret_and_own_stacks_are_not() -> None:
    def game(first: str, second: str) -> RollPosition:
        position: RollPosition = table("roll").seat(0, worlds=["Spice World", first], developments=["Public Works"])
        position.put_piece(second, position.layout.place["abandoned"][0])
        return position

    board, other = game("Gem World", "Comet Zone"), game("Comet Zone", "Gem World")

    assert seen_by(board, 1).plain() == seen_by(other, 1).plain()
    assert seen_by(board, 0).plain() != seen_by(other, 0).plain()


@rule("R211")
def test_dice_behind_a_screen_are_secret_until_reveal() -> None:
    def game(column: str) -> RollPosition:
        position: RollPosition = table("roll", 3).seat(0, **{column: "1 home"}).selected(0, column, "genes")
        return position

    board, other = game("ship"), game("settle")
    assert seen_by(board, 1).plain() == seen_by(other, 1).plain()
    assert seen_by(board, 0).plain() != seen_by(other, 0).plain()

    assert seen_by(board.reveal(), 1).plain() != seen_by(other.reveal(), 1).plain()


@rule("R211")
def test_choices_behind_the_screen_are_secret_and_choices_in_phases_are_not() -> None:
    game = table("roll", 3).seat(0, wild="1 alien", explore="1 home")
    game.assign()
    assert game.pending.secret
    game.answer("wild", "1 explore")
    assert game.pending.secret
    game.answer("select", "explore")
    assert game.pending.secret
    game.answer("selector", "home")
    assert game.pending.secret

    game.answer("reassign", "done").reveal().phase("explore")

    assert (game.pending.name, game.pending.secret) == ("explorer", False)


@rule("R025", "R211")
def test_start_tiles_are_secret_in_the_hand_and_seen_once_they_lie_on_their_stacks() -> None:
    def game(*tiles: str) -> RollPosition:
        position: RollPosition = table("roll")
        position.deals(0, "Genetics Lab", "Old Earth", *tiles)
        position.deals(1, "Mining Industry", "New Sparta", "Nanotechnology", "Local Subsidies")
        return position.set_up()

    board, other = game("Public Works", "Space Docks"), game("Merchant Guild", "Export Duties")
    assert (board.pending.seat, board.pending.name, board.pending.secret) == (0, "start", True)
    assert seen_by(board, 1).plain() == seen_by(other, 1).plain()

    board.answer("start", "Public Works")

    assert board.pending.seat == 1
    seen, stack = seen_by(board, 1), board.layout.place["developments"][0]
    assert seen.zone[stack] == board.play.zone[stack] == (board.piece("Public Works"),)


@rule("R212")
def test_the_sizes_of_stacks_and_everything_else_are_public() -> None:
    game = table("roll").seat(0, worlds=["Spice World", "Gem World", "Comet Zone"], settling="1 home", credits=7, vp=3)
    game.seat(0, cup="2 rare", citizenry="1 alien", tableau=["Merchant Guild"])

    seen = seen_by(game, 1)

    assert len(seen.zone[game.layout.place["worlds"][0]]) == 3
    assert seen.zone[game.layout.place["tableau"][0]] == game.play.zone[game.layout.place["tableau"][0]]
    assert seen.stock == game.play.stock
    assert seen.counters == game.play.counters


@rule("R213")
def test_roll_lacks_races_bonuses_build_limit_and_conquest() -> None:
    game = table("roll", 3).selected(0, "settle", "military").reveal()
    game.seat(0, worlds=["Star Nomad Lair", "Artist Colony", "Fifth Column"], settle="1 home", credits=1)

    game.phase("settle").answer("put", "1 military")

    # Two settlers give two worlds, even if one is a Military die; a third world would need a third settler.
    assert game.pieces("tableau") == ["Star Nomad Lair", "Artist Colony"]
    assert game.credits() == 1
