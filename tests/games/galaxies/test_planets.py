"""A scenario for the action of every planet."""

from __future__ import annotations

import pytest

from rftg_dsl.library import library
from rules import power, rule
from table import table

from .position import GalaxiesPosition


def game(players: int = 2) -> GalaxiesPosition:
    position: GalaxiesPosition = table("galaxies", players)
    return position


def second(players: int = 2) -> GalaxiesPosition:
    return GalaxiesPosition(library("galaxies", options={"wording": "second"}).rules(players))


# -- resources


@power("JAKKS/1")
def test_jakks_gives_a_culture() -> None:
    g = game().seat(0, culture=3)

    assert g.use("JAKKS").count("culture") == 4


@power("VICI-KS156/1")
@rule("G64")
def test_vici_gives_an_energy_and_what_exceeds_seven_is_lost() -> None:
    g = game().seat(0, energy=6)

    assert g.use("VICI-KS156").use("VICI-KS156").count("energy") == 7


@power("MJ-120210/1")
def test_mj_gives_two_energy() -> None:
    assert game().seat(0, energy=0).use("MJ-120210").count("energy") == 2


@power("AUGHMOORE/1")
def test_aughmoore_gives_culture_for_own_ships_at_home() -> None:
    g = game().row("JAKKS").ships(0, "galaxy", "galaxy", "surface JAKKS").ships(1, "galaxy").seat(0, culture=1)

    assert g.use("AUGHMOORE").count("culture") == 3


@power("GLEAM-ZANIER/1")
def test_gleam_zanier_gives_every_opponent_an_energy_too() -> None:
    g = game(3).seat(0, energy=1).seat(1, energy=0).seat(2, energy=7).use("GLEAM-ZANIER")

    assert [g.count("energy", seat) for seat in range(3)] == [3, 1, 7]


@power("JAC-110912/1")
def test_jac_gives_every_opponent_a_culture_too() -> None:
    g = game(3).seat(1, culture=0).use("JAC-110912", seat=1)

    assert [g.count("culture", seat) for seat in range(3)] == [2, 2, 2]


@power("HOEFKER/1")
def test_hoefker_turns_an_energy_into_two_culture() -> None:
    g = game().seat(0, energy=1, culture=0).use("HOEFKER")

    assert (g.count("energy"), g.count("culture")) == (0, 2)
    assert not game().seat(0, energy=0).use("HOEFKER").events


@pytest.mark.parametrize(("planet", "source", "target"), [("OMICRON FENZI", "energy", "culture")])
@power("OMICRON-FENZI/1")
def test_omicron_fenzi_exchanges_energy_for_culture(planet: str, source: str, target: str) -> None:
    g = game().seat(0, energy=4, culture=1).use(planet)

    assert g.options() == [0, 1, 2, 3, 4]
    g.answer("amount", 3)
    assert (g.count(source), g.count(target)) == (1, 4)


@power("PEMBERTONIA-MAJOR/1")
def test_pembertonia_exchanges_culture_for_energy_and_wastes_what_does_not_fit() -> None:
    g = game().seat(0, energy=6, culture=3).use("PEMBERTONIA-MAJOR").answer("amount", 2)

    assert (g.count("energy"), g.count("culture")) == (7, 1)


@power("CLJ-0517/1")
def test_clj_takes_a_culture_from_an_opponent_who_has_one() -> None:
    g = game(4).seat(1, culture=0).use("CLJ-0517")

    assert g.options() == ["2", "3"]
    g.answer("from", "3")
    assert [g.count("culture", seat) for seat in range(4)] == [2, 0, 1, 0]


@power("LA-TORRES/1")
def test_la_torres_takes_an_energy_once_per_turn_and_player() -> None:
    g = game().use("LA-TORRES").use("LA-TORRES")

    assert [g.count("energy", seat) for seat in range(2)] == [3, 1]
    g.use("LA-TORRES", seat=1)
    assert [g.count("energy", seat) for seat in range(2)] == [2, 2]
    g.play.renew("turn")
    assert g.use("LA-TORRES").count("energy") == 3


# -- ships


@power("DREWKAIDEN/1")
def test_drewkaiden_advances_a_ship_on_a_diplomacy_track_only() -> None:
    g = game().row("AUGHMOORE", "BISSCHOP", "GORT").ships(0, "orbit AUGHMOORE 2", "orbit BISSCHOP 0", "surface GORT")

    assert g.use("DREWKAIDEN").stands()[:2] == ["orbit AUGHMOORE 3", "orbit BISSCHOP 0"]


@power("LEANDRA/1")
def test_leandra_advances_a_ship_on_an_economy_track() -> None:
    g = game().row("AUGHMOORE", "GORT", "GYORE").ships(0, "orbit AUGHMOORE 2", "orbit GORT 0", "orbit GYORE 1")

    g.use("LEANDRA")

    assert g.options() == ["A2", "A3"]
    assert g.answer("advance", "A3").stands()[2] == "orbit GYORE 2"


@power("SHOUHUA/1")
def test_shouhua_advances_a_ship_on_any_track() -> None:
    g = game().row("AUGHMOORE", "GORT").ships(0, "orbit AUGHMOORE 2", "orbit GORT 0").ships(1, "orbit GORT 1")

    assert g.use("SHOUHUA").options() == ["A1", "A2"]
    assert g.answer("advance", "A1").stands()[0] == "orbit AUGHMOORE 3"


@power("NAKAGAWAKOZI/1")
def test_nakagawakozi_pays_two_energy_for_two_spaces_of_an_economy_track() -> None:
    g = game().row("AUGHMOORE", "GORT").ships(0, "orbit AUGHMOORE 2", "orbit GORT 0").seat(0, energy=2)

    g.use("NAKAGAWAKOZI")

    assert (g.stands()[1], g.count("energy")) == ("orbit GORT 2", 0)
    assert g.use("NAKAGAWAKOZI").stands()[1] == "orbit GORT 2"


@power("PADRAIGIN-3110/1")
def test_padraigin_colonizes_with_a_surplus_step() -> None:
    g = game().row("AUGHMOORE", "GORT").ships(0, "orbit AUGHMOORE 5", "orbit GORT 0").seat(0, culture=3)

    g.use("PADRAIGIN-3110")

    assert g.pieces("colonies") == ["AUGHMOORE"]
    assert (g.stands()[0], g.count("culture")) == ("galaxy", 1)


@power("K-WIDOW/1")
def test_k_widow_moves_an_opponents_ship_back_unless_it_is_at_the_start() -> None:
    g = game(3).row("GORT", "GYORE").ships(0, "orbit GORT 3").ships(1, "orbit GORT 0").ships(2, "orbit GYORE 2")

    assert g.use("K-WIDOW").stands(2)[0] == "orbit GYORE 1"
    assert g.stands(1)[0] == "orbit GORT 0"


@power("JORG/1")
def test_jorg_moves_back_two_spaces_but_no_further_than_the_start() -> None:
    g = game().row("GORT", "GYORE").ships(1, "orbit GORT 1", "orbit GYORE 5").seat(0, culture=4)

    g.use("JORG").answer("regress", "B2").use("JORG").answer("regress", "B1")

    assert (g.stands(1)[:2], g.count("culture")) == (["orbit GORT 0", "orbit GYORE 3"], 0)


@power("TIFNOD/1")
def test_tifnod_moves_back_on_diplomacy_tracks() -> None:
    g = game().row("AUGHMOORE", "GORT").ships(1, "orbit GORT 3", "orbit AUGHMOORE 3")

    assert g.use("TIFNOD").stands(1)[:2] == ["orbit GORT 3", "orbit AUGHMOORE 2"]


@power("VIZCARRA/1")
def test_vizcarra_moves_back_on_economy_tracks() -> None:
    g = game().row("AUGHMOORE", "GORT").ships(1, "orbit GORT 3", "orbit AUGHMOORE 3")

    assert g.use("VIZCARRA").stands(1)[:2] == ["orbit GORT 2", "orbit AUGHMOORE 3"]


@power("BRUMBAUGH/1")
def test_brumbaugh_moves_two_different_ships_back_and_needs_two() -> None:
    g = game(3).row("GORT", "GYORE").ships(1, "orbit GORT 3", "orbit GYORE 1").ships(2, "orbit GYORE 2")

    g.seat(0, energy=4).use("BRUMBAUGH").answer("regress", "B1", "C1")

    assert [g.stands(1)[0], g.stands(1)[1], g.stands(2)[0]] == ["orbit GORT 2", "orbit GYORE 1", "orbit GYORE 1"]
    lone = game().row("GORT").ships(1, "orbit GORT 3").use("BRUMBAUGH")
    assert lone.stands(1)[0] == "orbit GORT 3"
    assert lone.count("energy") == 2


@power("BSW-10-1/1")
def test_bsw_moves_one_ship_back_and_another_one_forward() -> None:
    g = game().row("GORT", "GYORE", "JAKKS").ships(0, "orbit GORT 2", "orbit GYORE 4", "orbit JAKKS 0")

    g.use("BSW-10-1")

    assert g.options() == ["A1", "A2"]
    g.answer("regress", "A1")
    assert g.options() == ["A2", "A3"]
    assert g.answer("advance", "A2").stands()[:2] == ["orbit GORT 1", "orbit GYORE 5"]


@power("BSW-10-1/1")
def test_bsw_does_nothing_with_ships_at_the_start() -> None:
    g = game().row("GORT", "GYORE").ships(0, "orbit GORT 0", "orbit GYORE 0")
    moved = game().row("GORT").ships(0, "orbit GORT 1").use("BSW-10-1")

    assert not g.use("BSW-10-1").events
    assert moved.stands()[0] == "orbit GORT 0"


@power("TERRA-BETTIA/1")
def test_terra_bettia_advances_the_others_first_clockwise() -> None:
    g = game(3).row("GORT", "JAKKS").ships(0, "orbit GORT 0").ships(1, "orbit GORT 5")
    g.ships(2, "orbit JAKKS 0", "orbit GORT 2").deck("MAIA", "PIEDES")

    g.use("TERRA-BETTIA", seat=1)

    assert g.asked is not None
    assert (g.asked.seat, g.options()) == (2, ["C1", "C2"])
    g.answer("advance", "C2")
    assert g.stands(0)[0] == "galaxy", "the leader has colonized GORT with two steps"
    assert g.pieces("colonies", 1) == ["GORT"]


@power("TERRA-BETTIA/1")
def test_terra_bettia_lets_opponents_advance_even_if_its_user_cannot() -> None:
    g = game().row("GORT").ships(1, "orbit GORT 2")

    assert g.use("TERRA-BETTIA").stands(1)[0] == "orbit GORT 3"


@power("GORT/1")
def test_gort_keeps_the_space_on_a_track_that_has_it_and_is_free() -> None:
    g = game().row("GYORE", "JAKKS", "K-WIDOW", "AUGHMOORE")
    g.ships(0, "orbit GYORE 3", "orbit K-WIDOW 0").ships(1, "orbit AUGHMOORE 1")

    g.use("GORT")

    assert g.options() == [("A1", "orbit AUGHMOORE"), ("A2", "orbit JAKKS"), ("A2", "orbit AUGHMOORE")]
    assert g.answer("move", "A1", "orbit AUGHMOORE").stands()[0] == "orbit AUGHMOORE 3"


@power("NAGATO/1")
def test_nagato_moves_two_different_ships_and_lets_them_act() -> None:
    g = game().row("JAKKS", "GORT").ships(0, "galaxy", "galaxy", "galaxy").seat(0, culture=1)

    g.use("NAGATO").answer("move", "A1", "surface JAKKS").answer("use", "JAKKS")

    assert {ship for ship, *_ in g.options() if ship != "d"} == {"A2", "A3"}
    g.answer("move", "A2", "orbit GORT")
    assert (g.stands(), g.count("culture")) == (["surface JAKKS", "orbit GORT 0", "galaxy", "dock"], 1)


@power("NAGATO/1")
def test_nagato_can_be_stopped_early() -> None:
    g = game().row("JAKKS").ships(0, "galaxy", "galaxy").use("NAGATO").answer("move", "done")

    assert g.asked is None
    assert g.count("culture") == 0


@power("ANDELLOUXIAN-6/1")
def test_andellouxian_brings_one_resource_for_the_space_left() -> None:
    g = game().row("GORT", "GYORE").ships(0, "orbit GORT 3", "orbit GYORE 0").seat(0, energy=2, culture=6)

    g.use("ANDELLOUXIAN-6").answer("move", "A1", "galaxy").answer("choose", "ANDELLOUXIAN-6/1#2")

    assert (g.stands()[0], g.count("energy"), g.count("culture")) == ("galaxy", 2, 7)
    assert g.use("ANDELLOUXIAN-6").answer("choose", "ANDELLOUXIAN-6/1#1").stands()[1] == "galaxy"
    assert g.count("energy") == 2


def test_andellouxian_mixes_in_the_second_wording() -> None:
    g = second().row("GORT").ships(0, "orbit GORT 3").seat(0, energy=2, culture=1)

    g.use("ANDELLOUXIAN-6").answer("share", 1)

    assert (g.count("energy"), g.count("culture")) == (3, 3)


# -- the empire


@power("LUREENA/1")
def test_lureena_mixes_resources() -> None:
    g = game().seat(0, empire=3, energy=3, culture=2).use("LUREENA")

    assert g.options() == [2, 3]
    g.answer("energy", 2)
    assert (g.count("empire"), g.count("energy"), g.count("culture")) == (4, 1, 0)


@power("MARED/1")
def test_mared_upgrades_the_lowest_empire_for_one_less() -> None:
    g = game().seat(0, empire=3, energy=3, culture=3).seat(1, empire=4).use("MARED")

    assert g.options() == ["energy", "culture"]
    g.answer("pay", "culture")
    assert (g.count("empire"), g.count("culture")) == (4, 0)


def test_mared_works_in_a_tie_only_in_the_second_wording() -> None:
    first = game(3).seat(0, empire=3, energy=3).seat(1, empire=3).seat(2, empire=4).use("MARED")
    other = second(3).seat(0, empire=3, energy=3).seat(1, empire=3).seat(2, empire=4).use("MARED")
    behind = second(3).seat(0, empire=4, energy=4).seat(1, empire=3).seat(2, empire=4).use("MARED")

    assert [one.count("empire") for one in (first, other, behind)] == [3, 4, 4]


# -- dice and cards


@power("GYORE/1")
def test_gyore_turns_an_inactive_die() -> None:
    g = game().turn().dice("move energy").use("GYORE").answer("die", "move").answer("face", "colony")

    assert g.inactive() == {"energy": 1, "colony": 1}


@power("MAIA/1")
def test_maia_gives_two_dice_for_resources() -> None:
    g = game().turn().dice("move move energy").use("MAIA").answer("discard", "1 move, 1 energy")

    assert g.inactive() == {"move": 1}
    assert (g.count("energy"), g.count("culture")) == (4, 3)
    assert g.use("MAIA").count("energy") == 4


@power("ZALAX/1")
def test_zalax_rerolls_without_paying() -> None:
    g = game().turn().dice("move move energy").rolls("colony energy", "reroll")

    g.use("ZALAX").answer("reroll", "2 move")

    assert (g.inactive(), g.count("energy"), g.count("rerolls")) == ({"energy": 2, "colony": 1}, 2, 0)


@pytest.mark.parametrize("planet", ["GYORE", "MAIA", "ZALAX", "NIBIRU", "BIRKOMIUS", "BISSCHOP"])
def test_own_turn_effects_do_nothing_for_a_follower(planet: str) -> None:
    g = game().turn(0).dice("move move energy")

    assert not g.use(planet, seat=1).events
    assert g.asked is None


@power("HELIOS/1")
def test_helios_replaces_a_planet_without_ships() -> None:
    g = game().row("JAKKS", "GORT", "GYORE", "MAIA").deck("PIEDES", "ZALAX")
    g.ships(0, "surface JAKKS").ships(1, "orbit MAIA 0")

    g.use("HELIOS")

    assert g.options() == ["GORT", "GYORE"]
    g.answer("planet", "GORT")
    assert g.pieces("row") == ["JAKKS", "PIEDES", "GYORE", "MAIA"]
    assert g.pieces("deck") == ["ZALAX"]
    assert "GORT" in g.pieces("discard")


def test_helios_puts_it_under_the_deck_in_the_second_wording() -> None:
    g = second().row("JAKKS", "GORT").deck("PIEDES", "ZALAX").use("HELIOS").answer("planet", "GORT")

    assert g.pieces("deck") == ["ZALAX", "GORT"]


@power("PIEDES/1")
def test_piedes_repeats_an_activated_die_which_nobody_follows() -> None:
    g = game().row("JAKKS").ships(0, "galaxy", "galaxy").turn().dice("energy move", "bay-").dice("culture")

    g.use("PIEDES").answer("die", "bay-energy")

    assert g.count("energy") == 4
    assert g.asked is None


# -- follows


@power("NIBIRU/1")
@rule("G39")
def test_nibiru_doubles_the_price_of_following_until_the_end_of_the_turn() -> None:
    g = game().seat(1, culture=3).ships(1, "galaxy").row("JAKKS")
    g.turn().use("NIBIRU").copy("energy").answer("follow", "follow")
    assert g.count("culture", 1) == 1

    assert g.copy("energy").asked is None, "one culture does not pay for it"
    g.end_turn()
    assert g.play.facts[g.layout.fact["lasting"]] == ()
    assert g.play.value("follow toll", 0, 1) == 1


@power("BIRKOMIUS/1", "BISSCHOP/1")
def test_birkomius_and_bisschop_pay_for_each_follow_and_add_up() -> None:
    g = game(3).seat(0, culture=0, energy=0).turn()
    g.use("BIRKOMIUS").use("BISSCHOP").use("BIRKOMIUS")

    g.copy("energy").answer("follow", "follow").answer("follow", "follow")

    assert (g.count("culture"), g.count("energy")) == (4, 2)
    g.end_turn()
    g.play.agenda.clear()
    g.copy("energy", leader=1, seat=0)
    assert g.count("culture") == 4


def test_an_effect_started_by_a_colony_die_applies_to_its_own_follows() -> None:
    g = game(3).row("JAKKS").ships(1, "galaxy").ships(2, "galaxy").seat(0, colonies=["BISSCHOP", "NIBIRU"], energy=0)
    for seat in (1, 2):
        g.seat(seat, culture=6)

    g.activate("colony").answer("colony", "BISSCHOP").answer("follow", "follow").answer("pay", "culture")
    assert g.count("energy") == 1
    g.answer("follow", "decline").activate("colony").answer("colony", "NIBIRU")
    assert (g.pending.seat, g.answer("follow", "follow").count("culture", 2)) == (2, 4)


# -- calls


@power("UMBRA-FORUM/1")
def test_umbra_forum_uses_another_planet_of_the_row_without_a_ship() -> None:
    g = game().row("JAKKS", "UMBRA-FORUM", "HOEFKER").seat(0, energy=0)

    assert g.use("UMBRA-FORUM").count("culture") == 2, "only JAKKS can be used"


@power("SARGUS-36/1", "WALSFEO/1")
def test_sargus_and_walsfeo_pay_the_opponent_whose_planet_they_use() -> None:
    g = game(3).seat(1, colonies=["JAKKS"], energy=7).seat(2, colonies=["MJ-120210"], culture=0).seat(0, energy=3)

    g.use("SARGUS-36").answer("planet", "JAKKS").use("WALSFEO").answer("planet", "MJ-120210")

    assert [(g.count("energy", seat), g.count("culture", seat)) for seat in range(3)] == [(4, 1), (7, 1), (2, 1)]
    assert not game().seat(1, colonies=["JAKKS"]).seat(0, energy=0).use("SARGUS-36").events


@power("ZAVODNICK/1")
def test_zavodnick_does_any_action_and_the_others_follow_for_free() -> None:
    g = game(3).turn().ships(0, "galaxy", "galaxy").ships(1, "galaxy").ships(2, "galaxy", "galaxy")
    g.seat(1, culture=0).use("ZAVODNICK").answer("face", "energy").answer("follow", "follow").answer(
        "follow", "decline"
    )

    assert [g.count("energy", seat) for seat in range(3)] == [4, 3, 2]
    assert (
        not game().turn().use("ZAVODNICK").answer("face", "energy").answer("follow", "decline").use("ZAVODNICK").asked
    ), "once per turn"


def test_the_free_follow_of_zavodnick_replaces_the_paid_one() -> None:
    g = game().ships(0, "galaxy").ships(1, "galaxy").seat(0, colonies=["ZAVODNICK"], energy=0, culture=0).row("JAKKS")

    g.activate("colony").answer("colony", "ZAVODNICK").answer("face", "energy").answer("follow", "follow")

    assert (g.count("energy", 1), g.count("culture", 1)) == (3, 1)
    assert g.asked is None


def test_a_follower_who_uses_zavodnick_leaves_the_paid_follows_to_the_others() -> None:
    g = game(3).row("ZAVODNICK", "JAKKS").ships(0, "galaxy").ships(1, "galaxy").ships(2, "galaxy")
    g.activate("move").answer("move", "A1", "orbit JAKKS").answer("follow", "follow")

    g.answer("move", "B1", "surface ZAVODNICK").answer("use", "ZAVODNICK").answer("face", "energy")
    g.answer("follow", "decline").answer("follow", "decline")

    assert g.pending.seat == 2
    assert (g.pending.name, g.pending.args[1]) == ("follow", "move")


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
