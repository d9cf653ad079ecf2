"""A measurement depends neither on the number of workers nor on what was known before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from rftg_dsl.balance import margins as margins_module
from rftg_dsl.balance.estimates import Sample
from rftg_dsl.balance.gift import NOTHING, GiftGames, Start, Stratum, contrast_gift, contrast_pair
from rftg_dsl.balance.margins import Margins, keep_margins, recall_margins
from rftg_dsl.balance.measure import BATCH, MOST, Cell, Goal, Measuring
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.play.source import source_of

TWO, THREE = Stratum(2, "greedy"), Stratum(3, "greedy")
GOOD, BAD = contrast_gift("Public Works"), contrast_gift("Contact Specialist")


class Games(GiftGames):
    """Games whose margins follow from the number of the game, and which count what was played."""

    def __init__(self) -> None:
        self.played: list[tuple[Stratum, Start, int]] = []

    def find_engine(self, stratum: Stratum) -> None:
        """No engine plays these."""

    def play_one(self, stratum: Stratum, start: Start, number: int) -> int:
        self.played.append((stratum, start, number))
        return compute_margin(start, number)


def compute_margin(start: Start, number: int) -> int:
    return number * 7 % 5 + 3 * ("Public Works" in start.names) + number % (1 + 9 * len(start.names))


@pytest.fixture
def race() -> Library:
    return load_library("race")


def run(goals: Sequence[tuple[Cell, Goal]], margins: Margins, games: Games | None = None) -> Measuring:
    measuring = Measuring(games or Games(), margins, goals)
    for _ in measuring.run():
        pass
    return measuring


def test_the_games_without_a_gift_are_played_once_for_all_gifts(race: Library) -> None:
    games = Games()
    run([((TWO, GOOD), Goal(BATCH)), ((TWO, BAD), Goal(BATCH))], Margins(race, "x"), games)

    assert sorted(start.names for _, start, _ in games.played) == sorted(
        names for names in [(), ("Public Works",), ("Contact Specialist",)] for _ in range(BATCH)
    )
    assert len(set(games.played)) == len(games.played)


def test_a_sample_holds_the_differences(race: Library) -> None:
    measuring = run([((TWO, GOOD), Goal(100))], Margins(race, "x"))

    given, nothing = Start(("Public Works",)), NOTHING
    differences = [compute_margin(given, number) - compute_margin(nothing, number) for number in range(100)]
    assert measuring.samples[TWO, GOOD] == Sample(100, sum(differences), sum(n * n for n in differences))


def test_two_gifts_together_are_compared_with_each_alone(race: Library) -> None:
    both = contrast_pair("Public Works", "Contact Specialist")
    sample = run([((TWO, both), Goal(BATCH))], Margins(race, "x")).samples[TWO, both]

    starts = [
        (("Public Works", "Contact Specialist"), 1),
        (("Public Works",), -1),
        (("Contact Specialist",), -1),
        ((), 1),
    ]
    assert sample.total == sum(n * compute_margin(Start(names), nth) for names, n in starts for nth in range(BATCH))


def test_a_goal_in_points_stops_at_the_first_look_that_meets_it(race: Library) -> None:
    cell = TWO, GOOD
    measuring = Measuring(Games(), Margins(race, "x"), [(cell, Goal(until=0.5))])
    widths = [measuring.value_of(cell).half_width for _ in measuring.run()]

    assert all(one > other for one, other in pairwise(widths))
    assert [width <= 0.5 for width in widths] == [False] * (len(widths) - 1) + [True]
    assert measuring.samples[cell].size == BATCH * len(widths) < MOST


def test_time_ends_only_when_all_strata_have_played_equally_often(race: Library) -> None:
    goals = [((stratum, GOOD), Goal(seconds=3)) for stratum in (TWO, THREE)]
    measuring = Measuring(Games(), Margins(race, "x"), goals)
    hands = iter(range(100))
    for _ in measuring.run(now=lambda: float(next(hands))):
        pass

    assert [sample.size for sample in measuring.samples.values()] == [2 * BATCH] * 2
    assert measuring.open
    again = run([(cell, Goal(2 * BATCH)) for cell, _ in goals], Margins(race, "x"))
    assert again.samples == measuring.samples


def test_what_is_known_is_not_played_again(race: Library) -> None:
    margins, goals = Margins(race, "x"), [((TWO, GOOD), Goal(BATCH))]
    first = run(goals, margins)
    games = Games()

    assert run(goals, margins, games).samples == first.samples
    assert games.played == []
    # More games for the same gift, and another gift, need only those that are missing.
    more = run([((TWO, GOOD), Goal(100)), ((TWO, BAD), Goal(100))], margins, games)
    played = {
        names: [nth for _, start, nth in games.played if start.names == names] for names in ((), GOOD_NAMES, BAD_NAMES)
    }
    assert played == {(): [*range(BATCH, 100)], GOOD_NAMES: [*range(BATCH, 100)], BAD_NAMES: [*range(100)]}
    assert more.samples == run([((TWO, GOOD), Goal(100)), ((TWO, BAD), Goal(100))], Margins(race, "x")).samples


GOOD_NAMES, BAD_NAMES = ("Public Works",), ("Contact Specialist",)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("own_cache")
def test_margins_are_kept_for_the_next_measurement(race: Library) -> None:
    margins = recall_margins(race, "x")
    run([((TWO, contrast_gift("Public Works", "Export Duties")), Goal(BATCH))], margins)
    keep_margins(margins)

    assert recall_margins(race, "x").known == margins.known
    assert recall_margins(race, "y").known == {}
    assert recall_margins(race.with_options({"tableau.1": "Export Duties"}), "x").known == {}


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("bot", ["search:5ms", "mine.py:bot"])
def test_margins_of_a_bot_that_may_answer_otherwise_are_not_kept(race: Library, bot: str) -> None:
    margins = recall_margins(race, "x")
    run([((Stratum(2, bot), GOOD), Goal(BATCH)), ((TWO, GOOD), Goal(BATCH))], margins)
    keep_margins(margins)

    assert {stratum.bot for stratum, _ in recall_margins(race, "x").known} == {"greedy"}


def test_content_and_code_change_the_key(
    race: Library, known_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = margins_module.key_of(race, "x")
    assert margins_module.key_of(known_library, "x") != before

    monkeypatch.setattr(margins_module, "digest_of_rules", lambda library, options: "other code")
    assert margins_module.key_of(race, "x") != before


def test_workers_do_not_change_a_sample(known_library: Library, known_folder: Path) -> None:
    source = source_of(known_library, [known_folder])
    goals = [((stratum, contrast_gift("Three More")), Goal(BATCH + 6)) for stratum in (TWO, THREE)]
    samples = []
    for workers in (1, 2):
        measuring = Measuring(GiftGames(source, "known"), Margins(known_library, "known"), goals)
        for _ in measuring.run(workers):
            pass
        samples.append(measuring.samples)

    assert samples[0] == samples[1]
