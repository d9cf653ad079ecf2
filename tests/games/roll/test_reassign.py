"""The powers of the Assign step: every Reassign power and every change to Dictate (R066-R077, R226, R231)."""

from __future__ import annotations

from typing import Any

import pytest

from games.roll.position import RollPosition
from rules import power, rule
from table import table

COLUMNS = ("explore", "develop", "settle", "produce", "ship")


def assigned(*tableau: str, phase: str = "ship", **columns: str) -> RollPosition:
    """Seat 0 has these developments and workers and has selected a phase with an extra Consumption die."""
    game: RollPosition = table("roll").seat(0, tableau=list(tableau), **columns)
    game.seat(0, explore="1 consumption")
    return game.select(phase, "consumption in explore")


def moves(game: RollPosition, name: str) -> set[Any]:
    """The moves that a power offers."""
    return set(game.answer("reassign", name).options())


def anywhere_but(*stand: str) -> set[Any]:
    """The moves of each worker (``"home in explore"``) to every other column."""
    return {(die, column) for die in stand for column in COLUMNS if column != die.split()[-1]}


@pytest.mark.parametrize(
    ("name", "column"),
    [
        pytest.param("Colonial Affinity", "settle", marks=power("T06.a/1")),
        pytest.param("Shipping Affinity", "ship", marks=power("T45.a/1")),
        pytest.param("Technology Affinity", "develop", marks=power("T52.a/1")),
    ],
)
def test_an_affinity_moves_one_worker_of_any_colour_to_its_column(name: str, column: str) -> None:
    game = assigned(name, explore="1 home", **{column: "1 military"})

    assert moves(game, name) == {("home in explore", column)}
    game.answer("worker", "home", column)

    assert game.stock(column, 0) == "1 home, 1 military"
    assert game.last_event.word == "reassigned"
    assert game.options() == ["dictate", "done"]


def test_an_affinity_is_not_offered_if_all_workers_are_in_its_column() -> None:
    game = assigned("Technology Affinity", develop="2 home")

    assert game.options() == ["dictate", "done"]


@power("T39.a/1")
def test_operations_affinity_moves_a_worker_to_explore_or_produce() -> None:
    game = assigned("Operations Affinity", explore="1 home", settle="1 military")

    assert moves(game, "Operations Affinity") == {
        ("home in explore", "produce"),
        ("military in settle", "explore"),
        ("military in settle", "produce"),
    }
    game.answer("worker", "military", "produce")

    assert game.stock("produce", 0) == "1 military"


@power("T08.a/1")
def test_diversification_moves_a_home_explorer_only() -> None:
    game = assigned("Diversification", explore="1 home, 1 military", develop="1 home")

    assert moves(game, "Diversification") == anywhere_but("home in explore")
    game.answer("worker", "home in explore", "settle")

    assert game.stock("settle", 0) == "1 home"


@power("T17.a/1")
def test_galactic_influence_moves_any_worker_to_any_column() -> None:
    game = assigned("Galactic Influence", explore="1 home", ship="1 alien")

    assert moves(game, "Galactic Influence") == anywhere_but("home in explore", "alien in ship")
    game.answer("worker", "alien", "explore")

    assert game.stock("explore", 0) == "1 home, 1 alien"


@power("T30.a/1")
def test_local_subsidies_moves_a_home_worker() -> None:
    game = assigned("Local Subsidies", develop="1 home, 1 rare")

    assert moves(game, "Local Subsidies") == anywhere_but("home in develop")
    game.answer("worker", "home", "produce")

    assert game.stock("produce", 0) == "1 home"


@power("T25.a/1")
def test_hydroponics_guild_moves_a_novelty_or_genes_worker() -> None:
    game = assigned("Hydroponics Guild", produce="1 novelty, 1 rare", settle="1 genes")

    assert moves(game, "Hydroponics Guild") == anywhere_but("novelty in produce", "genes in settle")
    game.answer("worker", "genes", "ship")

    assert game.stock("ship", 0) == "1 genes"
    assert game.options() == ["dictate", "done"]


@power("T48.a/1")
def test_space_mercenaries_moves_a_military_or_rare_worker() -> None:
    game = assigned("Space Mercenaries", settle="1 military", develop="1 rare, 1 genes")

    assert moves(game, "Space Mercenaries") == anywhere_but("military in settle", "rare in develop")
    game.answer("worker", "rare", "explore")

    assert game.stock("explore", 0) == "1 rare"


@rule("R102", "R103")
def test_a_consumption_die_counts_as_no_other_colour_for_a_power() -> None:
    # R103: it matches other colours only when consuming.
    game = assigned("Space Mercenaries", "Hydroponics Guild", "Local Subsidies", develop="2 consumption")

    assert game.options() == ["dictate", "done"]


@rule("R074", "R226")
@power("T09.a/1")
def test_executive_power_moves_two_workers_of_one_column_to_the_selected_phase() -> None:
    game = assigned("Executive Power", explore="1 home, 1 military", develop="1 rare", phase="settle")

    assert moves(game, "Executive Power") == {("home in explore", "settle"), ("military in explore", "settle")}
    game.answer("worker", "home", "settle")

    # The second worker must come from the same column, so it is the only choice or moves unasked.
    assert game.options() == [("military in explore", "settle")]
    game.answer("worker", "military", "settle")
    assert game.stock("settle", 0) == "1 home, 1 military"
    assert game.stock("explore", 0) == ""


def test_executive_power_needs_two_workers_that_share_a_column() -> None:
    game = assigned("Executive Power", explore="1 home", develop="1 rare", phase="settle")

    assert game.options() == ["dictate", "done"]


def test_executive_power_does_not_move_workers_already_in_the_selected_column() -> None:
    # D33: the two share a column before they move, so it cannot be the column they move to.
    game = assigned("Executive Power", settle="3 home", phase="settle")

    assert game.options() == ["dictate", "done"]


@power("T24.a/1")
def test_homeworld_patriotism_moves_home_workers_to_the_selected_phase() -> None:
    game = assigned("Homeworld Patriotism", explore="1 home, 1 military", develop="1 home", phase="produce")

    assert moves(game, "Homeworld Patriotism") == {("home in explore", "produce"), ("home in develop", "produce")}
    game.answer("worker", "home in explore", "produce")
    assert game.options() == [("home in develop", "produce"), "done"]
    game.answer("worker", "home", "produce")

    assert game.stock("produce", 0) == "2 home"
    assert game.options() == ["dictate", "done"]


@power("T41.a/1")
def test_propaganda_campaign_moves_one_or_two_workers_to_the_selected_phase() -> None:
    game = assigned("Propaganda Campaign", explore="1 home", develop="1 rare", settle="1 genes", phase="settle")

    assert moves(game, "Propaganda Campaign") == {("home in explore", "settle"), ("rare in develop", "settle")}
    game.answer("worker", "rare", "settle").answer("worker", "done")

    assert game.stock("settle", 0) == "1 rare, 1 genes"
    assert game.stock("explore", 0) == "1 home"


@rule("R072", "R226")
@power("T28.a/1")
def test_isolation_policy_moves_one_or_two_explorers_to_columns_that_may_differ() -> None:
    game = assigned("Isolation Policy", explore="2 home", develop="1 rare")

    assert moves(game, "Isolation Policy") == anywhere_but("home in explore")
    game.answer("worker", "home", "produce").answer("worker", "home", "ship")

    assert (game.stock("produce", 0), game.stock("ship", 0)) == ("1 home", "1 home")


@rule("R226")
@power("T36.a/1")
def test_nanotechnology_moves_one_or_two_workers_but_no_die_twice() -> None:
    game = assigned("Nanotechnology", explore="1 home", ship="1 genes")

    assert moves(game, "Nanotechnology") == anywhere_but("home in explore", "genes in ship")
    game.answer("worker", "home", "ship")

    assert set(game.options()) == {*anywhere_but("genes in ship"), "done"}


@power("T51.a/1")
def test_system_diversification_moves_workers_that_are_not_home_dice() -> None:
    game = assigned("System Diversification", explore="1 home, 1 military", ship="1 alien")

    assert moves(game, "System Diversification") == anywhere_but("military in explore", "alien in ship")
    game.answer("worker", "military", "settle").answer("worker", "alien", "settle")

    assert game.stock("settle", 0) == "1 military, 1 alien"


@power("T31.a/1")
def test_mad_scientists_moves_two_workers_for_the_most_novelty_worlds() -> None:
    game = assigned("Mad Scientists", "Gem World", explore="2 home")

    game.answer("reassign", "Mad Scientists").answer("worker", "home", "ship").answer("worker", "home", "produce")

    assert (game.stock("ship", 0), game.stock("produce", 0)) == ("1 home", "1 home")
    assert "T31.a/2" not in game.powers


@rule("R231")
@power("T31.a/2")
def test_mad_scientists_moves_one_worker_if_nobody_has_a_novelty_world() -> None:
    game = assigned("Mad Scientists", explore="2 home")

    game.answer("reassign", "Mad Scientists").answer("worker", "home", "ship")

    assert game.stock("ship", 0) == "1 home"
    assert game.options() == ["dictate", "done"]


@rule("R231")
def test_mad_scientists_does_nothing_with_fewer_novelty_worlds_than_another_seat() -> None:
    game = table("roll").seat(1, tableau=["Spice World"]).seat(0, tableau=["Mad Scientists"], explore="3 home")

    game.select("ship", "home")

    assert game.options() == ["dictate", "done"]


@power("T05.a/1")
def test_backup_planning_allows_dictate_while_there_are_two_workers() -> None:
    game = assigned("Backup Planning", explore="4 home")

    for _ in range(2):
        game.answer("reassign", "dictate").answer("give", "home in explore").answer("worker", "home in explore", "ship")

    assert game.stock("dictated", 0) == "2 home"
    assert game.stock("ship", 0) == "2 home"
    game.answer("reassign", "dictate").answer("give", "home").answer("worker", "home", "develop")
    assert game.options() == ["done"]


@rule("R226")
@power("T19.a/1")
def test_galactic_mandate_moves_up_to_three_workers_with_one_dictate() -> None:
    game = assigned("Galactic Mandate", explore="5 home")

    game.answer("reassign", "dictate").answer("give", "home")
    for column in ("ship", "settle", "produce"):
        game.answer("worker", "home in explore", column)

    assert game.stock("dictated", 0) == "1 home"
    assert [game.stock(column, 0) for column in COLUMNS] == ["1 home", "", "1 home", "1 home", "1 home"]
    assert game.options() == ["done"]


def test_galactic_mandate_may_stop_after_one_worker_but_not_before() -> None:
    game = assigned("Galactic Mandate", explore="5 home")

    game.answer("reassign", "dictate").answer("give", "home")
    assert "done" not in game.options()
    game.answer("worker", "home", "ship").answer("worker", "done")

    assert game.stock("ship", 0) == "1 home"


@rule("R072")
def test_mandate_and_backup_planning_work_together() -> None:
    game = assigned("Galactic Mandate", "Backup Planning", explore="7 home")

    for _ in range(2):
        game.answer("reassign", "dictate").answer("give", "home in explore")
        game.answer("worker", "home in explore", "ship").answer("worker", "home in explore", "settle")
        game.answer("worker", "done")

    assert game.stock("dictated", 0) == "2 home"
    assert (game.stock("ship", 0), game.stock("settle", 0)) == ("2 home", "2 home")
