"""Tables: drawn by rich on a terminal if it is installed, in plain columns otherwise."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal

from rftg_dsl.render.paint import is_terminal, painted, visible

Cells = Sequence[Sequence[str]]


def table(head: Sequence[str], rows: Cells) -> str:
    """A table as text, its cells safe to show."""
    clean = [[visible(cell) for cell in row] for row in rows]
    if is_terminal(sys.stdout) and (drawn := boxed(head, clean)) is not None:
        return drawn
    return plain(head, clean)


def plain(head: Sequence[str], rows: Cells) -> str:
    """Columns two spaces apart."""
    widths = [max(len(row[nth]) for row in (head, *rows)) for nth in range(len(head))]
    lines = [[cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)] for row in (head, *rows)]
    return "\n".join("  ".join(line).rstrip() for line in lines)


def boxed(head: Sequence[str], rows: Cells) -> str | None:
    """A table drawn by rich; None if rich is not installed."""
    try:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return None
    colours: Literal["auto"] | None = "auto" if painted(sys.stdout).colours else None
    console = Console(file=sys.stdout, color_system=colours, highlight=False)
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    for nth, title in enumerate(head):
        grid.add_column(title, overflow="fold", no_wrap=nth == 0)
    for row in rows:
        grid.add_row(*[Text(cell) for cell in row])
    with console.capture() as captured:
        console.print(grid)
    return captured.get().rstrip("\n")


def shown(value: Any) -> str:
    """A value of a report as short text."""
    if isinstance(value, dict):
        return ", ".join(
            f"{number} {name}" if isinstance(number, int) else f"{name}: {shown(number)}"
            for name, number in value.items()
            if number or number == 0
        )
    if isinstance(value, list | tuple):
        seen = [shown(one) for one in value if one is not None]
        hidden = len(value) - len(seen)
        return ", ".join([*seen, f"{hidden} not seen"] if hidden else seen)
    return "" if value is None else str(value)
