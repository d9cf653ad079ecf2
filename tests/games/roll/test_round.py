"""Rounds (R040-R189), where a scenario does not reach: several rounds, other editions, what caused a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.position import RollPosition
from rftg_dsl.games.roll.build import find_one_smallest_set
from rftg_dsl.library.load import load_library
from rules import rule
from table import table

FREE = """tile X1 {
  development "Great Discount" cost 1 { cost of worlds: 3 less }
  world "Quiet World" gray cost 1 { gain 1 home die to cup }
}
"""


@rule("R067")
def test_a_reassign_power_can_be_used_again_in_the_next_round() -> None:
    game = table("roll").seat(0, tableau=["Local Subsidies"], explore="3 home")
    game.select("explore", "home").answer("reassign", "Local Subsidies").answer("worker", "home in explore", "ship")
    game.answer("reassign", "done").seat(0, explore="2 novelty")

    game.select("explore", "home in explore")

    assert "Local Subsidies" in game.options()


@rule("R064")
def test_a_seat_without_workers_selects_nothing() -> None:
    # D31: possible only under the 2014 rules.
    game = table("roll", edition="2014").selected(0, "ship", "home").seat(0)
    game.play.shift(game.layout.cells["home@strip.0"], game.layout.cells["home@supply"], 1, "laid out")

    game.roll()

    assert game.asked is None
    assert game.count("selected") == 0


@rule("R040", "R078")
def test_all_seats_finish_each_step_of_a_round_before_the_next() -> None:
    game = table("roll", 3)
    for seat in range(3):
        game.seat(seat, cup="1 home", credits=1).rolls(seat, "home explore").rolls(seat, "home ship")

    game.round()
    for _ in range(3):
        game.answer("select", "explore").answer("selector", "home").answer("reassign", "done")
    for _ in range(3):
        game.answer("task", "stock")

    wanted = ("rolled", "revealed", "stocked", "recruited", "reset")
    happened = [event.word for event in game.events if event.op != "adjust" or event.word == "stocked"]
    assert [word for word in happened if word in wanted][:10] == [
        *["rolled", "rolled", "rolled"],
        "revealed",
        *["stocked", "stocked", "stocked"],
        *["recruited", "recruited", "recruited"],
    ]
    assert game.pending.name == "select"
    assert game.count("round") == 2


def test_of_too_many_sets_of_workers_one_that_is_enough_is_offered() -> None:
    every = tuple((kind, 3) for kind in range(40))

    [smallest_set] = find_one_smallest_set(every, lambda workers: sum(n for cell, n in workers if cell % 10 == 3) >= 5)

    assert sum(n for _, n in smallest_set) == 5 and all(cell % 10 == 3 for cell, _ in smallest_set)
    assert find_one_smallest_set(every, lambda _: False) == ()


@rule("R137")
@pytest.mark.parametrize(("edition", "left"), [("2020", 1), ("2014", 2)])
def test_only_the_2020_rules_require_at_least_one_worker_for_every_tile(
    edition: str, left: int, tmp_path: Path
) -> None:
    # The floors of the printed discounts hide the difference, so the test adds a discount without a floor.
    (tmp_path / "set.toml").write_text('id = "free"\nname = "Free"\ngame = "roll"\nversion = "1"\n')
    (tmp_path / "free.rftg").write_text(FREE)
    game = RollPosition(load_library("roll", edition, [tmp_path]).rules(2))
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


@rule("R101")
def test_space_piracy_rounds_a_third_military_die_up() -> None:
    game = table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)

    game.end_of("ship")

    assert game.credits(0) == 3
    assert game.last_event.cause.power == "F1.a/1"


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
