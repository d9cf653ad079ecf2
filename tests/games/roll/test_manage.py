"""Manage Empire and the end of a round (R180-R189)."""

from __future__ import annotations

import pytest

from rules import rule
from table import table


@rule("R180")
def test_each_recruited_die_costs_a_credit_until_the_citizenry_is_empty() -> None:
    game = table("roll").seat(0, citizenry="2 home, 1 rare", credits=5)

    game.manage()

    assert game.stock("cup", 0) == "2 home, 1 rare"
    assert game.credits() == 2


@rule("R181")
def test_recruiting_is_compulsory_and_with_too_few_credits_the_owner_picks() -> None:
    game = table("roll").seat(0, citizenry="2 home, 1 rare", credits=2)

    game.manage()
    assert game.options() == [("home in citizenry", 2), ("rare in citizenry", 1)]
    assert all(sum(n for _, n in pick) == 2 for pick in game.pending.form.listed())
    game.answer("recruit", "1 home, 1 rare")

    assert (game.stock("cup", 0), game.stock("citizenry", 0)) == ("1 home, 1 rare", "1 home")


@rule("R182")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (3, 1), (4, 2)])
def test_zero_credits_after_recruiting_become_one(before: int, after: int) -> None:
    game = table("roll").seat(0, citizenry="2 home", credits=before)

    assert game.manage().credits() == after


@rule("R183")
def test_any_workers_in_the_zone_and_any_goods_may_return_for_free() -> None:
    game = table("roll").seat(0, citizenry="1 home", credits=1, developing="2 rare", settling="1 military")
    game.seat(0, developments=["Nanotechnology"], worlds=["Plague World"], tableau=["Spice World"])
    game.seat(0, goods={"Spice World": "1 genes"})

    game.manage()
    assert game.pending.form.accepts(())
    game.answer("recall", "1 rare in developing, 1 military in settling, 1 genes on Spice World")

    assert game.stock("cup", 0) == "1 home, 1 military, 1 rare, 1 genes"
    assert game.stock("developing", 0) == "1 rare"
    assert game.credits() == 1


@rule("R183")
def test_recalling_is_optional_while_there_is_a_die_in_the_cup() -> None:
    game = table("roll").seat(0, citizenry="1 home", credits=3, settling="1 military", worlds=["Plague World"])

    game.manage().answer("recall")

    assert game.stock("settling", 0) == "1 military"


@rule("R184")
@pytest.mark.parametrize(("edition", "free"), [("2020", False), ("2014", True)])
def test_only_the_2020_rules_force_an_empty_cup_to_recall_a_die(edition: str, free: bool) -> None:
    # D31
    game = table("roll", edition=edition).seat(0, credits=3, settling="2 military", worlds=["Plague World"])

    game.manage()

    assert game.pending.form.accepts(()) == free
    assert game.pending.rule == ("R183" if free else "R184")
    game.answer("recall", "1 military")
    assert game.stock("cup", 0) == "1 military"


@rule("R184")
def test_a_seat_with_nothing_to_recall_keeps_its_empty_cup() -> None:
    game = table("roll").seat(0, credits=3)

    assert game.manage().asked is None


@rule("R185")
def test_no_phase_is_active_in_the_next_round() -> None:
    game = table("roll", 3)
    for seat in range(3):
        game.seat(seat, cup="1 home").rolls(seat, "home explore").rolls(seat, "home ship")
    game.round()
    for _ in range(3):
        game.answer("select", "ship").answer("selector", "home").answer("reassign", "done")

    assert (game.count("round"), game.pending.name) == (2, "select")
    assert game.active == ()


@rule("R041", "R186")
def test_the_game_ends_with_a_round_after_which_the_initial_pool_is_empty() -> None:
    for pool, ended in ((0, ("pool",)), (1, ())):
        assert table("roll").seat(0, cup="1 home").common(pool=pool).end_round().ended == ended


@rule("R186", "R187", "R188")
@pytest.mark.parametrize(("tiles", "squares", "ended"), [(8, 11, ()), (9, 12, ("squares",)), (11, 14, ("squares",))])
def test_a_tableau_of_twelve_squares_ends_the_game_and_more_are_allowed(
    tiles: int, squares: int, ended: tuple[str, ...]
) -> None:
    game = table("roll")
    names = [game.printed(f"T{nth:02}.b") for nth in range(1, tiles + 1)]

    game.seat(1, tableau=["Space Piracy", "Hidden Fortress", "Old Earth", *names], cup="1 home")

    assert game.squares(1) == squares
    assert game.end_round().ended == ended


@rule("R187")
def test_faction_and_home_world_are_three_squares() -> None:
    for faction in (["Space Piracy", "Hidden Fortress"], ["Destroyed Colony", "Awakened Alien Outpost"]):
        assert table("roll").seat(0, tableau=[*faction, "Old Earth"]).squares() == 3


@rule("R041")
def test_a_round_is_finished_even_if_the_pool_runs_out() -> None:
    game = table("roll", 3).common(pool=1)
    for seat in range(3):
        game.seat(seat, cup="1 home", credits=1, tableau=[["Spice World", "Gem World", "Space Port"][seat]])
        game.rolls(seat, "home ship")
    game.seat(0, goods={"Spice World": "1 novelty"}).seat(2, goods={"Space Port": "1 novelty"})
    game.round()
    for _ in range(3):
        game.answer("select", "ship").answer("selector", "home").answer("reassign", "done")

    game.answer("mode", "consume")
    assert (game.pending.seat, game.ended) == (2, ())
    game.answer("mode", "consume")
    game.answer("recruit", "1 home").answer("recruit", "1 home")

    assert game.ended == ("pool",)
    assert [game.stock("cup", seat) for seat in range(3)] == ["1 home"] * 3
    assert game.asked is None


@rule("R189")
def test_recalling_in_the_last_round_is_allowed_and_counts_for_ties() -> None:
    game = table("roll").common(pool=0).seat(0, settling="2 home", worlds=["Plague World"], credits=2, cup="1 home")
    before = game.tie_break()

    game.manage().answer("recall", "2 home").end_round()

    assert game.ended == ("pool",)
    assert game.tie_break() == before + 2
