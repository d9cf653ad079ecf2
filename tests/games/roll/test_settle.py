"""Settle (R140-R144) and its powers."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.position import RollPosition
from rftg_dsl.library import library
from rules import rule
from table import table

FREE = """tile X1 {
  development "Great Discount" cost 1 { cost of worlds: 3 less }
  world "Quiet World" gray cost 1 { gain 1 home die to cup }
}
"""


@rule("R140")
def test_settlers_complete_worlds_one_after_the_other_and_surplus_ones_go_to_the_cup() -> None:
    game = table("roll").seat(0, worlds=["Star Nomad Lair", "Artist Colony"], settle="3 military")

    game.phase("settle")

    assert game.pieces("tableau") == ["Star Nomad Lair", "Artist Colony"]
    assert game.stock("citizenry", 0) == "2 military, 2 novelty"
    assert game.stock("cup", 0) == "1 military"


@rule("R140")
def test_settlers_on_an_unfinished_world_stay_there() -> None:
    game = table("roll").seat(0, worlds=["Gateway Station"], settle="2 home")

    game.phase("settle")

    assert (game.pieces("tableau"), game.stock("settling", 0)) == ([], "2 home")


@rule("R140")
def test_developers_do_not_settle_and_settlers_do_not_develop() -> None:
    game = table("roll").seat(0, worlds=["Star Nomad Lair"], developments=["Public Works"], develop="1 home")

    game.phase("settle")

    assert game.pieces("tableau") == []
    assert game.stock("develop", 0) == "1 home"


@rule("R141")
def test_a_world_that_a_new_discount_makes_affordable_waits_for_settle() -> None:
    game = table("roll").seat(0, worlds=["Gateway Station"], settling="2 home")
    game.seat(0, developments=["Replicant Robots"], develop="4 rare")

    game.phase("develop")
    assert game.pieces("tableau") == ["Replicant Robots"]

    assert game.phase("settle").pieces("tableau") == ["Replicant Robots", "Gateway Station"]


@rule("R141")
def test_with_too_many_settlers_the_owner_chooses_which_leave() -> None:
    game = table("roll").seat(0, worlds=["Star Nomad Lair", "Plague World"], settling="1 home, 1 genes")

    game.phase("settle").answer("complete", "1 home")

    assert game.stock("citizenry", 0) == "1 home, 1 novelty"
    assert game.stock("settling", 0) == "1 genes"


@rule("R227")
@pytest.mark.parametrize("world", ["Gateway Station", "Transport Hub"])
@pytest.mark.parametrize("tableau", [["Free Trade Zone", "Replicant Robots"], ["Replicant Robots", "Free Trade Zone"]])
def test_free_trade_zone_with_replicant_robots_lowers_them_to_one(world: str, tableau: list[str]) -> None:
    # D20: Free Trade Zone applies first, regardless of which was built first.
    game = table("roll").seat(0, tableau=tableau, worlds=[world], settle="2 home")

    game.phase("settle")

    assert world in game.pieces("tableau")
    assert game.stock("cup", 0) == "1 home"


@rule("R137")
@pytest.mark.parametrize(("edition", "left"), [("2020", 1), ("2014", 2)])
def test_only_the_2020_rules_require_at_least_one_worker_for_every_tile(
    edition: str, left: int, tmp_path: Path
) -> None:
    # The floors of the printed discounts hide the difference, so the test adds a discount without a floor.
    (tmp_path / "set.toml").write_text('id = "free"\nname = "Free"\ngame = "roll"\nversion = "1"\n')
    (tmp_path / "free.rftg").write_text(FREE)
    game = RollPosition(library("roll", edition, [tmp_path]).rules(2))
    game.seat(0, tableau=["Great Discount"], worlds=["Gem World"], settle="2 home")

    game.phase("settle")

    assert game.pieces("tableau") == ["Great Discount", "Gem World"]
    assert game.stock("citizenry", 0) == ("1 home" if left == 1 else "")
    assert game.stock("cup", 0) == f"{left} home, 1 novelty"


@pytest.mark.parametrize(
    "tableau", [["Galactic Exchange", "New Galactic Order"], ["New Galactic Order", "Galactic Exchange"]]
)
def test_galactic_exchange_picks_before_new_galactic_order_saves_the_rest(tableau: list[str]) -> None:
    # D19: Exchange may pick Military settlers too.
    game = table("roll").seat(0, tableau=tableau, worlds=["Gateway Station"], settle="2 military, 1 home")

    game.phase("settle")
    assert game.options() == [("home in finishing", 1), ("military in finishing", 2)]
    game.answer("move things", "1 home")

    assert game.stock("cup", 0) == "1 home, 2 military"
    assert game.stock("citizenry", 0) == "1 consumption"


@rule("R143", "R225")
def test_a_die_can_be_removed_from_any_own_place() -> None:
    game = table("roll")
    game.seat(
        0,
        worlds=["Former Penal Colony", "Gem World"],
        settle="2 home",
        tableau=["Spice World"],
        goods={"Spice World": "1 novelty"},
        cup="1 rare",
        ship="1 genes",
        developing="1 alien",
        developments=["Nanotechnology"],
    ).selected(0, "produce", "consumption")
    game.seat(1, cup="1 military", citizenry="1 military")

    game.phase("settle")

    assert {name for name, _ in game.options()} == {
        "rare in cup",
        "home in citizenry",
        "home in settle",
        "genes in ship",
        "consumption in strip",
        "alien in developing",
        "novelty on Spice World",
    }


@rule("R144")
def test_a_phase_stays_active_even_if_the_die_that_selected_it_is_removed() -> None:
    game = table("roll").seat(0, worlds=["Former Penal Colony"], settle="1 home", tableau=["Merchant Guild"], credits=1)
    game.selected(0, "produce", "novelty").phases("settle", "produce")

    game.answer("discard", "1 novelty in strip")

    assert game.stock("strip", 0) == ""
    assert game.credits() == 3
    assert "T33.a/1" in game.powers
