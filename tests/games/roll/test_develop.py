"""Develop (R130-R138) and its powers."""

from __future__ import annotations

from rftg_dsl.games.roll.build import one_enough
from rules import rule
from table import table


@rule("R130", "R131", "R132")
def test_developers_are_put_on_the_top_tile_until_they_equal_its_cost() -> None:
    game = table("roll").seat(0, developments=["Export Duties", "Public Works"], develop="1 home, 1 rare")

    game.phase("develop")

    assert game.pieces("tableau") == ["Export Duties"]
    assert game.pieces("developments") == ["Public Works"]
    assert game.stock("citizenry", 0) == "1 home, 1 rare"


@rule("R130")
def test_the_owner_chooses_which_developers_finish_a_tile() -> None:
    game = table("roll").seat(0, developments=["Public Works", "Nanotechnology"], develop="1 home, 1 rare, 1 military")

    game.phase("develop")
    assert game.options() == [("home in develop", 1), ("military in develop", 1), ("rare in develop", 1)]
    game.answer("put", "1 rare")

    assert game.stock("citizenry", 0) == "1 rare"
    assert game.stock("developing", 0) == "1 home, 1 military"


@rule("R133")
def test_remaining_developers_continue_with_the_next_tile() -> None:
    game = table("roll").seat(0, developments=["Public Works", "Export Duties", "Nanotechnology"], develop="4 home")

    game.phase("develop")

    assert game.pieces("tableau") == ["Public Works", "Export Duties"]
    assert game.stock("citizenry", 0) == "3 home"
    assert game.stock("developing", 0) == "1 home"


@rule("R095", "R134")
def test_developers_left_over_go_to_the_cup_and_those_on_an_unfinished_tile_stay() -> None:
    game = table("roll").seat(0, developments=["Public Works"], develop="3 home").seat(1, develop="1 rare")
    game.seat(1, developments=["Space Docks"])

    game.phase("develop")

    assert (game.stock("citizenry", 0), game.stock("cup", 0)) == ("1 home", "2 home")
    assert (game.stock("developing", 1), game.stock("cup", 1)) == ("1 rare", "")


@rule("R133")
def test_developers_from_an_earlier_phase_count_towards_their_tile() -> None:
    game = table("roll").seat(0, developments=["Nanotechnology"], developing="3 home", develop="2 military")

    game.phase("develop")

    assert game.pieces("tableau") == ["Nanotechnology"]
    assert game.stock("citizenry", 0) == "3 home, 2 military"


@rule("R135")
def test_a_tile_with_too_many_dice_completes_first_and_the_owner_chooses_which_leave() -> None:
    # D21: the others stay on the stack.
    game = table("roll").seat(
        0, developments=["Public Works", "Nanotechnology"], developing="1 home, 1 rare", develop="1 military"
    )

    game.phase("develop")
    assert (game.pending.name, game.pieces("tableau")) == ("complete", [])
    game.answer("complete", "1 rare")

    assert game.pieces("tableau") == ["Public Works"]
    assert game.stock("citizenry", 0) == "1 rare"
    assert game.stock("developing", 0) == "1 home, 1 military"


@rule("R135")
def test_a_tile_that_became_affordable_in_explore_waits_for_develop() -> None:
    game = table("roll").seat(0, developing="3 home", developments=["Nanotechnology", "Public Works"], explore="1 home")
    game.draws("Spice World", "Gem World").phase("explore").answer("task", "scout").answer("abandon", "Nanotechnology")
    game.answer("place", "Spice World", "bottom").answer("place", "Gem World", "bottom")
    assert game.pieces("tableau") == []

    game.phase("develop")

    assert game.pieces("tableau") == ["Public Works"]
    assert game.stock("cup", 0) == "2 home"


@rule("R136")
def test_investment_credits_makes_developments_cheaper_even_against_the_owners_wishes() -> None:
    game = table("roll").seat(0, tableau=["Investment Credits"], developments=["Space Docks"], develop="2 home")

    game.phase("develop")

    assert (game.stock("citizenry", 0), game.stock("cup", 0)) == ("1 home", "1 home")


@rule("R224")
def test_biological_adaptation_itself_is_not_a_reassign_power() -> None:
    game = table("roll").seat(0, tableau=["Biological Adaptation"], explore="3 home").select("ship", "home")

    assert game.options() == ["dictate", "done"]
    assert game.score()["developments"] == 2


@rule("R138", "R143")
def test_conscription_costs_a_die_from_anywhere_and_gives_two_military_dice() -> None:
    # D37: the dice that completed it are already in the Citizenry; the dice it gives come later.
    game = table("roll").seat(0, developments=["Conscription"], develop="4 home", cup="1 genes")

    game.phase("develop")
    assert game.options() == [("genes in cup", 1), ("home in citizenry", 4)]
    game.answer("discard", "1 home")

    assert game.stock("citizenry", 0) == "3 home"
    assert game.stock("cup", 0) == "2 military, 1 genes"


@rule("R099", "R100")
def test_public_works_pays_for_the_two_developments_after_it_and_not_for_itself() -> None:
    # The example of the rulebook.
    game = table("roll").seat(
        0, developments=["Public Works", "Diversification", "Advanced Logistics"], develop="3 home", credits=1
    )

    game.phase("develop")

    assert game.credits() == 3
    assert game.powers == ["T42.a/1"]


def test_galactic_federation_sends_one_or_two_developers_to_the_cup() -> None:
    # D09: at least one, because its text has no "may"; the owner chooses the number and the dice.
    game = table("roll").seat(
        0, tableau=["Galactic Federation"], developments=["Export Duties"], develop="1 home, 1 rare"
    )

    game.phase("develop")
    assert {tuple(sorted(pick)) for pick in game.pending.form.listed()} == {
        ((cell, 1),) for cell, _ in game.pending.form.cells
    } | {tuple((cell, 1) for cell, _ in game.pending.form.cells)}
    game.answer("move things", "1 rare")

    assert (game.stock("cup", 0), game.stock("citizenry", 0)) == ("1 rare", "1 home")


@rule("R097")
def test_powers_for_other_phases_do_nothing() -> None:
    game = table("roll").seat(0, tableau=["Galactic Investors", "Merchant Guild", "Robot Surveyors"], credits=1)

    game.phase("develop")

    assert game.credits() == 3
    assert game.powers == ["T18.a/1"]


def test_of_too_many_sets_of_workers_one_that_is_enough_is_offered() -> None:
    every = tuple((kind, 3) for kind in range(40))

    [found] = one_enough(every, lambda workers: sum(n for cell, n in workers if cell % 10 == 3) >= 5)

    assert sum(n for _, n in found) == 5 and all(cell % 10 == 3 for cell, _ in found)
    assert one_enough(every, lambda _: False) == ()
