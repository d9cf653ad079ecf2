"""Benchmarks print their numbers in a table at the end, each beside the speed of a fixed calibration loop."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

Report = Callable[..., None]
_numbers: list[tuple[str, float, str, str, float]] = []


def calibration() -> float:
    """Millions of turns a second of a fixed loop: what this machine does at this moment."""
    began = perf_counter()
    total = 0
    for number in range(1_000_000):
        total += number & 7
    assert total == 3_500_000
    return 1 / (perf_counter() - began)


@pytest.fixture
def number(request: pytest.FixtureRequest) -> Report:
    """Report a number: name, value, unit, and what is to be reached."""

    def report(name: str, value: float, unit: str, reach: str = "") -> None:
        option = request.config.getoption
        if option("--benchmark-enable") or not option("--benchmark-disable"):
            _numbers.append((name, value, unit, reach, calibration()))

    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of numbers."""
    if not _numbers:
        return
    terminalreporter.section("numbers (DESIGN section 8)")
    terminalreporter.line(f"{'what':<58}{'measured':>14} {'unit':<14}{'to reach':<16}calibration (million turns/s)")
    for name, value, unit, reach, loop in _numbers:
        shown = f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"
        terminalreporter.line(f"{name:<58}{shown:>14} {unit:<14}{reach:<16}{loop:.1f}")
