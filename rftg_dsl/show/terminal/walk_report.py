"""A walk through a log as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rftg_dsl.play.table.log_walk import KEYS, Step, Walk
from rftg_dsl.show.terminal.paint import Paint, is_terminal, visible
from rftg_dsl.show.terminal.wrap import columns, definitions, fold, room


def steps(those: Sequence[Step], paint: Paint) -> Iterator[str]:
    """What happened, with the lines of the log: decisions in colour, ends of rounds in bold."""
    wide = room(sys.stdout)
    for one in those:
        number = f"{one.line:>6}  "
        if one.text:
            for line in fold(visible(one.text), wide, number, " " * 10):
                yield paint(line, "cyan" if one.stop and one.told else "bold")
            number = " " * 8
        for told in one.told:
            yield from fold(visible(told), wide, f"{number}  " if one.text else number, " " * 12)


def prompt(walk: Walk, paint: Paint) -> str:
    """Where the walk is, before the next key."""
    last = "; the end" if walk.done else ""
    return paint(f"[{visible(', '.join(walk.counted()))}{last}] ", "green")


def keys() -> Iterator[str]:
    """What can be typed."""
    yield from definitions(KEYS, columns() if is_terminal(sys.stdout) else 100)
