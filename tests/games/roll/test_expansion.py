"""What powers of custom tiles do that no printed tile has."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.expansion import wrong, zeta
from games.roll.position import RollPosition
from rftg_dsl.compile.interpret import Interpreter

COLUMNS = {"explore", "develop", "settle", "produce", "ship"}


def assigning(folder: Path, power: str, **dice: str) -> RollPosition:
    """Seat 0 has this power, and has selected Ship with a further Consumption die."""
    game = zeta(folder, power).seat(0, tableau=["Zeta 1"], **dice)
    return game.seat(0, explore="1 consumption").select("ship", "consumption in explore")


# -- reassigning ------------------------------------------------------------------------------------------------


def test_only_workers_are_reassigned_wherever_else_dice_of_the_colour_lie(tmp_path: Path) -> None:
    power = "assign: may reassign 1 military die"
    game = assigning(tmp_path, power, cup="1 military", citizenry="1 military", explore="1 military")

    game.answer("reassign", "Zeta 1")

    assert game.options() == [("military in explore", column) for column in ("develop", "settle", "produce", "ship")]


def test_a_power_on_dice_is_not_offered_where_none_of_them_is_a_worker(tmp_path: Path) -> None:
    game = assigning(tmp_path, "assign: may reassign 1 military die", cup="1 military", explore="2 home")

    assert game.options() == ["dictate", "done"]


@pytest.mark.parametrize("amount", ["1 worker per own world", "up to 2 novelty workers"])
def test_a_power_that_can_move_nobody_is_not_offered(tmp_path: Path, amount: str) -> None:
    amount = amount.replace("1 worker", "1 home worker")
    game = assigning(tmp_path, f"assign: may reassign {amount}", explore="1 home")

    assert game.options() == ["done"]


def test_reassigning_moves_as_many_workers_as_are_counted(tmp_path: Path) -> None:
    game = assigning(tmp_path, "assign: may reassign 1 worker per own development", explore="3 home")
    game.answer("reassign", "Zeta 1").answer("worker", "home in explore", "settle")

    assert game.pending.name == "reassign"
    assert game.stock("settle", 0) == "1 home"


def test_nobody_dictates_where_no_worker_would_move(tmp_path: Path) -> None:
    game = assigning(tmp_path, "dictated workers: 1 less", explore="3 home")

    assert game.options() == ["done"]


@pytest.mark.parametrize("phrase", ["1 worker to cup", "1 die in cup", "1 good", "2 workers in citizenry to ship"])
def test_reassigning_from_or_to_anywhere_but_a_column_is_a_mistake(tmp_path: Path, phrase: str) -> None:
    assert [one.code for one in wrong(tmp_path, f"assign: may reassign {phrase}")] == ["wrong-kind"] * 2


# -- prices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "citizenry", "credits", "asked"),
    [
        ("move 3 dice in citizenry to supply", "2 home", 0, False),
        ("move 3 dice in citizenry to supply", "2 home, 1 rare", 0, True),
        ("spend $1, spend $1", "", 1, False),
        ("spend $1, spend $1", "", 2, True),
        ("remove 1 home die in citizenry, remove 1 home die in citizenry", "1 home", 0, False),
        ("move 1 die in citizenry to cup per own development", "", 0, False),
    ],
)
def test_a_price_that_cannot_be_paid_in_full_is_not_asked_for(
    tmp_path: Path, price: str, citizenry: str, credits: int, asked: bool
) -> None:
    game = zeta(tmp_path, f"at end of ship: may {price}: gain 3 vp")
    game.seat(0, tableau=["Zeta 1"], citizenry=citizenry, credits=credits).end_of("ship")

    assert (game.asked is not None) == asked
    if asked:
        game.answer("use", "Zeta 1")
        assert (game.vp(), game.credits(), game.stock("citizenry", 0)) == (3, 0, "")


# -- stocking ---------------------------------------------------------------------------------------------------


def test_who_stocks_never_loses_credits(tmp_path: Path) -> None:
    game = zeta(tmp_path, "stocking: 3 less").seat(0, tableau=["Zeta 1"], explore="1 home", credits=2)

    game.phase("explore").answer("task", "stock")

    assert game.credits() == 2


# -- places -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", ["gain 1 military die", "move 1 die in cup", "reassign 1 home worker"])
def test_where_no_phase_is_selected_nothing_goes_to_the_selected_phase(tmp_path: Path, power: str) -> None:
    verb, rest = power.split(" ", 1)
    when = "assign: may" if verb == "reassign" else "at start of ship:"
    game = zeta(tmp_path, f"{when} {verb} {rest} to the selected phase").seat(0, tableau=["Zeta 1"], cup="1 home")
    before = list(game.play.stock)

    game.phase("ship")

    assert game.play.stock == before


@pytest.mark.parametrize("place", ["bag", "hand", "tableau", "worlds", "finishing", "strip", "wild"])
def test_dice_never_go_where_tiles_lie_or_only_the_steps_put_them(tmp_path: Path, place: str) -> None:
    for power in (f"gain 1 home die to {place}", f"move 1 die in cup to {place}"):
        assert {one.code for one in wrong(tmp_path, power)} == {"wrong-kind"}


def test_what_comes_from_the_supply_does_not_go_there(tmp_path: Path) -> None:
    assert {one.code for one in wrong(tmp_path, "gain 1 home die to supply")} == {"wrong-kind"}
    assert not wrong(tmp_path, "move 1 home die in cup to supply")


@pytest.mark.parametrize("power", ["remove 1 die in tableau", "move 1 home die in bag to cup"])
def test_dice_are_not_looked_for_where_only_tiles_lie(tmp_path: Path, power: str) -> None:
    assert {one.code for one in wrong(tmp_path, power)} == {"wrong-kind"}


@pytest.mark.parametrize(
    "thing",
    [
        "2 every home dice",
        "2 every goods",
        "2 every goods on every world",
        "2 home dice of opponents",
        "2 every dice on own novelty worlds",
        "2 goods on own worlds",
    ],
)
def test_dice_of_everybody_are_found_once_and_in_one_order(tmp_path: Path, thing: str) -> None:
    game = zeta(tmp_path, f"at end of ship: remove {thing}", "gain $1", players=3)
    game.seat(0, tableau=["Zeta 1", "Spice World"], cup="2 home", goods={"Spice World": "1 home"})
    game.seat(1, tableau=["Eta 2"], cup="1 home", explore="1 home", goods={"Eta 2": "1 home"})
    game.seat(2, tableau=["Gem World"], citizenry="1 home", goods={"Gem World": "1 home, 1 rare"})
    interpreter = Interpreter(game.rules.binder)
    [power] = [one for one in game.rules.by_id.values() if one.id == "ZZ1.a/1"]

    plain = interpreter.cells(game.play, 0, game.piece("Zeta 1"), power.model.effects[0].what)  # type: ignore[arg-type]
    game.end_of("ship")

    assert len(plain) == len(set(plain))
    if game.asked:
        assert [cell for cell, _ in game.pending.form.cells] == plain  # type: ignore[union-attr]
