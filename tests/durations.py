"""The time that each test takes: the slowest are printed after a run, and all are kept in a file for each lane."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lanes import FAST, LANE, LONG

KEPT = Path(__file__).parent.parent / "build" / f"durations-{LANE}.txt"
SHOWN = 40
MOST = 2
"""Seconds that a test may take in the fast lane without a reason."""


class Durations:
    """Adds up the seconds of each test, with its fixtures; registered where results arrive, not in the workers."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if len(self.seconds) <= SHOWN:
            return  # whoever runs a few tests sees how long they take
        rows = [f"{seconds:8.2f} {test}" for test, seconds in self.seconds.most_common()]
        if not terminalreporter.config.option.file_or_dir:  # a part of the tests does not replace the whole
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text("\n".join(rows) + "\n", "utf-8")
        terminalreporter.section(f"the {SHOWN} slowest tests; those of a whole run are in build/{KEPT.name}")
        for row in rows[:SHOWN]:
            terminalreporter.write_line(row)
        if FAST:
            long = [
                test for test, seconds in self.seconds.items() if seconds > MOST and not test.startswith(tuple(LONG))
            ]
            terminalreporter.write_line(
                f"{len(long):8} take more than {MOST} seconds, and tests/lanes.py gives no reason"
            )
        total = sum(self.seconds.values())
        terminalreporter.write_line(f"{total:8.2f} seconds in all, of {len(self.seconds)} tests")
