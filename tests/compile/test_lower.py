"""Lowering settles the tests, questions and verbs of a power before any back end sees it."""

from __future__ import annotations

import pytest

from check.joined import join, tile
from rftg_dsl.check.model import Amount, Held, HowMany, Pattern, StockSet
from rftg_dsl.check.signatures import Selected
from rftg_dsl.compile.lower import MANY, lower
from rftg_dsl.compile.lowered import (
    Acted,
    AnyOf,
    ByProperty,
    Changed,
    CounterNumber,
    FirstFitting,
    Granted,
    Here,
    Lowered,
    Next,
    Part,
    Payable,
    Plain,
    Possible,
    Scored,
    Segment,
    Unused,
)
from rftg_dsl.library.installed import find_game

FORMS = {
    "roll": tile("POWER"),
    "galaxies": 'planet-card X1 { planet "X" culture economy length 3 vp 2 { POWER } }',
    "race": 'card X1 { development "X" cost 1 vp 1 { POWER } }',
}
"""A component with one power on its first side."""


def lowered(text: str, game: str = "roll") -> Lowered:
    """The power of a custom component, lowered."""
    loaded = join(FORMS[game].replace("POWER", text), game)
    assert loaded.diagnostics == ()
    side = next(
        candidate for candidate in loaded.model.list_sides() if candidate.at.source.label.endswith("pieces.rftg")
    )
    return lower(side.powers[0], find_game(game))


def acted(text: str, game: str = "roll") -> Acted:
    power = lowered(text, game)
    assert isinstance(power, Acted)
    return power


def verbs(segment: Segment) -> list[str]:
    return [call.verb.name for call in segment.calls]


# -- segments ----------------------------------------------------------------------------------------------------


def test_verbs_without_questions_form_one_segment() -> None:
    [only] = acted("gain $1, gain 1 vp").segments

    assert verbs(only) == ["gain", "gain"]
    assert only.next == () and only.begins is None


def test_a_verb_that_asks_ends_its_segment() -> None:
    first, second = acted("at end of ship: discard 1 die in cup, gain $1").segments

    assert (verbs(first), verbs(second)) == (["discard"], ["gain"])
    assert first.next == (Next(1),)
    assert second.next == ()


def test_a_last_verb_that_asks_adds_no_empty_segment() -> None:
    [only] = acted("at end of ship: gain $1, discard 1 die in cup").segments

    assert verbs(only) == ["gain", "discard"]


def test_a_segment_for_opponents_goes_on_the_agenda_with_the_owners_next_one() -> None:
    power = acted("action: gain 1 energy, opponents gain 1 culture, gain 1 culture", "galaxies")

    own, theirs, rest = power.segments
    assert [verbs(segment) for segment in power.segments] == [["gain"]] * 3
    assert own.next == (Next(1, "opponents"), Next(2))
    assert theirs.next == rest.next == ()


def test_the_first_segment_is_the_owners_even_if_only_opponents_act() -> None:
    own, theirs = acted("action: opponents gain 1 culture", "galaxies").segments

    assert (verbs(own), verbs(theirs)) == ([], ["gain"])
    assert own.next == (Next(1, "opponents"),)


def test_the_last_segment_begins_the_lasting_power() -> None:
    power = acted("when you trade: until end of round, when you consume: gain $1")

    assert [segment.begins for segment in power.segments] == [("X1.a/1~", "round")]
    assert power.segments[0].calls == ()


# -- prices ------------------------------------------------------------------------------------------------------


def test_a_price_is_carried_out_untested_because_it_was_found_payable_before() -> None:
    [only] = acted("at end of ship: may spend $2: gain 1 vp").segments

    assert [(call.verb.name, call.paid) for call in only.calls] == [("spend", True), ("gain", False)]
    assert not only.calls[0].certain and not only.calls[0].tested


def test_an_effect_that_may_be_impossible_is_tested_when_its_turn_comes() -> None:
    [only] = acted("at end of ship: gain $1, spend $1").segments

    assert [(call.certain, call.tested) for call in only.calls] == [(True, False), (False, True)]


def test_a_price_in_fungible_things_needs_enough_of_them() -> None:
    enough, possible = acted("at end of ship: may discard 2 military dice in cup: gain 1 vp").can[:2]

    cup = StockSet(frozenset({"military"}), ("cup",))
    assert enough == Payable((Part(Amount(2), cup),))
    assert isinstance(possible, Possible) and possible.call.arguments[:3] == (cup, Amount(2), Amount(2))


def test_parts_of_a_price_in_the_same_thing_are_tested_together_and_paid_one_by_one() -> None:
    power = acted("at end of ship: may spend $1, spend $2: gain 1 vp")

    [payable] = [test for test in power.can if isinstance(test, Payable)]
    credits = CounterNumber("credit")
    assert payable.parts == (Part(Amount(1), credits), Part(Amount(2), credits))
    assert [call.arguments[1] for call in power.segments[0].calls] == [Amount(1), Amount(2), Amount(1)]


# -- tests and questions -----------------------------------------------------------------------------------------


def test_an_optional_power_asks_its_owner_if_it_can_do_something() -> None:
    power = acted("at end of ship, if you have 2 vp: may spend $1")

    condition = HowMany(Held("vp"), 2)
    assert power.asked
    assert power.tests == (condition,)
    assert power.can[0] == condition
    assert isinstance(power.can[1], AnyOf)


def test_a_phase_offers_its_powers_itself() -> None:
    assert not acted("assign: may reassign 1 home worker").asked


@pytest.mark.parametrize("text", ["gain $1", "at end of ship: gain $1"])
def test_a_power_that_is_not_optional_is_carried_out_at_once(text: str) -> None:
    power = acted(text)

    assert not power.asked and power.tests == power.can == ()


def test_one_effect_that_is_always_possible_is_enough() -> None:
    assert acted("at end of ship: may gain $1, spend $1").can == ()


def test_a_limit_and_a_pattern_are_tested_before_conditions() -> None:
    power = acted("when you trade, once per phase, if you have 2 vp: gain $1")

    unused, pattern, condition = power.tests
    assert unused == Unused("phase") and power.once == "phase"
    assert isinstance(pattern, Pattern) and pattern.event.name == "trade"
    assert condition == HowMany(Held("vp"), 2)


def test_an_effect_on_opponents_is_tested_for_each_and_carried_out_by_each() -> None:
    power = acted("action: may opponents spend 1 energy", "galaxies")

    [any_of] = power.can
    assert isinstance(any_of, AnyOf) and [test.by_opponents for test in any_of.tests] == [True]
    assert power.segments[-1].calls == (any_of.tests[0].call,)


# -- arguments ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("gain $2", (CounterNumber("credit"), Amount(2), Amount(2))),
        ("gain 1 military die to cup", (Granted(StockSet(frozenset({"military"}), ()), False), Amount(1), Amount(1))),
        ("discard all military dice in cup", (StockSet(frozenset({"military"}), ("cup",)), *[Plain(MANY)] * 2)),
        ("discard up to 2 military dice in cup", (StockSet(frozenset({"military"}), ("cup",)), Amount(0), Plain(2))),
    ],
)
def test_a_verb_is_called_with_its_object_and_amounts(text: str, arguments: tuple[object, ...]) -> None:
    called = acted(f"at end of ship: {text}").segments[0].calls[0].arguments

    assert called[:3] == arguments


def test_a_verb_needs_a_place_chosen_during_play_to_be_chosen() -> None:
    [only] = acted("assign: may reassign 1 home worker to the selected phase").segments

    place = Selected("selected", ("explore", "develop", "settle", "produce", "ship"))
    assert only.calls[0].selected == (place,)
    assert place in only.calls[0].arguments
    assert only.calls[0].tested


def test_here_is_the_place_on_the_piece_itself() -> None:
    loaded = join('tile X1 { development "A" cost 3\n world "B" novelty cost 3 { gain 1 novelty die here } }')
    [side] = [candidate for candidate in loaded.model.list_sides() if candidate.id == "X1.b"]

    power = lower(side.powers[0], find_game("roll"))
    assert isinstance(power, Acted)
    assert Here() in power.segments[0].calls[0].arguments


def test_different_values_are_compared_by_a_property() -> None:
    [first, *_] = acted("consume: consume 3 goods of different types: gain 3 vp", "race").segments

    assert ByProperty("type") in first.calls[0].arguments


# -- numbers and scores ------------------------------------------------------------------------------------------


def test_a_changed_number_without_a_price_has_none() -> None:
    power = lowered("cost of gray worlds: 2 less")

    assert isinstance(power, Changed)
    assert (power.change.by.n, power.change.direction, power.price) == (2, "less", None)


def test_one_row_of_a_score_is_an_amount_and_several_rows_count_a_piece_once() -> None:
    single_row, several = lowered("score 1 per own world"), lowered("score 2 per own gray world, or 1 per own world")

    assert isinstance(single_row, Scored) and isinstance(single_row.total, Amount)
    assert isinstance(several, Scored) and isinstance(several.total, FirstFitting)
    assert [n for n, _ in several.total.rows] == [2, 1]
