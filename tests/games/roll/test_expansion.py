"""Powers of custom tiles that no printed tile has."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.expansion import set_of, wrong, zeta
from games.roll.position import RollPosition
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.interpret import Interpreter, Use
from rftg_dsl.library import library

COLUMNS = {"explore", "develop", "settle", "produce", "ship"}


def assigning(folder: Path, power: str, **dice: str) -> RollPosition:
    """Seat 0 has this power and has selected Ship with an extra Consumption die."""
    game = zeta(folder, power).seat(0, tableau=["Zeta 1"], **dice)
    return game.seat(0, explore="1 consumption").select("ship", "consumption in explore")


# -- reassigning ------------------------------------------------------------------------------------------------


def test_only_workers_are_reassigned_and_not_other_dice_of_the_colour(tmp_path: Path) -> None:
    power = "assign: may reassign 1 military die"
    game = assigning(tmp_path, power, cup="1 military", citizenry="1 military", explore="1 military")

    game.answer("reassign", "Zeta 1")

    assert game.options() == [("military in explore", column) for column in ("develop", "settle", "produce", "ship")]


def test_a_power_on_dice_is_not_offered_if_none_of_them_is_a_worker(tmp_path: Path) -> None:
    game = assigning(tmp_path, "assign: may reassign 1 military die", cup="1 military", explore="2 home")

    assert game.options() == ["dictate", "done"]


@pytest.mark.parametrize("amount", ["1 worker per own world", "up to 2 novelty workers"])
def test_a_power_that_can_move_no_worker_is_not_offered(tmp_path: Path, amount: str) -> None:
    amount = amount.replace("1 worker", "1 home worker")
    game = assigning(tmp_path, f"assign: may reassign {amount}", explore="1 home")

    assert game.options() == ["done"]


def test_reassigning_moves_the_counted_number_of_workers(tmp_path: Path) -> None:
    game = assigning(tmp_path, "assign: may reassign 1 worker per own development", explore="3 home")
    game.answer("reassign", "Zeta 1").answer("worker", "home in explore", "settle")

    assert game.pending.name == "reassign"
    assert game.stock("settle", 0) == "1 home"


def test_dictate_is_not_offered_if_no_worker_could_move(tmp_path: Path) -> None:
    game = assigning(tmp_path, "dictated workers: 1 less", explore="3 home")

    assert game.options() == ["done"]


@pytest.mark.parametrize("phrase", ["1 worker to cup", "1 die in cup", "1 good", "2 workers in citizenry to ship"])
def test_reassigning_from_or_to_anything_but_a_column_is_an_error(tmp_path: Path, phrase: str) -> None:
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


def test_stocking_never_loses_credits(tmp_path: Path) -> None:
    game = zeta(tmp_path, "stocking: 3 less").seat(0, tableau=["Zeta 1"], explore="1 home", credits=2)

    game.phase("explore").answer("task", "stock")

    assert game.credits() == 2


# -- places -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("power", ["gain 1 military die", "move 1 die in cup", "reassign 1 home worker"])
def test_nothing_goes_to_the_selected_phase_if_none_is_selected(tmp_path: Path, power: str) -> None:
    verb, rest = power.split(" ", 1)
    when = "assign: may" if verb == "reassign" else "at start of ship:"
    game = zeta(tmp_path, f"{when} {verb} {rest} to the selected phase").seat(0, tableau=["Zeta 1"], cup="1 home")
    before = list(game.play.stock)

    game.phase("ship")

    assert game.play.stock == before


@pytest.mark.parametrize("place", ["bag", "hand", "tableau", "worlds", "finishing", "strip", "wild"])
def test_powers_cannot_move_dice_to_tile_places_or_internal_places(tmp_path: Path, place: str) -> None:
    for power in (f"gain 1 home die to {place}", f"move 1 die in cup to {place}"):
        assert {one.code for one in wrong(tmp_path, power)} == {"wrong-kind"}


def test_dice_gained_from_the_supply_cannot_go_to_the_supply(tmp_path: Path) -> None:
    assert {one.code for one in wrong(tmp_path, "gain 1 home die to supply")} == {"wrong-kind"}
    assert not wrong(tmp_path, "move 1 home die in cup to supply")


@pytest.mark.parametrize("power", ["remove 1 die in tableau", "move 1 home die in bag to cup"])
def test_dice_are_not_looked_for_in_tile_places(tmp_path: Path, power: str) -> None:
    assert {one.code for one in wrong(tmp_path, power)} == {"wrong-kind"}


@pytest.mark.parametrize(
    "thing",
    [
        "2 every home dice",
        "2 every goods",
        "2 every goods on every world",
        "2 home dice of opponents",
        "2 dice on every novelty world",
        "2 goods on own worlds",
    ],
)
def test_dice_of_all_seats_are_found_once_in_a_fixed_order(tmp_path: Path, thing: str) -> None:
    game = zeta(tmp_path, f"at end of ship: remove {thing}", "gain $1", players=3)
    game.seat(0, tableau=["Zeta 1", "Spice World"], cup="2 home", goods={"Spice World": "1 home"})
    game.seat(1, tableau=["Eta 2"], cup="1 home", explore="1 home", goods={"Eta 2": "1 home"})
    game.seat(2, tableau=["Gem World"], citizenry="1 home", goods={"Gem World": "1 home, 1 rare"})
    interpreter = Interpreter(Binder(game.rules.model, game.rules.game, game.rules.layout))
    [power] = [one for one in game.rules.by_id.values() if one.id == "ZZ1.a/1"]

    plain = interpreter.cells(Use(game.play, 0, game.piece("Zeta 1")), power.model.effects[0].what)  # type: ignore[arg-type]
    game.end_of("ship")

    assert len(plain) == len(set(plain))
    if game.asked:
        assert [cell for cell, _ in game.pending.form.cells] == plain  # type: ignore[union-attr]


# -- virtual workers --------------------------------------------------------------------------------------------


def test_a_virtual_worker_works_in_the_phase_it_is_employed_for_and_waits_for_it(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at start of explore: employ 1 home shipper").seat(0, tableau=["Zeta 1", "Spice World"])
    game.seat(0, goods={"Spice World": "1 novelty"}, credits=0)

    game.phase("explore")
    assert game.asked is None
    game.phase("ship").answer("mode", "trade")

    assert (game.credits(), game.play.facts[game.layout.fact["virtual.0"]]) == (3, ())


def test_a_virtual_worker_without_work_vanishes_with_its_phase(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of explore: employ 2 home shippers").seat(0, tableau=["Zeta 1"])

    game.phase("explore")
    assert game.play.rules.game.report(game.play)["seats"][0]["virtual"] == ["home", "home"]
    game.phase("ship")

    assert game.play.facts[game.layout.fact["virtual.0"]] == ()


def test_two_virtual_workers_of_one_power_work_one_after_the_other(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at start of explore: employ 2 home explorers").seat(0, tableau=["Zeta 1"], credits=0)

    game.phase("explore").answer("task", "stock").answer("task", "stock")

    assert (game.asked, game.credits()) == (None, 4)


def test_virtual_workers_that_would_employ_each_other_are_an_error(tmp_path: Path) -> None:
    assert {one.code for one in wrong(tmp_path, "when you scout: employ 1 home explorer")} == {"trigger-cycle"}
    assert not wrong(tmp_path, "when you scout, once per phase: employ 1 home explorer")


# -- games that could go on forever -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "power", "answers"),
    [
        ("explore", "when you stock: move 1 die in citizenry to explore", {"task": ("stock",)}),
        (
            "ship",
            "when you trade: move 1 die in citizenry to ship, move 1 die in citizenry to here",
            {"mode": ("trade",)},
        ),
        ("produce", "when you produce: move 1 good to produce", {}),
    ],
)
def test_reused_dice_do_no_more_tasks_than_there_are_dice(
    tmp_path: Path, phase: str, power: str, answers: dict[str, tuple[str]]
) -> None:
    game = zeta(tmp_path, power).seat(0, tableau=["Eta 1"], goods={"Eta 1": "1 home"}, **{phase: "1 home"})
    if phase == "produce":
        game.seat(0, tableau=["Spice World"])
    game.phase(phase)
    for _ in range(1000):
        if game.asked is None:
            break
        pending = game.pending
        game.play.answer(answers[pending.name][0] if pending.name in answers else pending.form.listed()[0])
        game.go()

    worked = [event for event in game.events if event.word in ("worked", "produced")]
    assert game.asked is None and len(worked) == 111
    assert not game.stock(phase, 0)


def test_a_game_ends_when_nobody_has_any_dice(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: remove all dice").seat(0, tableau=["Zeta 1"], cup="2 home")
    assert game.phase("ship").stock("cup", 0) == ""

    assert game.end_round().ended == ("dice",)


# -- events in a phase ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "on", "credits"), [("this", "Eta 1", 3), ("this", "Gem World", 1), ("another", "Gem World", 3)]
)
def test_events_on_a_world_are_counted_for_that_world(tmp_path: Path, where: str, on: str, credits: int) -> None:
    game = zeta(tmp_path, f"at end of produce, if you produced on {where} world: gain $2")
    game.seat(0, tableau=["Eta 1", "Gem World"], produce="1 home", credits=1)

    game.phase("produce").answer("world", on)

    assert game.credits() == credits


# -- words of an expansion --------------------------------------------------------------------------------------


def test_a_die_showing_an_expansion_face_is_not_a_worker_and_stays_in_the_cup(tmp_path: Path) -> None:
    words = 'face blank "blank"\ndie odd "Odd" supply 6 faces blank assign explore ship wild wild'
    game = zeta(tmp_path, "gain $1", words=words).seat(0, cup="4 odd")

    game.rolls(0, "odd blank", "odd assign", "odd explore", "odd wild").roll()

    assert (game.stock("cup", 0), game.stock("explore", 0), game.stock("wild", 0)) == ("2 odd", "1 odd", "1 odd")


@pytest.mark.parametrize("name", ["chips", "developments", "worlds"])
def test_a_tile_named_like_a_score_line_is_added_to_it(tmp_path: Path, name: str) -> None:
    words = f'tile ZZ9 {{ development "{name}" cost 2 {{ score 1 per vp }}; world "Eta 9" gray cost 1 {{ }} }}'
    game = zeta(tmp_path, "gain $1", words=words).seat(0, tableau=[name, "Eta 1"], vp=5)

    assert sum(game.score().values()) == 5 + 5 + 2 + 2


# -- drawing ----------------------------------------------------------------------------------------------------


def test_a_just_completed_tile_is_not_given_up_when_the_bag_is_empty(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when own development completes: draw 1 tile").only_in_bag()
    names = ["Public Works", "Nanotechnology", "Space Docks", "Local Subsidies"]
    game.seat(0, tableau=["Zeta 1"], developments=names, develop="1 home").phase("develop")

    assert game.options() == names[1:]
    game.draws("Nanotechnology").answer("give up", "Nanotechnology").answer("place", "Nanotechnology", "bottom")

    assert game.pieces("tableau") == ["Zeta 1", "Public Works"]
    assert game.pieces("developments") == ["Space Docks", "Local Subsidies", "Nanotechnology"]


@pytest.mark.parametrize("tiles", [2, 3])
def test_a_just_completed_tile_does_not_count_towards_giving_up(tmp_path: Path, tiles: int) -> None:
    game = zeta(tmp_path, "when own development completes: draw 1 tile").only_in_bag()
    names = ["Public Works", "Nanotechnology", "Space Docks"][:tiles]
    game.seat(0, tableau=["Zeta 1"], developments=names, develop="1 home").phase("develop")

    assert game.asked is None
    assert game.pieces("developments") == names[1:]


def test_goods_are_counted_even_though_a_number_has_the_same_name(tmp_path: Path) -> None:
    folder = set_of(
        tmp_path, "at end of ship: gain $1 per 2 goods, rounded up", "at end of ship: gain $1 per 2 good, rounded up"
    )

    ours = [one for one in library("roll", None, [folder]).model.components if one.id in ("ZZ1", "ZZ2")]
    [plural, singular] = [one.sides[0].powers[0].effects[0].low.measure for one in ours]

    assert plural == singular
