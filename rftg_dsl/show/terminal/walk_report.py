"""The text shown during an interactive walk through a log."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rftg_dsl.play.table.log_walk import KEYS, Step, Walk
from rftg_dsl.show.terminal.paint import Paint, is_terminal, to_visible
from rftg_dsl.show.terminal.wrap import count_columns, fold, render_definitions, room_for


def render_steps(steps: Sequence[Step], paint: Paint) -> Iterator[str]:
    """Render log lines, each followed by its events: a line with events in colour, any other line in bold."""
    wide = room_for(sys.stdout)
    for step in steps:
        number = f"{step.line:>6}  "
        if step.text:
            for line in fold(to_visible(step.text), wide, number, " " * 10):
                yield paint(line, "cyan" if step.stop and step.told else "bold")
            number = " " * 8
        for told in step.told:
            yield from fold(to_visible(told), wide, f"{number}  " if step.text else number, " " * 12)


def render_prompt(walk: Walk, paint: Paint) -> str:
    last = "; the end" if walk.done else ""
    return paint(f"[{to_visible(', '.join(walk.word_progress()))}{last}] ", "green")


def render_keys() -> Iterator[str]:
    yield from render_definitions(KEYS, count_columns() if is_terminal(sys.stdout) else 100)
