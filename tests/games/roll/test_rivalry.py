"""Rivalry: every power at a table, as its row of expansions.csv says."""

from __future__ import annotations

import pytest

from games.roll.expanded import Expanded
from games.roll.position import RollPosition
from rules import power

# -- factions ------------------------------------------------------------------------------------------------------


@power("R-F1.a/1")
def test_publicity_bureaus_pay_for_developers_and_settlers_in_the_construction_zone(play: Expanded) -> None:
    game = play().seat(0, tableau=["Publicity Bureaus"], developing="2 home", settling="1 rare", develop="3 genes")
    game.seat(0, developments=["Nanotechnology"], worlds=["Jungle World"], credits=0)

    assert game.end_of("explore").credits() == 3


@power("R-F2.a/1")
def test_planetary_settlement_pays_one_chip_however_many_pioneers_settle(play: Expanded) -> None:
    game = play().seat(0, tableau=["Planetary Settlement"], worlds=["Galactic Resort"], settle="2 pioneer, 1 home")
    pool = game.count("pool")
    game.phase("settle")

    assert (game.vp(), game.count("pool")) == (1, pool - 1)


def test_planetary_settlement_pays_nothing_without_a_pioneer_among_the_settlers(play: Expanded) -> None:
    game = play().seat(0, tableau=["Planetary Settlement"], worlds=["Gem World"], settle="2 home", cup="1 pioneer")

    assert game.phase("settle").vp() == 0


@power("R-F3.a/1")
def test_the_clearing_house_pays_for_different_colours_consumed_from(play: Expanded) -> None:
    worlds = ["Spice World", "Gem World", "Comet Zone", "Plague World"]
    game = play().seat(0, tableau=["Galactic Clearing House", *worlds], ship="4 home", credits=0)
    game.seat(0, goods=dict.fromkeys(worlds, "1 home")).phase("ship")

    for world in worlds[:3]:
        game.answer("good", f"home on {world}").answer("mode", "consume")
    game.answer("mode", "trade")

    assert (game.vp(), game.credits()) == (3, 5 + 2)


def developed(play: Expanded, name: str, tile: str, stack: str, phase: str, workers: str) -> RollPosition:
    """A tile of a stack, with these workers, played by the owner of a development."""
    return play().seat(0, tableau=[name], **{stack: [tile], phase: workers}).phase(phase)


NANO = "Nanotechnology"
"""A development of cost 5."""


@power("R-F4.a/1")
@pytest.mark.parametrize(
    ("workers", "put", "used"),
    [
        ("2 genes, 1 home", ["genes", "genes"], "1 home, 2 genes"),
        ("3 genes, 1 home", ["home"], "1 home, 2 genes"),
        ("5 genes", [], "3 genes"),
    ],
)
def test_gene_psychics_need_one_developer_less_for_each_genes_developer(
    play: Expanded, workers: str, put: list[str], used: str
) -> None:
    game = developed(play, "Gene Psychics", NANO, "developments", "develop", workers)
    for kind in put:
        game.answer("put", f"1 {kind}")

    assert game.asked is None
    assert game.pieces("tableau")[-1] == NANO
    assert game.stock("citizenry", 0) == used


@power("R-F4.a/1")
def test_gene_psychics_leave_a_worker_that_is_not_needed(play: Expanded) -> None:
    game = play().seat(0, tableau=["Gene Psychics"], developments=["Export Duties", NANO], develop="1 home, 1 genes")
    game.phase("develop").answer("put", "1 home")  # with the genes developer, the home one is not needed

    assert game.pieces("tableau")[-1] == "Export Duties"
    assert (game.stock("citizenry", 0), game.stock("developing", 0)) == ("1 genes", "1 home")


def test_workers_on_a_tile_that_are_not_needed_stay_there(play: Expanded) -> None:
    game = play().seat(0, tableau=["Gene Psychics"], developments=["Galactic Mandate", NANO])
    game.seat(0, developing="2 home, 1 genes").phase("develop")

    assert game.asked is None
    assert (game.stock("citizenry", 0), game.stock("developing", 0)) == ("1 home, 1 genes", "1 home")


def test_its_owner_chooses_among_the_smallest_sets(play: Expanded) -> None:
    game = play().seat(0, tableau=["Gene Psychics"], developments=["Galactic Mandate"])
    game.seat(0, developing="1 home, 1 rare, 1 genes").phase("develop")
    assert game.pending.name == "crew"
    assert game.options() == ["1 rare and 1 genes", "1 home and 1 genes"]

    game.answer("crew", "1 rare and 1 genes")

    assert game.stock("citizenry", 0) == "1 rare, 1 genes"


def test_gene_psychics_are_no_help_with_worlds(play: Expanded) -> None:
    game = developed(play, "Gene Psychics", "Jungle World", "worlds", "settle", "3 genes")

    assert (game.pieces("worlds"), game.stock("settling", 0)) == (["Jungle World"], "3 genes")


@power("R-F5.a/1")
def test_manifest_destiny_pays_for_each_tile(play: Expanded) -> None:
    game = play().seat(0, tableau=["Manifest Destiny"], worlds=["Gem World"], settle="2 home", credits=0)
    game.seat(0, developments=["Public Works"], develop="1 home").phases("develop", "settle")

    assert game.credits() == 2


def revealed(play: Expanded, name: str, **dice: str) -> RollPosition:
    """Seat 0 has this tile and these dice; Explore and Ship are selected."""
    game = play(3).seat(0, tableau=[name], **dice)
    game.selected(1, "explore", "home").selected(2, "ship", "home").reveal()
    assert game.active == ("explore", "ship")
    return game


@power("R-F6.a/1")
def test_the_forecaster_moves_one_worker_from_an_unselected_to_a_selected_phase(play: Expanded) -> None:
    game = revealed(play, "Galactic Forecaster", explore="1 rare", develop="1 home", settle="1 genes")
    game.answer("use", "Galactic Forecaster")
    assert game.options() == [
        (f"{die}", to) for die in ("home in develop", "genes in settle") for to in ("explore", "ship")
    ]

    game.answer("move to", "home in develop", "ship")

    assert game.asked is None
    assert (game.stock("ship", 0), game.stock("explore", 0), game.stock("cup", 0)) == ("1 home", "1 rare", "1 genes")


def test_the_forecaster_is_not_asked_without_a_worker_in_an_unselected_phase(play: Expanded) -> None:
    assert revealed(play, "Galactic Forecaster", explore="1 rare", cup="2 home").asked is None


@power("R-F7.a/1")
def test_the_terraforming_program_needs_one_settler_less_for_each_rare_settler(play: Expanded) -> None:
    game = developed(play, "Terraforming Program", "Jungle World", "worlds", "settle", "2 rare")

    assert (game.pieces("tableau")[-1], game.stock("citizenry", 0)) == ("Jungle World", "2 rare")


def test_it_never_needs_less_than_one(play: Expanded) -> None:
    game = developed(play, "Terraforming Program", "Star Nomad Lair", "worlds", "settle", "1 rare")
    assert (game.pieces("tableau")[-1], game.stock("citizenry", 0)) == ("Star Nomad Lair", "1 novelty, 1 rare")


REFINING, REFINERY = "Alien Refining Technology", "Oort Cloud Refinery"


@power("R-F8.a/1", "R-F8.b/1")
def test_a_good_of_the_refinery_is_consumed_and_swapped_for_any_die_but_a_leader(play: Expanded) -> None:
    game = play().seat(0, tableau=[REFINING, REFINERY], ship="1 rare", goods={REFINERY: "1 home"}, citizenry="1 home")
    before = game.stock("supply", 0)
    game.phase("ship")
    assert (game.vp(), game.pending.name) == (1, "use")  # it cannot be traded, so nobody was asked how to ship it

    game.answer("use", REFINING)
    kinds = [kind for kind in game.layout.kinds if kind != "leader"]
    assert game.options() == [(f"{kind} in supply", "citizenry") for kind in kinds]
    game.answer("move to", "military in supply", "citizenry")

    assert game.stock("citizenry", 0) == "1 home, 1 military, 1 rare"
    moved = before.replace("33 home", "34 home").replace("40 military", "39 military")
    assert game.stock("supply", 0) == moved


def test_the_swap_can_be_declined_and_is_not_offered_for_other_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=[REFINING, REFINERY, "Alien Sphere"], ship="2 rare")
    game.seat(0, goods={REFINERY: "1 home", "Alien Sphere": "1 home"}).phase("ship")

    game.answer("good", f"home on {REFINERY}").answer("use", "decline").answer("mode", "consume")

    assert game.asked is None
    assert game.stock("citizenry", 0) == "2 home, 2 rare"


# -- tiles: assign, reveal, explore ----------------------------------------------------------------------------------


def assigning(play: Expanded, name: str, **dice: str) -> RollPosition:
    """Seat 0 has this tile and has selected Explore with a Consumption die."""
    game = play().seat(0, tableau=[name], **dice)
    game.put_stock("1 consumption", game.layout.place["explore"][0])
    return game.select("explore", "consumption in explore").answer("reassign", name)


@power("R-T2.a/1")
def test_war_planning_moves_up_to_two_military_workers_anywhere(play: Expanded) -> None:
    game = assigning(play, "War Planning", develop="2 military, 1 home")
    assert {die for die, _ in game.options()} == {"military in develop"}

    game.answer("worker", "military in develop", "ship").answer("worker", "military in develop", "explore")

    assert game.pending.name == "reassign"
    assert (game.stock("ship", 0), game.stock("explore", 0), game.stock("develop", 0)) == (
        "1 military",
        "1 military",
        "1 home",
    )


@power("R-T8.a/1")
def test_social_adaptation_moves_one_worker_from_one_selected_phase_to_another(play: Expanded) -> None:
    game = revealed(play, "Social Adaptation", explore="1 rare", develop="1 home")
    game.answer("use", "Social Adaptation")

    assert game.asked is None  # the only worker in a selected phase goes to the only other one
    assert (game.stock("ship", 0), game.stock("explore", 0), game.stock("cup", 0)) == ("1 rare", "", "1 home")


@power("R-T9.a/1")
def test_flexible_production_moves_one_novelty_or_rare_worker(play: Expanded) -> None:
    game = assigning(play, "Flexible Production", develop="1 novelty, 1 rare, 1 home")
    assert {die for die, _ in game.options()} == {"novelty in develop", "rare in develop"}

    game.answer("worker", "rare in develop", "produce")

    assert (game.pending.name, game.stock("produce", 0)) == ("reassign", "1 rare")


@power("R-T10.a/1")
def test_the_prediction_model_moves_unused_explorers_to_other_selected_phases(play: Expanded) -> None:
    game = play().seat(0, tableau=["Prediction Model"], explore="2 home, 2 rare", credits=0)
    game.draws("Spice World").phases("explore", "settle", "ship")

    game.answer("use", "decline").answer("explorer", "die", "home").answer("task", "scout")
    game.answer("place", "Spice World", "bottom").answer("use", "Prediction Model")
    assert game.options() == [
        *((f"{die} in explore", to) for die in ("home", "rare") for to in ("settle", "ship")),
        "done",
    ]
    game.answer("move to", "home in explore", "settle").answer("move to", "rare in explore", "ship")
    game.answer("task", "stock")

    assert game.credits() == 2
    assert game.stock("settling", 0) == "1 home"  # it has begun the tile that the scout found
    assert game.stock("citizenry", 0) == "1 home, 1 rare"
    assert game.asked is None


def test_the_prediction_model_is_not_offered_if_no_other_phase_is_selected(play: Expanded) -> None:
    game = play().seat(0, tableau=["Prediction Model"], explore="1 home").phase("explore")

    assert game.pending.name == "task"


@power("R-T11.a/1")
def test_trade_initiative_moves_one_worker_to_a_later_phase(play: Expanded) -> None:
    game = assigning(play, "Trade Initiative", settle="1 home", ship="1 rare")
    assert game.options() == [("home in settle", "produce"), ("home in settle", "ship")]

    game.answer("worker", "home in settle", "produce")

    assert (game.pending.name, game.stock("produce", 0)) == ("reassign", "1 home")


def test_trade_initiative_is_not_offered_for_shippers(play: Expanded) -> None:
    game = play().seat(0, tableau=["Trade Initiative"], ship="2 rare").select("ship", "rare in ship")

    assert game.options() == ["done"]


@power("R-T14.a/1")
def test_alien_explorers_pay_for_genes_and_alien_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Explorers", "Plague World", "Alien Sphere", "Gem World"], credits=0)

    assert game.end_of("explore").credits() == 2


@power("R-T14.a/2")
def test_alien_explorers_score_a_third_of_their_cost_rounded_up(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Explorers", "Plague World", "Jungle World", "Alien Sphere", "Gem World"])

    assert game.score()["Alien Explorers"] == 3  # 3 + 4 + 0


# -- tiles: develop and settle ---------------------------------------------------------------------------------------


@power("R-T3.b/1")
def test_one_settler_of_the_rebel_underground_goes_back_to_the_supply(play: Expanded) -> None:
    game = play().seat(0, worlds=["Rebel Underground"], settle="2 home, 1 genes").phase("settle")
    assert game.options() == [("home in finishing", 2), ("genes in finishing", 1)]

    game.answer("discard", "1 home")

    assert game.stock("citizenry", 0) == "1 home, 1 military, 1 genes, 1 pioneer"


@power("R-T3.b/4")
def test_the_rebel_underground_scores_two_more(play: Expanded) -> None:
    assert play().seat(0, tableau=["Rebel Underground"]).score()["Rebel Underground"] == 2


@power("R-T13.b/1")
def test_the_mystery_monolith_gives_nothing_but_scores_three_more(play: Expanded) -> None:
    game = play().seat(0, worlds=["Mystery Monolith"], settle="5 home", credits=1).phase("settle")

    assert (game.stock("citizenry", 0), game.stock("cup", 0), game.credits()) == ("5 home", "", 1)
    assert (game.score()["Mystery Monolith"], game.score()["worlds"]) == (3, 5)


@power("R-T7.a/1")
def test_the_colony_ship_goes_back_to_the_bag_for_the_top_world(play: Expanded) -> None:
    game = play().seat(0, tableau=["Colony Ship"], worlds=["Jungle World", "Gem World"], settling="1 home")
    ship = game.piece("Colony Ship")
    game.phase("settle").answer("use", "Colony Ship")

    assert (game.pieces("tableau"), game.pieces("worlds")) == (["Jungle World"], ["Gem World"])
    assert ship in game.play.zone[game.layout.place["bag"][0]]
    assert game.stock("goods", "Jungle World") == "1 genes"  # it gives what it gives when it comes into play
    assert (game.stock("settling", 0), game.stock("citizenry", 0)) == ("1 home", "")  # no worker was used


def test_the_colony_ship_takes_no_alien_world_and_not_the_second_one(play: Expanded) -> None:
    game = play().seat(0, tableau=["Colony Ship"], worlds=["Alien Sentinels", "Gem World"]).phase("settle")
    assert game.asked is None and game.pieces("tableau") == ["Colony Ship"]

    assert play().seat(0, tableau=["Colony Ship"]).phase("settle").asked is None


@power("R-T13.a/1")
def test_the_crash_program_goes_back_to_the_bag_for_the_top_development(play: Expanded) -> None:
    game = play().seat(0, tableau=["R&D Crash Program"], developments=["Space Marines", NANO], cup="1 home", credits=0)
    game.phase("develop").answer("use", "R&D Crash Program")
    assert game.pieces("tableau") == ["Space Marines"]

    assert (game.credits(), game.stock("cup", 0)) == (1, "1 military")  # its own powers: remove a die, $1, a die
    assert game.pieces("developments") == [NANO]


@power("R-T12.a/1", "R-T12.a/2")
def test_the_terraforming_guild_pays_for_a_world_and_puts_a_die_of_its_colour_on_it(play: Expanded) -> None:
    game = play().seat(0, tableau=["Terraforming Guild"], worlds=["Gem World"], settle="2 home", credits=0)
    game.phase("settle")
    assert (game.credits(), game.stock("cup", 0)) == (1, "1 novelty")  # after the grant of the world itself

    game.answer("use", "R-T12.a/2")

    assert game.stock("goods", "Gem World") == "1 novelty"


@power("R-T12.a/3", "R-T12.a/4", "R-T12.a/5")
@pytest.mark.parametrize("worlds", [("Ore-Rich World", "Uplift Overseers", "Alien Robot Scout Ship")])
def test_the_terraforming_guild_does_so_in_each_colour(play: Expanded, worlds: tuple[str, ...]) -> None:
    game = play().seat(0, tableau=["Terraforming Guild"], worlds=list(worlds), settle="9 home", credits=0)
    game.phase("settle")
    for nth in (3, 4, 5):
        game.answer("use", f"R-T12.a/{nth}")

    assert [game.stock("goods", world) for world in worlds] == ["1 rare", "1 genes", "1 alien"]


def test_the_terraforming_guild_puts_nothing_on_gray_or_full_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=["Terraforming Guild"], worlds=["Fifth Column", "Galactic Resort"], settle="4 home")

    assert game.phase("settle").asked is None  # Galactic Resort comes with a good, and has room for one
    assert len(game.pieces("tableau")) == 3
    assert game.stock("goods", "Galactic Resort") == "1 novelty"


@power("R-T12.a/6")
def test_the_terraforming_guild_scores_worlds_with_a_colour(play: Expanded) -> None:
    game = play().seat(0, tableau=["Terraforming Guild", "Gem World", "Alien Sphere", "Fifth Column"])

    assert game.score()["Terraforming Guild"] == 2


# -- tiles: produce, end -----------------------------------------------------------------------------------------------


@power("R-T1.a/1")
def test_imperium_lords_pay_for_military_goods(play: Expanded) -> None:
    game = play().seat(0, tableau=["Imperium Lords", "Gem World", "Comet Zone", "Spice World"], credits=0)
    game.seat(0, goods={"Gem World": "1 military", "Comet Zone": "1 military", "Spice World": "1 home"})
    game.seat(0, cup="2 military")

    assert game.end_of("produce").credits() == 4


@power("R-T1.a/2")
def test_imperium_lords_score_a_third_of_all_dice_rounded_up(play: Expanded) -> None:
    game = play().seat(0, tableau=["Imperium Lords", "Gem World"], cup="4 home", citizenry="1 rare", settling="1 home")
    game.seat(0, goods={"Gem World": "1 military"}).seat(1, cup="5 home")

    assert game.score()["Imperium Lords"] == 3


@power("R-T3.a/1")
def test_habitat_terraforming_puts_up_to_two_dice_of_the_citizenry_on_worlds_with_room(play: Expanded) -> None:
    worlds = ["Gem World", "Comet Zone", "Spice World", "Fifth Column"]
    game = play().seat(0, tableau=["Habitat Terraforming", *worlds], citizenry="2 home, 1 rare", produce="1 genes")
    game.phase("produce").answer("world", "Spice World")
    assert game.options() == [
        *((f"{die} in citizenry", "goods") for die in ("home", "rare") for _ in range(2)),
        "done",
    ]

    game.answer("move to", move(game, "rare", "Comet Zone")).answer("move to", move(game, "home", "Gem World"))

    assert game.asked is None
    assert [game.stock("goods", world) for world in worlds] == ["1 home", "1 rare", "1 genes", ""]
    assert game.stock("citizenry", 0) == "1 home"


def move(game: RollPosition, die: str, world: str) -> str:
    """The id of the option to put a die of the Citizenry on a world."""
    cell = f"{die}@citizenry.0"
    place = game.layout.place["goods"][game.piece(world)]
    return game.layout.name(("cell", "place"), (game.layout.cell_names.index(cell), place))


def test_the_owner_of_habitat_terraforming_may_move_none(play: Expanded) -> None:
    game = play().seat(0, tableau=["Habitat Terraforming", "Gem World"], citizenry="1 home").end_of("produce")

    game.answer("move to", "done")

    assert game.stock("citizenry", 0) == "1 home"


@power("R-T4.a/3")
def test_galactic_imperium_scores_military_dice(play: Expanded) -> None:
    game = play().seat(0, tableau=["Galactic Imperium", "Gem World"], cup="2 military", citizenry="1 military, 1 home")
    game.seat(0, goods={"Gem World": "1 military"})

    assert game.score()["Galactic Imperium"] == 4


@power("R-T7.b/2")
def test_alien_archives_score_alien_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=["Alien Archives", "Alien Sphere", "Gem World"])

    assert game.score()["Alien Archives"] == 2 * 2


@power("R-T9.b/4")
def test_the_uplift_coalition_scores_genes_worlds(play: Expanded) -> None:
    game = play().seat(0, tableau=["Uplift Coalition", "Plague World", "Jungle World", "Gem World"])

    assert game.score()["Uplift Coalition"] == 3
