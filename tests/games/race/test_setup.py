from __future__ import annotations

import pytest

from games.race.tables import whole
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.race.numbers import NINE, PAIRS, SEVEN
from rftg_dsl.games.race.setup import start_number
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library, load_standard
from rules import rule


def answer_all(g: Play, until: str) -> None:
    """Answer with the simplest pick until the play reaches this mark."""
    while g.paused != until:
        if g.pending is None:
            g.run()
        else:
            form = g.pending.form
            pick = tuple(form.options[: form.low]) if form.kind == "some" else form.options[-1]  # type: ignore[union-attr]
            assert g.answer(pick) is None


@rule("R010", "R013", "R015", "R016", "R017")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_a_start_world_and_four_of_six_cards(seats: int) -> None:
    g = whole(seats)
    answer_all(g, "setup")
    w = g.numbers

    assert g.counters[w.pool] == 12 * seats
    assert all(len(g.zone[w.tableau[seat]]) == 1 for seat in w.seats)
    assert all(start_number(g, g.zone[w.tableau[seat]][0]) in range(5) for seat in w.seats)
    assert all(len(g.zone[w.hand[seat]]) == 4 for seat in w.seats)
    assert len(g.zone[w.discards]) == 2 * seats
    goods = sum(len(g.zone[place]) for place in w.goods)
    assert len(g.zone[w.supply]) == 114 - 7 * seats - goods
    assert not g.zone[w.starts]


@rule("R016", "R029")
def test_the_six_cards_are_seen_by_their_owner_only_and_the_discards_by_nobody() -> None:
    layout = load_standard("race").rules(2).layout

    assert [layout.seen[layout.place[name][0]] for name in ("hand", "explored", "placing")] == ["owner"] * 3
    assert [layout.seen[layout.place[name][0]] for name in ("supply", "discards", "goods")] == ["none"] * 3


@rule("R106")
def test_the_strict_order_begins_with_the_lowest_start_world_and_continues_clockwise() -> None:
    for seed in range(20):
        g = whole(4, f"order {seed}")
        answer_all(g, "setup")
        w = g.numbers
        numbers = [start_number(g, g.zone[w.tableau[seat]][0]) for seat in w.seats]
        first = numbers.index(min(numbers))

        assert list(g.facts[w.order]) == [(first + seat) % 4 for seat in range(4)]


@rule("R014", "R018", "R019")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_a_first_game_each_player_has_the_preset_hand_of_the_start_world(seats: int) -> None:
    g = whole(seats, start="preset")
    answer_all(g, "setup")
    w = g.numbers

    numbers = [start_number(g, g.zone[w.tableau[seat]][0]) for seat in w.seats]
    assert sorted(numbers) == list(range(1, seats + 1))
    for seat, number in enumerate(numbers):
        hand = g.zone[w.hand[seat]]
        assert len(hand) == 4
        assert {w.preset[g.side[piece]] for piece in hand} == {number}
        assert len({g.side[piece] for piece in hand}) == 4
    assert not g.zone[w.discards]


@rule("R008", "R012", "R108")
def test_there_are_seven_action_cards_and_nine_in_the_advanced_game() -> None:
    assert len(SEVEN) == 7
    assert len(NINE) == 9
    assert len(PAIRS) == 7 * 6 // 2 + 2
    assert ("develop", "develop2") in PAIRS
    assert not [pair for pair in PAIRS if "settle2" in pair and "settle" not in pair]


@rule("R107")
def test_two_players_play_the_standard_game_unless_they_choose_otherwise() -> None:
    g = whole(2)
    answer_all(g, "setup")
    g.run()

    assert g.pending is not None
    assert g.pending.form.count() == 7


def test_the_advanced_game_is_for_two_players() -> None:
    with pytest.raises(UsageError, match="for 2 players"):
        load_library("race", None, (), {"variant": "advanced"}).rules(3)


@pytest.mark.parametrize("options", [{"variant": "advnced"}, {"varient": "advanced"}, {"variant.0": "advanced"}])
def test_an_unknown_option_or_value_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        load_library("race", None, (), options)
