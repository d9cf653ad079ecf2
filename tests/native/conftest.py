"""Tests with native code. The end of a run says how many games it has played, and how many it has left to Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from lanes import FAST
from rftg_dsl.native import building


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """Compiling may take as long as it likes: a slow machine is not a counterexample."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "C_TIME", building.C_TIME._replace(most=3_600))
        if FAST:  # optimizing takes half of the time of a test
            patch.setattr(
                building, "FLAGS", {name: remove_optimization(flags) for name, flags in building.FLAGS.items()}
            )
        yield


def remove_optimization(flags: Sequence[str]) -> Sequence[str]:
    return ["-O0", *[flag for flag in flags if flag.startswith("-D")]]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of the tests in a module."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def own_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The sum of what tests have noted of games that were played twice."""
    played, left = Counter[str](), Counter[str]()
    for reports in terminalreporter.stats.values():
        for kind, said in [note for report in reports for note in properties(report)]:
            (played if kind == "games" else left).update(said)
    if played:
        terminalreporter.section("games in native code and in Python")
        for what, n in [*played.items(), ("left to Python", left.total()), *left.most_common()]:
            terminalreporter.line(f"{n:>9,}  {what}")


def properties(report: object) -> list[tuple[str, dict[str, int]]]:
    """What a test has noted, once for each test."""
    return getattr(report, "user_properties", []) if getattr(report, "when", "") == "call" else []
