"""Everything that reads a log, each as a function of one, and what it costs; without content, as for strangers."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple, NoReturn

import pytest

import rftg_dsl
from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.base.limits import WORK, WORK_PER_BYTE
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.account.causes import teller_of
from rftg_dsl.log.account.compare import compare_logs, compare_tables
from rftg_dsl.log.account.replay import Eyes, seen_at, table_at, tell_story
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.verdict import make_demands
from rftg_dsl.log.format import budget
from rftg_dsl.log.format.read_log import DamagedLog, Log, check_whole, parse_log
from rftg_dsl.log.format.records import guard_reading
from rftg_dsl.log.index.csv_parts import Rows
from rftg_dsl.log.index.rows import read_into
from rftg_dsl.log.proof.line_proof import proof_of
from rftg_dsl.log.proof.unseal import check_lines
from rftg_dsl.play.table.log_walk import Walk
from rftg_dsl.show.browser.replay_data import film_of, make_reel
from rftg_dsl.show.terminal.game_report import render_position

PACKAGE = str(Path(rftg_dsl.__file__).parent)


def no_content(_: Mapping[str, Any]) -> NoReturn:
    """Finds nothing, as for a game that is not here."""
    raise MissingContent("no content")


def light(log: Log) -> object:
    return judge_log("log", lambda: log, no_content, light=True, wanted=make_demands(expect="0" * 64))


def index_log(log: Log) -> None:
    verdict = judge_log("log", lambda: log, no_content, light=True)
    if verdict.verdict == "invalid" and verdict.line == 1:
        return
    check_whole(log)
    with TemporaryDirectory() as folder, closing(Rows(Path(folder) / "rows")) as rows:
        read_into(rows, log, verdict)


def last_events(log: Log) -> int:
    """The last line in which something happens."""
    return max((number for number, line in enumerate(log, 1) if '"fx":[[' in line), default=1)


def twin(log: Log) -> Log:
    """The same log, read on its own."""
    return parse_log(log.held or b"")


def show_table(log: Log) -> None:
    """Show the table as a command does."""
    table = table_at(log, len(log))
    with guard_reading(len(log)):
        render_position(table)


READERS: Mapping[str, Callable[[Log], object]] = {
    "audit": lambda log: judge_log("log", lambda: log, no_content),
    "audit --light": light,
    "check": check_lines,
    "index": index_log,
    "prove": lambda log: proof_of(log, len(log)),
    "replay": lambda log: deque(tell_story(log, teller_of(log.head)), 0),
    "replay --public": lambda log: deque(tell_story(log, teller_of(log.head), eyes=Eyes(PUBLIC)), 0),
    "replay --line": show_table,
    "replay --line --seat": lambda log: seen_at(log, len(log), Eyes(PUBLIC if log.sealed else 0)),
    "step": lambda log: Walk(log, teller_of(log.head), str),
    "why": lambda log: explain_line(log, last_events(log), no_content),
    "diff": lambda log: compare_logs(log, twin(log), no_content),
    "diff tables": lambda log: compare_tables(log, 1, twin(log), len(log)),
    "export": lambda log: make_reel(log, no_content),
    "export --seat": lambda log: make_reel(log, no_content, eyes=Eyes(PUBLIC if log.sealed else 0)),
    "film": lambda log: film_of(log, no_content, PUBLIC if log.sealed else 0),
}
"""Everything that reads a log, by the command that does it."""


class Cost(NamedTuple):
    """The cost of reading a log."""

    lines: int
    """The number of lines of our Python that were run."""
    steps: int
    """The number of steps that were spent."""
    code: str
    """The code of a refusal; empty if there was none."""


def cost_of(reader: Callable[[Log], object], raw: bytes, most: int = 10**15) -> Cost:
    """The cost of a log for a reader that may spend at most ``most`` steps."""
    with pytest.MonkeyPatch.context() as patch, count_lines(Count()) as count:
        patch.setattr(budget, "WORK", WORK._replace(most=most))
        patch.setattr(budget, "WORK_PER_BYTE", WORK_PER_BYTE._replace(most=0))
        patch.setattr(budget.Budget, "spend", count_spending(count, budget.Budget.spend))
        code = refusal(reader, raw)
    return Cost(count.lines, count.steps, code)


def refusal(reader: Callable[[Log], object], raw: bytes) -> str:
    """The code with which a reader refuses a log; empty if it does not."""
    try:
        reader(parse_log(raw))
    except UsageError as error:
        return error.code
    except (DamagedLog, MissingContent):
        return "damaged-log"
    return ""


class Count:
    """Lines that were run, and steps that were spent."""

    lines = steps = 0


def count_spending(count: Count, spend: Callable[[budget.Budget, int], None]) -> Callable[[budget.Budget, int], None]:
    """Spends, and counts what was spent: by all logs that a reader makes of one."""

    def spend_and_count(self: budget.Budget, steps: int) -> None:
        count.steps += steps
        spend(self, steps)

    return spend_and_count


@contextmanager
def count_lines(count: Count) -> Iterator[Count]:
    """Counts the lines of the package that run within it."""

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            count.lines += 1
        elif event == "call" and not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield count
    finally:
        sys.settrace(before)
