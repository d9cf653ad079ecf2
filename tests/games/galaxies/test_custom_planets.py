"""Custom planets on a known table: each does what its sentence says, with both backends."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import pytest

from added import generate_only_added
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.games.galaxies import GAME
from rftg_dsl.games.galaxies.ships import check_end
from rftg_dsl.library.load import load, load_library
from rftg_dsl.play.bots import make_bot

from .position import GalaxiesPosition

SET = 'id = "own"\nname = "Own"\ngame = "galaxies"\nversion = "1"\n'
PLANET = 'planet-card {id} {{\n  planet "{id}" energy economy length 2 vp 1 {{\n    {power}\n  }}\n}}\n'


class Table(Protocol):
    """Makes a table with planets X, Y ... that have these powers."""

    def __call__(self, *powers: str, players: int = 2) -> GalaxiesPosition: ...


def folder(where: Path, *powers: str) -> Path:
    (where / "set.toml").write_text(SET)
    planets = [PLANET.format(id=name, power=power) for name, power in zip("XYZ", powers, strict=False)]
    (where / "planets.rftg").write_text("".join(planets))
    return where


@pytest.fixture(params=["generated", "interpreted"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    backend: Backend = request.param

    def made(*powers: str, players: int = 2) -> GalaxiesPosition:
        return GalaxiesPosition(
            load_library("galaxies", extra=[folder(tmp_path, *powers)]).rules(players, generate_only_added(backend))
        )

    return made


# -- ships


def test_an_opponents_ship_moves_by_the_rules_for_its_owner(table: Table) -> None:
    g = table("action: move 1 ship of opponents").row("JAKKS", "GORT")
    g.ships(0, "orbit JAKKS 1").ships(1, "orbit GORT 2", "surface JAKKS").use("X")

    assert ("B1", "orbit JAKKS") in g.options() and ("B1", "surface JAKKS") not in g.options()
    g.answer("move", "B1", "galaxy")
    assert g.play.numbers.ships[1][0] in g.play.zone[g.play.numbers.galaxy[1]]


def test_an_opponents_ship_moves_only_to_a_track_without_another_of_its_owners_ships(table: Table) -> None:
    g = table("action: move 1 orbiter of opponents to orbit").row("JAKKS", "GORT", "GYORE")
    g.ships(0, "orbit GYORE 1").ships(1, "orbit GORT 2", "orbit JAKKS 0").use("X")

    assert g.options() == [("B1", "orbit GYORE"), ("B2", "orbit GYORE")]


@pytest.mark.parametrize(
    ("space", "names"), [(1, "AUGHMOORE GYORE JAKKS"), (2, "AUGHMOORE GYORE"), (5, "AUGHMOORE GYORE")]
)
def test_a_ship_moves_only_to_a_track_with_its_space_before_the_end(table: Table, space: int, names: str) -> None:
    g = table("action: move 1 orbiter to orbit").row("JAKKS", "GORT", "GYORE", "AUGHMOORE")
    g.ships(0, f"orbit GORT {space}").use("X")

    assert [g.play.numbers.length[g.side(name)] for name in ("JAKKS", "GYORE", "AUGHMOORE")] == [2, 6, 6]
    assert sorted(place for _, place in g.options()) == [f"orbit {name}" for name in names.split()]


@pytest.mark.parametrize("power", ["advance 1 ship by 1", "move 1 orbiter to orbit", "move 1 ship in galaxy to galaxy"])
def test_track_verbs_affect_only_ships_on_tracks(table: Table, power: str) -> None:
    g = table(f"action: {power}").row("JAKKS", "GORT").ships(0, "surface GORT", "galaxy")

    assert not g.use("X").asked and not g.events


@pytest.mark.parametrize(
    ("power", "after"),
    [
        ("advance 1 orbiter by 1 per own colony", 3),
        ("advance 1 orbiter by 2 per 2 own colonies, rounded up", 3),
        ("regress 1 orbiter by 1 per own colony", 0),
        ("regress 1 orbiter by 1 per own energy colony minus 1", 1),
    ],
)
def test_what_is_counted_after_by_is_how_far_a_ship_goes(table: Table, power: str, after: int) -> None:
    g = table(f"action: {power}").row("GORT").seat(0, colonies=["X", "JAKKS"]).ships(0, "orbit GORT 1").use("X")

    if g.asked:
        g.answer("ship", "A1")

    assert g.stands()[0] == f"orbit GORT {after}"


def test_a_ship_that_would_go_nowhere_is_not_asked_for(table: Table) -> None:
    g = table("action: advance 1 orbiter by 1 per own lander").row("GORT").ships(0, "orbit GORT 1").use("X")

    assert not g.asked and not g.events


@pytest.mark.parametrize(
    ("power", "after"),
    [
        ("move 1 orbiter to orbit", "orbit SHOUHUA 1"),
        ("move 1 orbiter", "orbit SHOUHUA 0"),
    ],
)
def test_a_different_ship_excludes_the_one_just_moved(table: Table, power: str, after: str) -> None:
    g = table(f"action: {power}, advance 1 different orbiter by 1").row("GORT", "GYORE", "SHOUHUA")
    g.ships(0, "orbit GYORE 1", "orbit GORT 3").use("X").answer(power.split()[0], "A1", "orbit SHOUHUA")

    assert g.stands()[:2] == [after, "orbit GORT 4"]


def test_taking_or_moving_zero_is_not_asked_for(table: Table) -> None:
    g = table("action: gain 1 culture from an opponent per lander", "action: move 1 ship per lander", players=3)

    assert not g.ships(0, "galaxy").use("X").asked and not g.use("Y").asked and not g.events


@pytest.mark.parametrize(
    ("power", "left", "gained"),
    [
        ("gain 1 energy from each opponent", (2, 0, 0), 2),
        ("gain 2 energy from each opponent", (1, 0, 0), 3),
        ("gain 1 energy from each opponent per own lander", (3, 1, 0), 0),
    ],
)
def test_each_opponent_gives_as_much_as_there_is(
    table: Table, power: str, left: tuple[int, int, int], gained: int
) -> None:
    g = table(f"action: {power}", players=4).seat(0, energy=0)
    for seat, energy in enumerate((3, 1, 0), 1):
        g.seat(seat, energy=energy)

    g.use("X")

    assert (tuple(g.count("energy", seat) for seat in (1, 2, 3)), g.count("energy"), g.asked) == (left, gained, None)


@pytest.mark.parametrize("energy", [0, 1])
def test_nothing_is_paid_to_gain_from_opponents_who_have_nothing(table: Table, energy: int) -> None:
    g = table("action: may spend 1 culture: gain 1 energy from each opponent").seat(0, culture=1).seat(1, energy=energy)

    assert g.rules.by_id["X/1"].can(g.play, 0, g.piece("X")) == (energy > 0)


def test_a_gain_of_either_counter_is_asked_in_the_first_one_named(table: Table) -> None:
    g = (
        table("action: may move 1 orbiter to galaxy: gain 1 culture or energy per space")
        .row("GORT")
        .ships(0, "orbit GORT 3")
    )

    g.seat(0, energy=0, culture=0).use("X").answer("share", 1)

    assert (g.count("energy"), g.count("culture")) == (2, 1)


@pytest.mark.parametrize(
    ("power", "asked", "row"),
    [
        ("move 2 planets in row to deck", [["JAKKS", "GORT", "GYORE"], ["JAKKS", "GYORE"]], ["MAIA", "ZALAX", "GYORE"]),
        ("move up to 2 planets in row to deck", [["JAKKS", "GORT", "GYORE", "done"], ["JAKKS", "GYORE", "done"]],
         ["MAIA", "ZALAX", "GYORE"]),
        ("move 1 planet in row to deck", [["JAKKS", "GORT", "GYORE"]], ["JAKKS", "MAIA", "GYORE"]),
    ],
)  # fmt: skip
def test_as_many_planets_of_the_row_are_replaced_as_the_power_says(
    table: Table, power: str, asked: list[list[str]], row: list[str]
) -> None:
    g = table(f"action: {power}").row("JAKKS", "GORT", "GYORE").deck("MAIA", "ZALAX").use("X")

    for options, planet in zip(asked, ("GORT", "JAKKS"), strict=False):
        assert g.options() == options
        g.answer("planet", planet)

    assert not g.asked
    assert sorted(g.pieces("row")) == sorted(row)
    assert [*g.pieces("deck"), *g.pieces("row")].count("GORT") == 1


# -- resources, dice, points


@pytest.mark.parametrize(
    ("power", "energy", "culture", "left"),
    [
        ("upgrade with energy", 1, 7, (1, 7, 1)),
        ("upgrade with energy", 3, 7, (1, 7, 2)),
        ("upgrade with culture for 1 less", 7, 1, (7, 0, 2)),
        ("upgrade with culture for 1 more", 7, 2, (7, 2, 1)),
    ],
)
def test_an_upgrade_is_paid_with_the_resource_named(
    table: Table, power: str, energy: int, culture: int, left: tuple[int, int, int]
) -> None:
    g = table(f"action: {power}").seat(0, energy=energy, culture=culture).use("X")

    assert (g.count("energy"), g.count("culture"), g.count("empire")) == left


@pytest.mark.parametrize(
    ("energy", "culture", "options"), [(3, 2, [2, 3]), (3, 7, [0, 1, 2, 3]), (7, 2, [2, 3, 4]), (7, 7, [0, 1, 2, 3, 4])]
)
def test_a_price_in_both_resources_asks_for_no_more_of_either_than_there_is(
    table: Table, energy: int, culture: int, options: list[int]
) -> None:
    g = table("action: upgrade with energy and culture").seat(0, empire=3, energy=energy, culture=culture).use("X")

    assert g.options() == options


def test_turning_an_activated_die_leaves_it_activated(table: Table) -> None:
    g = table("action: turn 1 activated-die").dice("move", place="bay-").use("X").answer("face", "colony")

    assert (g.inactive(), g.figures["table"]["activated"]) == ({}, {"colony": 1})


def test_rerolling_activated_dice_leaves_them_activated(table: Table) -> None:
    g = table("action: reroll any number of activated-dice").dice("colony").dice("move move", place="bay-")

    g.rolls("economy colony", "reroll").use("X").answer("reroll", "2 bay-move")

    assert (g.inactive(), g.figures["table"]["activated"]) == ({"colony": 1}, {"economy": 1, "colony": 1})


def test_a_planet_with_a_scoring_power_scores_at_the_end(table: Table) -> None:
    g = table("score 2 per colony").seat(0, colonies=["X", "JAKKS"])

    assert g.figures["seats"][0]["score"]["planets"] == 1 + 1 + 2 * 2
    assert g.score() == 2


# -- actions that call actions


def test_the_action_of_another_planet_can_be_a_price(table: Table) -> None:
    power = "action: may use 1 other colony: gain 1 energy"
    g = table(power, power).seat(0, colonies=["X", "Y", "JAKKS"], energy=0, culture=0).use("X")

    assert g.options() == ["Y", "JAKKS"]
    g.answer("planet", "JAKKS")
    assert (g.count("energy"), g.count("culture")) == (1, 1)


@pytest.mark.parametrize("what", ["regress 1 orbiter by 1", "use 1 other colony", "gain 1 culture from an opponent"])
def test_a_price_that_leaves_nothing_to_do_is_not_asked_for(table: Table, what: str) -> None:
    g = table(f"action: may {what}: {what}").row("GORT").ships(0, "orbit GORT 1")
    g.seat(0, colonies=["X", "LA-TORRES"], culture=0).seat(1, energy=1, culture=1).use("X")

    assert not g.asked


def test_mutual_free_follows_terminate(table: Table) -> None:
    g = table(*["action: act as any face followed for free"] * 2).turn()
    g.seat(0, colonies=["X"]).seat(1, colonies=["Y"]).use("X")

    answered = 0
    while g.asked and answered < 5_000:
        answered += 1
        wanted = next((option for option in ("colony", "follow", "X", "Y") if option in g.options()), g.options()[0])
        g.answer(g.pending.name, wanted)
    assert 100 < answered < 5_000
    assert g.count("depth") == 0


def test_ships_that_land_and_move_each_other_terminate(table: Table) -> None:
    g = table("action: move 1 ship", "action: move 1 ship").row("X", "Y").ships(0, "surface X").use("X")

    answered = 0
    while g.asked and answered < 1_000:
        answered += 1
        there = (
            [option for option in g.options() if option[1].startswith("surface")] if g.pending.name == "move" else []
        )
        g.answer(g.pending.name, *(there[0] if there else [g.options()[0]]))
    assert 8 <= answered < 1_000
    assert g.count("depth") == 0


def test_planets_that_let_opponents_use_planets_terminate(table: Table) -> None:
    power = "action: opponents use 1 planet in row"
    g = table(power, power, power, players=5).row("X", "Y", "Z").use("X")

    answered = 0
    while g.asked and answered < 1_000:
        answered += 1
        g.answer("planet", g.options()[0])
    assert 100 <= answered < 1_000
    assert g.count("depth") == g.play.facts[g.play.numbers.called] == 0


def test_a_sensible_player_moves_dice_as_well_as_ships(table: Table) -> None:
    g = table("action: move up to 2 inactive-dice to bay-move").dice("culture energy energy").turn().use("X")

    assert g.play.answer(make_bot("greedy", GAME, "any", 0)(g.play, g.pending)) is None


# -- errors


@pytest.mark.parametrize(
    "power",
    [
        "advance 1 lander by 1",
        "advance 1 planet in row by 1",
        "regress 1 colony by 1",
        "move 1 ship in dock",
        "move 1 ship in dock to orbit",
        "discard 1 colony",
        "discard 1 ship",
        "discard 1 die",
        "move 1 dice in supply to move",
    ],
)
def test_a_verb_that_cannot_apply_to_things_in_that_place_is_refused(power: str, tmp_path: Path) -> None:
    diagnostics = load("galaxies", extra=[folder(tmp_path, f"action: {power}")]).diagnostics

    assert [diagnostic.code for diagnostic in diagnostics] == ["wrong-kind"]


# -- findings


def test_every_orbiter_is_all_of_them_whoever_owns_them(table: Table) -> None:
    g = table("action: regress every orbiter by 1").row("GORT", "GYORE")
    g.ships(0, "orbit GORT 2", "orbit GYORE 0").ships(1, "orbit GORT 3").use("X")

    assert not g.asked
    assert (g.stands()[:2], g.stands(1)[0]) == (["orbit GORT 1", "orbit GYORE 0"], "orbit GORT 2")


def test_all_own_orbiters_advance(table: Table) -> None:
    g = table("action: advance all orbiters by 1").row("GORT", "GYORE")
    g.ships(0, "orbit GORT 2", "orbit GYORE 0").ships(1, "orbit GORT 3").use("X")

    assert (g.stands()[:2], g.stands(1)[0]) == (["orbit GORT 3", "orbit GYORE 1"], "orbit GORT 3")


@pytest.mark.parametrize(
    ("power", "code"),
    [("use every planet in row", "choice-without-chooser"), ("use this planet", "never-fires")],
)
def test_what_could_never_be_done_is_refused(power: str, code: str, tmp_path: Path) -> None:
    diagnostics = load("galaxies", extra=[folder(tmp_path, f"action: {power}")]).diagnostics

    assert [diagnostic.code for diagnostic in diagnostics] == [code]


@pytest.mark.parametrize(
    ("power", "mine", "theirs"),
    [("follow price: 1 less", 0, 1), ("follow toll: 1 more", 1, 2), ("follow price: 1 more", 2, 1)],
)
def test_what_i_pay_to_follow_and_what_others_pay_to_follow_me_are_two_numbers(
    table: Table, power: str, mine: int, theirs: int
) -> None:
    for leader, follower, price in ((1, 0, mine), (0, 1, theirs)):
        g = table(power).seat(0, colonies=["X"]).seat(follower, culture=3).ships(follower, "galaxy").row("JAKKS")
        g.copy("energy", follower, leader).answer("follow", "follow")
        assert g.count("culture", follower) == 3 - price


@pytest.mark.parametrize(("power", "ended"), [("final vp: 2 exactly", False), ("final vp: 20 less", True)])
def test_the_number_that_ends_the_game_changes_for_all(table: Table, power: str, ended: bool) -> None:
    g = table(power).seat(1, colonies=["X"]).seat(0, colonies=["JAKKS"])  # 1 point
    check_end(g.play, 0)

    assert bool(g.count("trigger")) == ended
