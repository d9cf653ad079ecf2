"""docs/scenarios.md and docs/teach-with-it.md: every example is run, and a failing one shows what the page shows."""

import re
from pathlib import Path

import pytest

from rftg_dsl.author.scenarios.suites import Results, Suite, run_suites
from rftg_dsl.base.limits import ITEMS, LINES, SCENARIOS
from rftg_dsl.library.installed import find_box
from rftg_dsl.show.terminal.scenario_report import render_results

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scenarios.md").read_text("utf-8")
LESSON = (DOCS / "teach-with-it.md").read_text("utf-8")
BLOCKS = re.findall(
    r"^```(rftg scenario|rftg scenario fails|output)\n(.*?)^```$", PAGE + LESSON, re.DOTALL | re.MULTILINE
)
SHOWN_AS = "./my-expansion/scenarios/ship.rftg"


def blocks(kind: str) -> list[str]:
    return [text for tag, text in BLOCKS if tag == kind]


def played(folder: Path, scenario: str) -> Results:
    """A scenario of the page, in a file outside any set."""
    file = folder / "example.rftg"
    file.write_text(scenario, "utf-8")
    return run_suites([Suite(find_box("roll"), "page", [file])])


@pytest.mark.parametrize("scenario", blocks("rftg scenario"))
def test_the_examples_of_the_pages_pass(tmp_path: Path, scenario: str) -> None:
    results = played(tmp_path, scenario)

    assert len(results.cases) == 1
    assert results.passed, render_results(results)


def test_the_failing_example_shows_what_the_page_shows(tmp_path: Path) -> None:
    [scenario], [output] = blocks("rftg scenario fails"), blocks("output")

    shown = render_results(played(tmp_path, scenario)).replace(str(tmp_path / "example.rftg"), SHOWN_AS)

    assert shown.rpartition("\n\n")[0] == output.strip()


def test_the_limits_are_those_of_the_program() -> None:
    limits = PAGE.partition("## Limits")[2]

    assert re.findall(r"[\d,]+(?= scenarios| lines| things)", limits) == [
        f"{limit.most:,}" for limit in (SCENARIOS, LINES, ITEMS)
    ]
