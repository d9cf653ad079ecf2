"""Coverage: which clauses a power has, and which of them scenarios run."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner

from check.joined import join
from rftg_dsl.author.scenarios.coverage import Coverage, clauses_in
from rftg_dsl.author.scenarios.suites import find_suites, run_suites
from rftg_dsl.cli import app
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from scenes import lay, scenario

POWERS = [
    "gain $1",
    "at end of ship, if you have 3 worlds, if you have a development: gain $1",
    "at end of ship, once per phase: gain $1",
    "at end of ship: may spend $1: gain 1 vp, gain 1 home die to cup",
    "at end of ship, choose one: gain $2, or gain 1 vp",
    "at end of ship, whoever has the most rare worlds: gain $1",
    "at end of ship: gain $1, each opponent gains $1",
    "when you trade: gain $1",
    "when you trade from a novelty world: gain $2",
    "explore: may rearrange stacks",
    "assign: may reassign 1 worker to settle",
    "cost of worlds: 1 less",
    "cost of this development: 1 less per own rare world, not below 1",
    "cost of tiles: 1 less",
    "goods of novelty worlds: 1 more",
    "goods of non-gray worlds: 1 more",  # and only those can hold goods
    "dictates: any number",
    "recruit cost: 1 more, not above 3",
    "score 1 per 3 cost of own developments, rounded up",
    "score 2 per own rare world, or 1 per own genes world",
]


def clauses_of(power: str) -> list[str]:
    """The clauses of a power of Roll, as they are shown when no scenario runs them."""
    loaded = join(f'tile Z1 {{ development "Z" cost 3 {{ {power} }}\nworld "Y" gray cost 1 }}')
    assert loaded.library is not None, loaded.diagnostics
    [tile_power] = [candidate for candidate in loaded.model.walk_powers() if candidate.id == "Z1.a/1"]
    return [clause.text for clause in clauses_in(tile_power, loaded.model, loaded.library.game)]


def test_the_clauses_of_each_sort_of_power(snapshot: SnapshotAssertion) -> None:
    assert {power: clauses_of(power) for power in POWERS} == snapshot


@pytest.mark.parametrize("game", game_names())
def test_every_power_has_a_clause(game: str) -> None:
    library = load_standard(game)

    assert [
        power.id for power in library.model.walk_powers() if not [*clauses_in(power, library.model, library.game)]
    ] == []


# -- running -----------------------------------------------------------------------------------------------------

GIVEN = """
given
  seat 1 tableau: "Zed"
  {}
when
  {}
then
  {}
"""


def measured(folder: Path, power: str, *scenarios: str) -> Coverage:
    """The coverage of a tile with one power by scenarios that pass."""
    lay(folder, power, *scenarios)
    coverage = Coverage()
    results = run_suites(find_suites(["./mine"]), coverage=coverage)
    assert results.passed, results
    return coverage


def left(folder: Path, power: str, *scenarios: str) -> list[str]:
    """The clauses that no scenario runs."""
    return [clause.text for _, clauses in measured(folder, power, *scenarios).find_missing() for clause in clauses]


def case(given: str = "", when: str = "end of ship", then: str = "nothing changes") -> str:
    return GIVEN.format(given or "seat 2 vp: 0", when, then)


PAYS = case(then="seat 1 credits + $1")


def test_an_effect_has_to_be_carried_out(mine: Path) -> None:
    assert left(mine, "at end of ship: gain $1") == ["no scenario carries out 'gain'"]
    assert left(mine, "at end of ship: gain $1", PAYS) == []


def test_a_condition_has_to_be_false_as_well(mine: Path) -> None:
    power = "at end of ship, if you have 2 developments: gain $1"
    met = PAYS.replace('"Zed"', '"Zed", "Space Piracy"')

    assert left(mine, power, met) == ["no scenario makes the condition false"]
    assert left(mine, power, case()) == ["no scenario carries out 'gain'"]
    assert left(mine, power, met, case()) == []


SHIPS = """seat 1 tableau: "{world}"
  seat 1 "{world}" goods: 1 home die
  seat 1 ship: 1 home die"""
TRADES = """phase ship
  seat 1 chooses trade"""
TRADED = """seat 1 credits + ${n}
  seat 1 ship: nothing
  seat 1 "{world}" goods: nothing
  seat 1 citizenry + 2 home"""


def test_an_event_has_to_happen_to_something_else_as_well(mine: Path) -> None:
    power = "when you trade from a novelty world: gain $1"
    spice = case(SHIPS.format(world="Spice World"), TRADES, TRADED.format(n=4, world="Spice World"))
    plague = case(SHIPS.format(world="Plague World"), TRADES, TRADED.format(n=5, world="Plague World"))

    assert left(mine, power, spice) == ["no scenario has the event happen to anything else"]
    assert left(mine, power, spice, plague) == []


def test_a_limit_has_to_be_reached(mine: Path) -> None:
    power = "when you trade, once per phase: gain $1"
    once = case(SHIPS.format(world="Spice World"), TRADES, TRADED.format(n=4, world="Spice World"))
    twice = case(
        """seat 1 tableau: "Spice World", "Gem World"
  seat 1 "Spice World" goods: 1 home die
  seat 1 "Gem World" goods: 1 home die
  seat 1 ship: 2 home dice""",
        """phase ship
  seat 1 chooses "Gem World"
  seat 1 chooses trade
  seat 1 chooses trade""".replace('"Gem World"', 'home on "Gem World"'),
        """seat 1 credits + $7
  seat 1 ship: nothing
  seat 1 "Spice World" goods: nothing
  seat 1 "Gem World" goods: nothing
  seat 1 citizenry + 4 home""",
    )

    assert left(mine, power, once) == ["no scenario uses it up"]
    assert left(mine, power, twice) == []


def test_an_offer_has_to_be_accepted_and_declined(mine: Path) -> None:
    power = "at end of ship: may spend $1: gain 1 vp"
    accepted = case(when='end of ship\n  seat 1 uses "Zed"', then="seat 1 credits - $1\n  seat 1 vp + 1")
    declined = case(when="end of ship\n  seat 1 declines")

    assert left(mine, power, accepted) == ["no scenario declines it"]
    assert left(mine, power, declined) == ["no scenario carries out 'spend'", "no scenario carries out 'gain'"]
    assert left(mine, power, accepted, declined) == []


def test_every_alternative_has_to_be_chosen(mine: Path) -> None:
    power = "at end of ship, choose one: gain $2, or gain 1 vp"
    first = case(when='end of ship\n  seat 1 chooses "Zed" 1', then="seat 1 credits + $2")
    second = case(when='end of ship\n  seat 1 chooses "Zed" 2', then="seat 1 vp + 1")

    assert left(mine, power, first) == ["no scenario carries out 'gain' (alternative 2)"]
    assert left(mine, power, first, second) == []


def test_whoever_has_to_be_only_some(mine: Path) -> None:
    power = "at end of ship, whoever has a die in cup: gain $1"
    both = case("seat 1 cup: 1 home die\n  seat 2 cup: 1 home die", then="seat 1 credits + 1\n  seat 2 credits + 1")
    single = case("seat 2 cup: 1 home die", then="seat 2 credits + 1")

    assert left(mine, power, both) == ["no scenario applies it to only some players"]
    assert left(mine, power, single) == []


def test_a_changed_number_has_to_leave_others_alone_and_to_reach_its_limit(mine: Path) -> None:
    power = "cost of worlds: 2 less, not below 1"
    table = 'given\n  seat 1 tableau: "Zed"\nthen\n  seat 1 "{}" cost: {}'
    changed, low, other = table.format("Comet Zone", 1), table.format("Spice World", 1), table.format("Zed", 3)

    assert left(mine, power, changed) == [
        "no scenario tries it on what it does not affect",
        "no scenario reaches the minimum of 1",
    ]
    assert left(mine, power, changed, low) == ["no scenario tries it on what it does not affect"]
    assert left(mine, power, low, other) == []


def test_every_row_of_a_score_has_to_count(mine: Path) -> None:
    power = "score 2 per own rare world, or 1 per own genes world"
    rare = 'given\n  seat 1 tableau: "Zed", "Comet Zone"\nthen\n  seat 1 "Zed" score: 2'
    genes = 'given\n  seat 1 tableau: "Zed", "Plague World"\nthen\n  seat 1 "Zed" score: 1'

    assert left(mine, power, rare) == ["no scenario counts anything in row 2"]
    assert left(mine, power, rare, genes) == []


def test_a_phase_carries_some_powers_out_itself(mine: Path) -> None:
    table = """seat 1 worlds: "Spice World", "Gem World"
  seat 1 explore: 1 home die"""
    declines = case(
        table,
        "phase explore\n  seat 1 declines\n  seat 1 chooses stock\n  seat 1 declines",
        "seat 1 credits + $2\n  seat 1 explore: nothing\n  seat 1 citizenry + 1 home die",
    )
    uses = declines.replace(
        "  seat 1 declines\n  seat 1 chooses stock",
        '  seat 1 uses "Zed"\n  seat 1 chooses "Gem World"\n  seat 1 chooses "Spice World"\n  seat 1 chooses stock',
    ).replace("then", 'then\n  seat 1 worlds: "Gem World", "Spice World"')

    assert left(mine, "explore: may rearrange stacks", declines) == ["no scenario uses it"]
    assert left(mine, "explore: may rearrange stacks", uses) == []


def test_a_scenario_that_fails_covers_nothing(mine: Path) -> None:
    measured(mine, "at end of ship: gain $1", PAYS)
    (mine / "scenarios" / "zed.rftg").write_text(scenario(PAYS.replace("+ $1", "+ $2")))

    coverage = Coverage()
    run_suites(find_suites(["./mine"]), coverage=coverage)

    assert (coverage.covered, coverage.total, coverage.hundredths) == (0, 1, 0)


def test_what_is_not_covered_is_shown_and_can_fail(mine: Path, snapshot: SnapshotAssertion) -> None:
    measured(
        mine, "at end of ship, if you have 2 developments: gain $1", PAYS.replace('"Zed"', '"Zed", "Space Piracy"')
    )

    shown = CliRunner().invoke(app, ["test", "./mine", "--coverage", "--fail-under", "50"])
    short = CliRunner().invoke(app, ["test", "./mine", "--fail-under", "51"])
    plain = CliRunner().invoke(app, ["test", "./mine", "--coverage", "--format", "json"])

    assert (shown.exit_code, short.exit_code, plain.exit_code) == (0, 1, 0)
    assert [shown.stdout, short.stdout, plain.stdout] == snapshot


def test_the_powers_of_editions_and_options_count_for_the_whole_game() -> None:
    whole, base = ({suite.name: suite for suite in find_suites([name])} for name in ("race", "race/base"))

    assert [variant.edition for variant in whole["race/base"].variants] == ["first", "second"]
    assert base["race/base"].variants == []
