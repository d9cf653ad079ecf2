"""What powers of expansions can say beyond the base game: permissions, limits, prices, cards kept under cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from check.joined import found
from games.race.expansion import WORLD, written, zeta
from games.race.tables import Table, race
from rftg_dsl.games.race.round import enforce_hand_limit
from rftg_dsl.kernel.run_program import begin_stretch, end_stage
from rftg_dsl.kernel.step import AnyStep
from rftg_dsl.library.load import load_library

HAND = ["Gem World", "Comet Zone", "Space Port", "Drop Ships"]


def codes(power: str) -> list[str]:
    return [diagnostic.code for diagnostic in found(WORLD.format(power=power), "race")]


def put(table: Table, step: AnyStep, *args: object) -> None:
    table.g.agenda.append((step.id, args))


def with_set(folder: Path, text: str, *cards: Any, **more: Any) -> Table:
    return race(*cards, found=load_library("race", None, [written(folder, text)]), **more)


# -- Explore


def test_cards_in_hand_can_be_discarded_in_explore(tmp_path: Path) -> None:
    table = zeta(tmp_path, "cards in hand may be discarded", ["Zeta"], HAND[:2])
    table.phase("explore", ("explore", ["Gem World"]))

    assert len(table.options("explore")) == 4  # two drawn, two in hand
    assert "Gem World" in table.discards()
    assert len(table.hand()) == 3
    assert "Comet Zone" in table.hand()


def test_cards_drawn_and_cards_in_hand_can_be_discarded_together(tmp_path: Path) -> None:
    table = zeta(tmp_path, "cards in hand may be discarded\n  draws: 1 more", ["Zeta"], HAND[:2])
    table.put(["Asteroid Belt"], table.w.explored[0])
    table.phase("explore", ("explore", ["Gem World", "Comet Zone", "Asteroid Belt"]))

    assert {"Asteroid Belt", "Comet Zone", "Gem World"} <= set(table.discards())
    assert len(table.hand()) == 3
    assert table.g.zone[table.w.explored[0]] == ()


def test_only_the_cards_named_can_be_discarded(tmp_path: Path) -> None:
    table = zeta(tmp_path, "developments in hand may be discarded", ["Zeta"], HAND).phase("explore")

    assert "Drop Ships" in table.options("explore")
    assert not {"Gem World", "Comet Zone"} & set(table.options("explore"))
    assert not set(HAND) & set(table.options("explore", 1))


def test_a_permission_for_certain_places_names_them() -> None:
    assert codes("cards may be discarded") == ["missing-clause"]
    assert codes("may spend 1 vp: cards in hand may be discarded") == ["surplus-clause"]


@pytest.mark.parametrize(("answer", "seen", "left"), [("with ZZ1", 4, 1), ("none", 2, 2)])
def test_more_cards_are_drawn_at_a_price(tmp_path: Path, answer: str, seen: int, left: int) -> None:
    table = zeta(tmp_path, "draws, may discard 1 card in hand: 2 more", ["Zeta"], HAND[:2])
    table.phase("explore", ("change", answer))

    assert len(table.options("explore")) == seen
    assert len(table.hand()) == left + 1
    assert not table.was_asked("change", 1)


def test_more_cards_are_kept_at_a_price(tmp_path: Path) -> None:
    table = zeta(tmp_path, "kept cards, once per round, may discard 1 card in hand: 1 more", ["Zeta"], HAND[:1])
    table.phase("explore", ("change", "with ZZ1"))

    assert table.was_asked("explore") is False
    assert len(table.hand()) == 2


# -- payment and conquest


def test_a_permission_to_pay_leaves_the_price_as_it_is(tmp_path: Path) -> None:
    powers = "military worlds may be paid for\n  payment for rebel military worlds: 0 less"
    table = zeta(tmp_path, powers, ["Zeta"], ["Rebel Outpost", "Aquatic Uplift Race", *HAND[:2]])
    table.phase("settle", ("settle", "Aquatic Uplift Race"))

    assert table.options("settle") == ["Aquatic Uplift Race", "Gem World", "Comet Zone", "none"]
    assert len(table.hand()) == 1  # defense 2


def test_a_lower_cost_of_military_worlds_allows_nothing(tmp_path: Path) -> None:
    discount = "cost of military worlds: 2 less"
    hand = ["Aquatic Uplift Race"]

    assert zeta(tmp_path, discount, ["Zeta"], hand).phase("settle").options("settle") == ["none"]
    allowed = zeta(tmp_path, discount, ["Zeta", "Contact Specialist"], hand)
    assert allowed.phase("settle", ("settle", "Aquatic Uplift Race")).tableau()[-1] == "Aquatic Uplift Race"


CIVIL = "non-military worlds may be conquered"


def test_a_civil_world_is_conquered_with_military_for_its_cost(tmp_path: Path) -> None:
    strong = ["Zeta", "New Sparta"]
    for cards, there in ((strong, True), (["Zeta"], False)):
        table = zeta(tmp_path, CIVIL, cards, ["Gem World"]).phase("settle")  # cost 2
        assert ("Gem World" in table.options("settle")) == there

    table = zeta(tmp_path, CIVIL, strong, ["Gem World", "Space Port", "Drop Ships"])
    table.phase("settle", ("settle", "Gem World"), ("way", "conquer"))
    assert table.options("way") == ["conquer", "pay 2"]
    assert len(table.hand()) == 2


def test_a_card_is_given_up_to_conquer_a_civil_world(tmp_path: Path) -> None:
    conquest = "conquest of non-military worlds, may discard this card: 1 less"
    table = zeta(tmp_path, conquest, ["Zeta", "New Sparta"], ["Comet Zone"])  # cost 3
    table.phase("settle", ("settle", "Comet Zone"))

    assert table.tableau() == ["New Sparta", "Comet Zone"]
    assert zeta(tmp_path, conquest, ["Zeta"], ["Comet Zone"]).phase("settle").options("settle") == ["none"]


def test_what_cannot_be_conquered_is_not(tmp_path: Path) -> None:
    forbidden = "rebel worlds cannot be conquered"
    table = zeta(tmp_path, forbidden, ["Zeta", "New Sparta"], ["Rebel Underground", "Aquatic Uplift Race"])
    table.phase("settle")

    assert table.options("settle") == ["Aquatic Uplift Race", "none"]


def test_paying_for_a_world_is_an_event(tmp_path: Path) -> None:
    power = "when you pay for a military world: gain 1 vp"
    cards = ["Zeta", "New Sparta", "Contact Specialist"]

    paid = zeta(tmp_path, power, cards, ["Aquatic Uplift Race", *HAND])
    paid.phase("settle", ("settle", "Aquatic Uplift Race"))
    assert (paid.vp(), len(paid.hand())) == (1, 3)

    conquered = zeta(tmp_path, power, cards[:2], ["Aquatic Uplift Race", *HAND])
    conquered.phase("settle", ("settle", "Aquatic Uplift Race"))
    assert conquered.vp() == 0


# -- goods


def test_a_good_that_cannot_be_traded_is_not_offered(tmp_path: Path) -> None:
    power = "goods on this world cannot be traded"
    cards, goods = ["Zeta", "Gem World"], ["Zeta", "Gem World"]
    found_set = load_library("race", None, [written(tmp_path, WORLD.format(power=power))])

    table = race(cards, (), goods, ["trade"], found=found_set).phase("consume")
    assert (table.goods(), len(table.hand())) == (["Zeta"], 2)
    only = race(["Zeta"], (), ["Zeta"], ["trade"], found=found_set).phase("consume")
    assert (only.goods(), only.hand()) == (["Zeta"], [])


def test_goods_are_produced_outside_their_phase(tmp_path: Path) -> None:
    table = zeta(tmp_path, "when you settle a production world: produce on it", ["Zeta"], HAND)
    table.phase("settle", ("settle", "Gem World"))

    assert table.goods() == ["Gem World"]
    assert not any(table.g.tag)


@pytest.mark.parametrize(
    ("which", "picks", "goods"),
    [
        ("up to 2 worlds", ["Gem World"], ["Gem World"]),
        ("1 or 2 worlds", ["Zeta", "Gem World"], ["Zeta", "Gem World"]),
        ("any number of worlds", [], []),
    ],
)
def test_the_owner_chooses_which_worlds_produce(tmp_path: Path, which: str, picks: list[str], goods: list[str]) -> None:
    table = zeta(tmp_path, f"at end of settle: produce on {which}", ["Zeta", "Gem World", "Asteroid Belt"])
    table.phase("settle", ("worlds", picks))

    assert sorted(table.goods()) == sorted(goods)


@pytest.mark.parametrize(
    ("power", "cards", "vp", "goods"),
    [
        ("at end of settle: may consume 1 good: gain 2 vp", 0, 2, []),
        ("at end of settle: sell 1 good", 3, 0, []),
        ("at end of settle: move 1 good on another world here", 0, 0, ["Zeta"]),
    ],
)
def test_goods_are_used_outside_their_phase(tmp_path: Path, power: str, cards: int, vp: int, goods: list[str]) -> None:
    table = zeta(tmp_path, power, ["Zeta", "Asteroid Belt"], (), ["Asteroid Belt"])
    table.phase("settle", *([("use", "ZZ1/1")] if "may" in power else []))

    assert (len(table.hand()), table.vp(), table.goods()) == (cards, vp, goods)


def test_a_consume_power_of_an_opponent_is_used_with_ones_own_goods(tmp_path: Path) -> None:
    text = """
card ZZ1 { development "Zeta" cost 1 vp 1 { consume: may use 1 world of opponents with a consume power } }
card ZZ2 { world "Theta" cost 1 vp 1 { consume: consume 1 novelty good: gain 3 vp } }
"""
    library = load_library("race", None, [written(tmp_path, text)])
    table = race(["Zeta", "Gem World"], (), ["Gem World"], (), ["Theta"], found=library)

    table.phase("consume", ("power", "ZZ1/1"))

    assert (table.vp(0), table.vp(1), table.goods()) == (3, 0, [])


def test_a_world_holds_one_good(tmp_path: Path) -> None:
    power = "at end of settle: move 1 good on another world here"
    table = zeta(tmp_path, power, ["Zeta", "Asteroid Belt"], (), ["Zeta", "Asteroid Belt"]).phase("settle")

    assert table.goods() == ["Zeta", "Asteroid Belt"]


# -- limits and order


@pytest.mark.parametrize(("power", "kept"), [("hand limit: 12 exactly", 12), ("draws: 1 more", 10)])
def test_the_hand_limit_changes(tmp_path: Path, power: str, kept: int) -> None:
    table = zeta(tmp_path, power, ["Zeta"])
    supply = table.g.zone[table.w.supply]
    for piece in supply[:13]:
        table.g.move(piece, table.w.hand[0], "test")
    put(table, enforce_hand_limit)
    table.play()

    assert len(table.hand()) == kept


def test_a_larger_tableau_ends_the_game(tmp_path: Path) -> None:
    for power, over in (("final tableau: 14 exactly", False), ("draws: 1 more", True)):
        table = zeta(tmp_path, power, ["Zeta"])
        for piece in table.g.zone[table.w.supply][:12]:
            table.g.move(piece, table.w.tableau[1], "test")
        put(table, end_stage, "round")
        table.g.run()
        assert table.g.facts[table.w.ended] == (("tableau",) if over else ())


def test_who_chooses_last_sees_the_others(tmp_path: Path) -> None:
    table = zeta(tmp_path, "choosing order: 1 more", ["Zeta"])
    put(table, begin_stretch)
    table.g.run()
    first = table.g.pending
    assert first is not None
    table.g.answer(("settle",))
    table.g.run()
    second = table.g.pending

    assert second is not None
    assert (first.seat, second.seat) == (1, 0)
    assert table.g.facts[table.w.actions] == ((), ("settle",))


# -- cards kept under a card

STASH = """place stash "cards kept" of piece seen owner
noun treasure plural treasures means card in stash
card ZZ1 {{
  world "Zeta" cost 1 vp 1 {{ {power} }}
}}
"""
SAVE = "when you pay for a card: may move 1 card in discarding to stash"


def test_a_paid_card_is_kept_under_a_card(tmp_path: Path) -> None:
    powers = f"{SAVE}\n  produce: move all treasures on this card to hand\n  score 1 per treasure on this card"
    table = with_set(tmp_path, STASH.format(power=powers), ["Zeta"], ["Asteroid Belt", "Space Port", "Drop Ships"])
    table.phase("settle", ("settle", "Asteroid Belt"), ("use", "ZZ1/1"), ("move", ["Space Port"]))

    assert (table.hand(), table.discards()) == ([], ["Drop Ships"])
    assert table.scores()["Zeta"] == 1
    table.phase("produce")
    assert table.hand() == ["Space Port"]
    assert table.scores()["Zeta"] == 0


def test_discards_of_others_are_taken(tmp_path: Path) -> None:
    power = "when opponent has overflowed: move all cards in discarding of opponents to hand"
    table = zeta(tmp_path, power, ["Zeta"])
    for piece in table.g.zone[table.w.supply][:12]:
        table.g.move(piece, table.w.hand[1], "test")
    put(table, enforce_hand_limit)
    table.play()

    assert (len(table.hand()), len(table.hand(1)), table.discards()) == (2, 10, [])


def test_a_payment_while_powers_react_to_other_discards_leaves_those_where_they_are(tmp_path: Path) -> None:
    powers = """when you have overflowed: place 1 world from hand for free, move all cards in discarding to hand
  when you pay for a card: gain 1 vp"""
    table = zeta(tmp_path, powers, ["Zeta"], ["Asteroid Belt"])
    for piece in table.g.zone[table.w.supply][:10]:
        table.g.move(piece, table.w.hand[0], "test")
    put(table, enforce_hand_limit)
    table.play(("limit", ["Export Duties"]), ("place", "Asteroid Belt"))

    assert "Asteroid Belt" in table.tableau() and (len(table.hand()), table.discards()) == (10, [])


# -- cards that cannot be seen


def shown(table: Table) -> list[str]:
    """The names of the decisions of seat 0 so far."""
    return [name for seat, name, _ in table.asked if seat == 0]


def test_a_card_moved_from_the_supply_is_picked_by_chance(tmp_path: Path) -> None:
    table = zeta(tmp_path, "at end of explore: move 1 card from supply to hand", ["Zeta"])
    table.phase("explore")

    assert shown(table) == ["explore"]
    assert len(table.hand()) == 2


def test_nobody_chooses_how_many_cards_that_cannot_be_seen(tmp_path: Path) -> None:
    table = zeta(
        tmp_path, "at end of explore: may discard 2 cards in hand of opponents: gain 1 vp", ["Zeta"], other_hand=HAND
    )
    table.phase("explore", ("use", "ZZ1/1"))
    assert (shown(table), table.vp(), len(table.hand(1))) == (["explore", "use"], 1, 4 + 1 - 2)

    for many in ("up to 2", "1 or 2", "any number of"):
        for where in ("in hand of opponents", "in supply", "in discards"):
            power = f"at end of explore: may discard {many} cards {where}: gain 1 vp"
            assert codes(power) == ["choice-without-chooser"]
    assert codes("at end of explore: may discard up to 2 cards in hand: gain 1 vp") == []


def test_all_cards_of_the_supply_can_be_taken(tmp_path: Path) -> None:
    table = zeta(tmp_path, "at end of explore: move all cards in supply to hand", ["Zeta"]).phase("explore")

    assert len(table.hand()) > 50
    assert len(table.names(table.w.supply)) == 2  # the cards discarded in Explore
    assert table.discards() == []


def test_all_cards_of_opponents_are_discarded(tmp_path: Path) -> None:
    power = "at end of explore: discard all cards in hand of opponents"
    table = zeta(tmp_path, power, ["Zeta"], (), (), (), HAND).phase("explore")

    assert (shown(table), table.hand(1)) == (["explore"], [])


def test_a_card_in_the_hand_of_an_opponent_cannot_be_placed() -> None:
    assert codes("at end of explore: place 1 card in hand of opponents for free") == ["wrong-kind"]


def test_the_owner_of_a_card_that_leaves_is_told_of_it(tmp_path: Path) -> None:
    for act in ("discard 1 development of opponents", "move 1 development of opponents to hand"):
        power = f"at end of explore: {act}\n  when own development leaves: gain 1 vp"
        table = zeta(tmp_path, power, ["Zeta"], (), (), ["Zeta", "Drop Ships"]).phase("explore")

        assert table.tableau(1) == ["Zeta"]
        assert (table.vp(), table.vp(1)) == (0, 1)


def test_nothing_is_produced_on_a_world_that_has_left(tmp_path: Path) -> None:
    powers = (
        'at end of explore: may discard 1 world called "Gem World": gain 1 vp\n  when own world leaves: produce on it'
    )
    table = zeta(tmp_path, powers, ["Zeta", "Gem World"]).phase("explore", ("use", "ZZ1/1"))

    assert (table.tableau(), table.vp()) == (["Zeta"], 1)
    assert not any(table.g.zone[place] for place in table.w.goods)


def test_a_produce_power_that_comes_first_is_used_before_the_others(tmp_path: Path) -> None:
    powers = "produce: draw 1 card\n  produce, first: may discard 1 card in hand: gain 1 vp"
    table = zeta(tmp_path, powers, ["Zeta"]).phase("produce")

    assert (len(table.hand()), shown(table)) == (1, [])  # there was nothing to discard yet


def test_no_goods_of_the_same_type_are_consumed_if_none_are_counted(tmp_path: Path) -> None:
    power = "at end of settle: consume 2 goods of the same type per own military world, draw 1 card"
    table = zeta(tmp_path, power, ["Zeta"]).phase("settle")

    assert len(table.hand()) == 1


# -- placing


def test_the_top_card_of_the_deck_is_placed(tmp_path: Path) -> None:
    table = zeta(tmp_path, "at end of explore: may place 1 card from supply for free", ["Zeta"])
    table.phase("explore", ("use", "ZZ1/1"))
    [[*options, none]] = [shown for seat, name, shown in table.asked if (seat, name) == (0, "place")]

    assert none == "none"
    assert len(options) <= 1
    assert len(table.discards()) >= 1
    assert table.g.zone[table.w.explored[0]] == ()


def test_a_card_is_placed_from_the_discards(tmp_path: Path) -> None:
    table = zeta(tmp_path, "at start of settle: place 1 world from discards for free", ["Zeta"])
    table.put(["Gem World", "Interstellar Bank"], table.w.discards)
    table.phase("settle", ("place", "Gem World"))

    assert (table.tableau(), table.discards()) == (["Zeta", "Gem World"], ["Interstellar Bank"])


def test_chance_picks_the_card_of_the_discards_and_it_goes_back_if_it_is_not_placed(tmp_path: Path) -> None:
    pile = ["Gem World", "Gambling World", "New Survivalists"]
    table = zeta(tmp_path, "at start of settle: place 1 card from discards for free", ["Zeta"])
    table.put(pile, table.w.discards)
    table.phase("settle", ("place", "none"))

    [picked, none] = table.options("place")
    assert (picked in pile, none) == (True, "none")
    assert (table.tableau(), sorted(table.discards()), table.hand()) == (["Zeta"], sorted(pile), [])


def test_a_card_given_up_places_another(tmp_path: Path) -> None:
    power = "when you settle: may discard this card: place 1 military world from hand"
    table = zeta(tmp_path, power, ["Zeta", "New Sparta"], ["Gem World", *HAND[1:3], "Aquatic Uplift Race"])
    table.phase("settle", ("settle", "Gem World"), ("use", "ZZ1/1"), ("place", "Aquatic Uplift Race"))

    assert table.tableau() == ["New Sparta", "Gem World", "Aquatic Uplift Race"]


# -- counting with numbers


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ("score 1 per 0 minus military", 2),
        ("score 2 per card in hand minus 3", 2),
        ("score 1 per 2 cards minus 1, rounded up", 1),
    ],
)
def test_a_number_can_stand_on_either_side_of_minus(tmp_path: Path, score: str, points: int) -> None:
    table = zeta(tmp_path, f"military: 2 less\n  {score}", ["Zeta", "Asteroid Belt"], HAND)

    assert table.scores()["Zeta"] == points


# -- selling, goods of one type, goods on other worlds


@pytest.mark.parametrize(
    ("event", "vp"),
    [
        ("when you sell a good", 1),
        ("when you sell a rare good", 0),
        ("when you sell a novelty good", 1),
        ("when you sell the good on this world", 0),
        ("when opponent sells a good", 0),
    ],
)
def test_a_power_reacts_to_a_good_that_is_sold(tmp_path: Path, event: str, vp: int) -> None:
    table = zeta(
        tmp_path, f"{event}: gain 1 vp; consume: sell 1 good on another world", ["Zeta", "Gem World"], (), ["Gem World"]
    )
    table.phase("consume")

    assert (table.vp(), table.goods()) == (vp, [])


@pytest.mark.parametrize(("power", "cards"), [("sell 1 good for 2 more", 5), ("barter 1 good for 1 less", 2)])
def test_a_good_is_sold_for_more_or_less(tmp_path: Path, power: str, cards: int) -> None:
    text = f'card ZZ1 {{ world "Zeta" rare windfall cost 1 vp 1 {{ consume: {power} }} }}'
    table = with_set(tmp_path, text, ["Zeta"], (), ["Zeta"]).phase("consume")

    assert len(table.hand()) == cards


def test_goods_of_one_type_are_consumed(tmp_path: Path) -> None:
    power = "consume: consume 2 goods of the same type: gain 3 vp"
    table = zeta(tmp_path, power, ["Zeta", "Gem World", "Comet Zone"], (), ["Zeta", "Gem World", "Comet Zone"])
    table.phase("consume")

    assert (table.vp(), table.goods()) == (3, ["Comet Zone"])
    other = zeta(tmp_path, power, ["Zeta", "Comet Zone"], (), ["Zeta", "Comet Zone"]).phase("consume")
    assert (other.vp(), sorted(other.goods())) == (0, ["Comet Zone", "Zeta"])


def test_goods_are_moved_to_worlds_of_the_owners_choice(tmp_path: Path) -> None:
    power = "at end of settle: move 1 good on another world to own worlds without goods"
    table = zeta(tmp_path, power, ["Zeta", "Gem World", "Comet Zone"], (), ["Gem World"])
    to = table.w.goods[table.in_tableau("Comet Zone")]
    table.phase("settle", ("move to", (table.in_tableau("Gem World"), to)))

    assert table.goods() == ["Comet Zone"]


def test_a_good_is_moved_to_the_world_just_settled(tmp_path: Path) -> None:
    table = zeta(tmp_path, "when you settle a world: move 1 good to it", ["Zeta"], HAND, ["Zeta"])
    table.phase("settle", ("settle", "Gem World"))

    assert table.goods() == ["Gem World"]


# -- what authors met who had only the documents


def test_the_top_card_in_discards_is_the_one_discarded_last(tmp_path: Path) -> None:
    table = zeta(tmp_path, "consume: move 1 top card in discards to hand", ["Zeta"])
    table.put(["Gem World", "Comet Zone"], table.w.discards)
    table.phase("consume")

    assert table.hand() == ["Comet Zone"]


@pytest.mark.parametrize(("limit", "cards"), [("once", 1), ("twice", 2)])
@pytest.mark.parametrize("phase", ["consume", "produce"])
def test_a_phase_offers_a_power_as_often_as_it_says(tmp_path: Path, phase: str, limit: str, cards: int) -> None:
    table = zeta(tmp_path, f"{phase}, {limit} per phase: draw 1 card", ["Zeta"]).phase(phase)

    assert len(table.hand()) == cards


@pytest.mark.parametrize("order", [["Zeta", "Theta"], ["Theta", "Zeta"]])
def test_exactly_comes_after_what_adds(tmp_path: Path, order: list[str]) -> None:
    text = """
card ZZ1 { development "Zeta" cost 1 vp 1 { cost of worlds: 3 exactly } }
card ZZ2 { development "Theta" cost 1 vp 1 { cost of worlds: 2 more } }
"""
    table = with_set(tmp_path, text, order)

    assert table.g.value("cost", 0, 2, table.free("Gem World")) == 3


def test_a_count_below_zero_changes_numbers_and_scores_but_nothing_is_gained_for_it(tmp_path: Path) -> None:
    text = """
card ZZ1 {
  development "Zeta" cost 1 vp 1 {
    cost of developments: 1 less per military
    score 2 per military
    consume: gain 1 vp per military
  }
}
card ZZ2 { development "Theta" cost 1 vp 1 { military: 3 less } }
"""
    table = with_set(tmp_path, text, ["Zeta", "Theta"])

    assert table.g.value("cost", 0, 3, table.free("Drop Ships")) == 6
    assert table.scores()["Zeta"] == -6
    assert table.phase("consume").vp() == 0


@pytest.mark.parametrize(
    ("power", "code"),
    [
        ("at end of consume, twice per phase: draw 1 card", "surplus-clause"),
        ("consume: guess the cost of the top card: draw 1 card", "wrong-kind"),
    ],
)
def test_a_limit_or_price_without_meaning_is_refused(power: str, code: str) -> None:
    assert codes(power) == [code]


@pytest.mark.parametrize(("worlds", "draws"), [("a world", 0), ("this world", 1), ("a world, this world", 1)])
def test_a_world_does_not_hear_of_its_own_placing_unless_its_power_is_about_itself(
    tmp_path: Path, worlds: str, draws: int
) -> None:
    power = "\n".join(f"when you settle {world}: draw 1 card" for world in worlds.split(", "))
    table = zeta(tmp_path, power, (), ["Zeta", "Gem World"])

    table.phase("settle", ("settle", "Zeta"))

    assert table.tableau() == ["Zeta"]
    assert len(table.hand()) == draws
