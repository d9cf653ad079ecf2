"""Ambition and the promotional tiles: every power at a table, as its row of expansions.csv says."""

from __future__ import annotations

import pytest

from games.roll.expanded import Expanded
from games.roll.position import RollPosition
from rules import power

# -- factions ------------------------------------------------------------------------------------------------------


@power("A-F1.a/1")
def test_subspace_exploration_pays_for_each_scout_and_for_no_stock(play: Expanded) -> None:
    game = play().seat(0, tableau=["Subspace Exploration"], explore="3 home", credits=0)
    game.draws("Spice World").draws("Gem World").phase("explore")

    for name in ("Spice World", "Gem World"):
        game.answer("task", "scout")
        game = game if game.pending.name == "place" else game.answer("abandon")
        game.answer("place", name, "bottom")
    assert game.credits() == 2
    game.answer("task", "stock")

    assert game.credits() == 4


@power("A-F2.a/1")
@pytest.mark.parametrize(("goods", "paid"), [(1, 1), (2, 1), (3, 2)])
def test_galactic_advertisers_pay_half_of_the_goods_shipped_rounded_up(play: Expanded, goods: int, paid: int) -> None:
    worlds = ["Spice World", "Gem World", "Comet Zone"][:goods]
    game = play().seat(0, tableau=["Galactic Advertisers", *worlds], ship=f"{goods} home", credits=0)
    game.seat(0, goods=dict.fromkeys(worlds, "1 home")).seat(1, credits=0).phase("ship")

    for nth in range(goods):
        if game.pending.name == "good":
            game.answer("good", f"home on {worlds[nth]}")
        game.answer("mode", "consume")

    assert (game.credits(), game.vp(), game.credits(1)) == (paid, goods, 0)


@power("A-F2.a/1")
def test_galactic_advertisers_count_traded_goods_as_well_and_forget_them_after_the_phase(play: Expanded) -> None:
    game = play().seat(0, tableau=["Galactic Advertisers", "Spice World"], ship="1 home", credits=0)
    game.seat(0, goods={"Spice World": "1 home"}).phase("ship").answer("mode", "trade")
    assert game.credits() == 3 + 1

    assert game.phase("ship").credits() == 4


@power("A-F3.a/1")
def test_genetic_algorithms_pay_for_genes_dice_in_the_citizenry(play: Expanded) -> None:
    game = play().seat(0, tableau=["Genetic Algorithms"], citizenry="2 genes, 1 home", cup="1 genes", credits=0)

    assert game.end_of("develop").credits() == 2


def assigning(play: Expanded, name: str, **dice: str) -> RollPosition:
    """Seat 0 has this tile and has selected Ship with a Consumption die."""
    game = play().seat(0, tableau=[name], **dice).seat(0, ship="1 consumption")
    return game.select("ship", "consumption in ship")


@power("A-F4.a/1")
def test_planetary_surveyors_move_home_workers_to_explore_or_settle(play: Expanded) -> None:
    game = assigning(play, "Planetary Surveyors", develop="1 home, 1 rare", produce="2 home")
    game.answer("reassign", "Planetary Surveyors")
    assert game.options() == [
        (f"home in {source}", to) for source in ("develop", "produce") for to in ("explore", "settle")
    ]

    game.answer("worker", "home in develop", "explore").answer("worker", "home in produce", "settle")

    assert game.pending.name == "reassign"
    assert (game.stock("explore", 0), game.stock("settle", 0)) == ("1 home", "1 home")
    assert (game.stock("develop", 0), game.stock("produce", 0)) == ("1 rare", "1 home")


@power("A-F5.a/1", "A-F5.a/2")
def test_uplift_geneticists_pay_3_for_a_genes_world(play: Expanded) -> None:
    game = play().seat(0, tableau=["Uplift Geneticists"], worlds=["Plague World"], settle="3 home", credits=0)

    assert game.phase("settle").credits() == 3


@pytest.mark.parametrize(
    ("world", "cost", "paid"), [("Gem World", 2, 0), ("Galactic Resort", 3, 2), ("Jungle World", 4, 3)]
)
def test_uplift_geneticists_pay_for_worlds_of_cost_3_and_more_for_genes(
    play: Expanded, world: str, cost: int, paid: int
) -> None:
    game = play().seat(0, tableau=["Uplift Geneticists"], worlds=[world], settle=f"{cost} home", credits=0)

    assert game.phase("settle").credits() == paid
    assert game.pieces("tableau")[-1] == world


@power("A-F6.a/1")
def test_economic_factors_pay_for_each_good_produced(play: Expanded) -> None:
    worlds = ["Spice World", "Gem World"]
    game = play().seat(0, tableau=["Economic Factors", *worlds], produce="3 home", credits=0).phase("produce")

    game.answer("world", "Spice World")

    assert (game.credits(), game.stock("cup", 0)) == (2, "1 home")


@power("A-F7.a/1")
@pytest.mark.parametrize(
    ("settlers", "paid"), [("2 military, 2 genes", 4), ("3 military, 1 genes", 2), ("3 military, 1 home", 0)]
)
def test_uplift_mercenaries_pay_for_pairs_of_settlers(play: Expanded, settlers: str, paid: int) -> None:
    game = play().seat(0, tableau=["Uplift Mercenaries"], worlds=["Jungle World"], settle=settlers, credits=0)

    game.phase("settle")

    assert game.credits() == paid


@power("A-F8.a/1")
def test_starry_rift_explorers_move_up_to_two_workers_to_explore(play: Expanded) -> None:
    game = assigning(play, "Starry Rift Explorers", develop="3 home")

    game.answer("reassign", "Starry Rift Explorers").answer("worker", "home in develop", "explore")
    assert game.options() == [("home in develop", "explore"), "done"]
    game.answer("worker", "home in develop", "explore")

    assert game.pending.name == "reassign"
    assert (game.stock("explore", 0), game.stock("develop", 0)) == ("2 home", "1 home")


@power("A-F9.a/1")
@pytest.mark.parametrize(
    ("citizenry", "paid"), [("2 consumption, 1 entrepreneur", 1), ("2 entrepreneur, 2 consumption", 2)]
)
def test_market_pioneers_pay_half_of_two_colours_together_rounded_down(
    play: Expanded, citizenry: str, paid: int
) -> None:
    game = play().seat(0, tableau=["Market Pioneers"], citizenry=citizenry, cup="4 consumption", credits=0)

    assert game.end_of("settle").credits() == paid


@power("A-F10.a/1")
def test_alien_artifact_hunters_pay_for_goods_consumed_from_alien_worlds_only(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Artifact Hunters", "Alien Sphere", "Spice World"], ship="3 home", credits=0)
    game.seat(0, goods={"Alien Sphere": "1 home", "Spice World": "1 home"}).phase("ship")

    game.answer("good", "home on Spice World").answer("mode", "consume")
    assert game.credits() == 0
    game.answer("mode", "consume")

    assert (game.credits(), game.vp()) == (2, 2)


@power("A-F10.b/1")
def test_goods_on_the_alien_refinery_cannot_be_traded(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Refinery", "Alien Sphere"], ship="2 home", credits=0)
    game.seat(0, goods={"Alien Refinery": "1 alien", "Alien Sphere": "1 alien"}).phase("ship")

    game.answer("good", "alien on Alien Refinery")
    assert (game.credits(), game.vp()) == (0, 2)  # consumed unasked: an Alien good of an Alien world
    assert game.options() == ["trade", "consume"]
    game.answer("mode", "trade")

    assert game.credits() == 6


@power("A-F11.a/1")
def test_imperium_war_profiteers_pay_for_goods_on_rare_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=["Imperium War Profiteers", "Comet Zone", "Mining World", "Gem World"], credits=0)
    game.seat(0, goods={"Comet Zone": "1 home", "Mining World": "1 rare", "Gem World": "1 rare"})

    assert game.end_of("produce").credits() == 2


@power("A-F12.a/1")
def test_mining_robots_pay_for_rare_dice_in_the_citizenry(play: Expanded) -> None:
    game = play().seat(0, tableau=["Mining Robots"], citizenry="3 rare, 1 home", cup="1 rare", credits=0)

    assert game.end_of("settle").credits() == 3


@power("A-F13.a/1")
def test_the_alien_tech_institute_pays_for_goods_produced_on_alien_worlds_only(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Tech Institute", "Alien Sphere", "Gem World"], produce="2 home", credits=0)
    game.phase("produce").answer("world", "Gem World")

    assert game.credits() == 2
    assert (game.stock("goods", "Alien Sphere"), game.stock("goods", "Gem World")) == ("1 home", "1 home")


SPECIALISTS = "Terraforming Specialists"


@power("A-F14.a/1")
@pytest.mark.parametrize(
    ("phase", "stack", "tile", "workers"),
    [("settle", "worlds", "Galactic Resort", 3), ("develop", "developments", "Free Trade Zone", 3)],
)
def test_terraforming_specialists_complete_a_tile_with_one_worker_less_for_a_credit(
    play: Expanded, phase: str, stack: str, tile: str, workers: int
) -> None:
    game = (
        play().seat(0, tableau=[SPECIALISTS], credits=3, **{stack: [tile], phase: f"{workers - 1} home"}).phase(phase)
    )
    assert (game.pending.name, game.options()) == ("lower", ["A-F14.a", "none"])

    game.answer("lower", "A-F14.a")

    assert (game.pieces("tableau")[-1], game.credits()) == (tile, 2)
    assert dict(part.split()[::-1] for part in game.stock("citizenry", 0).split(", "))["home"] == str(workers - 1)


def test_the_credit_for_terraforming_is_not_taken_unless_the_owner_wants(play: Expanded) -> None:
    game = play().seat(0, tableau=[SPECIALISTS], worlds=["Galactic Resort"], settle="2 home", credits=3).phase("settle")

    game.answer("lower", "none")

    assert (game.pieces("worlds"), game.stock("settling", 0), game.credits()) == (["Galactic Resort"], "2 home", 3)


@pytest.mark.parametrize(
    ("tile", "settlers", "credits"), [("Star Nomad Lair", 1, 3), ("Galactic Resort", 1, 3), ("Galactic Resort", 2, 0)]
)
def test_terraforming_is_not_offered_below_1_or_if_it_completes_nothing_or_is_too_dear(
    play: Expanded, tile: str, settlers: int, credits: int
) -> None:
    game = play().seat(0, tableau=[SPECIALISTS], worlds=[tile], settle=f"{settlers} home", credits=credits)

    assert game.phase("settle").asked is None
    assert game.credits() == credits


# -- tiles ---------------------------------------------------------------------------------------------------------


@power("A-T1.a/1")
def test_terraforming_unlimited_moves_up_to_three_workers_to_settle(play: Expanded) -> None:
    game = assigning(play, "Terraforming Unlimited", explore="2 home", produce="2 rare")
    game.answer("reassign", "Terraforming Unlimited").answer("worker", "home in explore", "settle")
    game.answer("worker", "home in explore", "settle").answer("worker", "rare in produce", "settle")

    assert game.pending.name == "reassign"
    assert (game.stock("settle", 0), game.stock("produce", 0)) == ("2 home, 1 rare", "1 rare")


@power("A-T1.a/2")
def test_terraforming_unlimited_scores_worlds_of_cost_4_and_more(play: Expanded) -> None:
    worlds = ["Jungle World", "Alien Sentinels", "Galactic Resort"]
    game = play().seat(0, tableau=["Terraforming Unlimited", *worlds])

    assert game.score()["Terraforming Unlimited"] == 3 * 2


@power("A-T1.b/1")
def test_the_settler_of_the_alien_booby_trap_goes_back_to_the_supply(play: Expanded) -> None:
    game = play().seat(0, worlds=["Alien Booby Trap"], settle="1 genes", citizenry="1 home")
    supply = game.stock("supply", 0)

    game.phase("settle")

    assert game.pieces("tableau") == ["Alien Booby Trap"]
    assert game.stock("citizenry", 0) == "1 home"
    assert supply.replace("29 genes", "30 genes") == game.stock("supply", 0)


@power("A-T2.a/1")
def test_psi_crystal_forecasters_change_the_selected_phase_after_reveal(play: Expanded) -> None:
    game = play(3).seat(0, tableau=["Psi-Crystal Forecasters"], ship="1 home", produce="1 rare")
    game.selected(0, "ship", "home").selected(1, "explore", "home").selected(2, "explore", "home")
    game.seat(1, ship="1 home", explore="1 home").reveal()
    assert (game.pending.seat, game.active) == (0, ("explore", "ship"))

    game.answer("use", "Psi-Crystal Forecasters")
    assert game.options() == ["explore", "develop", "settle", "produce"]
    game.answer("select another", "produce")

    assert game.active == ("explore", "produce")
    assert (game.stock("produce", 0), game.stock("cup", 0)) == ("1 rare", "1 home")
    assert (game.stock("cup", 1), game.stock("explore", 1)) == ("1 home", "1 home")


@power("A-T2.a/1")
def test_a_phase_that_others_or_the_spare_die_selected_stays_active(play: Expanded) -> None:
    game = play().seat(0, tableau=["Psi-Crystal Forecasters"]).two_player_die("ship")
    game.selected(0, "ship", "home").selected(1, "settle", "home").reveal()
    assert game.active == ("settle", "ship")

    game.answer("use", "Psi-Crystal Forecasters").answer("select another", "develop")

    assert game.active == ("develop", "settle", "ship")
    assert game.count("selected", 0) == 2


@power("A-T2.a/1")
def test_the_die_on_the_strip_works_in_the_phase_selected_instead(play: Expanded) -> None:
    game = play(3).seat(0, tableau=["Psi-Crystal Forecasters", "Spice World"]).selected(0, "ship", "home").reveal()
    game.answer("use", "Psi-Crystal Forecasters").answer("select another", "produce").phase("produce")

    assert game.stock("goods", "Spice World") == "1 home"


@power("A-T3.a/1")
@pytest.mark.parametrize(("spent", "credits"), [(1, 5), (2, 5), (1, 1)])
def test_deficit_spending_sells_up_to_two_chips(play: Expanded, spent: int, credits: int) -> None:
    game = play().seat(0, tableau=["Deficit Spending"], credits=credits).end_of("ship")
    pool = game.count("pool")

    game.answer("use", "Deficit Spending")
    if credits > 1:
        assert game.options() == [0, 1, 2]
        game.answer("amount", spent)
    else:
        game.answer("amount", 1)

    assert (game.vp(), game.credits(), game.count("pool")) == (spent, credits - spent, pool - spent)


@power("A-T4.a/1")
def test_the_contact_specialist_returns_a_military_die_for_three_settlers(play: Expanded) -> None:
    game = play().seat(0, tableau=["Contact Specialist"], worlds=["Jungle World"], settle="1 home", cup="1 military")
    supply = game.stock("supply", 0)
    game.phase("settle").answer("lower", "A-T4")

    assert game.pieces("tableau")[-1] == "Jungle World"
    assert (game.stock("cup", 0), game.stock("citizenry", 0)) == ("", "1 home")
    assert game.stock("goods", "Jungle World") == "1 genes"
    assert game.stock("supply", 0) == supply.replace("39 military", "40 military").replace("30 genes", "29 genes")


@power("A-T4.a/1")
def test_the_contact_specialist_is_no_help_with_developments_and_never_goes_below_1(play: Expanded) -> None:
    game = play().seat(0, tableau=["Contact Specialist"], developments=["Nanotechnology"], develop="4 home")
    assert game.seat(0, cup="1 military").phase("develop").asked is None

    game = play().seat(0, tableau=["Contact Specialist"], worlds=["Gem World"], settle="1 home", cup="2 military")
    game.phase("settle").answer("lower", "A-T4")
    assert (game.pieces("tableau")[-1], game.stock("citizenry", 0)) == ("Gem World", "1 home")


@power("A-T4.a/1")
def test_a_settler_that_is_still_needed_cannot_be_the_price(play: Expanded) -> None:
    game = play().seat(0, tableau=["Contact Specialist"], worlds=["Jungle World"], settle="1 military")
    assert game.phase("settle").asked is None

    game = play().seat(0, tableau=["Contact Specialist"], worlds=["Jungle World"], settle="2 military", cup="1 home")
    game.phase("settle").answer("lower", "A-T4")
    assert (game.pieces("tableau")[-1], game.stock("citizenry", 0)) == ("Jungle World", "1 military")


@power("A-T4.b/1")
def test_the_cost_of_the_rebel_stronghold_never_changes(play: Expanded) -> None:
    helpers = ["Free Trade Zone", "Replicant Robots", SPECIALISTS, "Contact Specialist"]
    game = play().seat(0, tableau=helpers, worlds=["Rebel Stronghold"], settle="8 home", cup="2 military", credits=9)

    assert game.phase("settle").asked is None
    assert (game.pieces("worlds"), game.stock("settling", 0)) == (["Rebel Stronghold"], "8 home")

    game.seat(0, settle="1 home").phase("settle")
    assert game.pieces("tableau")[-1] == "Rebel Stronghold"
    assert game.stock("citizenry", 0) == "9 home, 2 military"


@power("A-T4.b/3")
def test_the_rebel_stronghold_scores_four_more(play: Expanded) -> None:
    game = play().seat(0, tableau=["Rebel Stronghold"])

    assert (game.score()["Rebel Stronghold"], game.score()["worlds"]) == (4, 9)


@power("P-T1.a/1")
def test_diversified_economy_pays_for_different_colours_produced_on_in_this_phase(play: Expanded) -> None:
    worlds = ["Spice World", "Gem World", "Comet Zone"]
    game = play().seat(0, tableau=["Diversified Economy", *worlds, "Plague World"], produce="3 home", credits=0)
    game.seat(0, goods={"Plague World": "1 home"}).phase("produce")
    game.answer("world", "Spice World").answer("world", "Gem World")

    assert game.credits() == 2  # two Novelty worlds and a Rare Elements world; the Genes good was there before
    assert game.phase("produce").credits() == 2
