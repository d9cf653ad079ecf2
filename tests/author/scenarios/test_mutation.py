"""Mutation: which changes of powers are tried, and which of them scenarios notice."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner

from author.scenarios.test_coverage import POWERS, SHIPS, TRADED, TRADES, case
from check.joined import join
from rftg_dsl.author.scenarios.coverage import Coverage
from rftg_dsl.author.scenarios.mutants import Mutations
from rftg_dsl.author.scenarios.mutation import Mutated
from rftg_dsl.author.scenarios.suites import find_suites, run_mutants, run_suites
from rftg_dsl.check.model import Model, Power
from rftg_dsl.cli import app
from rftg_dsl.compile.game import Game
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from scenes import lay

MORE = [
    "at end of ship, if you have traded from a rare world, first: gain $1",
    "at end of ship: may discard up to 2 home dice in cup: gain 1 vp per discarded",
    'score 2 per world called "Gem World"',
    "goods on rare worlds cannot be traded",
]


def tile(power: str) -> tuple[Model, Game, Power]:
    """The model of Roll with a tile that has this power, and the power."""
    loaded = join(f'tile Z1 {{ development "Z" cost 3 {{ {power} }}\nworld "Y" gray cost 1 }}')
    assert loaded.library is not None, loaded.diagnostics
    [tile_power] = [candidate for candidate in loaded.model.walk_powers() if candidate.id == "Z1.a/1"]
    return loaded.model, loaded.library.game, tile_power


def mutants(power: str) -> list[str]:
    model, game, tile_power = tile(power)
    return [mutant.change for mutant in Mutations(model, game).make_mutants(tile_power)]


def test_the_changes_of_each_sort_of_power(snapshot: SnapshotAssertion) -> None:
    assert {power: mutants(power) for power in [*POWERS, *MORE]} == snapshot


@pytest.mark.parametrize("game", game_names())
def test_every_power_has_changes_and_none_of_them_means_the_same(game: str) -> None:
    library = load_standard(game)
    made = Mutations(library.model, library.game)

    for power in list(library.model.walk_powers())[::7]:
        there = [*made.make_mutants(power)]

        assert there or "until" in power.text, power.text
        assert len({mutant.power for mutant in there} | {made.read(power.text, power.id)}) == len(there) + 1


# -- noticing ----------------------------------------------------------------------------------------------------


def result(folder: Path, power: str, *scenarios: str, comments: str = "") -> Mutated:
    """What has come of the changes of a power."""
    lay(folder, power, *scenarios, comments=comments)
    coverage = Coverage()
    results = run_suites(find_suites(["./mine"]), coverage=coverage)
    assert results.passed, results
    return run_mutants(results, "", coverage)


def unnoticed(folder: Path, power: str, *scenarios: str) -> list[str]:
    return [survivor.mutant.change for survivor in result(folder, power, *scenarios).unnoticed]


PAYS = case(then="seat 1 credits + $1")
POWER = "at end of ship, if you have 2 home dice in cup: gain $1"


def test_a_change_that_makes_a_scenario_fail_is_noticed(mine: Path) -> None:
    window = {"'at end of ship' -> 'at end of explore'", "'at end of ship' -> 'at start of ship'"}

    assert window <= {*mutants("at end of ship: gain $1")}
    assert unnoticed(mine, "at end of ship: gain $1", PAYS) == []


def test_numbers_need_both_sides_of_their_limit(mine: Path) -> None:
    enough = case("seat 1 cup: 2 home dice", then="seat 1 credits + $1")
    more = case("seat 1 cup: 3 home dice", then="seat 1 credits + $1")
    few = case("seat 1 cup: 1 home die\n  seat 1 cup: 3 rare dice")

    assert "'if you have 2 home dice in cup' -> 'if you have 1 home dice in cup'" in unnoticed(mine, POWER, enough)
    assert "'if you have 2 home dice in cup' -> 'if you have 3 home dice in cup'" in unnoticed(mine, POWER, more, few)
    assert not [
        change for change in unnoticed(mine, POWER, enough, few) if "home dice in cup'" in change.partition("->")[2]
    ]


def test_a_power_in_no_scenario_is_said_once(mine: Path) -> None:
    outcome = result(mine, POWER)

    assert [power.id for power in outcome.unrun] == ["Z1.a/1"]
    assert outcome.mutants == 0
    assert not outcome.passed


def test_a_change_with_a_mistake_does_not_count(mine: Path) -> None:
    """``exceeds-supply`` and the like are found only in the whole model."""
    power = "at end of ship: gain 9 alien dice to cup"
    enough = case(then="seat 1 cup + 9 alien dice")

    assert "'gain 9 alien dice to cup' -> 'gain 10 alien dice to cup'" in mutants(power)
    assert "10" not in "".join(unnoticed(mine, power, enough))


def test_a_change_that_needs_other_counts_is_tried_with_rules_of_its_own(mine: Path) -> None:
    power = "at end of ship, if you have traded from a rare world: gain $1"
    trades = case(SHIPS.format(world="Comet Zone"), TRADES, TRADED.format(n=5, world="Comet Zone"))

    asks = "'if you have traded from a rare world' -> 'if you have traded from a genes world'"
    assert asks in mutants(power)
    assert asks in unnoticed(mine, power, case())
    assert asks not in unnoticed(mine, power, trades)


def test_an_excuse_lists_a_change_and_has_to_be_needed(mine: Path) -> None:
    power = "at end of ship: gain 1 vp"
    pays = case(then="seat 1 vp + 1")
    plain = result(mine, power, pays)
    assert [survivor.mutant.change for survivor in plain.unnoticed] == ["'gain 1 vp' -> 'have 1 vp'"]

    excused = result(mine, power, pays, comments="# rftg: unnoticed Z1.a/1 'gain 1 vp' -> 'have 1 vp': why not\n")
    anywhere = result(mine, power, pays, comments="# rftg: unnoticed X/1, * 'gain 1 vp' -> 'have 1 vp': why not\n")
    elsewhere = result(mine, power, pays, comments="# rftg: unnoticed X/1 'gain 1 vp' -> 'have 1 vp': why not\n")
    idle = result(mine, power, pays, comments="# rftg: unnoticed * 'gain 1 vp' -> 'gain 2 vp': why not\n")

    assert (excused.passed, excused.excused) == (anywhere.passed, anywhere.excused) == (True, 1)
    assert (elsewhere.passed, len(elsewhere.idle), len(elsewhere.unnoticed)) == (False, 1, 1)
    assert (idle.passed, len(idle.idle), len(idle.unnoticed)) == (False, 1, 1)


@pytest.mark.parametrize("text", ["Z1.a/1 'a' -> 'b'", "'a' -> 'b': why", "Z1.a/1 a -> b: why", "Z1.a/1 'a' -> 'b':  "])
def test_an_excuse_that_cannot_be_read_is_a_mistake(mine: Path, text: str) -> None:
    lay(mine, "at end of ship: gain $1", PAYS, comments=f"# rftg: unnoticed {text}\n")

    [diagnostic] = run_suites(find_suites(["./mine"])).diagnostics

    assert (diagnostic.code, diagnostic.at.begins) == ("wrong-remark", (1, 1))


def test_what_is_not_noticed_is_shown(mine: Path, snapshot: SnapshotAssertion) -> None:
    lay(mine, POWER, case("seat 1 cup: 2 home dice", then="seat 1 credits + $1"), comments=IDLE)

    shown = CliRunner().invoke(app, ["test", "./mine", "--mutate"])
    plain = CliRunner().invoke(app, ["test", "./mine", "--mutate", "--format", "json"])

    assert (shown.exit_code, plain.exit_code) == (1, 1)
    assert [shown.stdout, plain.stdout] == snapshot


IDLE = "# rftg: unnoticed * 'gain $1' -> 'gain $9': nobody writes this\n"


def test_scenarios_that_fail_are_mended_first(mine: Path) -> None:
    lay(mine, POWER, PAYS)

    done = CliRunner().invoke(app, ["test", "./mine", "--mutate"])

    assert done.exit_code == 1
    assert "mutation: not tried until all scenarios pass" in done.stdout
    assert "unnoticed" not in done.stdout
