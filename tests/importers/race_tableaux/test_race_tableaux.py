"""Final tableaux of archived games are scored: invented games, each with the points that the rules give."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.importers.import_report import ImportReport
from rftg_dsl.importers.importer import Wanted, find_importer, import_file, import_files

TABLEAUX = find_importer("tableaux")
GOALS = [
    *("Budget Surplus", "Galactic Status", "Innovation Leader", "System Diversity"),
    *("Greatest Infrastructure", "Production Leader"),
]
FOUR = ["Public Works", "Export Duties", "Investment Credits", "Interstellar Bank"]
"""Four developments of 1 VP each, enough for Greatest Infrastructure."""
OTHERS = ["Public Works", "Export Duties", "Investment Credits", "Contact Specialist"]
Game = dict[str, Any]


def seat_with(tableau: list[str], points: int, vp: int = 0, **more: Any) -> Game:
    return {"tableau": tableau, "vp": vp, "points": points, **more}


def game_of(*seats: Game, **more: Any) -> Game:
    return {"n": 9000, "site": "genie", "expansion": "storm", "seats": [*seats], **more}


def plain_game(**more: Any) -> Game:
    """A game in which both seats agree, and the second wins."""
    first = seat_with(["Alpha Centauri", "Export Duties", "Public Works"], 5, 3)
    return game_of(first, seat_with(["Old Earth", "Mining World"], 6, 2), **more)


def tied_game(first: int, second: int, holders: Mapping[int, list[str]], **more: Any) -> Game:
    """A game with a tie for Greatest Infrastructure; without goals, the seats have 4 VP each."""
    tableaux = (FOUR, first), (OTHERS, second)
    seats = [seat_with(tableau, points, goals=holders.get(seat, [])) for seat, (tableau, points) in enumerate(tableaux)]
    return game_of(*seats, goals=GOALS, **more)


@pytest.fixture
def score(tmp_path: Path) -> Any:
    def score_games(*games: Any, every_seat: bool = True) -> ImportReport:
        path = tmp_path / "games.jsonl"
        path.write_text("".join(json.dumps(game) + "\n" for game in games))
        return import_files(TABLEAUX, [path], every_seat=every_seat)

    return score_games


def test_every_seat_has_its_lines_and_the_totals_agree(score: Any) -> None:
    report = score(plain_game(n=24))

    assert (report.games, report.agree, report.status) == (1, 1, 0)
    assert report.seats == {"agrees": 2, "accounted": 0, "differs": 0, "unscored": 0}
    first, second = report.scores
    assert (first.game, first.score.recorded, first.score.points) == ("genie-24", 5, 5)
    assert dict(first.score.lines) == {"chips": 3, "developments": 2, "worlds": 0, "goals": 0}
    assert dict(second.score.lines) == {"chips": 2, "developments": 0, "worlds": 4, "goals": 0}


def test_seats_are_kept_only_on_request(score: Any) -> None:
    report = score(plain_game(), every_seat=False)

    assert report.scores == () and report.seats["agrees"] == 2


def test_each_seat_that_differs_is_reported_with_both_totals_and_the_lines(score: Any) -> None:
    game = plain_game()
    for seat in game["seats"]:
        seat["points"] += 7

    report = score(game)

    assert [(difference.what, difference.ours, difference.theirs) for difference in report.differences] == [
        ("points of seat 0", 5, 12),
        ("points of seat 1", 6, 13),
    ]
    assert report.differences[0].lines == {"chips": 3, "developments": 2, "worlds": 0, "goals": 0}
    assert (report.agree, report.status, report.seats["differs"]) == (0, 1, 2)


def test_a_development_of_cost_6_counts_powers_as_at_the_end(score: Any) -> None:
    report = score(game_of(seat_with(["New Galactic Order", "Space Mercenaries"], 3), seat_with(["Old Earth"], 2)))

    assert report.agree == 1
    assert report.scores[0].score.lines["New Galactic Order"] == 3


def test_a_base_game_has_no_cards_of_the_gathering_storm(score: Any) -> None:
    [finding, *_] = score(game_of(seat_with(["Space Mercenaries"], 0), seat_with([], 0), expansion="base")).unscored

    assert (finding.what, finding.ours) == ("points of seat 0", "card 'Space Mercenaries' is not known")


# -- goals


def test_first_goals_belong_to_the_recorded_seats(score: Any) -> None:
    game = plain_game(goals=GOALS)
    game["seats"][0] |= {"points": 5 + 3 + 3, "goals": ["Budget Surplus", "Innovation Leader"]}
    game["seats"][1] |= {"points": 6 + 3, "goals": ["Budget Surplus"]}

    assert score(game).agree == 1


def test_a_most_goal_belongs_to_the_sole_leader_whatever_the_record_says(score: Any) -> None:
    game = game_of(
        seat_with(["Alpha Centauri", *FOUR], 4 + 5), seat_with(["Old Earth"], 2, goals=["Greatest Infrastructure"])
    )

    assert score(game | {"goals": GOALS}).agree == 1


@pytest.mark.parametrize(("holder", "points"), [(0, (9, 7)), (1, (7, 9))])
def test_in_a_tie_the_recorded_holder_scores_more(score: Any, holder: int, points: tuple[int, int]) -> None:
    assert score(tied_game(*points, {holder: ["Greatest Infrastructure"]})).agree == 1


def test_a_tie_without_a_holder_scores_less_for_all(score: Any) -> None:
    assert score(tied_game(7, 7, {})).agree == 1
    assert score(tied_game(9, 7, {})).seats["differs"] == 1


@pytest.mark.parametrize("points", [(9, 7), (7, 9), (7, 7)])
def test_a_site_that_lists_ties_may_mean_any_listed_holder_or_none(score: Any, points: tuple[int, int]) -> None:
    both = {seat: ["Greatest Infrastructure"] for seat in (0, 1)}

    assert score(tied_game(*points, both, site="flex")).agree == 1
    assert score(tied_game(9, 9, both, site="flex")).seats["differs"] == 1


def test_a_goal_that_is_not_in_play_is_a_difference(score: Any) -> None:
    game = plain_game()
    game["seats"][0]["goals"] = ["Budget Surplus"]

    [difference] = score(game).differences

    assert (difference.what, difference.ours, difference.theirs) == ("goals of seat 0", "one of none", "Budget Surplus")


# -- winners


@pytest.mark.parametrize(("hand", "winners"), [(0, [1]), (1, [0, 1]), (2, [0])])
def test_goods_and_cards_in_hand_break_ties(score: Any, hand: int, winners: list[int]) -> None:
    game = plain_game(winners=winners)
    game["seats"][0] |= {"points": 6, "vp": 4, "goods": 1, "hand": hand}
    game["seats"][1] |= {"goods": 0, "hand": 2}

    assert score(game).agree == 1
    [difference] = score(game | {"winners": [1] if winners == [0] else [0]}).differences
    assert (difference.what, difference.ours) == ("winners", winners)


def test_more_goods_than_worlds_for_them_are_a_difference(score: Any) -> None:
    game = plain_game()
    game["seats"][1] |= {"goods": 2, "hand": 0}

    [difference] = score(game).differences

    assert (difference.what, difference.ours, difference.theirs) == ("goods of seat 1", "at most 1", 2)


# -- known mistakes of the sites


def slipped_game(n: int, points: int, site: str = "genie") -> Game:
    tableau = ["New Galactic Order", "Space Mercenaries"]
    return game_of(seat_with(tableau, points), seat_with(["Old Earth"], 2), n=n, site=site)


def test_a_pair_of_cards_that_the_site_scored_wrongly_is_accounted_for_up_to_its_last_game(score: Any) -> None:
    report = score(slipped_game(1687, 2))

    assert (report.agree, report.status, report.seats["accounted"]) == (1, 0, 1)
    [finding] = report.accounted
    assert (finding.ours, finding.theirs) == (3, 2)
    assert "New Galactic Order with Space Mercenaries: its Military +1 was not counted" in finding.what
    assert score(slipped_game(1688, 2)).seats["differs"] == 1
    assert score(slipped_game(1687, 1)).seats["differs"] == 1
    assert score(slipped_game(1687, 2, "flex")).seats["differs"] == 1


def test_several_mistakes_can_add_up(score: Any) -> None:
    tableau = ["Galactic Survey: SETI", "Research Labs", "New Galactic Order", "Space Mercenaries"]
    right = score(game_of(seat_with(tableau, 0), seat_with([], 0))).scores[0].score.points

    [finding] = score(game_of(seat_with(tableau, right - 2), seat_with([], 0), n=100)).accounted

    assert "Research Labs" in finding.what and "Space Mercenaries" in finding.what


def test_a_tie_that_no_one_holds_gave_nothing_for_some_months(score: Any) -> None:
    assert score(tied_game(4, 4, {}, n=6000)).seats["accounted"] == 2
    assert score(tied_game(4, 4, {}, n=8341)).seats["differs"] == 2
    assert score(tied_game(9, 4, {0: ["Greatest Infrastructure"]}, n=6000)).seats["differs"] == 1


def test_a_tie_that_the_site_kept_is_accounted_for(score: Any) -> None:
    listed = {"goals": ["Greatest Infrastructure"]}
    game = game_of(
        seat_with(["Alpha Centauri", *FOUR], 4 + 3, **listed), seat_with(["Old Earth"], 2 + 3, **listed), goals=GOALS
    )

    assert score(game | {"site": "flex"}).seats["accounted"] == 2
    assert score(game).seats["differs"] == 2


@pytest.mark.parametrize(("site", "found"), [("flex", "accounted"), ("genie", "differences")])
def test_a_card_in_more_tableaux_than_it_has_copies_still_scores(score: Any, site: str, found: str) -> None:
    report = score(game_of(seat_with(["Gem World"], 1), seat_with(["Gem World"], 1), site=site))

    [finding] = getattr(report, found)
    assert (finding.what, finding.ours, finding.theirs) == ("copies of Gem World", 1, 2)
    assert report.seats["agrees"] == 2


# -- positions that cannot be scored


def test_a_seat_with_an_unknown_card_is_not_a_difference(score: Any) -> None:
    game = plain_game(expansion="rebel")
    game["seats"][0]["tableau"].append("Hyperspace Bypass")

    report = score(game)

    assert report.differences == () and (report.agree, report.status) == (0, 1)
    assert report.seats == {"agrees": 1, "accounted": 0, "differs": 0, "unscored": 1}
    assert [finding.ours for finding in report.unscored] == ["card 'Hyperspace Bypass' is not known"]
    assert report.scores[0].score.points is None
    assert report.files[0].unscored == 1


def test_more_goals_than_are_dealt_are_refused(score: Any) -> None:
    most = ["Greatest Infrastructure", "Greatest Military", "Largest Industry"]

    [finding] = score(plain_game(goals=most)).unscored

    assert (finding.ours, finding.theirs) == ("at most 2 goals for the most of something are in play", 3)


def test_with_goals_an_unknown_card_or_goal_leaves_every_seat_unscored(score: Any) -> None:
    game = plain_game(goals=GOALS)
    game["seats"][0]["tableau"].append("Hyperspace Bypass")

    assert score(game).seats["unscored"] == 2
    assert score(plain_game(goals=["Best Dressed"])).unscored[0].ours == "goal 'Best Dressed' is not known"


SPOILT: dict[str, Mapping[str, Any]] = {
    "an unknown expansion": {"expansion": "cyclone"},
    "one seat": {"seats": [seat_with([], 0)]},
    "many seats": {"seats": [seat_with([], 0)] * 5000},
    "negative chips": {"seats": [seat_with([], 0, -1), seat_with([], 0)]},
    "too many chips": {"seats": [seat_with([], 0, 10**30), seat_with([], 0)]},
    "too many cards": {"seats": [seat_with(["Gem World"] * 500, 0), seat_with([], 0)]},
    "a large hand": {"seats": [seat_with([], 0, goods=0, hand=10**9), seat_with([], 0)]},
    "negative goods": {"seats": [seat_with([], 0, goods=-1, hand=0), seat_with([], 0)]},
    "goods that are not numbers": {"seats": [seat_with([], 0, goods="2", hand=0), seat_with([], 0)]},
    "chips that are true": {"seats": [seat_with([], 0, True), seat_with([], 0)]},
    "points that are true": {"seats": [seat_with([], True), seat_with([], 0)]},
    "goals that are not a list": {"goals": "Budget Surplus"},
    "goals that are not names": {"goals": [[]]},
    "goals of a seat that are not names": {"seats": [seat_with([], 0, goals=[5]), seat_with([], 0)]},
    "winners that are not seats": {"winners": ["Anna"]},
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_game_that_no_position_fits_is_unscored_and_the_next_one_follows(score: Any, spoilt: str) -> None:
    report = score(plain_game(**SPOILT[spoilt]), plain_game())

    assert (report.games, report.agree, report.differences, report.unread) == (2, 1, (), ())
    assert len(report.unscored) == 1 and report.status == 1


MISSHAPEN: dict[str, Mapping[str, Any]] = {
    "no seats": {"seats": []},
    "seats that are not a list": {"seats": {}},
    "a seat without a tableau": {"seats": [{"vp": 0, "points": 0}]},
    "a card that is not a name": {"seats": [seat_with([], 0), {"tableau": [None], "vp": 0, "points": 0}]},
    "points that are not a number": {"seats": [seat_with([], 0), {"tableau": [], "vp": 0, "points": "9"}]},
    "a negative number": {"n": -1},
    "a number that is true": {"n": True},
    "a long number": {"n": 10**40},
    "a long site": {"site": "x" * 1000},
}


@pytest.mark.parametrize("misshapen", MISSHAPEN)
def test_a_record_of_another_shape_is_refused_with_a_code(score: Any, misshapen: str) -> None:
    [unread] = score(plain_game(**MISSHAPEN[misshapen])).unread

    assert unread.error.code == "wrong-recording"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from([*GOALS, *FOUR]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["goals", "vp"]), inner, max_size=2),
    max_leaves=8,
)


@law(100)
@given(field=st.sampled_from(["n", "site", "expansion", "goals", "winners", "seats"]), value=JSON)
def test_garbage_in_a_field_has_a_verdict_or_a_code(
    field: str, value: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("garbage") / "games.jsonl"
    path.write_text(json.dumps(plain_game(**{field: value})))

    report = import_files(TABLEAUX, [path])

    assert report.games == 1 or report.unread[0].error.code == "wrong-recording"


@law(100)
@given(
    seat=st.sampled_from([0, 1]),
    field=st.sampled_from(["tableau", "vp", "points", "goods", "hand", "goals"]),
    value=JSON,
    goals=st.booleans(),
)
def test_garbage_in_a_seat_has_a_verdict_or_a_code(
    seat: int, field: str, value: Any, goals: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = plain_game(**({"goals": GOALS} if goals else {}))
    game["seats"][seat] |= {field: value}
    path = tmp_path_factory.mktemp("garbage") / "games.jsonl"
    path.write_text(json.dumps(game))

    report = import_files(TABLEAUX, [path])

    assert report.games == 1 or report.unread[0].error.code == "wrong-recording"


def test_another_edition_than_the_first_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "games.jsonl").write_text(json.dumps(plain_game()))

    with pytest.raises(UsageError, match="recorded with the edition 'first'"):
        import_file(TABLEAUX, path, wanted=Wanted(edition="second"))
