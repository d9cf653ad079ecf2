"""An interactive walk through a log, for ``rftg replay --step``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rftg_dsl.cli.arguments import table_of
from rftg_dsl.cli.options import say
from rftg_dsl.cli.seating import line_after
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.account.causes import Grounds, teller_of
from rftg_dsl.log.account.replay import Eyes
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.records import guard_reading
from rftg_dsl.play.table.log_walk import Walk
from rftg_dsl.show.terminal.dispute_report import render_why
from rftg_dsl.show.terminal.game_report import render_position
from rftg_dsl.show.terminal.paint import Paint, paint_for
from rftg_dsl.show.terminal.walk_report import render_keys, render_prompt, render_steps


def walk_through(log: Log, extra: Sequence[str | Path], eyes: Eyes | None) -> None:
    grounds = Grounds(log.head, make_finder(extra))
    walk = Walk(log, teller_of(log.head), grounds.title_of, eyes)
    paint = paint_for(sys.stdout)
    others: dict[str, Callable[[], Any]] = {
        "t": lambda: show_table(log, walk.line, extra, eyes),
        "w": lambda: show_why(log, walk.line, extra, eyes, paint),
    }
    while True:
        try:
            typed = line_after(render_prompt(walk, paint))
        except KeyboardInterrupt:
            typed = ""
        if not typed or typed.strip() == "q":
            sys.stdout.write("\n" * (not typed))
            return
        if other := others.get(typed.strip()):
            other()
        elif (there := walk.take(typed)) is not None:
            for line in render_steps(there, paint):
                say(line)
        else:
            for line in render_keys():
                say(line)


def show_table(log: Log, line: int, extra: Sequence[str | Path], eyes: Eyes | None) -> None:
    table = table_of(log, line, extra, eyes)
    with guard_reading(line):
        say(render_position(table))


def show_why(log: Log, line: int, extra: Sequence[str | Path], eyes: Eyes | None, paint: Paint) -> None:
    say(render_why(explain_line(log, line, make_finder(extra), eyes=eyes), paint))
