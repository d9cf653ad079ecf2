"""Roll, Assign with Dictate, and Reveal (R050-R083)."""

from __future__ import annotations

from rules import rule
from table import table


@rule("R050", "R060")
def test_every_die_in_the_cup_is_rolled_and_goes_to_its_faces_column() -> None:
    game = table("roll").seat(0, cup="3 home, 1 military, 1 novelty", citizenry="1 genes")
    game.rolls(0, "home explore", "home explore", "home ship", "military settle", "novelty produce")

    game.roll()

    assert game.stock("cup", 0) == ""
    assert game.stock("explore", 0) == "2 home"
    assert game.stock("settle", 0) == "1 military"
    assert game.stock("produce", 0) == "1 novelty"
    assert game.stock("ship", 0) == "1 home"
    assert game.stock("citizenry", 0) == "1 genes"


@rule("R061", "R062")
def test_wild_dice_of_one_colour_are_split_freely_before_anything_is_selected() -> None:
    game = table("roll").seat(0, cup="3 alien")
    game.rolls(0, "alien wild", "alien wild", "alien wild")

    game.roll()
    assert game.pending.name == "wild"
    game.answer("wild", "2 explore, 1 ship")

    assert (game.stock("explore", 0), game.stock("ship", 0)) == ("2 alien", "1 alien")
    assert game.pending.name == "select"


@rule("R062")
def test_wild_dice_of_each_colour_are_all_placed() -> None:
    game = table("roll").seat(0, wild="1 military, 2 genes")

    game.assign().answer("wild", "1 develop")
    assert [n for _, n in game.options()] == [2] * 5
    game.answer("wild", "1 settle, 1 produce")

    assert game.stock("wild", 0) == ""
    assert game.pending.name == "select"


@rule("R063", "R064")
def test_any_worker_from_any_column_selects_any_phase_and_stays_a_worker() -> None:
    game = table("roll").seat(0, explore="1 home", ship="1 novelty")

    game.assign()
    assert game.options() == ["explore", "develop", "settle", "produce", "ship"]
    game.answer("select", "produce")
    assert game.options() == ["home in explore", "novelty in ship"]
    game.answer("selector", "home")

    assert game.stock("strip", 0) == "1 home"
    assert game.stock("explore", 0) == ""
    assert game.count("selected") == 4


@rule("R064", "R091")
def test_the_die_that_selected_a_phase_works_in_it() -> None:
    game = table("roll").seat(0, tableau=["Spice World"], produce="1 home").selected(0, "produce", "genes")

    game.phase("produce").answer("producer", "genes")

    assert game.stock("goods", "Spice World") == "1 genes"
    assert game.stock("cup", 0) == "1 home"
    assert game.stock("strip", 0) == ""


@rule("R065")
def test_powers_are_offered_only_when_the_phase_is_selected() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology"], explore="2 home")

    game.assign()
    assert game.pending.name == "select"
    game.answer("select", "explore").answer("selector", "home")

    assert game.pending.name == "reassign"
    assert game.options() == ["Nanotechnology", "done"]


@rule("R066", "R076")
def test_a_reassigned_worker_goes_to_another_column_and_never_to_the_strip() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology"], explore="1 home", develop="1 military")
    game.select("ship", "home").answer("reassign", "Nanotechnology")

    assert game.options() == [
        ("military in develop", "explore"),
        ("military in develop", "settle"),
        ("military in develop", "produce"),
        ("military in develop", "ship"),
    ]
    game.answer("worker", "military", "ship")

    assert game.stock("ship", 0) == "1 military"
    assert game.stock("strip", 0) == "1 home"


@rule("R067")
def test_a_reassign_power_is_used_once_a_round() -> None:
    game = table("roll").seat(0, tableau=["Local Subsidies", "Galactic Influence"], explore="4 home")
    game.select("explore", "home").answer("reassign", "Local Subsidies").answer("worker", "home in explore", "ship")

    assert game.options() == ["Galactic Influence", "dictate", "done"]


@rule("R067")
def test_a_reassign_power_can_be_used_again_in_the_next_round() -> None:
    game = table("roll").seat(0, tableau=["Local Subsidies"], explore="3 home")
    game.select("explore", "home").answer("reassign", "Local Subsidies").answer("worker", "home in explore", "ship")
    game.answer("reassign", "done").seat(0, explore="2 novelty")

    game.select("explore", "home in explore")

    assert "Local Subsidies" in game.options()


@rule("R068")
def test_a_power_with_may_is_optional() -> None:
    game = table("roll").seat(0, tableau=["Propaganda Campaign"], explore="3 home").select("ship", "home")
    assert game.options() == ["Propaganda Campaign", "dictate", "done"]

    game.answer("reassign", "done")

    assert game.asked is None
    assert game.stock("explore", 0) == "2 home"


@rule("R068", "R092")
def test_a_power_without_may_acts_unasked_and_a_virtual_worker_must_work() -> None:
    # D29: an employed shipper with a good in reach has to ship it.
    game = table("roll").seat(0, tableau=["Space Docks", "Spice World"], goods={"Spice World": "1 novelty"})

    game.phase("ship")

    assert game.pending.name == "mode"
    assert game.options() == ["trade", "consume"]


@rule("R069")
def test_dictate_gives_up_one_worker_and_moves_another() -> None:
    game = table("roll").seat(0, explore="2 home", produce="1 novelty").select("ship", "home")

    game.answer("reassign", "dictate").answer("give", "home in explore").answer("worker", "novelty", "ship")

    assert game.stock("dictated", 0) == "1 home"
    assert game.stock("ship", 0) == "1 novelty"
    assert game.asked is None or "dictate" not in game.options()


@rule("R069")
def test_dictate_is_not_offered_to_a_seat_with_one_worker_under_its_strip() -> None:
    # D23: the selecting worker cannot be given up, and the worker given up cannot be the one that moves.
    game = table("roll").seat(0, tableau=["Galactic Influence"], explore="2 home")

    game.select("ship", "home")

    assert game.options() == ["Galactic Influence", "done"]


@rule("R069")
def test_after_giving_up_a_worker_another_must_move_to_a_different_column() -> None:
    game = table("roll").seat(0, explore="3 home").select("explore", "home")

    game.answer("reassign", "dictate").answer("give", "home")
    assert game.options() == [("home in explore", to) for to in ("develop", "settle", "produce", "ship")]
    game.answer("worker", "home", "develop")

    assert game.stock("dictated", 0) == "1 home"
    assert game.stock("develop", 0) == "1 home"


@rule("R069", "R071")
def test_neither_the_dictated_nor_the_selecting_die_can_be_reassigned() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology"], explore="1 home", develop="1 military", settle="1 genes")
    game.select("explore", "home").answer("reassign", "dictate").answer("give", "military")

    # D16: the Home die is on the strip and the Military die in the Dictate area, so only the Genes die moves.
    assert {die for die, _ in game.options()} == {"genes in settle"}
    game.answer("worker", "genes", "ship").answer("reassign", "Nanotechnology")

    assert {die for die, _ in game.options()} == {"genes in ship"}


@rule("R070", "R083")
def test_the_dictated_die_lies_beside_the_strip_until_reveal() -> None:
    game = table("roll", 3).seat(0, explore="2 home", produce="1 novelty").select("explore", "home")
    game.answer("reassign", "dictate").answer("give", "home").answer("worker", "novelty", "explore")
    game.answer("reassign", "done")
    assert (game.stock("dictated", 0), game.stock("cup", 0)) == ("1 home", "")

    game.reveal()

    assert (game.stock("dictated", 0), game.stock("cup", 0)) == ("", "1 home")


@rule("R072", "R226")
def test_a_power_that_moves_two_workers_may_send_them_to_different_columns() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology"], explore="3 home").select("explore", "home")

    game.answer("reassign", "Nanotechnology")
    game.answer("worker", "home in explore", "settle").answer("worker", "home in explore", "ship")

    assert (game.stock("settle", 0), game.stock("ship", 0)) == ("1 home", "1 home")


@rule("R073")
def test_a_worker_that_showed_a_wild_face_can_be_reassigned() -> None:
    game = table("roll").seat(0, tableau=["Space Mercenaries"], cup="1 home, 1 military")
    game.rolls(0, "home explore", "military wild").roll()
    game.answer("wild", "1 develop").answer("select", "develop").answer("selector", "home")

    game.answer("reassign", "Space Mercenaries").answer("worker", "military", "ship")

    assert game.stock("ship", 0) == "1 military"


@rule("R074", "R226")
def test_a_die_may_be_in_a_column_it_has_no_face_for() -> None:
    # A Military die has no Ship face but ships all the same.
    game = table("roll", 3).seat(
        0, tableau=["Shipping Affinity", "Spice World"], settle="1 military, 1 home", goods={"Spice World": "1 home"}
    )
    game.select("ship", "home").answer("reassign", "Shipping Affinity").answer("worker", "military", "ship")
    assert game.stock("ship", 0) == "1 military"

    game.answer("reassign", "done").reveal().phase("ship").answer("shipper", "die", "military").answer("mode", "trade")

    assert game.credits() == 4


@rule("R075")
def test_a_die_that_selected_a_phase_need_not_show_it() -> None:
    game = table("roll", 3).seat(0, cup="1 military").rolls(0, "military settle").roll()

    game.answer("select", "explore").answer("selector", "military")

    assert game.stock("strip", 0) == "1 military"
    game.answer("reassign", "done").reveal().phase("explore").answer("task", "stock")
    assert game.credits() == 3


@rule("R077")
def test_reassign_powers_are_used_only_while_assigning() -> None:
    game = table("roll").seat(0, tableau=["Nanotechnology"], explore="1 home", ship="1 home")

    game.phases("explore", "develop", "settle", "produce", "ship")

    assert (game.pending.name, game.options()) == ("task", ["stock", "scout"])
    assert game.answer("task", "stock").asked is None
    assert "T36.a/1" not in game.powers


@rule("R231")
def test_if_nobody_has_a_novelty_world_all_are_tied_for_the_most() -> None:
    game = table("roll").seat(0, tableau=["Mad Scientists"], explore="3 home").select("ship", "home")

    game.answer("reassign", "Mad Scientists").answer("worker", "home", "ship")

    assert game.stock("ship", 0) == "1 home"
    assert game.options() == ["dictate", "done"]


@rule("R061")
def test_placing_a_wild_die_uses_up_no_power() -> None:
    # D32: the first placement is not a Reassign.
    game = table("roll").seat(0, tableau=["Galactic Influence"], wild="3 alien")

    game.assign().answer("wild", "3 ship").answer("select", "ship").answer("selector", "alien")

    assert game.options() == ["Galactic Influence", "dictate", "done"]


@rule("R067")
def test_two_powers_may_move_the_same_worker_one_after_the_other() -> None:
    # D17
    game = table("roll").seat(0, tableau=["Local Subsidies", "Isolation Policy"], ship="2 home").select("ship", "home")

    game.answer("reassign", "Local Subsidies").answer("worker", "home", "explore")
    game.answer("reassign", "Isolation Policy").answer("worker", "home", "develop")

    assert game.stock("develop", 0) == "1 home"


@rule("R064")
def test_a_seat_without_workers_selects_nothing() -> None:
    # D31: possible only under the 2014 rules.
    game = table("roll", edition="2014").selected(0, "ship", "home").seat(0)
    game.play.shift(game.layout.cells["home@strip.0"], game.layout.cells["home@supply"], 1, "laid out")

    game.roll()

    assert game.asked is None
    assert game.count("selected") == 0


@rule("R080", "R082")
def test_selected_phases_are_active_and_workers_in_other_phases_return_to_the_cup() -> None:
    game = table("roll", 3).selected(0, "explore", "home").selected(1, "ship", "home").selected(2, "ship", "home")
    game.seat(0, settle="2 military", ship="1 novelty").seat(1, produce="1 genes")

    game.reveal()

    assert game.active == ("explore", "ship")
    assert (game.stock("cup", 0), game.stock("settle", 0)) == ("2 military", "")
    assert game.stock("ship", 0) == "1 novelty"
    assert game.stock("cup", 1) == "1 genes"


@rule("R081")
def test_with_two_players_a_spare_home_die_adds_a_phase() -> None:
    game = table("roll").selected(0, "explore", "home").selected(1, "ship", "home")

    game.two_player_die("settle").reveal()

    assert game.active == ("explore", "settle", "ship")


@rule("R081")
def test_the_spare_die_adds_nothing_if_its_phase_was_selected_and_stays_in_the_supply() -> None:
    game = table("roll").selected(0, "explore", "home").selected(1, "ship", "home")
    before = game.play.stock[game.layout.cells["home@supply"]]

    game.two_player_die("ship").reveal()

    assert game.active == ("explore", "ship")
    assert game.play.stock[game.layout.cells["home@supply"]] == before


@rule("R081")
def test_with_three_players_no_spare_die_is_rolled() -> None:
    game = table("roll", 3).selected(0, "explore", "home")

    game.reveal()

    assert game.play.drawn == []
    assert game.active == ("explore",)


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
