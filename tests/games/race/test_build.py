"""Explore, Develop and Settle."""

from __future__ import annotations

import pytest

from games.race.tables import race
from rules import rule


@rule("R028", "R029", "R030", "R048")
def test_two_cards_are_drawn_before_anyone_discards_and_one_is_kept() -> None:
    table = race(hand=["Gem World"])
    table.begin("explore")
    table.g.run()
    w = table.w

    assert [len(table.g.zone[place]) for place in w.explored] == [2, 2]
    table.play()
    assert len(table.options("explore")) == 2
    assert [len(table.g.zone[place]) for place in w.hand] == [2, 1]
    assert len(table.discards()) == 2


@rule("R024", "R031", "R032", "R109")
@pytest.mark.parametrize(
    ("actions", "drawn", "kept"), [(["explore5"], 7, 1), (["explore11"], 3, 2), (["explore5", "explore11"], 8, 2)]
)
def test_the_bonuses_of_explore(actions: list[str], drawn: int, kept: int) -> None:
    table = race(actions=actions).phase("explore")

    assert len(table.options("explore")) == drawn
    assert len(table.hand()) == kept


@rule("R033", "R043")
def test_powers_of_explore_add_up() -> None:
    table = race(["Expedition Force", "Galactic Survey: SETI", "Galactic Renaissance", "Research Labs"])
    table.phase("explore")

    assert len(table.options("explore")) == 2 + 1 + 2 + 2
    assert len(table.hand()) == 1 + 1 + 1


@rule("R028")
def test_nothing_is_discarded_if_all_cards_drawn_are_kept() -> None:
    table = race(["Research Labs"]).phase("explore")

    assert not table.was_asked("explore")
    assert len(table.hand()) == 2


@rule("R034", "R036", "R052")
def test_a_development_is_paid_for_with_cards_from_the_hand() -> None:
    hand = ["Space Marines", "Gem World", "Space Port", "Mining World"]
    table = race(hand=hand).phase("develop", ("develop", "Space Marines"), ("pay", ["Gem World", "Mining World"]))

    assert table.tableau() == ["Space Marines"]
    assert table.hand() == ["Space Port"]
    assert sorted(table.discards()) == ["Gem World", "Mining World"]


@rule("R034", "R052")
@pytest.mark.parametrize("phase", ["develop", "settle"])
def test_placing_is_optional_and_everybody_is_asked(phase: str) -> None:
    table = race(hand=["Export Duties", "Gem World", "Space Port", "Mining World"]).phase(phase)

    assert table.tableau() == []
    assert table.options(phase, 0)[-1] == "none"
    assert table.options(phase, 1) == ["none"]


@rule("R035")
def test_all_developments_are_revealed_before_any_is_paid() -> None:
    table = race(
        hand=["Export Duties", "Gem World"], other_hand=["Investment Credits", "Space Port"], actions=["explore5"]
    )
    table.begin("develop")
    table.g.run()
    g, w = table.g, table.w
    assert g.pending is not None
    g.answer(table.handle(g.pending.form, "Export Duties"))
    assert table.names(w.placing[0]) == ["Export Duties"]
    assert table.tableau() == []
    g.answer(table.handle(g.pending.form, "Investment Credits"))

    assert (table.tableau(0), table.tableau(1)) == (["Export Duties"], ["Investment Credits"])
    assert g.pending.name == "pay"


@rule("R005", "R023", "R037", "R038")
def test_those_who_picked_develop_pay_one_card_less() -> None:
    hand = ["Export Duties", "Drop Ships", "Gem World", "Space Port", "Mining World"]
    table = race(hand=hand, actions=["develop"])
    table.phase("develop", ("develop", "Drop Ships"), ("pay", ["Gem World", "Space Port", "Mining World"]))
    assert table.hand() == ["Export Duties"]

    free = race(["Investment Credits"], hand=["Export Duties"], actions=["develop"])
    free.phase("develop", ("develop", "Export Duties"))
    assert (free.tableau(), free.hand()) == (["Investment Credits", "Export Duties"], [])
    assert not free.was_asked("pay")


@rule("R039")
def test_a_second_copy_of_a_development_is_not_placed_until_the_first_has_left() -> None:
    hand = ["New Military Tactics", "Gem World"]
    assert race(["New Military Tactics"], hand).phase("develop").options("develop") == ["none"]

    table = race(["New Military Tactics", "New Sparta"], ["Pirate World", *hand])
    table.phase("settle", ("settle", "Pirate World"))
    table.phase("develop", ("develop", "New Military Tactics"))
    assert "New Military Tactics" in table.tableau()


@rule("R042", "R046", "R047")
def test_a_card_does_not_work_in_the_phase_in_which_it_is_placed() -> None:
    table = race(hand=["Public Works", "Gem World", "Space Port"])
    table.phase("develop", ("develop", "Public Works"), ("pay", ["Gem World"]))
    assert table.hand() == ["Space Port"]

    table.put(["Export Duties"], table.w.hand[0])
    table.phase("develop", ("develop", "Export Duties"))
    assert len(table.hand()) == 1
    assert table.hand() != ["Space Port"]


@rule("R045")
def test_a_cost_below_zero_is_zero() -> None:
    powers = ["Investment Credits", "Galactic Federation"]
    table = race(powers, hand=["Export Duties", "Gem World"]).phase("develop", ("develop", "Export Duties"))

    assert table.hand() == ["Gem World"]
    assert table.discards() == []


@rule("R053", "R057")
def test_a_world_is_paid_for_with_its_cost() -> None:
    hand = ["Space Port", "Mining World", "Gem World", "New Vinland"]
    table = race(hand=hand).phase("settle", ("settle", "Space Port"), ("pay", ["Mining World", "New Vinland"]))

    assert (table.tableau(), table.hand()) == (["Space Port"], ["Gem World"])


@rule("R057")
def test_the_discount_of_a_world_does_not_help_the_world_itself() -> None:
    hand = ["Alien Rosetta Stone World", "Mining World", "Gem World"]
    assert race(hand=hand).phase("settle").options("settle") == ["Gem World", "none"]
    hand = [*hand, "New Vinland"]
    assert "Alien Rosetta Stone World" in race(hand=hand).phase("settle").options("settle")


@rule("R054", "R055", "R063")
def test_those_who_picked_settle_draw_a_card_if_they_placed_a_world() -> None:
    placed = race(["New Sparta"], ["Former Penal Colony"], actions=["settle"])
    placed.phase("settle", ("settle", "Former Penal Colony"))
    assert len(placed.hand()) == 1

    none = race(["New Sparta"], ["Former Penal Colony"], actions=["settle"]).phase("settle")
    assert none.hand() == ["Former Penal Colony"]


@rule("R058", "R063")
@pytest.mark.parametrize("world", ["Refugee World", "Former Penal Colony"])
def test_a_windfall_world_has_a_good_when_it_is_placed(world: str) -> None:
    table = race(["New Sparta"], [world]).phase("settle", ("settle", world))

    assert table.goods() == [world]


def test_a_production_world_has_no_good_when_it_is_placed() -> None:
    table = race([], ["Artist Colony", "Gem World"]).phase("settle", ("settle", "Artist Colony"))

    assert table.goods() == []


@rule("R061", "R062", "R064")
def test_a_military_world_is_conquered_with_enough_military_which_is_not_spent() -> None:
    hand = ["Pirate World", "Gem World", "Space Port", "New Vinland", "Mining World"]
    weak = race(["New Sparta"], hand).phase("settle")
    assert "Pirate World" not in weak.options("settle")

    strong = race(["New Sparta", "Expedition Force"], hand).phase("settle", ("settle", "Pirate World"))
    assert strong.hand() == hand[1:]
    assert strong.military() == 3


@rule("R065")
def test_negative_military_counts_against_military_worlds() -> None:
    table = race(["New Sparta", "Refugee World"], ["Former Penal Colony"]).phase("settle")

    assert table.options("settle") == ["none"]


@rule("R066", "R050")
def test_new_military_tactics_must_be_given_up_if_the_world_needs_it() -> None:
    table = race(["New Military Tactics"], ["Pirate World"]).phase("settle", ("settle", "Pirate World"))

    assert not table.was_asked("way")
    assert table.tableau() == ["Pirate World"]
    assert table.discards() == ["New Military Tactics"]


@rule("R066")
def test_new_military_tactics_may_be_given_up_without_need() -> None:
    table = race(["New Military Tactics", "Drop Ships"], ["Pirate World"]).phase("settle", ("settle", "Pirate World"))

    assert len(table.options("way")) == 2


@rule("R067", "R069")
def test_contact_specialist_pays_for_a_military_world_with_all_discounts() -> None:
    hand = ["Rebel Base", *["Gem World", "Space Port", "New Vinland", "Mining World"]]
    table = race(["Contact Specialist"], hand).phase("settle")
    assert "Rebel Base" not in table.options("settle")

    helped = race(["Contact Specialist", "Replicant Robots"], hand).phase("settle", ("settle", "Rebel Base"))
    assert len(helped.hand()) == 4 - (6 - 1 - 2)
    assert "Contact Specialist" in helped.tableau()


@rule("R067")
def test_contact_specialist_does_not_pay_for_alien_worlds() -> None:
    hand = ["Alien Robot Sentry", "Gem World", "Space Port", "New Vinland"]

    assert "Alien Robot Sentry" not in race(["Contact Specialist"], hand).phase("settle").options("settle")


@rule("R068")
def test_military_does_not_lower_what_contact_specialist_pays() -> None:
    hand = ["Rebel Base", "Gem World", "Space Port"]
    table = race(["Contact Specialist", "New Sparta", "Drop Ships"], hand).phase("settle")

    assert "Rebel Base" not in table.options("settle")


@rule("R070")
def test_colony_ship_with_contact_specialist_places_a_military_world_for_nothing() -> None:
    table = race(["Contact Specialist", "Colony Ship"], ["Rebel Base"]).phase("settle", ("settle", "Rebel Base"))

    assert table.tableau() == ["Contact Specialist", "Rebel Base"]
    assert table.discards() == ["Colony Ship"]


@rule("R050")
def test_colony_ship_is_offered_alongside_payment_and_is_the_only_way_without_cards() -> None:
    offered = race(["Colony Ship"], ["Gem World", "Space Port", "New Vinland"])
    offered.phase("settle", ("settle", "Gem World"), ("way", "pay 2"), ("pay", ["Space Port", "New Vinland"]))
    assert [way.partition(" with")[0] for way in offered.options("way")] == ["pay 2", "pay 0"]

    forced = race(["Colony Ship"], ["Gem World"]).phase("settle", ("settle", "Gem World"))
    assert forced.discards() == ["Colony Ship"]


@rule("R049", "R051")
def test_an_alien_named_world_without_goods_can_be_placed_with_colony_ship() -> None:
    table = race(["Colony Ship"], ["Alien Rosetta Stone World"])
    table.phase("settle", ("settle", "Alien Rosetta Stone World"))

    assert table.tableau() == ["Alien Rosetta Stone World"]


@rule("R110", "R111", "R112")
def test_a_second_develop_phase_gives_the_bonus_to_those_with_both_cards() -> None:
    table = race(
        ["New Sparta"],
        ["Investment Credits", "Export Duties", "Public Works", "Gem World"],
        actions=["develop", "develop2"],
        other_hand=["Space Marines", "Drop Ships", "Space Port"],
        other_actions=["develop", "trade"],
        variant="advanced",
    )
    table.phase("develop", ("develop", "Investment Credits"))
    assert sorted(table.options("develop", 1)) == ["Space Marines", "none"]
    assert len(table.hand()) == 3
    # Investment Credits work in the second phase already, and the bonus comes again.
    table.phase("develop2", ("develop", "Export Duties"))
    assert len(table.hand()) == 2
    assert table.options("develop", 1) == ["Space Marines", "none"]


@rule("R111")
def test_the_opponent_with_one_card_pays_the_full_cost_in_the_second_phase() -> None:
    hand = ["Space Marines", "Space Port"]
    table = race(
        actions=["develop", "develop2"], other_hand=hand, other_actions=["develop", "trade"], variant="advanced"
    )
    assert table.phase("develop").options("develop", 1) == ["Space Marines", "none"]
    assert table.phase("develop2").options("develop", 1) == ["none"]
