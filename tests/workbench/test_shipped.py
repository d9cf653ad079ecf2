"""All scenarios that come with the games, and those of a game from another package, pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreign import Site
from rftg_dsl.render.scenarios import text
from rftg_dsl.shelf import game_names
from rftg_dsl.workbench.suites import run_suites, suites

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.mark.parametrize("game", game_names())
def test_the_scenarios_of_a_game_pass(game: str) -> None:
    found = run_suites(suites([game]))

    assert found.passed, text(found)


def test_a_game_from_another_package_has_scenarios_too(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.install("stalls", "from six_stalls import GAME", package="six-stalls")
    (site.folder / "six_stalls").symlink_to(EXAMPLES / "tiny-game" / "six_stalls")

    done = site.rftg("test", "stalls")

    assert (done.returncode, done.stdout) == (0, "ok: 2 scenarios, 2 passed\n")
