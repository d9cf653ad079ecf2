"""Benchmarks print their numbers in tables at the end, each beside the speed of a fixed calibration loop.

Beside each number stands what it was at the last release, worked out for the speed of this machine at this moment: the
loop ran so much faster or slower then. ``--keep-figures`` writes them down for the next release.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest
import tomli_w
from attrs import frozen

from rftg_dsl import __version__

Report = Callable[..., None]
RELEASED = Path(__file__).parent / "released.toml"
TIMES = {"ms", "microseconds"}
"""Units of which less is better, and that grow where the machine is slower."""
FIXED = {"decisions", "events", "times", "MB"}
"""Units that say nothing of the machine."""
_numbers: list[tuple[str, float, str, float]] = []


@frozen
class Side:
    """What both back ends do, side by side."""

    what: str
    python: float | None
    native: float | None
    """None without a C compiler."""
    unit: str
    times: float | None
    """How many times as much native code does: the middle of several ratios."""
    reach: str
    """What it should reach, as issue 14 has it."""
    loop: float


_boards: dict[str, list[Side]] = {}


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
    """Report a number: name, value and unit."""

    def report(name: str, value: float, unit: str) -> None:
        option = request.config.getoption
        if option("--benchmark-enable") or not option("--benchmark-disable"):
            _numbers.append((name, value, unit, calibration()))

    return report


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> bool:
    """Whether anything is measured: not in a normal test run."""
    return bool(request.config.getoption("--benchmark-enable"))


@pytest.fixture
def side(measured: bool) -> Report:
    """Report what both back ends do: the board, what it is, both numbers, the unit, their ratio, and the reach."""

    def report(
        board: str,
        what: str,
        python: float | None,
        native: float | None,
        unit: str,
        times: float | None = None,
        reach: str = "",
    ) -> None:
        if measured:
            _boards.setdefault(board, []).append(Side(what, python, native, unit, times, reach, calibration()))

    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-figures", action="store_true", help="write the figures down as those of this release")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The table of numbers, and the boards of both back ends."""
    for board, sides in _boards.items():
        show(terminalreporter, board, sides)
    if not _numbers:
        return
    released = tomllib.loads(RELEASED.read_text("utf-8"))
    write = terminalreporter.line
    terminalreporter.section(f"numbers, and what they were at {released['at']}")
    write(f"{'what':<72}{'now':>12}{'then':>12}{'change':>9}  {'unit':<13}million turns/s")
    for name, value, unit, loop in _numbers:
        then = at_release(released["figures"].get(name), unit, loop)
        compared = f"{plain(then):>12}{100 * (value / then - 1):>+8.0f}%" if then else f"{'-':>12}{'':>9}"
        write(f"{name:<72}{plain(value):>12}{compared}  {unit:<13}{loop:.1f}")
    if config.getoption("--keep-figures"):
        figures = {name: {"value": round(value, 3), "loop": round(loop, 1)} for name, value, _, loop in _numbers}
        RELEASED.write_text(tomli_w.dumps({"at": f"release {__version__}", "figures": figures}), "utf-8")


def show(terminalreporter: pytest.TerminalReporter, board: str, sides: list[Side]) -> None:
    """A board of both back ends."""
    terminalreporter.section(board)
    write = terminalreporter.line
    if all(side.native is None for side in sides):
        write("there is no C compiler (cc, gcc or clang): Python alone")
    write(f"{'what':<72}{'Python':>12}{'native':>12}{'times':>8}{'reach':>8}  {'unit':<16}million turns/s")
    for side in sides:
        numbers = side.python, side.native, side.times
        python, native, times = ("-" if value is None else plain(value) for value in numbers)
        write(f"{side.what:<72}{python:>12}{native:>12}{times:>8}{side.reach:>8}  {side.unit:<16}{side.loop:.1f}")


def at_release(figure: dict[str, float] | None, unit: str, loop: float) -> float:
    """A figure of the last release as it would be at this speed of the machine; 0 if there is none."""
    if figure is None:
        return 0.0
    if unit in FIXED:
        return figure["value"]
    faster = loop / figure["loop"]
    return figure["value"] / faster if unit in TIMES else figure["value"] * faster


def plain(value: float) -> str:
    """A number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"
