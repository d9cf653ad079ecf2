"""Forms of the language that no printed tile of the base game uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from added import generate_only_added
from games.roll.expansion import set_of, wrong, zeta
from games.roll.position import RollPosition
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library.load import load_library

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


def ship_ends(folder: Path, power: str, players: int = 2, **seat: object) -> RollPosition:
    """The end of Ship with this power in play for seat 0."""
    game = zeta(folder, f"at end of ship{power}", players=players).seat(0, tableau=["Zeta 1"], **seat)
    return game.end_of("ship")


# -- one of several ----------------------------------------------------------------------------------------------


def test_the_owner_chooses_one_alternative(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ", choose one: gain $2, or gain 1 vp, gain $1")

    assert game.options() == ["ZZ1.a/1#1", "ZZ1.a/1#2"]
    game.answer("choose", "ZZ1.a/1#2")
    assert (game.credits(0), game.vp(0)) == (2, 1)


def test_an_alternative_that_could_do_nothing_is_not_offered(tmp_path: Path) -> None:
    game = ship_ends(
        tmp_path, ", choose one: discard 2 military dice in cup, or spend $1, or gain 1 vp", cup="1 military"
    )

    assert game.options() == ["ZZ1.a/1#2", "ZZ1.a/1#3"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_everybody_for_whom_it_is_true_chooses_an_alternative(tmp_path: Path, backend: Backend) -> None:
    power = "at end of ship, whoever has 1 die in cup, choose one: gain $2, or gain 1 vp"
    game = zeta(tmp_path, power, players=3, backend=backend).seat(0, tableau=["Zeta 1"], cup="1 home", credits=0)
    game.seat(1, credits=0).seat(2, cup="1 home", credits=0).end_of("ship")

    game.answer("choose", "ZZ1.a/1#1").answer("choose", "ZZ1.a/1#2")

    assert [(game.credits(seat), game.vp(seat)) for seat in range(3)] == [(2, 0), (0, 0), (0, 1)]


def test_the_only_alternative_left_is_carried_out(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ", choose one: discard 1 military die in cup, or gain 1 vp")

    assert not game.asked and game.vp(0) == 1


def test_alternatives_come_after_the_price(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ": may spend $1: choose one: gain 1 vp, or gain 2 vp", credits=1)

    game.answer("use", "ZZ1.a/1").answer("choose", "ZZ1.a/1#2")

    assert (game.credits(0), game.vp(0)) == (0, 2)


def test_a_choice_of_nothing_possible_is_not_offered_for_a_price(tmp_path: Path) -> None:
    power = ": may spend $1: choose one: discard 1 genes die in cup, or discard 1 rare die in cup"

    assert not ship_ends(tmp_path, power, credits=1).asked


# -- whoever and opponents ---------------------------------------------------------------------------------------


def test_whoever_has_the_most_gains(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship, whoever has the most dice in cup: gain $1", players=3)
    game.seat(0, tableau=["Zeta 1"], cup="1 home", credits=0).seat(1, cup="3 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [0, 1, 0]


def test_everybody_for_whom_it_holds_gains(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship, whoever has 2 dice in cup: gain $1", players=3)
    game.seat(0, tableau=["Zeta 1"], cup="2 home", credits=0).seat(1, cup="1 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [1, 0, 1]


def test_each_opponent_does_it(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: each opponent spends $1, gain 1 vp", players=3)
    game.seat(0, tableau=["Zeta 1"], credits=5).seat(1, credits=3).seat(2, credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [5, 2, 0]
    assert game.vp(0) == 1


# -- limits and conditions ---------------------------------------------------------------------------------------


def test_a_power_can_be_used_twice_per_phase(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when you trade, twice per phase: gain $1").seat(0, tableau=["Zeta 1"], credits=0)
    home, rare = game.layout.kind["home"], game.layout.kind["rare"]
    for _ in range(3):
        game.play.fire("trade", 0, game.piece("Zeta 1"), rare, home)

    assert game.credits(0) == 2


@pytest.mark.parametrize(("trades", "vp"), [(1, 0), (2, 1), (3, 1)])
def test_a_condition_counts_how_often_it_happened(tmp_path: Path, trades: int, vp: int) -> None:
    game = zeta(tmp_path, "at end of ship, if you have traded 2 times: gain 1 vp").seat(0, tableau=["Zeta 1"])
    rare = game.layout.kind["rare"]
    for _ in range(trades):
        game.play.fire("traded", 0, game.piece("Zeta 1"), rare, rare)

    assert game.end_of("ship").vp(0) == vp


@pytest.mark.parametrize(("world", "gained"), [("Spice World", 1), ("Mining World", 0)])
def test_it_is_the_piece_of_the_event(tmp_path: Path, world: str, gained: int) -> None:
    power = "when own world completes, if it is a novelty world with cost 1 or more: gain $1"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1", world], credits=0)

    game.play.fire("complete", 0, game.piece(world))

    assert game.credits(0) == gained


def test_the_numbers_of_the_piece_of_the_event_can_be_counted(tmp_path: Path) -> None:
    power = "when own world completes: gain $1 per 2 cost of it, rounded up, not above 2"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1", "Spice World"], credits=0)
    cost = next(side.properties["cost"] for side in game.rules.sides if side.name == "Spice World")

    game.play.fire("complete", 0, game.piece("Spice World"))

    assert game.credits(0) == min(2, -(-cost // 2))


# -- prices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cup", "asked"), [("1 military", False), ("2 military", True), ("1 military, 1 home", True)])
def test_overlapping_parts_of_a_price_are_paid_with_different_things(tmp_path: Path, cup: str, asked: bool) -> None:
    power = ": may discard 1 military die in cup, discard 1 die in cup: gain 3 vp"

    assert (ship_ends(tmp_path, power, cup=cup).asked is not None) == asked


def test_an_effect_after_a_condition_in_mid_sentence_is_refused(tmp_path: Path) -> None:
    diagnostics = wrong(tmp_path, "at end of ship: gain 1 vp, if you have 9 worlds, draw 1 tile")

    assert {diagnostic.code for diagnostic in diagnostics} == {"surplus-clause"}
    assert "before" in diagnostics[0].message


# -- kinds and places of the owner's choice -----------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_owner_chooses_which_of_several_kinds_to_gain(tmp_path: Path, backend: Backend) -> None:
    game = zeta(tmp_path, "at end of ship: gain 2 rare or genes dice to cup", backend=backend)
    game.seat(0, tableau=["Zeta 1"]).end_of("ship")
    assert game.options() == [("rare in supply", "cup"), ("genes in supply", "cup")]

    game.answer("move to", "rare in supply", "cup").answer("move to", "genes in supply", "cup")

    assert game.asked is None and game.stock("cup", 0) == "1 rare, 1 genes"


def test_a_kind_that_the_supply_has_not_is_not_offered(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: gain 1 rare or genes die to cup").seat(0, tableau=["Zeta 1"])

    game.seat(1, cup="14 rare").end_of("ship")

    assert game.asked is None and game.stock("cup", 0) == "1 genes"


def test_each_thing_goes_to_one_of_several_places(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ": move 2 dice in cup to citizenry or explore", cup="1 home, 1 rare")

    game.answer("move to", "home in cup", "explore").answer("move to", "rare in cup", "citizenry")

    assert (game.stock("explore", 0), game.stock("citizenry", 0), game.asked) == ("1 home", "1 rare", None)


def test_nothing_is_moved_to_the_place_it_is_in(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ": move 1 die in cup or citizenry to cup", cup="1 home", citizenry="1 rare, 1 genes")

    assert game.options() == [("rare in citizenry", 1), ("genes in citizenry", 1)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_only_as_many_things_go_on_a_piece_as_fit(tmp_path: Path, backend: Backend) -> None:
    game = zeta(tmp_path, "at end of ship: move all dice in citizenry to own worlds", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Spice World", "Fifth Column"], citizenry="3 home").end_of("ship")

    assert (game.stock("goods", "Spice World"), game.stock("citizenry", 0)) == ("1 home", "2 home")
    assert game.stock("goods", "Fifth Column") == ""


def test_things_can_go_on_the_piece_of_the_event(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when own world completes: gain 1 rare die to it").seat(0, tableau=["Zeta 1"])

    game.seat(0, worlds=["Gem World"], settle="2 home").phase("settle")

    assert game.stock("goods", "Gem World") == "1 rare"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("where", "counted"), [("an active", 4), ("an inactive", 2)])
def test_places_known_only_during_play_can_be_counted_in(
    tmp_path: Path, backend: Backend, where: str, counted: int
) -> None:
    power = f"at start of settle: gain $1 per worker in {where} phase"
    game = zeta(tmp_path, power, backend=backend).seat(0, tableau=["Zeta 1"], credits=0, settle="4 home", ship="2 home")

    assert game.phase("settle").credits() == counted


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("whose", "counted"), [("", 2), (" of opponents", 3), ("every ", 5)])
def test_the_selected_phase_of_each_seat_is_its_own(tmp_path: Path, backend: Backend, whose: str, counted: int) -> None:
    thing = f"{whose}worker in the selected phase" if whose == "every " else f"worker in the selected phase{whose}"
    game = zeta(tmp_path, f"at start of settle: gain $1 per {thing}", backend=backend)
    game.seat(0, tableau=["Zeta 1"], credits=0, settle="2 home", ship="1 home").seat(1, settle="1 home", ship="3 home")
    game.put_counter("selected", 0, 3)
    game.put_counter("selected", 1, 5)

    assert game.phase("settle").credits() == counted


# -- the first of a place -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("thing", "counted"), [("top world in worlds", 1), ("top rare world in worlds", 0), ("rare world in worlds", 1)]
)
def test_only_the_first_of_a_place_is_meant(tmp_path: Path, backend: Backend, thing: str, counted: int) -> None:
    game = zeta(tmp_path, f"at end of ship: gain $1 per {thing}", backend=backend)
    game.seat(0, tableau=["Zeta 1"], worlds=["Gem World", "Comet Zone"], credits=0)

    assert game.end_of("ship").credits() == counted


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_tile_that_a_power_brings_into_play_acts_and_one_that_leaves_stops(tmp_path: Path, backend: Backend) -> None:
    power = "at end of ship: may move 1 own world to bag: move 1 top world in worlds to tableau"
    game = zeta(tmp_path, power, backend=backend).seat(0, tableau=["Zeta 1", "Spice World"], worlds=["Silicon World"])
    game.seat(0, goods={"Spice World": "1 home"}, credits=0).end_of("ship").answer("use", "Zeta 1")

    assert game.pieces("tableau") == ["Zeta 1", "Silicon World"]
    assert (game.credits(), game.stock("goods", "Silicon World")) == (1, "1 rare")
    assert game.stock("citizenry", 0) == "1 home"  # the good of the world that left


def test_factions_and_home_worlds_never_leave(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: may move 1 own world to bag: gain $1")

    assert game.seat(0, tableau=["Zeta 1", "Old Earth", "Space Mall"]).end_of("ship").asked is None


# -- numbers of a tile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_power_about_the_cost_of_its_own_tile_counts_before_the_tile_is_in_play(
    tmp_path: Path, backend: Backend
) -> None:
    game = zeta(tmp_path, "cost of this world: 1 less per own rare world", backend=backend)
    game.seat(0, tableau=["Comet Zone"], worlds=["Eta 1", "Gem World"], settle="2 home").phase("settle")

    assert game.pieces("tableau") == ["Comet Zone", "Eta 1"]
    assert (game.pieces("worlds"), game.stock("settling", 0)) == (["Gem World"], "1 home")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_number_that_cannot_be_changed_is_as_printed(tmp_path: Path, backend: Backend) -> None:
    game = zeta(tmp_path, "cost of rare worlds cannot be changed", "cost of worlds: 1 less", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Zeta 2"], worlds=["Ore-Rich World", "Gem World"], settle="3 home").phase("settle")

    assert game.pieces("tableau") == ["Zeta 1", "Zeta 2", "Ore-Rich World", "Gem World"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("rank", "settlers"), [("", 2), (", last", 3)])
def test_a_change_that_comes_last_counts_after_those_with_a_lower_limit(
    tmp_path: Path, rank: str, settlers: int, backend: Backend
) -> None:
    powers = [f"cost of worlds{rank}: 1 less, not below 3", "cost of worlds: 1 less"]
    game = zeta(tmp_path, *powers, backend=backend).seat(0, tableau=["Zeta 1", "Zeta 2"], worlds=["Jungle World"])

    game.seat(0, settle="4 home").phase("settle")

    assert game.stock("citizenry", 0) == f"{settlers} home"


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_tile_needs_can_depend_on_a_condition_about_its_workers(tmp_path: Path, backend: Backend) -> None:
    power = "cost of worlds, if you have 2 of its military settlers: 2 less, not below 1"
    game = zeta(tmp_path, power, backend=backend).seat(0, tableau=["Zeta 1"], worlds=["Jungle World"])

    game.seat(0, settle="2 military").phase("settle")

    assert game.pieces("tableau") == ["Zeta 1", "Jungle World"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_paid_power_makes_of_the_need_can_depend_on_the_workers_too(tmp_path: Path, backend: Backend) -> None:
    power = "cost of worlds, if you have 2 of its military settlers, may spend $1: 2 less, not below 1"
    game = zeta(tmp_path, power, backend=backend).seat(0, tableau=["Zeta 1"], worlds=["Jungle World"], credits=1)

    game.seat(0, settle="2 military").phase("settle").answer("lower", "ZZ1")

    assert (game.pieces("tableau"), game.credits()) == (["Zeta 1", "Jungle World"], 0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_as_much_is_offered_for_a_lower_need_as_is_useful(tmp_path: Path, backend: Backend) -> None:
    power = "cost of worlds, may spend 1 or 2 credits: 1 less per spent, not below 1"
    game = zeta(tmp_path, power, backend=backend).seat(0, tableau=["Zeta 1"], worlds=["Galactic Resort"], credits=5)
    game.seat(0, settle="2 home").phase("settle")
    assert game.options() == ["ZZ1", "ZZ1:2", "none"]

    game.answer("lower", "ZZ1:2")

    assert (game.credits(), game.stock("citizenry", 0), game.stock("cup", 0)) == (3, "1 home", "1 home")


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_prices_are_paid_with_different_things(tmp_path: Path, backend: Backend) -> None:
    powers = ["cost of worlds, may spend $1: 1 less", "cost of worlds, may spend $1: 1 less"]
    poor, rich = (
        zeta(tmp_path, *powers, backend=backend)
        .seat(0, tableau=["Zeta 1", "Zeta 2"], worlds=["Galactic Resort"], settle="1 home", credits=credits)
        .phase("settle")
        for credits in (1, 2)
    )
    rich.answer("lower", "ZZ1 ZZ2")

    assert poor.asked is None  # one of them is not enough
    assert (rich.credits(), rich.pieces("tableau")[-1]) == (0, "Galactic Resort")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_lower_need_can_be_limited_to_once_per_phase(tmp_path: Path, backend: Backend) -> None:
    game = zeta(tmp_path, "cost of worlds, once per phase, may spend $1: 1 less", backend=backend)
    game.seat(0, tableau=["Zeta 1"], worlds=["Gem World", "Ore-Rich World"], settle="2 home", credits=5)

    game.phase("settle").answer("lower", "ZZ1")

    assert (game.credits(), game.pieces("worlds"), game.asked) == (4, ["Ore-Rich World"], None)


# -- counts of a phase ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("counted", "gained"),
    [
        ("different colour from which you traded", 2),
        ("different colour of which you traded", 3),
        ("different colour from which you traded with a genes die", 1),
    ],
)
def test_the_different_values_of_what_happened_are_counted(
    tmp_path: Path, backend: Backend, counted: str, gained: int
) -> None:
    game = zeta(tmp_path, f"at end of ship: gain $1 per {counted}", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Gem World", "Spice World", "Comet Zone"], credits=0)
    home, rare, genes = (game.layout.kind[kind] for kind in ("home", "rare", "genes"))
    for world, good, shipper in (("Gem World", rare, genes), ("Spice World", genes, genes), ("Comet Zone", home, rare)):
        game.play.fire("traded", 0, game.piece(world), good, shipper)

    assert game.end_of("ship").credits() == gained


def test_powers_that_move_explorers_are_offered_as_often_as_they_say(tmp_path: Path) -> None:
    game = zeta(tmp_path, "explore, twice per phase: may move 1 explorer to ship").seat(0, tableau=["Zeta 1"])
    game.seat(0, explore="4 home", credits=0).phase("explore")

    game.answer("use", "Zeta 1").answer("use", "Zeta 1").answer("task", "stock").answer("task", "stock")

    assert (game.stock("ship", 0), game.credits()) == ("2 home", 4)


@pytest.mark.parametrize(("worlds", "gained"), [(["Gem World"], 0), (["Comet Zone"], 1)])
def test_what_was_completed_in_the_phase_can_be_asked_for(tmp_path: Path, worlds: list[str], gained: int) -> None:
    game = zeta(tmp_path, "at end of settle, if you completed a rare world: gain $1").seat(0, tableau=["Zeta 1"])

    game.seat(0, worlds=worlds, settle="3 home", credits=0).phase("settle")

    assert game.credits() == gained


def test_what_others_have_completed_is_heard(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when opponent has completed a world: gain $1").seat(0, tableau=["Zeta 1"], credits=0)

    game.seat(1, worlds=["Gem World"], settle="2 home").phase("settle")

    assert game.credits() == 1


def test_each_opponent_has_a_number(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: each opponent has $3", players=3).seat(0, tableau=["Zeta 1"], credits=5)
    game.seat(1, credits=1).seat(2, credits=8).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [5, 3, 3]


@pytest.mark.parametrize("power", [": may discard up to 2 dice in cup", ": may discard any number of dice in cup"])
def test_a_power_that_could_discard_nothing_is_not_offered(tmp_path: Path, power: str) -> None:
    assert not ship_ends(tmp_path, power).asked
    assert ship_ends(tmp_path, power, cup="1 home").asked


def test_its_workers_are_those_of_whoever_completes_it(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when every world completes: discard 1 of its settlers")
    game.seat(0, tableau=["Zeta 1"]).seat(1, worlds=["Spice World"], settle="1 home, 1 rare")

    game.phase("settle")

    assert game.options() == [("home in finishing", 1), ("rare in finishing", 1)]


@pytest.mark.parametrize(("world", "gained"), [("Spice World", 2), ("Mining World", 0)])
def test_all_of_some_pieces_are_of_a_kind_whoever_has_them(tmp_path: Path, world: str, gained: int) -> None:
    power = ", if all worlds with the highest cost are novelty: gain $2"
    game = zeta(tmp_path, f"at end of ship{power}").seat(0, tableau=["Zeta 1"], credits=0).seat(1, tableau=[world])

    assert game.end_of("ship").credits(0) == gained


def test_those_for_whom_it_holds_are_known_once_the_price_is_paid(tmp_path: Path) -> None:
    power = "at end of ship, whoever has the fewest dice in cup: may discard 2 dice in cup: gain $1"
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1"], cup="2 home, 1 rare", credits=0)
    game.seat(1, cup="2 home", credits=0).end_of("ship")

    game.answer("use", "ZZ1.a/1").answer("discard", "2 home")

    assert [game.credits(seat) for seat in range(2)] == [1, 0]


@pytest.mark.parametrize(("how", "change"), [("6 or more", "1 more"), ("1 or less", "3 less")])
def test_a_current_number_can_be_beyond_what_is_printed(tmp_path: Path, how: str, change: str) -> None:
    powers = f"score 1 per another development with current cost {how}", f"cost of developments: {change}"
    game = zeta(tmp_path, *powers).seat(0, tableau=["Zeta 1", "Zeta 2", "Galactic Bankers", "Backup Planning"])

    assert game.score(0)["Zeta 1"] == (1 if "more" in how else 2)


def test_an_alternative_is_something_that_a_power_does(tmp_path: Path) -> None:
    powers = "at end of ship, choose one: draw 1 tile, or gain $1", "score 1 per development with a draw power"
    game = zeta(tmp_path, *powers).seat(0, tableau=["Zeta 1", "Zeta 2"])

    assert game.score(0)["Zeta 2"] == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_amount_has_no_limit_of_its_own(tmp_path: Path, backend: Backend) -> None:
    library = load_library("roll", None, [set_of(tmp_path, "score 1 per triangle of vp")])
    game = RollPosition(library.rules(2, generate_only_added(backend))).seat(0, tableau=["Zeta 1"], vp=60)

    assert game.score(0)["Zeta 1"] == 60 * 61 // 2


# -- comparisons of players, and what did not happen -----------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("condition", "credits"),
    [
        ("if an opponent has more dice in cup than you", 1),
        ("if each opponent has more dice in cup than you", 0),
        ("if no opponent has more dice in cup than you", 0),
        ("if no opponent has 4 dice in cup", 1),
        ("if each opponent has as many dice in cup as you", 0),
        ("if an opponent has as many dice in cup as you", 1),
        ("if you have a home die in cup", 1),
        ("if you have a rare die in cup", 0),
        ("if you have 2 opponents", 1),
        ("if you have 3 opponents", 0),
    ],
)
def test_players_are_compared(tmp_path: Path, condition: str, credits: int, backend: Backend) -> None:
    game = zeta(tmp_path, f"at end of ship, {condition}: gain $1", players=3, backend=backend)
    game.seat(0, tableau=["Zeta 1"], cup="2 home", credits=0).seat(1, cup="3 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert game.credits(0) == credits


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("what", "credits"),
    [
        ("opponent", 2),
        ("opponent with more dice in cup than you", 1),
        ("opponent with 2 dice in cup", 2),
        ("opponent with exactly 2 dice in cup", 1),
    ],
)
def test_opponents_are_counted(tmp_path: Path, what: str, credits: int, backend: Backend) -> None:
    game = zeta(tmp_path, f"at end of ship: gain $1 per {what}", players=3, backend=backend)
    game.seat(0, tableau=["Zeta 1"], cup="2 home", credits=0).seat(1, cup="3 home").seat(2, cup="2 home").end_of("ship")

    assert game.credits(0) == credits


@pytest.mark.parametrize("backend", BACKENDS)
def test_everybody_with_more_than_the_owner_gains(tmp_path: Path, backend: Backend) -> None:
    power = "at end of ship, whoever has more dice in cup than you: gain $1"
    game = zeta(tmp_path, power, players=3, backend=backend)
    game.seat(0, tableau=["Zeta 1"], cup="2 home", credits=0).seat(1, cup="3 home", credits=0)
    game.seat(2, cup="2 home", credits=0).end_of("ship")

    assert [game.credits(seat) for seat in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("condition", "by", "vp"),
    [
        ("if you have not traded", None, 1),
        ("if you have not traded", 0, 0),
        ("if you have not traded", 1, 1),
        ("if no opponent has traded", 0, 1),
        ("if no opponent has traded", 1, 0),
        ("if an opponent has traded", 1, 1),
        ("if an opponent has not traded", 1, 0),
    ],
)
def test_a_condition_can_be_that_something_did_not_happen(
    tmp_path: Path, condition: str, by: int | None, vp: int, backend: Backend
) -> None:
    game = zeta(tmp_path, f"at end of ship, {condition}: gain 1 vp", backend=backend).seat(0, tableau=["Zeta 1"])
    rare = game.layout.kind["rare"]
    if by is not None:
        game.play.fire("traded", by, game.piece("Zeta 1"), rare, rare)

    assert game.end_of("ship").vp(0) == vp


def test_a_comparison_with_oneself_or_of_what_others_have_is_refused(tmp_path: Path) -> None:
    assert [
        diagnostic.code for diagnostic in wrong(tmp_path, "at end of ship, if you have more worlds than you: gain $1")
    ] == ["wrong-kind"] * 2
    most = "at end of ship, if you have the most worlds of opponents: gain $1"
    assert [diagnostic.code for diagnostic in wrong(tmp_path, most)] == ["surplus-clause"] * 2
    assert [
        diagnostic.hint for diagnostic in wrong(tmp_path, "at end of ship, if an opponent have 2 worlds: gain $1")
    ] == ["write 'has'"] * 2


# -- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("what", "points"),
    [
        ("smaller of dice in citizenry and 3", 3),
        ("smaller of dice in citizenry and 5", 4),
        ("smaller of dice in cup or citizenry and own worlds", 2),
        ("smaller of own worlds and dice in citizenry", 2),
        ("world with cost 1 or 2", 2),
        ("world with cost 2 or 3", 1),
        ("world with goods", 1),
        ("world without goods", 1),
    ],
)
def test_counts_can_be_limited(tmp_path: Path, what: str, points: int, backend: Backend) -> None:
    game = zeta(tmp_path, f"score 1 per {what}", "gain 1 home die here", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Eta 2", "Damaged Alien Factory"], cup="1 home", citizenry="4 home")
    game.seat(0, goods={"Eta 2": "1 home"})

    assert game.score(0).get("Zeta 1", 0) == points


# -- rolling again, goods without a shipper, recruiting, the end -------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_workers_are_rolled_again_while_assigning(tmp_path: Path, backend: Backend) -> None:
    game = zeta(tmp_path, "assign: may reroll up to 2 explorers", backend=backend)
    game.seat(0, tableau=["Zeta 1"], explore="2 home, 1 military", develop="1 rare")
    game.rolls(0, "home ship", "military wild", purpose="reroll")

    game.select("develop", "rare").answer("reassign", "ZZ1.a/1").answer("reroll", "1 home", "1 military")

    game.answer("wild", "1 settle")
    assert game.stock("explore", 0) == "1 home"
    assert (game.stock("ship", 0), game.stock("settle", 0)) == ("1 home", "1 military")


def test_workers_are_rolled_again_after_the_reveal_and_may_wait_in_an_active_phase(tmp_path: Path) -> None:
    game = zeta(tmp_path, "when you have revealed: may reroll 1 worker in an inactive phase")
    game.selected(0, "ship", "home").seat(0, tableau=["Zeta 1"], explore="1 home", cup="1 rare")
    game.two_player_die("ship").rolls(0, "home ship", purpose="reroll")

    game.reveal().answer("use", "ZZ1.a/1").answer("reroll", "1 home")

    assert (game.stock("ship", 0), game.stock("cup", 0)) == ("1 home", "1 rare")


def test_dice_are_rolled_again_only_while_they_show_something(tmp_path: Path) -> None:
    assert [diagnostic.code for diagnostic in wrong(tmp_path, "at start of develop: reroll 1 developer")] == [
        "never-fires"
    ] * 2
    assert [diagnostic.code for diagnostic in wrong(tmp_path, "assign: may reroll 1 die in cup")] == ["wrong-kind"] * 2
    assert [diagnostic.code for diagnostic in wrong(tmp_path, "assign: may reroll 1 worker of opponents")] == [
        "wrong-kind"
    ] * 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_good_is_consumed_without_a_shipper(tmp_path: Path, backend: Backend) -> None:
    power = "at end of ship: may consume up to 2 goods on genes or alien worlds: gain 1 vp per consumed"
    game = zeta(tmp_path, power, "when you consume from a genes world: gain $1", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Zeta 2", "Ancient Race", "Spice World"], credits=0)
    game.seat(0, goods={"Ancient Race": "1 genes", "Spice World": "1 novelty"})

    game.end_of("ship").answer("use", "ZZ1.a/1").answer("goods", "1 genes")

    assert (game.vp(0), game.credits(0)) == (1, 1)
    assert (game.stock("citizenry", 0), game.stock("goods", "Ancient Race")) == ("1 genes", "")
    assert game.stock("goods", "Spice World") == "1 novelty"


def test_what_is_discarded_is_counted(tmp_path: Path) -> None:
    game = ship_ends(tmp_path, ": may discard up to 3 dice in citizenry: gain 1 vp per discarded", citizenry="2 home")

    game.answer("use", "ZZ1.a/1").answer("discard", "2 home")

    assert (game.vp(0), game.stock("citizenry", 0)) == (2, "")


@pytest.mark.parametrize(
    ("power", "credits", "recruited"),
    [("recruit cost: 0 exactly", 1, 3), ("recruit cost: 1 more", 2, 1), ("recruit cost: 2 less", 1, 3)],
)
def test_the_cost_of_recruiting_changes(tmp_path: Path, power: str, credits: int, recruited: int) -> None:
    game = zeta(tmp_path, power).seat(0, tableau=["Zeta 1"], citizenry="3 home", credits=credits)

    game.manage(0)

    assert game.stock("cup", 0) == f"{recruited} home"
    assert game.credits(0) == 1


@pytest.mark.parametrize(("less", "ended"), [(10, ("squares",)), (9, ())])
def test_the_number_of_squares_that_ends_the_game_changes_for_all(
    tmp_path: Path, less: int, ended: tuple[str, ...]
) -> None:
    game = zeta(tmp_path, f"final tableau: {less} less").seat(0, tableau=["Zeta 1"], cup="1 home")
    game.seat(1, tableau=["Ancient Race", "Spice World"])

    assert game.end_round().ended == ended


# -- powers that produce -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_world_produces_a_die_of_its_colour_and_powers_react(tmp_path: Path, backend: Backend) -> None:
    game = zeta(
        tmp_path, "at end of ship: produce here", "when you produce on a novelty world: gain $1", backend=backend
    )
    game.seat(0, tableau=["Eta 1", "Zeta 2"], credits=0).end_of("ship")

    assert (game.stock("goods", "Eta 1"), game.credits(0)) == ("1 novelty", 1)
    assert game.end_of("ship").stock("goods", "Eta 1") == "1 novelty"


@pytest.mark.parametrize(
    ("which", "goods"),
    [("each world", ["1 novelty", "1 genes", ""]), ("each genes world", ["", "1 genes", ""])],
)
def test_each_own_world_with_room_produces(tmp_path: Path, which: str, goods: list[str]) -> None:
    game = zeta(tmp_path, f"at end of ship: produce on {which}").seat(
        0, tableau=["Zeta 1", "Spice World", "Ancient Race"]
    )
    game.seat(1, tableau=["Plague World"]).end_of("ship")

    assert [game.stock("goods", name) for name in ("Spice World", "Ancient Race", "Plague World")] == goods


def test_the_owner_chooses_which_worlds_produce_and_how_many(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: produce on up to 2 worlds")
    # Galactic Reserves makes room for two goods on a world, but a use of the power produces only one there.
    game.seat(0, tableau=["Zeta 1", "Galactic Reserves", "Spice World", "Ancient Race", "Mining World"]).end_of("ship")

    game.answer("produce on", "rare", "goods")
    assert game.options() == [("novelty in supply", "goods"), ("genes in supply", "goods"), "done"]
    game.answer("produce on", "done")

    assert game.stock("goods", "Mining World") == "1 rare"
    assert game.stock("goods", "Spice World") == game.stock("goods", "Ancient Race") == ""


def test_nothing_is_produced_without_a_die_in_the_supply(tmp_path: Path) -> None:
    game = zeta(tmp_path, "at end of ship: may spend $1: produce here")
    game.seat(0, tableau=["Eta 1"], credits=1).seat(1, cup="20 novelty").end_of("ship")

    assert not game.asked


# -- powers of other pieces --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_power_of_an_opponents_tile_is_used_as_ones_own(tmp_path: Path, backend: Backend) -> None:
    copying = "at end of ship: may use 1 development of opponents"
    game = zeta(tmp_path, copying, "at end of ship: gain $1 per own world", "gain 1 vp", backend=backend)
    game.seat(0, tableau=["Zeta 1", "Spice World", "Ancient Race"], credits=0)
    game.seat(1, tableau=["Zeta 2", "Zeta 3"], credits=0).end_of("ship")

    game.answer("use", "ZZ1.a/1")

    assert (game.credits(0), game.credits(1)) == (2, 0)


def test_of_several_powers_the_owner_chooses_one_and_pays_its_price(tmp_path: Path) -> None:
    game = zeta(
        tmp_path,
        "at end of ship: use 1 another development",
        "at end of ship: may spend $1: gain 2 vp",
        "at end of ship, once per phase: gain 1 vp",
    )
    game.seat(0, tableau=["Zeta 1", "Zeta 2", "Zeta 3"], credits=2).end_of("ship")

    assert game.options() == ["Zeta 2", "Zeta 3"]
    game.answer("copy", "Zeta 2")
    assert (game.credits(0), game.vp(0)) == (1, 2)


def test_a_power_about_its_own_piece_or_without_effect_is_not_used(tmp_path: Path) -> None:
    own = "at end of ship: may move this development to bag: gain 2 vp"
    game = zeta(tmp_path, "at end of ship: use 1 development of opponents", own, "gain 2 vp")
    game.seat(0, tableau=["Zeta 1"]).seat(1, tableau=["Zeta 2", "Zeta 3"]).end_of("ship")

    game.answer("use", "decline")
    assert not game.asked and game.vp(0) == 0


def test_workers_are_reassigned_with_the_power_of_an_opponent(tmp_path: Path) -> None:
    game = zeta(tmp_path, "assign: may use 1 development of opponents", "assign: may reassign 1 explorer")
    game.seat(0, tableau=["Zeta 1"], explore="1 home", develop="1 rare").seat(1, tableau=["Zeta 2"])

    game.select("develop", "rare").answer("reassign", "ZZ1.a/1").answer("worker", "home in explore", "ship")

    assert game.stock("ship", 0) == "1 home"


@pytest.mark.parametrize(
    "power",
    [
        "use 1 development of opponents",
        "when you trade: use 1 development of opponents",
        "at end of round: use 1 development of opponents",
        "at end of ship: use this development",
    ],
)
def test_only_powers_of_the_same_moment_are_used(tmp_path: Path, power: str) -> None:
    assert {diagnostic.code for diagnostic in wrong(tmp_path, power)} <= {
        "missing-clause",
        "never-fires",
        "surplus-clause",
    }
    assert wrong(tmp_path, power)
