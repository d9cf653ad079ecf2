"""Reports, from games whose scores are made up: each side is worth what a table says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner, Result

from balance.known_set import CARDS
from rftg_dsl.balance import balance as balance_module
from rftg_dsl.balance.balance import Balance, Settings
from rftg_dsl.balance.estimates import estimate_of, sample_of
from rftg_dsl.balance.gift import GiftGames, Start, Stratum
from rftg_dsl.balance.in_play import Career, OrdinaryGames
from rftg_dsl.balance.make_report import opinion_of, report_of
from rftg_dsl.balance.measure import Goal
from rftg_dsl.balance.report import BalanceReport, Opinion
from rftg_dsl.balance.subjects import find_subjects
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.cli import app
from rftg_dsl.play.simulate import Summary
from rftg_dsl.show.terminal.balance_report import render_balance, render_csv

WORTH = {"Blank": 0.0, "Blank Again": 4.0, "Three More": 9.0, "Three Scored": 5.0}
"""Points; printed developments are worth 1 and as many more as they cost."""


@pytest.fixture(autouse=True)
def make_up_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make up games instead of playing them, and keep nothing from other tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(balance_module, "PRINTED_PAIRS", 64)

    def play_one(self: GiftGames, stratum: Stratum, start: Start, number: int) -> int:
        return round(make_up_margin(self, stratum, start, number) * stratum.scale)

    def play(self: OrdinaryGames, numbers: range) -> Mapping[str, Career]:
        return {name: make_career(name, numbers) for name in self.names}

    monkeypatch.setattr(GiftGames, "find_engine", lambda self, stratum: None)

    def win_most(*_: object, **__: object) -> Summary:
        return Summary(games=64, bots={"greedy": 60, "random": 4})

    monkeypatch.setattr(balance_module, "simulate", win_most)
    monkeypatch.setattr(GiftGames, "play_one", play_one)
    monkeypatch.setattr(OrdinaryGames, "play", play)


def make_up_margin(games: GiftGames, stratum: Stratum, start: Start, number: int) -> float:
    """The worth in the table, with noise of its own for each game and each start, and less for the bot random."""
    costs = {
        side.name: side.properties["cost"]
        for component in games.source.library.model.components
        for side in component.sides
        if "cost" in side.properties
    }
    worth = sum(WORTH.get(name, 1.0 + costs[name]) for name in start.names)
    together = 4.0 if {"Blank", "Three Scored"} <= {*start.names} else 0.0
    less = 5.0 if stratum.bot == "random" and "Three More" in start.names else 0.0
    return worth + together - less + Random(f"{number}").gauss(0, 8) + Random(f"{number} {start}").gauss(0, 2)


def make_career(name: str, numbers: range) -> Career:
    career = Career(games=len(numbers), shown=len(numbers))
    if name == "Three Scored":
        career.built, career.rounds = len(numbers), 4 * len(numbers)
        career.earned["KN4/1", "points"] = 3 * len(numbers)
        for number in numbers:
            career.lead += sample_of([2 + number % 3])
            career.wins += sample_of([60 * (number % 2)])
    return career


def run(wanted: Sequence[str], settings: Settings, looks: int | None = None) -> BalanceReport:
    balance = Balance(find_subjects(wanted), settings)
    for nth, _ in enumerate(balance.run(), 1):
        if nth == looks:
            break
    return report_of(balance)


@pytest.fixture
def known_sets(known_folder: Path) -> list[str]:
    return [str(known_folder)]


def test_a_report_in_words(known_sets: list[str], snapshot: SnapshotAssertion) -> None:
    report = run(known_sets, Settings(bots=("greedy", "random"), players=(2, 3), goal=Goal(256)))

    assert render_balance(report) == snapshot
    assert render_csv(report) == snapshot


def test_verdicts_are_those_of_the_table(known_sets: list[str]) -> None:
    report = run(known_sets, Settings(goal=Goal(until=0.4)))

    sides = [side for side in report.sides if side.name in WORTH]
    verdicts = {side.name: side.first.verdict for side in sides}
    assert verdicts == {"Blank": "weak", "Blank Again": "strong", "Three More": "strong", "Three Scored": "strong"}
    for side in sides:
        assert side.first.points.low <= WORTH[side.name] <= side.first.points.high
        assert side.first.cost is not None
        assert side.first.cost.low <= WORTH[side.name] - 1 <= side.first.cost.high


def test_two_sides_worth_something_only_together_are_found(known_sets: list[str]) -> None:
    report = run(known_sets, Settings(goal=Goal(64)))

    [together] = report.together
    assert together.names == ("Blank", "Three Scored")
    assert together.points.low <= 4 <= together.points.high
    assert report.pairs_of_sides == 7 * 6 // 2


def test_a_bot_that_thinks_otherwise_is_heard(known_sets: list[str]) -> None:
    report = run(known_sets, Settings(bots=("greedy", "random"), goal=Goal(256)))

    opinions = {each.name: each.opinion for each in report.agreements}
    assert opinions["Three More"] == Opinion.DIFFERS
    assert opinions["Three Scored"] == Opinion.AGREES
    assert [name for name, opinion in opinions.items() if opinion == Opinion.DIFFERS] == ["Three More"]
    assert {side.first.bot for side in report.sides} == {"greedy"}


@pytest.mark.parametrize(
    ("mine", "theirs", "verdicts", "opinion"),
    [
        ((4.0, 1.0), (4.5, 1.0), ("fair", "fair"), Opinion.AGREES),
        ((4.0, 1.0), (9.0, 1.0), ("fair", "strong"), Opinion.DIFFERS),
        ((4.0, 1.0), (9.0, 1.0), ("fair", "fair"), Opinion.DIFFERS),
        ((4.0, 1.0), (4.5, 5.0), ("fair", "fair or strong"), Opinion.UNCLEAR),
        ((4.0, 5.0), (4.5, 5.0), ("fair or strong", "fair or strong"), Opinion.UNCLEAR),
        ((4.0, 1.0), (4.5, 5.0), ("", ""), Opinion.UNCLEAR),
        ((4.0, 1.0), (4.5, 2.0), ("", ""), Opinion.AGREES),
        ((-4.0, 1.0), (-4.5, 2.0), ("", ""), Opinion.AGREES),
        ((0.5, 1.0), (0.5, 0.2), ("", ""), Opinion.UNCLEAR),
        ((4.0, inf), (4.5, 2.0), ("", ""), Opinion.UNCLEAR),
    ],
)
def test_a_bot_agrees_only_if_it_is_certain(
    mine: tuple[float, float], theirs: tuple[float, float], verdicts: Sequence[str], opinion: Opinion
) -> None:
    assert opinion_of(estimate_of(*mine), estimate_of(*theirs), verdicts) == opinion


def test_as_many_games_as_are_asked_for_are_played_by_every_bot(known_sets: list[str]) -> None:
    asked = run(known_sets, Settings(bots=("greedy", "random"), goal=Goal(128)))
    usual = run(known_sets, Settings(bots=("greedy", "random"), goal=Goal(until=0.5)))

    assert {value.pairs for side in asked.sides for value in side.values} == {128}
    assert {value.pairs for side in usual.sides for value in side.values if value.bot == "random"} == {64}


def test_a_printed_side_is_not_compared_with_itself() -> None:
    report = run(["race/Public Works", "race/Free Trade Association"], Settings(goal=Goal(64)))

    assert [len(line.sides) for line in report.yardsticks] == [31]
    assert all(side.first.verdict for side in report.sides)


def test_against_a_side_of_ones_choice_there_is_no_line(known_sets: list[str]) -> None:
    report = run(known_sets, Settings(against="Blank", goal=Goal(128)))

    assert report.yardsticks == ()
    assert report.pairs_of_sides == 0
    worth = {side.name: side.first.points for side in report.sides if side.name in WORTH}
    for name, points in worth.items():
        assert points.low <= WORTH[name] - WORTH["Blank"] <= points.high
    assert {side.first.verdict for side in report.sides} == {""}
    assert render_balance(report).splitlines()[2].split() == ["side", "printed", "worth"]


@pytest.mark.parametrize("looks", [1, 3, 5])
def test_a_measurement_that_is_stopped_says_what_is_known(known_sets: list[str], looks: int) -> None:
    report = run(known_sets, Settings(goal=Goal(1_000)), looks)

    assert not report.complete
    text = render_balance(report)
    assert "Stopped early" in text


def test_a_report_does_not_depend_on_what_was_measured_before(known_sets: list[str]) -> None:
    settings = Settings(goal=Goal(until=1.0))
    first = run(known_sets, settings)
    run(known_sets, evolve(settings, goal=Goal(640)))

    assert run(known_sets, settings) == first


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (Settings(players=(1,)), "wrong-players"),
        (Settings(players=(2, 9)), "wrong-players"),
        (Settings(bots=("gredy",)), "unknown-bot"),
        (Settings(against="Nobody's World"), "not-a-gift"),
        (Settings(goal=Goal(10)), "out-of-range"),
    ],
)
def test_a_measurement_that_cannot_be_made_is_refused(known_sets: list[str], settings: Settings, code: str) -> None:
    with pytest.raises(UsageError) as raised:
        run(known_sets, settings)
    assert raised.value.code == code


def invoke(*args: str) -> Result:
    return CliRunner().invoke(app, ["balance", *args, "--games", "64"])


def test_a_page_is_written_beside_the_report(known_sets: list[str], tmp_path: Path) -> None:
    out = tmp_path / "report.html"

    done = invoke(*known_sets, "--out", str(out), "--format", "json")

    assert done.exit_code == 0 and json.loads(done.stdout)["format"] == "balance/1"
    page = out.read_text("utf-8")
    assert page.count("<article") == page.count("<img") == CARDS.count("card ")
    assert done.stderr == f"{out}: {len(page.encode()):,} bytes\n"


def test_another_file_is_not_overwritten(known_sets: list[str], tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    out.write_text("something else")

    done = invoke(*known_sets, "--out", str(out))

    assert done.exit_code == 2 and "already exists" in done.stderr
    assert "What it is worth" in done.stdout
    assert out.read_text() == "something else"


def test_a_page_that_cannot_be_made_is_refused_before_games_are_played(
    known_sets: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_dsl.cli.balancing.measure", None)

    done = invoke(*known_sets, "--out", str(tmp_path / "report.pdf"))

    assert done.exit_code == 2 and "use a name that ends in .html" in done.stderr
    assert not [*tmp_path.glob("*.pdf")]
