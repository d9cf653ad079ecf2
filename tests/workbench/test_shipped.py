"""All scenarios that come with the games, and those of a game from another package, pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreign import Site
from lanes import slow
from rftg_dsl.render.scenarios import text
from rftg_dsl.shelf import game_names
from rftg_dsl.workbench.coverage import Coverage
from rftg_dsl.workbench.suites import mutated, run_suites, suites

COVERED = ["roll"]
"""The games of which scenarios run everything."""
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.mark.parametrize("game", game_names())
def test_the_scenarios_of_a_game_pass(game: str) -> None:
    found = run_suites(suites([game]))

    assert found.passed, text(found)


@pytest.mark.parametrize("game", COVERED)
def test_the_scenarios_of_a_game_run_every_clause_of_its_powers(game: str) -> None:
    coverage = Coverage()
    run_suites(suites([game]), coverage=coverage)

    left = {printed.id: [one.text for one in clauses] for printed, clauses in coverage.missing()}
    assert (left, coverage.total > 0) == ({}, True)


@slow
@pytest.mark.parametrize("game", COVERED)
def test_the_scenarios_of_a_game_notice_every_change_of_a_power(game: str) -> None:
    coverage = Coverage()
    found = mutated(run_suites(suites([game]), coverage=coverage), "", coverage)

    assert [one.excuse for one in found.unnoticed] == []
    assert ([one.old for one in found.idle], [one.id for one in found.unrun]) == ([], [])
    assert found.noticed > 0


def test_a_game_from_another_package_has_scenarios_too(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.install("stalls", "from six_stalls import GAME", package="six-stalls")
    (site.folder / "six_stalls").symlink_to(EXAMPLES / "tiny-game" / "six_stalls")

    done = site.rftg("test", "stalls")

    assert (done.returncode, done.stdout) == (0, "ok: 2 scenarios, 2 passed\n")
