"""The scenarios of all games, of the examples and of a game from another package pass, and leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from foreign import Site
from lanes import slow
from rftg_dsl.author.scenarios.test_session import run_session
from rftg_dsl.library.installed import game_names
from rftg_dsl.show.terminal.scenario_report import render_session

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.mark.parametrize("game", game_names())
def test_every_clause_of_a_game_is_run_by_a_scenario_that_passes(game: str) -> None:
    session = run_session([game], least=100)

    assert session.passed, render_session(session, "text")


@slow
@pytest.mark.parametrize("game", game_names())
def test_every_change_of_a_power_is_noticed_by_a_scenario_or_listed(game: str) -> None:
    session = run_session([game], mutates=True)

    assert session.passed, render_session(session, "text")


@pytest.mark.parametrize("name", ["harvest-festival", "chip-race"])
def test_the_scenarios_of_an_example_notice_every_change(name: str) -> None:
    session = run_session([str(EXAMPLES / name)], least=100, mutates=True)

    assert session.passed, render_session(session, "text")


@pytest.mark.parametrize("name", ["market", "omens"])
def test_the_scenarios_of_a_package_notice_every_change(name: str, tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.install(name, f"from roll_{name} import {name.upper()}", f"roll_{name}:{name.upper()}", group="extensions")
    (site.folder / f"roll_{name}").symlink_to(EXAMPLES / name / f"roll_{name}")

    done = site.rftg("test", str(site.folder / f"roll_{name}" / "content"), "--fail-under", "100", "--mutate")

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("game", "folder", "module"), [("stalls", "tiny-game", "six_stalls"), ("amber", "amber-road", "amber_road")]
)
def test_a_game_from_another_package_has_scenarios_too(game: str, folder: str, module: str, tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.install(game, f"from {module} import GAME", package=folder)
    (site.folder / module).symlink_to(EXAMPLES / folder / module)

    done = site.rftg("test", game, "--fail-under", "100", "--mutate")

    assert done.returncode == 0, done.stdout
    found = re.fullmatch(r"mutation: (\d+) of (\d+) changes noticed(?:, (\d+) listed)?\n\nok: .*\n", done.stdout)
    assert found is not None
    assert int(found[1]) + int(found[3] or 0) == int(found[2])
