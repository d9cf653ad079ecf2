"""Explore (R110-R120) with a bag that runs out, and over several phases."""

from __future__ import annotations

from rules import rule
from table import table


@rule("R116")
def test_abandoned_tiles_cannot_be_drawn_until_they_return_to_the_bag_at_the_end_of_the_phase() -> None:
    game = table("roll").seat(0, explore="1 home", worlds=["Gem World"]).draws("Spice World", "Jungle World")

    game.phase("explore").answer("task", "scout").answer("abandon", "Gem World")
    assert "Gem World" not in game.pieces("bag")
    game.answer("place", "Spice World", "bottom").answer("place", "Jungle World", "bottom")

    assert game.pieces("abandoned") == []
    assert "Gem World" in game.pieces("bag")


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


@rule("R119")
def test_tiles_are_given_up_for_the_draw_of_alien_research_team_as_well() -> None:
    game = table("roll").only_in_bag().seat(0, tableau=["Alien Research Team"])
    game.seat(1, worlds=["Spice World", "Plague World", "Pirate World"])

    game.draws("Plague World").phase("explore").answer("give up", "Plague World")

    assert game.pieces("hand") == ["Plague World"]
    assert game.pieces("worlds", 1) == ["Spice World", "Pirate World"]


@rule("R120", "R210")
def test_explore_is_done_in_strict_order_so_a_thin_bag_serves_the_lowest_faction_first() -> None:
    game = table("roll").lowest_faction(1).only_in_bag("Spice World", "Gem World")
    game.seat(0, explore="1 home").seat(1, explore="1 home")

    game.draws("Gem World").phase("explore")
    assert game.pending.seat == 1
    game.answer("task", "scout").answer("place", "Gem World", "bottom")

    assert game.pending.seat == 0


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
