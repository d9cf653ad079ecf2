"""Powers of custom tiles that no printed tile has."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.roll.expansion import set_of, wrong, zeta
from games.roll.position import RollPosition
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.interpret import Interpreter, Use
from rftg_dsl.games.roll.report import tell
from rftg_dsl.library.load import load, load_library, load_standard
from rules import rule

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


@rule("R068")
@pytest.mark.parametrize("tableau", [["Zeta 1", "Zeta 2"], ["Zeta 2", "Zeta 1"]])
def test_a_reassign_power_without_may_has_to_be_used_before_the_owner_is_done(
    tmp_path: Path, tableau: list[str]
) -> None:
    game = zeta(tmp_path, "assign: reassign 1 military worker", "assign: may reassign 1 home worker")
    game.seat(0, tableau=tableau, explore="1 home, 1 military", ship="1 novelty").select("ship", "novelty")
    assert game.options() == [*tableau, "dictate"]

    game.answer("reassign", "Zeta 1").answer("worker", "military in explore", "settle")

    assert game.options() == ["Zeta 2", "dictate", "done"]


def test_dictate_is_not_offered_if_no_worker_could_move(tmp_path: Path) -> None:
    game = assigning(tmp_path, "dictated workers: 1 less", explore="3 home")

    assert game.options() == ["done"]


@pytest.mark.parametrize("phrase", ["1 worker to cup", "1 die in cup", "1 good", "2 workers in citizenry to ship"])
def test_reassigning_from_or_to_anything_but_a_column_is_an_error(tmp_path: Path, phrase: str) -> None:
    assert [diagnostic.code for diagnostic in wrong(tmp_path, f"assign: may reassign {phrase}")] == ["wrong-kind"] * 2


# -- prices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "citizenry", "credits", "asked"),
    [
        ("move 3 dice in citizenry to supply", "2 home", 0, False),
        ("move 3 dice in citizenry to supply", "2 home, 1 rare", 0, True),
        ("spend $1, spend $1", "", 1, False),
        ("spend $1, spend $1", "", 2, True),
        ("discard 1 home die in citizenry, discard 1 home die in citizenry", "1 home", 0, False),
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


def test_a_die_from_anywhere_is_not_the_one_that_a_named_place_must_give(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: may discard 1 die, discard 1 home die in citizenry: gain 3 vp")
    game.seat(0, tableau=["Zeta 1"], citizenry="1 home", cup="1 rare").end_of("ship").answer("use", "Zeta 1")

    assert game.asked is None
    assert (game.vp(), game.stock("citizenry", 0), game.stock("cup", 0)) == (3, "", "")


def test_parts_of_a_price_from_anywhere_and_a_named_place_cannot_both_be_open(tmp_path: Path) -> None:
    power = "at end of ship: may discard up to 2 dice, discard all home dice in citizenry: gain 3 vp"

    assert {diagnostic.code for diagnostic in wrong(tmp_path, power)} == {"wrong-kind"}


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
        assert {diagnostic.code for diagnostic in wrong(tmp_path, power)} == {"wrong-kind"}


def test_dice_gained_from_the_supply_cannot_go_to_the_supply(tmp_path: Path) -> None:
    assert {diagnostic.code for diagnostic in wrong(tmp_path, "gain 1 home die to supply")} == {"wrong-kind"}
    assert not wrong(tmp_path, "move 1 home die in cup to supply")


@pytest.mark.parametrize("power", ["discard 1 die in tableau", "move 1 home die in bag to cup"])
def test_dice_are_not_looked_for_in_tile_places(tmp_path: Path, power: str) -> None:
    assert {diagnostic.code for diagnostic in wrong(tmp_path, power)} == {"wrong-kind"}


@pytest.mark.parametrize(
    ("thing", "cells"),
    [
        ("2 every home dice", 7),
        ("2 every goods", 4),
        ("2 every goods on every world", 4),
        ("2 goods of opponents", 3),
        ("2 home dice of opponents", 5),
        ("2 dice on every novelty world", 4),
        ("2 goods on own worlds", 1),
    ],
)
def test_dice_of_all_seats_are_found_once_in_a_fixed_order(tmp_path: Path, thing: str, cells: int) -> None:
    game = zeta(tmp_path, f"at end of ship: discard {thing}", "gain $1", players=3)
    game.seat(0, tableau=["Zeta 1", "Spice World"], cup="2 home", goods={"Spice World": "1 home"})
    game.seat(1, tableau=["Eta 2"], cup="1 home", explore="1 home", goods={"Eta 2": "1 home"})
    game.seat(2, tableau=["Gem World"], citizenry="1 home", goods={"Gem World": "1 home, 1 rare"})
    interpreter = Interpreter(Binder(game.rules.model, game.rules.game, game.rules.layout))
    [power] = [hook for hook in game.rules.by_id.values() if hook.id == "ZZ1.a/1"]

    plain = interpreter.find_cells(Use(game.play, 0, game.piece("Zeta 1")), power.model.effects[0].what)  # type: ignore[arg-type]
    game.end_of("ship")

    assert len(plain) == len(set(plain)) == cells
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
    assert {diagnostic.code for diagnostic in wrong(tmp_path, "when you scout: employ 1 home explorer")} == {
        "trigger-cycle"
    }
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
    game = zeta(tmp_path, "at end of ship: discard all dice").seat(0, tableau=["Zeta 1"], cup="2 home")
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


def test_a_die_whose_face_only_brings_credits_is_not_a_worker_and_stays_in_the_cup(tmp_path: Path) -> None:
    words = 'face coin "$1" money 1\ndie odd "Odd" supply 6 faces coin coin explore ship wild wild'
    game = zeta(tmp_path, "gain $1", words=words).seat(0, cup="4 odd", credits=0)

    game.rolls(0, "odd coin", "odd coin", "odd explore", "odd wild").roll()

    assert (game.stock("cup", 0), game.stock("explore", 0), game.stock("wild", 0)) == ("2 odd", "1 odd", "1 odd")
    assert game.credits() == 2


def test_faces_that_are_no_single_phase_are_told_by_their_names(tmp_path: Path) -> None:
    words = 'face coin "$1" money 1\nface both "Explore or Ship" means explore ship\n'
    words += 'die odd "Odd" supply 6 faces coin both both explore wild wild'
    game = zeta(tmp_path, "gain $1", words=words).seat(0, cup="5 odd", credits=0)

    game.rolls(0, "odd coin", "odd both", "odd both", "odd explore", "odd wild").roll()

    told = [tell(event, {}) for event in game.naming.list_events(game.play.events)]
    assert sorted(line for line in told if "rolls" in line) == [
        "Seat 1 rolls 1 Odd die: $1",
        "Seat 1 rolls 1 Odd die: Explore",
        "Seat 1 rolls 1 Odd die: Wild",
        "Seat 1 rolls 2 Odd dice: Explore or Ship",
    ]


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

    ours = [
        component
        for component in load_library("roll", None, [folder]).model.components
        if component.id in ("ZZ1", "ZZ2")
    ]
    [plural, singular] = [component.sides[0].powers[0].effects[0].low.measure for component in ours]

    assert plural == singular


# -- what happens to the tile itself -----------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "credits"), [("gain $5", 6), ("may gain $5", 6)])
def test_a_tile_reacts_to_its_own_completion(tmp_path: Path, power: str, credits: int) -> None:
    game = zeta(tmp_path, f"when this development completes: {power}")
    game.seat(0, developments=["Zeta 1"], develop="2 home", credits=1).phase("develop")
    if power.startswith("may"):
        game.answer("use", "Zeta 1")

    assert (game.credits(), game.pieces("tableau")) == (credits, ["Zeta 1"])


def test_a_tile_does_not_react_to_the_completion_of_another(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when this development completes: gain $5", "score 1 per world")
    game.seat(0, tableau=["Zeta 1"], developments=["Zeta 2"], develop="2 home", credits=1).phase("develop")

    assert game.credits() == 1


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("assign: may reassign 1 worker of opponents to ship", "wrong-kind"),
        ("at start of settle: employ 1 military developer", "wrong-kind"),
        ("when own development completes: move 1 of its settlers to cup", "wrong-kind"),
        ("when own world completes: move 1 of its developers to cup", "wrong-kind"),
    ],
)
def test_what_could_never_happen_is_refused(tmp_path: Path, power: str, code: str) -> None:
    assert {diagnostic.code for diagnostic in wrong(tmp_path, power)} == {code}


def test_a_worker_employed_at_once_waits_for_its_phase(tmp_path: Path) -> None:
    game = zeta(tmp_path, "employ 1 home shipper")
    game.seat(0, tableau=["Spice World"], developments=["Zeta 1"], develop="2 home", credits=0)
    game.seat(0, goods={"Spice World": "1 genes"})
    game.phase("develop").phase("ship").answer("mode", "trade")

    assert game.credits() > 0


# -- faces ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", ['face star "star"', 'face star "star" means assign', 'face star "star" money 0'])
def test_a_face_without_a_meaning_is_refused(tmp_path: Path, face: str) -> None:
    words = f'{face}\ndie exotic "Exotic" supply 10 faces star star star star explore wild'
    result = load("roll", extra=[set_of(tmp_path, "gain 1 exotic die to cup", words=words)])

    assert [diagnostic.code for diagnostic in result.diagnostics if diagnostic.severity == "error"] == ["never-fires"]


@pytest.mark.parametrize("face", ["assign", "novelty"])
def test_a_word_that_is_no_face_is_refused_on_a_die(tmp_path: Path, face: str) -> None:
    words = f'die exotic "Exotic" supply 10 faces {face} ship ship ship explore wild'
    result = load("roll", extra=[set_of(tmp_path, "gain 1 exotic die to cup", words=words)])

    assert [diagnostic.code for diagnostic in result.diagnostics if diagnostic.severity == "error"] == ["never-fires"]


EITHER = """
face explore-or-ship "Explore or Ship" means explore ship
face develop-pay "Develop, $2" means develop money 2
die leader "Leader" supply 10 faces explore-or-ship explore-or-ship develop-pay develop-pay wild settle
"""


def test_the_owner_of_a_die_with_two_phases_chooses_one_of_them(tmp_path: Path) -> None:
    game = zeta(tmp_path, "gain 1 leader die to cup", words=EITHER).seat(0, cup="2 leader", credits=1)

    game.rolls(0, "leader explore-or-ship", "leader wild").roll(0)

    assert {option[0] for option in game.options()} == {"explore", "ship"}
    game.answer("wild", "1 ship").answer("wild", "1 settle")
    assert (game.stock("ship", 0), game.stock("settle", 0), game.credits()) == ("1 leader", "1 leader", 1)


def test_a_face_brings_credits_when_it_is_rolled(tmp_path: Path) -> None:
    game = zeta(tmp_path, "gain 1 leader die to cup", words=EITHER).seat(0, cup="2 leader", credits=1)

    game.rolls(0, "leader develop-pay", "leader develop-pay").roll(0)

    assert (game.stock("develop", 0), game.credits()) == ("2 leader", 5)


def placed(folder: Path, *where: str, **dice: str) -> RollPosition:
    """Seat 0 has rolled two phases with a Leader for each place named, and has assigned it there."""
    game = zeta(folder, "assign: may reassign 1 leader worker to produce", players=3, words=EITHER)
    game.seat(0, tableau=["Zeta 1"], cup=f"{len(where)} leader", **dice)
    game.rolls(0, *["leader explore-or-ship"] * len(where)).roll(0)
    return game.answer("wild", ", ".join(f"{where.count(place)} {place}" for place in dict.fromkeys(where)))


def shown(game: RollPosition, *phases: str) -> RollPosition:
    """These phases are selected by the other seats, and revealed."""
    for seat, phase in enumerate(phases, 1):
        game.selected(seat, phase, "home")
    return game.reveal()


@pytest.mark.parametrize(
    ("phases", "ship", "explore", "cup"),
    [
        (("ship", "develop"), "1 leader", "", ""),
        (("explore", "develop"), "", "1 leader", ""),
        (("explore", "ship"), "", "1 leader", ""),
        (("settle", "develop"), "", "", "1 leader"),
    ],
)
def test_a_die_with_two_phases_moves_at_reveal_if_only_the_other_phase_is_active(
    tmp_path: Path, phases: tuple[str, str], ship: str, explore: str, cup: str
) -> None:
    game = placed(tmp_path, "explore", settle="1 home").answer("select", "settle").answer("selector", "home in settle")
    game.answer("reassign", "done")

    shown(game, *phases)

    assert (game.stock("ship", 0), game.stock("explore", 0), game.stock("cup", 0)) == (ship, explore, cup)


def test_a_reassigned_die_no_longer_shows_two_phases(tmp_path: Path) -> None:
    game = placed(tmp_path, "explore", "explore", settle="1 home")
    game.answer("select", "settle").answer("selector", "home in settle").answer("reassign", "Zeta 1")
    game.answer("worker", "leader in explore", "produce").answer("reassign", "done")

    shown(game, "ship", "develop")

    assert (game.stock("ship", 0), game.stock("produce", 0), game.stock("cup", 0)) == ("1 leader", "", "1 leader")


def test_of_like_dice_those_with_one_phase_leave_a_column_first(tmp_path: Path) -> None:
    game = placed(tmp_path, "explore", explore="1 leader", settle="1 home")
    game.answer("select", "settle").answer("selector", "home in settle").answer("reassign", "Zeta 1")
    game.answer("worker", "leader in explore", "produce").answer("reassign", "done")

    shown(game, "ship", "produce")

    assert (game.stock("ship", 0), game.stock("produce", 0)) == ("1 leader", "1 leader")


def test_nobody_else_sees_which_dice_show_two_phases_before_reveal(tmp_path: Path) -> None:
    game = placed(tmp_path, "explore", settle="1 home")
    fact = game.layout.fact["turning.0"]
    seen = game.play.clone()

    game.rules.game.conceal(seen, 1)

    assert (len(game.play.facts[fact]), seen.facts[fact]) == (1, ())


def test_a_game_without_such_dice_keeps_no_account_of_them(tmp_path: Path) -> None:
    assert "turning.0" not in zeta(tmp_path, "gain $1").layout.fact


def test_dice_match_a_world_of_two_colours_by_either(tmp_path: Path) -> None:
    tile = 'tile Z9 {\n  development "Zed" cost 2\n  world "Zod" novelty rare cost 1\n}\n'
    (tmp_path / "set.toml").write_text('id = "z"\nname = "Z"\ngame = "roll"\nversion = "1"\n')
    (tmp_path / "z.rftg").write_text(f"property colour several\n{tile}")
    numbers = load_library("roll", None, [tmp_path]).rules(2).numbers
    layout = load_library("roll", None, [tmp_path]).rules(2).layout
    zod = numbers.names.index("Zod")

    assert [kind for kind, worlds in zip(layout.kinds, numbers.matches, strict=True) if zod in worlds] == matching()
    assert numbers.trade[zod] == 4


def matching() -> list[str]:
    """The dice that match novelty or rare worlds."""
    dice = load_standard("roll").model.words.stock_kinds.values()
    return [die.name for die in dice if {"novelty", "rare"} & set(die.properties.get("matches", ()))]
