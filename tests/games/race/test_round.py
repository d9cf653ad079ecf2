"""The flow of rounds, the supply, and the end of the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.race.tables import race, whole
from rftg_dsl.games.race.numbers import SEQUENCE, SEVEN
from rftg_dsl.games.race.round import enforce_hand_limit
from rftg_dsl.kernel.play import Play
from rules import rule


def random_game(seats: int, seed: str, **options: str) -> Play:
    """A game played at random to its end."""
    g = whole(seats, seed, **options)
    draw = Random(seed).random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(draw)) is None
    return g


def first_round(actions: list[tuple[str, ...]], **options: str) -> Play:
    """A game up to the reveal of the first round's actions."""
    g = whole(len(actions), **options)
    left = list(actions)
    while not g.facts[g.numbers.actions] or not g.facts[g.numbers.actions][0]:
        if g.pending is None:
            g.run()
        elif g.pending.name == "action":
            g.answer(left[g.pending.seat])
        else:
            g.answer(tuple(g.pending.form.listed()[0]))
    return g


def phases(g: Play) -> list[Any]:
    """The phases of all rounds, in the order recorded."""
    return [event[4] for event in g.events if event[:2] == ("fact", "phase") and event[4] in SEQUENCE]


@rule("R003", "R021")
def test_actions_are_chosen_in_secret_and_revealed_together() -> None:
    g = whole(2)
    asked = []
    while len(asked) < 2:
        if g.pending is None:
            g.run()
            continue
        if g.pending.name == "action":
            asked.append((g.pending.secret, g.pending.form.count()))
            assert g.facts[g.numbers.actions] == ((), ())
        g.answer(g.pending.form.listed()[0])

    assert asked == [(True, 7), (True, 7)]
    assert g.facts[g.numbers.actions] == (("explore5",), ("explore5",))
    assert g.layout.seen[g.layout.place["placing"][0]] == "owner"
    assert g.layout.counter_specs[g.numbers.chosen[0]].seen == "owner"


@rule("R002", "R004", "R005", "R022", "R023")
def test_phases_that_somebody_picked_happen_once_in_order() -> None:
    g = first_round([("produce",), ("explore5",), ("explore11",)])
    while not g.paused.startswith("round"):
        if g.pending is None:
            g.run()
        else:
            g.answer(g.pending.form.listed()[0])

    assert phases(g) == ["explore", "produce"]


@rule("R002")
def test_every_action_card_belongs_to_a_phase() -> None:
    assert {card for cards in SEQUENCE.values() for card in cards} == {*SEVEN, "develop2", "settle2"}


@rule("R110")
def test_two_develop_cards_make_two_complete_phases() -> None:
    g = first_round([("develop", "develop2"), ("develop", "settle")], variant="advanced")
    while not g.paused.startswith("round"):
        if g.pending is None:
            g.run()
        else:
            options = g.pending.form.listed()
            g.answer("none" if "none" in options else options[0])

    assert phases(g) == ["develop", "develop2", "settle"]


@rule("R026", "R097", "R098")
def test_rounds_go_on_until_a_tableau_is_large_enough_or_the_pool_is_empty() -> None:
    ends = set()
    for seed in range(20):
        g = random_game(2, f"end {seed}")
        w = g.numbers
        large = any(len(g.zone[place]) >= 12 for place in w.tableau)
        empty = g.counters[w.pool] <= 0
        assert g.facts[w.ended] == (*(["tableau"] if large else []), *(["pool"] if empty else []))
        ends.update(g.facts[w.ended])

    assert ends == {"tableau", "pool"}


DEVELOPMENTS = [
    "Public Works",
    "Expedition Force",
    "Mining Robots",
    "Export Duties",
    "Space Marines",
    "Consumer Markets",
    "Deficit Spending",
    "Drop Ships",
    "Genetics Lab",
    "Replicant Robots",
    "Research Labs",
]


@rule("R099")
def test_a_tableau_can_exceed_twelve_cards_in_the_last_round() -> None:
    table = race(DEVELOPMENTS, ["Investment Credits", "Artist Colony", "Gem World", "Space Port"])
    table.phase("develop", ("develop", "Investment Credits"), ("pay", ["Gem World"]))
    table.phase("settle", ("settle", "Artist Colony"))

    assert len(table.tableau()) == 13


@rule("R025", "R093", "R094")
def test_hands_are_discarded_down_to_ten_at_the_end_of_the_round() -> None:
    table = race()
    for _ in range(12):
        table.g.move(table.g.zone[table.w.supply][0], table.w.hand[0], "test")
    table.g.agenda.append((enforce_hand_limit.id, ()))
    kept = [*table.hand()[:1], *table.hand()[3:]]
    table.play(("limit", table.hand()[1:3]))

    assert table.hand() == kept
    assert not table.was_asked("limit", 1)


@rule("R006", "R101")
def test_most_victory_points_win() -> None:
    for seed in range(10):
        g = random_game(3, f"win {seed}")
        end = g.rules.game.report(g)["end"]  # type: ignore[attr-defined]
        assert all(end["scores"][seat] == max(end["scores"]) for seat in end["winners"])


@rule("R095", "R044")
def test_the_discards_become_the_new_supply_at_once_even_in_the_middle_of_a_draw() -> None:
    table = race(["Merchant Guild"])
    w, g = table.w, table.g
    left = g.zone[w.supply]
    for piece in left[:-1]:
        g.move(piece, w.discards, "test")

    table.phase("produce")

    assert len(table.hand()) == 2
    assert g.zone[w.discards] == ()
    assert len(g.zone[w.supply]) == len(left) - 2


@rule("R095", "R105")
def test_nothing_is_drawn_if_no_card_is_left() -> None:
    table = race(["Merchant Guild"])
    for piece in table.g.zone[table.w.supply]:
        table.g.move(piece, table.w.starts, "test")

    assert table.phase("produce").hand() == []


@rule("R096")
def test_chips_and_numbers_of_cards_are_public_and_cards_are_not() -> None:
    layout = race().g.layout

    assert layout.counter_specs[layout.counter["vp"][0]].seen == "all"
    assert layout.seen[layout.place["hand"][0]] == "owner"
    assert layout.seen[layout.place["discards"][0]] == "none"


@rule("R104", "R105", "R106")
@pytest.mark.parametrize("first", [0, 1])
def test_players_act_in_the_order_of_their_start_worlds(first: int) -> None:
    table = race(["Merchant Guild"], other=["Rebel Underground"])
    table.g.set_fact(table.w.order, (first, 1 - first), "test")
    table.phase("explore")

    drawn = [event[4] for event in table.g.events if event[:2] == ("move", "drawn")]
    assert drawn[0] == table.w.explored[first]
    assert [seat for seat, name, _ in table.asked if name == "explore"] == [first, 1 - first]
