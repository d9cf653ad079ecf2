"""Explore (R110-R120) and its powers."""

from __future__ import annotations

from rules import rule
from table import table


@rule("R110", "R111", "R094")
def test_an_explorer_that_stocks_gains_two_credits_and_goes_to_the_citizenry() -> None:
    game = table("roll").seat(0, explore="1 home", credits=1)

    game.phase("explore").answer("task", "stock")

    assert game.credits() == 3
    assert game.stock("citizenry", 0) == "1 home"
    assert game.asked is None


@rule("R110", "R113", "R114")
def test_an_explorer_that_scouts_draws_a_tile_and_puts_a_side_of_it_under_its_stack() -> None:
    game = table("roll").seat(0, explore="1 home", worlds=["Gem World"]).draws("Spice World")

    game.phase("explore").answer("task", "scout").answer("abandon")
    assert game.options() == [("Alien Research Ship", "bottom"), ("Spice World", "bottom")]
    game.answer("place", "Spice World", "bottom")

    assert game.pieces("worlds") == ["Gem World", "Spice World"]
    assert game.stock("citizenry", 0) == "1 home"


@rule("R112", "R113", "R114")
def test_tiles_are_abandoned_from_anywhere_in_the_stacks_and_one_more_is_drawn() -> None:
    game = table("roll").seat(
        0, explore="1 home", developments=["Nanotechnology"], worlds=["Gem World", "Plague World", "Comet Zone"]
    )
    game.draws("Spice World", "Public Works", "Jungle World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Plague World", "Nanotechnology")
    assert game.pieces("hand") == ["Alien Research Ship", "Public Works", "Technology Affinity"]
    assert len(game.options()) == 6
    game.answer("place", "Jungle World", "bottom").answer("place", "Public Works", "bottom")
    game.answer("place", "Alien Research Ship", "bottom")

    assert game.pieces("worlds") == ["Gem World", "Comet Zone", "Jungle World"]
    assert game.pieces("developments") == ["Public Works", "Alien Research Ship"]


@rule("R093", "R115")
def test_a_later_scout_may_abandon_what_an_earlier_one_drew() -> None:
    game = table("roll").seat(0, explore="2 home").draws("Spice World").draws("Jungle World", "Gem World")

    game.phase("explore").answer("task", "scout").answer("place", "Spice World", "bottom")
    assert game.pending.name == "task"
    game.answer("task", "scout").answer("abandon", "Spice World")

    assert game.pieces("abandoned") == ["Spice World"]
    assert len(game.pieces("hand")) == 2


@rule("R116")
def test_abandoned_tiles_cannot_be_drawn_until_they_return_to_the_bag_at_the_end_of_the_phase() -> None:
    game = table("roll").seat(0, explore="1 home", worlds=["Gem World"]).draws("Spice World", "Jungle World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Gem World")
    assert "Gem World" not in game.pieces("bag")
    game.answer("place", "Spice World", "bottom").answer("place", "Jungle World", "bottom")

    assert game.pieces("abandoned") == []
    assert "Gem World" in game.pieces("bag")


@rule("R117")
def test_workers_stay_on_a_stack_that_was_emptied() -> None:
    # D22: they wait for the next Develop phase and go to the cup if the stack is still empty.
    game = table("roll").seat(0, explore="1 home", developments=["Nanotechnology"], developing="3 rare")
    game.draws("Spice World", "Jungle World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Nanotechnology")
    game.answer("place", "Spice World", "bottom").answer("place", "Jungle World", "bottom")
    assert (game.pieces("developments"), game.stock("developing", 0)) == ([], "3 rare")

    assert game.phase("develop").stock("cup", 0) == "3 rare"


@rule("R117")
def test_workers_on_an_emptied_stack_work_on_the_next_tile_placed_there() -> None:
    game = table("roll").seat(0, explore="1 home", worlds=["Plague World"], settling="2 military")
    game.draws("Spice World", "Jungle World").phase("explore").answer("task", "scout").answer("abandon", "Plague World")
    game.answer("place", "Spice World", "bottom").answer("place", "Jungle World", "bottom")

    game.phase("settle")

    assert game.pieces("tableau") == ["Spice World"]
    assert game.stock("citizenry", 0) == "1 home, 2 military"


@rule("R118")
def test_a_bag_that_runs_out_in_the_middle_of_a_scout_is_refilled_with_abandoned_tiles() -> None:
    game = table("roll").only_in_bag("Spice World").seat(0, explore="1 home", worlds=["Gem World"])
    game.draws("Spice World").draws("Gem World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Gem World")

    assert game.pieces("hand") == ["Spice World", "Gem World"]
    assert (game.pieces("bag"), game.pieces("abandoned")) == ([], [])


@rule("R119")
def test_if_the_bag_is_still_short_every_seat_with_three_tiles_gives_one() -> None:
    # D39: tiles that the scout has drawn are placed first and count.
    game = table("roll", 3).only_in_bag("Gem World")
    game.seat(0, explore="1 home", worlds=["Comet Zone"], developments=["Public Works"])
    game.seat(1, worlds=["Spice World", "Plague World"], developments=["Nanotechnology"])
    game.seat(2, worlds=["Pirate World"])
    # Seat 0 abandons both its tiles and must draw three; the bag has one, and then the two abandoned ones.
    game.draws("Gem World").draws("Comet Zone", "Public Works")

    game.phase("explore").answer("task", "scout").answer("abandon", "Comet Zone", "Public Works")

    assert len(game.pieces("hand")) == 3
    assert game.asked.name == "place"


@rule("R119")
def test_the_scout_then_draws_the_tiles_given_up() -> None:
    game = table("roll", 3).only_in_bag()
    game.seat(0, explore="1 home")
    game.seat(1, worlds=["Spice World", "Plague World"], developments=["Nanotechnology"])
    game.seat(2, worlds=["Pirate World", "Gem World"])

    game.draws("Spice World").phase("explore").answer("task", "scout")
    assert (game.pending.seat, game.pending.name) == (1, "give up")
    game.answer("give up", "Spice World")

    assert (game.pending.seat, game.pending.name) == (0, "place")
    assert game.pieces("hand") == ["Spice World"]
    assert game.pieces("worlds", 1) == ["Plague World"]
    assert game.pieces("worlds", 2) == ["Pirate World", "Gem World"]


@rule("R119")
def test_the_scout_gives_one_as_well_after_placing_what_was_drawn() -> None:
    game = table("roll", 3).only_in_bag("Gem World")
    game.seat(0, explore="1 home", worlds=["Comet Zone", "Mining World"], developments=["Public Works"])
    game.seat(1, worlds=["Spice World", "Plague World", "Pirate World"])
    game.draws("Gem World").phase("explore").answer("task", "scout").answer("abandon")
    game.answer("place", "Gem World", "bottom")
    assert game.asked is None

    # Now the bag is empty, and the scout has four tiles.
    game.seat(0, explore="1 home").draws("Comet Zone").phase("explore").answer("task", "scout").answer("abandon")
    assert game.pending.seat == 0
    assert set(game.options()) == {"Public Works", "Comet Zone", "Mining World", "Gem World"}
    game.answer("give up", "Comet Zone").answer("give up", "Pirate World")

    assert game.pieces("hand") == ["Comet Zone"]
    assert (game.pieces("bag"), game.pieces("worlds", 1)) == (["Pirate World"], ["Spice World", "Plague World"])


@rule("R119")
def test_if_nobody_has_three_tiles_the_scout_draws_fewer() -> None:
    game = table("roll").only_in_bag().seat(0, explore="1 home").seat(1, worlds=["Spice World"])

    game.phase("explore").answer("task", "scout")

    assert game.asked is None
    assert "drawn" not in [event.word for event in game.events]
    assert ("short", 1) in [(event.word, event.what[-1]) for event in game.events if event.op == "note"]


@rule("R120", "R210")
def test_explore_is_done_in_strict_order_so_a_thin_bag_serves_the_lowest_faction_first() -> None:
    game = table("roll").lowest_faction(1).only_in_bag("Spice World", "Gem World")
    game.seat(0, explore="1 home").seat(1, explore="1 home")

    game.draws("Gem World").phase("explore")
    assert game.pending.seat == 1
    game.answer("task", "scout").answer("place", "Gem World", "bottom")

    assert game.pending.seat == 0


@rule("R092", "R093")
def test_the_owner_chooses_which_explorer_is_next_and_decides_its_task_then() -> None:
    game = table("roll").seat(0, explore="1 home, 1 alien")

    game.phase("explore")
    assert game.options() == [("die", "home"), ("die", "alien")]
    game.answer("explorer", "die", "alien")
    assert game.options() == ["stock", "scout"]
    game.answer("task", "stock")

    assert game.pending.name == "task"
    assert game.stock("citizenry", 0) == "1 alien"


@rule("R096")
def test_credits_above_ten_are_lost_at_each_gain() -> None:
    # D28
    game = table("roll").seat(0, explore="1 home", credits=9)

    game.phase("explore").answer("task", "stock")

    assert game.credits() == 10


@rule("R102", "R221", "R222")
def test_alien_research_ship_employs_a_home_and_an_alien_explorer() -> None:
    game = table("roll").seat(0, tableau=["Alien Archaeology", "Alien Research Ship"], credits=1)

    game.phase("explore")
    assert game.options() == [("virtual", "home"), ("virtual", "alien")]
    game.answer("explorer", "virtual", "home").answer("task", "stock")
    assert game.credits() == 3
    game.answer("task", "stock")

    assert game.credits() == 7
    assert game.stock("citizenry", 0) == ""


@rule("R098")
def test_major_research_labs_employs_an_explorer_even_if_nobody_was_assigned() -> None:
    game = table("roll").seat(0, tableau=["Major Research Labs"], credits=1)

    game.phase("explore").answer("task", "stock")

    assert game.credits() == 3
    assert game.stock("citizenry", 0) == ""


@rule("R223")
def test_alien_research_team_draws_before_abandoned_tiles_return() -> None:
    game = table("roll").only_in_bag("Spice World", "Jungle World", "Comet Zone")
    game.seat(0, tableau=["Alien Research Team"], explore="1 home", worlds=["Gem World"])
    game.draws("Spice World", "Jungle World").draws("Comet Zone")

    game.phase("explore").answer("task", "scout").answer("abandon", "Gem World")
    game.answer("place", "Spice World", "bottom").answer("place", "Jungle World", "bottom")

    assert game.pieces("abandoned") == ["Gem World"]
    assert game.pieces("hand") == ["Comet Zone"]


@rule("R223")
def test_alien_research_team_pays_nothing_for_other_scouts_or_those_of_an_earlier_phase() -> None:
    game = table("roll").seat(0, tableau=["Alien Research Team"], explore="1 alien", credits=1)
    game.draws("Spice World").draws("Gem World").draws("Jungle World").draws("Comet Zone")
    game.phase("explore").answer("task", "scout").answer("place", "Spice World", "bottom")
    game.answer("place", "Gem World", "bottom").seat(0, explore="1 home")
    assert game.credits() == 2

    game.phase("explore").answer("task", "scout").answer("abandon").answer("place", "Jungle World", "bottom")
    game.answer("place", "Comet Zone", "bottom")

    assert game.credits() == 2


def test_improved_reconnaissance_may_place_drawn_tiles_on_top_each_by_itself() -> None:
    game = table("roll").seat(
        0,
        tableau=["Improved Reconnaissance"],
        explore="1 home",
        worlds=["Gem World", "Comet Zone"],
        settling="1 military",
    )
    game.draws("Spice World", "Jungle World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Comet Zone")
    assert ("Spice World", "top") in game.options() and ("Spice World", "bottom") in game.options()
    game.answer("place", "Spice World", "top").answer("place", "Jungle World", "bottom")

    assert game.pieces("worlds") == ["Spice World", "Gem World", "Jungle World"]
    assert game.stock("settling", 0) == "1 military"
    placed = [event for event in game.events if event.op == "move" and event.word == "placed"]
    assert [event.cause.power for event in placed] == ["F4.a/1", ""]


@rule("R220")
def test_advanced_logistics_cannot_be_used_after_the_draw_of_alien_research_team() -> None:
    game = table("roll").seat(0, tableau=["Advanced Logistics", "Alien Research Team"], worlds=["Gem World"])

    game.draws("Spice World").phase("explore").answer("rearrange", "decline").answer("place", "Spice World", "bottom")

    assert game.asked is None


@rule("R220")
def test_advanced_logistics_leaves_workers_on_top_of_their_stacks() -> None:
    game = table("roll").seat(0, tableau=["Advanced Logistics"], worlds=["Gem World"], settling="1 military")

    game.phase("explore").answer("rearrange", "Advanced Logistics").answer("lay", "Conscription")

    assert (game.pieces("worlds"), game.stock("settling", 0)) == ([], "1 military")
