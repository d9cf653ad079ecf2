"""Setup, turns, dice, follows and the end of Galaxies, by the lines of the rules checklist."""

from __future__ import annotations

import pytest

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Bag
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.schedule import begin_stretch
from rftg_dsl.library import standard
from rules import rule
from table import table

from .position import GalaxiesPosition


def game(players: int = 2) -> GalaxiesPosition:
    position: GalaxiesPosition = table("galaxies", players)
    return position


def started(players: int) -> Play:
    play = standard("galaxies").rules(players).start(Seeded("setup", "galaxies"))
    play.run()
    return play


# -- setup


@pytest.mark.parametrize(("players", "row"), [(2, 4), (3, 5), (4, 6), (5, 6)])
@rule("G4", "G7", "G8", "G9", "G10", "G11", "G15", "G17", "G18", "G19")
def test_the_table_is_set_up_as_printed(players: int, row: int) -> None:
    g = started(players)
    w = g.numbers

    for seat in range(players):
        assert [len(g.zone[place]) for place in (w.galaxy[seat], w.dock[seat])] == [2, 2]
        assert [g.counters[one[seat]] for one in (w.culture, w.energy, w.empire)] == [1, 2, 1]
    assert len(g.zone[w.row]) == row
    assert len(g.zone[w.deck]) == 40 - row
    assert g.stock[w.supply] == 7


@rule("G5")
def test_the_game_is_for_two_to_five() -> None:
    with pytest.raises(Unusable):
        standard("galaxies").rules(1)


@rule("G16")
def test_another_seed_gives_another_deck() -> None:
    decks = set()
    for seed in "abc":
        play = standard("galaxies").rules(2).start(Seeded(seed, "galaxies"))
        play.run()
        decks.add(play.zone[play.rules.numbers.deck])

    assert len(decks) == 3


@rule("G20", "G21", "G22", "G23")
def test_each_player_keeps_one_of_two_missions_in_secret() -> None:
    g = started(3)
    w = g.numbers
    pending = g.pending
    assert pending is not None
    dealt = g.zone[w.dealt[0]]

    assert (pending.name, pending.secret, tuple(pending.form.listed())) == ("mission", True, dealt)
    assert len(dealt) == 2
    for seat in range(3):
        assert g.pending is not None
        assert g.pending.seat == seat
        g.answer(g.pending.form.listed()[1])
    assert [len(g.zone[place]) for place in w.mission] == [1, 1, 1]
    assert g.zone[w.mission[0]] == dealt[1:]
    assert len(g.zone[w.missions]) == 12 - 3
    seen = {g.layout.seen[place] for place in (*w.mission, *w.dealt)}
    assert (seen, g.layout.seen[w.missions]) == ({"owner"}, "none")


@rule("G20")
def test_two_players_are_dealt_only_two_player_missions() -> None:
    for seed in range(20):
        g = standard("galaxies").rules(2).start(Seeded(str(seed), "galaxies"))
        g.run()
        dealt = [card for place in g.numbers.dealt for card in g.zone[place]]
        assert all(g.numbers.least[g.side[card]] < 3 for card in dealt)


# -- turns and dice


@rule("G24", "G28", "G29", "G30")
def test_the_starting_player_rolls_four_dice() -> None:
    g = started(2)
    while g.pending is not None and g.pending.name == "mission":
        g.answer(g.pending.form.listed()[0])
    g.run()

    assert g.pending is not None
    assert (g.pending.name, g.pending.seat) == ("turn", 0)
    assert sum(g.stock[place] for place in g.numbers.inactive.values()) == 4


@rule("G25", "G88")
def test_the_dice_leave_the_mat_and_the_next_player_takes_a_turn() -> None:
    g = game(3).row("JAKKS").dice("move energy").dice("colony", "bay-").turn(1).end_turn(1)

    assert g.stock("supply", 0) == "7 action_die"
    assert g.play.agenda == [(begin_stretch.id, (2,))]
    assert game(3).row("JAKKS").turn(2).end_turn(2).play.agenda == [(begin_stretch.id, (0,))]


@rule("G28", "G81")
def test_a_gained_die_is_rolled_from_the_next_turn_on() -> None:
    g = game().row("JAKKS").seat(0, empire=1, energy=2).rolls("move move move colony").start_turn()

    g.answer("turn", "colony").answer("colony", "upgrade").answer("follow", "decline")

    assert g.count("empire") == 2
    assert g.inactive() == {"move": 3}
    g.rolls("move move move move").answer("turn", "end").rolls("move move move move move").answer("turn", "end")
    assert (g.pending.seat, g.inactive()) == (0, {"move": 5})


@rule("G31", "G32", "G86")
def test_any_die_can_be_activated_and_the_turn_can_be_ended_at_any_time() -> None:
    g = game().row("JAKKS").dice("move diplomacy colony").choose()

    assert g.options() == ["move", "diplomacy", "colony", "reroll", "convert", "end"]


@rule("G33", "G34")
def test_an_activated_die_stays_in_the_bay_and_is_not_used_again() -> None:
    g = game().dice("energy culture").choose().answer("turn", "energy")
    g.answer("follow", "decline")

    assert g.stock("bay-energy", 0) == "1 action_die"
    assert "energy" not in g.options()
    assert g.count("energy") == 2, "no ship stands anywhere"


@rule("G34")
def test_a_die_can_be_activated_even_if_its_action_can_do_nothing() -> None:
    g = game().seat(0, energy=0).seat(1, culture=0).dice("diplomacy colony culture").choose()

    g.answer("turn", "diplomacy").answer("turn", "colony")

    assert g.options() == ["culture", "reroll", "end"]


@rule("G35", "G36", "G37")
def test_the_first_reroll_is_free_and_every_other_one_costs_an_energy() -> None:
    g = game().seat(0, energy=1).dice("move move colony").choose()

    g.rolls("move energy", "reroll").answer("turn", "reroll").answer("reroll", "2 move")
    assert (g.count("energy"), g.inactive()) == (1, {"move": 1, "energy": 1, "colony": 1})
    g.rolls("move culture economy", "reroll").answer("turn", "reroll").answer("reroll", "1 move, 1 energy, 1 colony")
    assert g.count("energy") == 0
    assert "reroll" not in g.options()


@rule("G83", "G84", "G85")
def test_two_dice_are_spent_to_turn_a_third_one_once_per_turn() -> None:
    g = game().dice("move move energy energy energy culture").choose().answer("turn", "convert")

    g.answer("spend", "1 move, 1 energy").answer("die", "culture").answer("face", "colony")

    assert g.stock("converter", 0) == "2 action_die"
    assert g.inactive() == {"move": 1, "energy": 2, "colony": 1}
    assert "convert" not in g.options()
    assert "convert" not in game().dice("move energy").choose().options()


# -- follows


@rule("G38", "G39", "G40", "G41", "G42", "G87")
def test_the_others_may_follow_each_die_once_clockwise_for_a_culture() -> None:
    g = game(4).seat(3, culture=0).turn(1)
    for seat in range(4):
        g.ships(seat, "galaxy", "galaxy")

    g.activate("energy", seat=1)
    asked = []
    while g.asked is not None:
        asked.append(g.pending.seat)
        g.answer("follow", "follow")

    assert asked == [2, 0], "seat 3 cannot pay"
    assert [g.count("energy", seat) for seat in range(4)] == [4, 4, 4, 2]
    assert [g.count("culture", seat) for seat in range(4)] == [0, 1, 0, 0]


@rule("G38")
def test_a_player_who_could_not_use_an_action_is_not_offered_a_follow() -> None:
    g = game(3).row("GORT").ships(0, "orbit GORT 0").ships(1, "surface GORT").ships(2, "orbit GORT 2")

    assert g.copy("economy").pending.seat == 2


@rule("G39")
def test_culture_paid_for_following_cannot_be_spent_on_the_action() -> None:
    poor = game().seat(1, culture=2, energy=0).copy("colony")
    rich = game().seat(1, culture=3, energy=0).copy("colony")

    assert poor.asked is None
    assert rich.answer("follow", "follow").count("empire", 1) == 2
    assert rich.count("culture", 1) == 0


# -- ships


@rule("G43", "G44", "G49", "G50", "G53", "G55", "G56", "G57", "G58")
def test_a_ship_moves_to_the_surface_or_orbit_of_another_planet_or_home() -> None:
    g = game().row("JAKKS", "GORT").ships(0, "surface JAKKS", "galaxy").ships(1, "orbit GORT 2", "surface GORT")
    g.seat(1, colonies=["GYORE"])

    assert set(g.do("move").options()) == {
        ("A1", "galaxy"),
        ("A1", "surface GORT"),
        ("A1", "orbit GORT"),
        ("A2", "orbit JAKKS"),
        ("A2", "surface GORT"),
        ("A2", "orbit GORT"),
    }


@rule("G51", "G52")
def test_no_two_own_ships_share_a_track_or_a_surface() -> None:
    g = game().row("JAKKS").ships(0, "surface JAKKS", "orbit JAKKS 1", "galaxy")

    assert g.do("move").options() == [("A1", "galaxy"), ("A2", "galaxy")]


@rule("G45")
def test_a_landing_ship_may_use_the_action() -> None:
    g = game().row("JAKKS").ships(0, "galaxy").do("move").answer("move", "A1", "surface JAKKS")

    assert g.options() == ["JAKKS", "decline"]
    assert g.answer("use", "decline").count("culture") == 1


@rule("G46", "G47", "G67")
def test_an_orbiting_ship_begins_at_the_start_and_advances_space_by_space() -> None:
    g = game().row("GORT").ships(0, "galaxy").do("move").answer("move", "A1", "orbit GORT")

    assert g.stands()[0] == "orbit GORT 0"
    assert g.do("diplomacy").stands()[0] == "orbit GORT 0"
    assert g.do("economy").stands()[0] == "orbit GORT 1"


@rule("G54", "G55")
def test_a_ship_that_leaves_a_track_loses_its_space() -> None:
    g = game().row("GORT", "GYORE").ships(0, "orbit GORT 3").do("move").answer("move", "A1", "galaxy")

    assert g.stands()[0] == "galaxy"
    assert g.do("move").answer("move", "A1", "orbit GYORE").stands()[0] == "orbit GYORE 0"


@rule("G59", "G60", "G61", "G62", "G63")
def test_resources_are_acquired_for_ships_on_and_around_matching_planets() -> None:
    g = game().row("JAKKS", "GORT").ships(0, "surface JAKKS", "orbit JAKKS 1", "surface GORT", "galaxy")
    g.seat(0, energy=0, culture=0)

    g.do("culture").do("energy")

    assert (g.count("culture"), g.count("energy")) == (2, 2)


@rule("G64")
def test_no_more_than_seven_of_a_resource_are_kept() -> None:
    g = game().ships(0, "galaxy", "galaxy").seat(0, energy=6)

    assert g.do("energy").count("energy") == 7


@rule("G66", "G68", "G69", "G70", "G71", "G72")
def test_the_end_of_a_track_colonizes_the_planet() -> None:
    g = game().row("JAKKS", "GORT", "GYORE").deck("MAIA", "PIEDES")
    g.ships(0, "orbit GORT 5", "surface GORT").ships(1, "orbit GORT 4", "surface GORT", "surface GYORE")

    g.do("economy")

    assert g.pieces("colonies") == ["GORT"]
    assert g.stands(0)[:2] == ["galaxy", "galaxy"]
    assert g.stands(1)[:3] == ["galaxy", "galaxy", "surface GYORE"]
    assert g.pieces("row") == ["JAKKS", "MAIA", "GYORE"]
    assert g.score() == 7


@rule("G72")
def test_without_a_deck_the_row_shrinks() -> None:
    g = game().row("JAKKS", "GORT").deck().ships(0, "orbit GORT 5").do("economy")

    assert g.pieces("row") == ["JAKKS"]


# -- colonies and the empire


@rule("G73", "G74")
def test_a_colony_die_upgrades_or_uses_an_own_planet() -> None:
    g = game().seat(0, colonies=["JAKKS", "HOEFKER"], energy=2).seat(1, colonies=["GORT"]).do("colony")

    assert g.options() == ["upgrade", "JAKKS", "HOEFKER", "nothing"]
    assert g.answer("colony", "JAKKS").count("culture") == 2


@rule("G74", "G75", "G76", "G77", "G78", "G82")
def test_an_upgrade_is_paid_in_one_resource() -> None:
    g = game().seat(0, empire=2, energy=3, culture=3).do("colony").answer("colony", "upgrade")

    assert g.options() == ["energy", "culture"]
    g.answer("pay", "culture")
    assert (g.count("empire"), g.count("energy"), g.count("culture")) == (3, 3, 0)
    assert g.score() == 2
    assert game().seat(0, empire=2, energy=2, culture=2).do("colony").asked is None


@rule("G79", "G80")
def test_a_gained_ship_is_on_the_mat_at_once() -> None:
    g = game().row("JAKKS").ships(0, "surface JAKKS", "orbit JAKKS 0").seat(0, empire=2, energy=3).do("colony")

    g.answer("colony", "upgrade")

    assert g.stands() == ["surface JAKKS", "orbit JAKKS 0", "galaxy", "dock"]
    assert ("A3", "galaxy") not in g.do("move").options()


@rule("G79")
def test_the_last_level_cannot_be_upgraded() -> None:
    assert game().seat(0, empire=6, energy=7).do("colony").asked is None


# -- planets that use planets


def test_calls_nest_no_deeper_than_the_bound() -> None:
    g = game().turn().dice("colony", "bay-").seat(0, colonies=["PIEDES"])
    bound = g.rules.model.words.numbers["nesting"]

    g.use("PIEDES")
    depths = []
    while g.asked is not None and "PIEDES" in g.options():
        depths.append(g.count("depth"))
        g.answer("colony", "PIEDES")

    assert depths == list(range(1, bound))
    assert (g.count("depth"), g.options()) == (bound, ["upgrade", "nothing"])
    assert g.answer("colony", "nothing").count("depth") == 0


# -- the end


@rule("G2", "G26", "G89", "G90")
def test_planets_and_empire_trigger_the_end_and_missions_do_not() -> None:
    short = game().row("GORT").ships(0, "orbit GORT 5").seat(0, colonies=["GYORE"], empire=5, mission=["EQUALIZER"])
    enough = game().row("GORT").ships(0, "orbit GORT 5").seat(0, colonies=["GYORE", "PIEDES"])

    assert (short.do("economy").score(), short.count("trigger")) == (19, 0)
    assert (enough.do("economy").score(), enough.count("trigger")) == (21, 1)


@rule("G26", "G27", "G91")
def test_the_round_is_finished_and_the_starting_player_gets_no_extra_turn() -> None:
    g = game(3)
    g.put_counter("trigger", 0, 1)

    assert g.row("JAKKS").turn(0).end_turn(0).play.agenda == [(begin_stretch.id, (1,))]
    g.play.agenda.clear()
    assert g.turn(2).end_turn(2).play.agenda == []
    assert g.figures["end"]["why"] == ["points"]


@rule("G91")
def test_a_round_goes_on_as_long_as_nobody_has_triggered_the_end() -> None:
    g = game(3).row("JAKKS").turn(2).end_turn(2)

    assert g.play.agenda == [(begin_stretch.id, (0,))]
    assert "end" not in g.figures


@rule("G3", "G92", "G93", "G94", "G95")
def test_missions_are_added_at_the_end_and_the_highest_score_wins() -> None:
    g = (
        game()
        .seat(0, colonies=["GORT"], mission=["INDUSTRIALIST"])
        .seat(1, colonies=["BRUMBAUGH"], mission=["HOARDER"])
    )
    g.seat(1, energy=3, culture=3, empire=4).row("JAKKS")
    g.put_counter("trigger", 0, 1)

    end = g.turn(1).end_turn(1).figures["end"]

    assert (end["scores"], end["winners"]) == ([7, 3 + 3 + 2], [1])


def won(*seats: dict[str, object]) -> list[int]:
    g = game().row("JAKKS")
    for seat, what in enumerate(seats):
        g.seat(seat, **what)
    g.put_counter("trigger", 0, 1)
    winners: list[int] = g.turn(1).end_turn(1).figures["end"]["winners"]
    return winners


@rule("G96")
def test_ties_go_to_the_most_planets() -> None:
    assert won({"colonies": ["BRUMBAUGH"]}, {"colonies": ["CLJ-0517", "BISSCHOP"], "energy": 0}) == [1]


@rule("G97")
def test_then_the_highest_empire_level_wins() -> None:
    assert won({"colonies": ["BRUMBAUGH"]}, {"colonies": ["CLJ-0517"], "empire": 2, "energy": 0}) == [1]


@rule("G98")
def test_then_the_most_resources_win() -> None:
    assert won({"colonies": ["BRUMBAUGH"], "energy": 0}, {"colonies": ["NAGATO"], "energy": 1}) == [1]


@rule("G99")
def test_then_the_victory_is_shared() -> None:
    assert won({"colonies": ["BRUMBAUGH"], "energy": 1, "culture": 2}, {"colonies": ["NAGATO"], "energy": 2}) == [0, 1]


def test_a_row_without_planets_ends_the_game() -> None:
    g = game().deck().turn(1).end_turn(1)

    assert g.figures["end"]["why"] == ["planets"]


def test_a_bag_of_dice_lists_their_faces() -> None:
    g = game().dice("move move colony").choose().answer("turn", "reroll")

    assert isinstance(g.pending.form, Bag)
    assert g.options() == [("move", 2), ("colony", 1)]
