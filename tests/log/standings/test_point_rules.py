"""Points for the places of a game, by each rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.standings.league_rules import Player, Proof
from rftg_dsl.log.standings.point_rules import load_rules, point_rule_of
from rftg_dsl.log.standings.read_results import SeatResult, place_seats

NOBODY = frozenset[int]()


def make_seats(scores: list[int], winners: list[int], given_up: frozenset[int] = NOBODY) -> list[SeatResult]:
    places = place_seats(scores, winners, given_up)
    return [
        SeatResult(Player(f"p{nth}", Proof.CLAIM), score, place, nth in given_up)
        for nth, (score, place) in enumerate(zip(scores, places, strict=True))
    ]


@pytest.mark.parametrize(
    ("rule", "scores", "winners", "points"),
    [
        ("wins", [3, 9, 5], [1], [0, 1, 0]),
        ("wins", [9, 9, 5], [0, 1], [Fraction(1, 2), Fraction(1, 2), 0]),
        ("places", [3, 9, 5], [1], [0, 3, 1]),
        ("places", [9, 9, 5], [0, 1], [2, 2, 0]),
        ("places", [3, 9, 3], [1], [Fraction(1, 2), 3, Fraction(1, 2)]),
        ("5,3,2", [9, 9, 9], [0, 1, 2], [Fraction(10, 3)] * 3),
        ("margin", [10, 30, 15], [1], [0, 1, Fraction(1, 4)]),
        ("margin", [7, 7], [0, 1], [Fraction(1, 2)] * 2),
    ],
)
def test_places_and_scores_give_points(rule: str, scores: list[int], winners: list[int], points: list[float]) -> None:
    assert point_rule_of(rule).points_for(make_seats(scores, winners)) == points


def test_a_tie_that_the_rules_break_has_a_first_and_a_second_place() -> None:
    assert place_seats([20, 20, 20, 4], [1], NOBODY) == [2, 1, 2, 4]


def test_a_seat_that_was_given_up_comes_last_with_nothing() -> None:
    seats = make_seats([30, 10, 20], [0], frozenset({0}))

    assert [seat.place for seat in seats] == [3, 2, 1]
    assert point_rule_of("places").points_for(seats) == [0, 1, 3]
    assert point_rule_of("margin").points_for(seats) == [0, 0, Fraction(1, 2)]


@law(200)
@given(st.data(), st.lists(st.integers(-5, 5), min_size=1, max_size=6))
def test_ties_share_exactly_the_points_of_their_places(data: st.DataObject, scores: list[int]) -> None:
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winners = data.draw(st.lists(st.sampled_from(best), min_size=1, unique=True))
    given_up = data.draw(st.frozensets(st.sampled_from(range(len(scores)))))
    seats = make_seats(scores, winners, given_up)

    for name in ("wins", "places", "7,5,5,1"):
        rule = point_rule_of(name)
        points = rule.points_for(seats)
        assert sum(points) == sum(rule.places[: len(seats)])
        ordered = [point for _, point in sorted(zip((seat.place for seat in seats), points, strict=True))]
        assert ordered == sorted(ordered, reverse=True)


def test_every_rule_says_what_it_gives() -> None:
    assert [*load_rules()] == ["wins", "places", "margin"]
    assert all(rule.says and (rule.places or rule.by_score) for rule in load_rules().values())


@pytest.mark.parametrize("text", ["win", "1,2", "3,-1", "3;1", "", "9" * 9, ",".join("1" * 21)])
def test_what_is_not_a_rule_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a rule for points"):
        point_rule_of(text)
