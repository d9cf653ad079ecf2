"""Settle (R140-R144) and its powers."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.position import RollPosition
from rftg_dsl.library import library
from rules import power, rule
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
@power("T12.a/1")
@pytest.mark.parametrize("world", ["Gateway Station", "Transport Hub"])
def test_free_trade_zone_lowers_gray_worlds_of_three_or_four_to_two(world: str) -> None:
    game = table("roll").seat(0, tableau=["Free Trade Zone"], worlds=[world], settle="2 home")

    assert world in game.phase("settle").pieces("tableau")


@rule("R227")
@power("T12.a/1", "T43.a/1")
@pytest.mark.parametrize("world", ["Gateway Station", "Transport Hub"])
@pytest.mark.parametrize("tableau", [["Free Trade Zone", "Replicant Robots"], ["Replicant Robots", "Free Trade Zone"]])
def test_free_trade_zone_with_replicant_robots_lowers_them_to_one(world: str, tableau: list[str]) -> None:
    # D20: Free Trade Zone applies first, regardless of which was built first.
    game = table("roll").seat(0, tableau=tableau, worlds=[world], settle="2 home")

    game.phase("settle")

    assert world in game.pieces("tableau")
    assert game.stock("cup", 0) == "1 home"


def test_free_trade_zone_never_raises_a_cost_and_helps_only_gray_worlds() -> None:
    game = table("roll").seat(0, tableau=["Free Trade Zone"], worlds=["Fifth Column", "Plague World"], settle="3 home")

    game.phase("settle")

    assert game.pieces("tableau")[1:] == ["Fifth Column"]
    assert game.stock("settling", 0) == "2 home"


@power("T12.a/1")
def test_free_trade_zone_takes_two_off_if_at_least_two_remain() -> None:
    game = table("roll").seat(0, tableau=["Free Trade Zone"], worlds=["Galactic Trendsetters"], settle="5 home")

    game.phase("settle")

    assert game.stock("cup", 0) == "1 home"


@power("T04.a/1")
@pytest.mark.parametrize(("world", "settlers"), [("Plague World", 2), ("Lost Alien Battle Fleet", 5)])
def test_alien_uplift_blueprints_makes_genes_and_alien_worlds_cheaper(world: str, settlers: int) -> None:
    game = table("roll").seat(0, tableau=["Alien Uplift Blueprints"], worlds=[world], settle=f"{settlers} home")

    game.phase("settle")

    assert game.pieces("tableau") == ["Alien Uplift Blueprints", world]


def test_alien_uplift_blueprints_does_not_help_with_other_worlds() -> None:
    game = table("roll").seat(0, tableau=["Alien Uplift Blueprints"], worlds=["Comet Zone"], settle="2 home")

    assert game.phase("settle").pieces("worlds") == ["Comet Zone"]


@rule("R137")
@power("T43.a/1")
def test_replicant_robots_makes_every_world_cheaper_but_none_free() -> None:
    game = table("roll").seat(0, tableau=["Replicant Robots"], worlds=["Gem World", "Star Nomad Lair"], settle="2 home")

    game.phase("settle")

    assert game.pieces("tableau")[1:] == ["Gem World", "Star Nomad Lair"]
    assert game.stock("cup", 0) == "1 novelty"


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


@power("T15.a/1")
def test_galactic_exchange_sends_one_or_two_settlers_to_the_cup() -> None:
    game = table("roll").seat(0, tableau=["Galactic Exchange"], worlds=["Gateway Station"], settle="2 home, 1 genes")

    game.phase("settle").answer("move things", "1 home, 1 genes")

    assert game.stock("cup", 0) == "1 home, 1 genes"
    assert game.stock("citizenry", 0) == "1 home, 1 consumption"


@power("T38.a/1")
def test_new_galactic_order_sends_all_military_settlers_to_the_cup() -> None:
    game = table("roll").seat(
        0, tableau=["New Galactic Order"], worlds=["Gateway Station"], settle="2 military, 1 home"
    )

    game.phase("settle")

    assert game.stock("cup", 0) == "2 military"
    assert game.stock("citizenry", 0) == "1 home, 1 consumption"


@power("T15.a/1", "T38.a/1")
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


@power("T54.a/1", "T54.a/2")
def test_terraforming_robots_pays_one_for_a_world_and_two_for_a_rare_one() -> None:
    game = table("roll").seat(
        0, tableau=["Terraforming Robots"], worlds=["Star Nomad Lair", "Asteroid Belt"], settle="3 home", credits=1
    )

    game.phase("settle")

    assert game.credits() == 1 + 1 + 2


def test_terraforming_robots_pays_nothing_for_the_worlds_of_others() -> None:
    game = table("roll").seat(0, tableau=["Terraforming Robots"], credits=1)
    game.seat(1, worlds=["Asteroid Belt"], settle="2 home")

    assert game.phase("settle").credits() == 1


@power("T44.a/1")
def test_robot_surveyors_pays_at_the_end_of_settle() -> None:
    game = table("roll").seat(0, tableau=["Robot Surveyors"], credits=1)

    game.phase("settle")

    assert game.credits() == 3


@rule("R143")
def test_a_die_that_a_world_gives_cannot_be_the_one_removed_for_it() -> None:
    # D37
    game = table("roll").seat(0, worlds=["Rebel Miners"], settle="2 home")

    game.phase("settle")

    assert game.asked is None
    assert game.stock("citizenry", 0) == "1 home, 2 military"
