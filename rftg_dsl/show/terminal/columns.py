"""Tables for a terminal: plain columns if they fit, else folded columns, else one list per row."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rftg_dsl.show.terminal.paint import to_visible
from rftg_dsl.show.terminal.wrap import NARROW, count_cells, fold, room_for

Cells = Sequence[Sequence[str]]

GAP = 2
# Every row is padded to the widest cell, so a single long cell in an untrusted file could inflate the whole output.
LARGEST = 20_000_000
"""Maximum number of characters in a table with columns."""
LEAST = 24
"""The minimum width of a folded column."""


def render_table(head: Sequence[str], rows: Cells, titles: int = 1) -> str:
    """Render a table of untrusted cells.

    ``titles`` is the number of cells that form the heading if a row has to be shown as a list.
    """
    return arrange_table(head, [[to_visible(cell) for cell in row] for row in rows], titles)


def arrange_table(head: Sequence[str], rows: Cells, titles: int = 1) -> str:
    """Lay out a table, whose cells must already be safe to print, in the widest form that fits the terminal."""
    wide = room_for(sys.stdout)
    widths = [max(count_cells(row[nth]) for row in (head, *rows)) for nth in range(len(head))]
    if (huge := total_of(widths) * len(rows) > LARGEST) or total_of(widths) > wide:
        narrower = narrow_columns(widths, wide) if wide >= NARROW and not huge else None
        if narrower is None:
            return "\n".join(list_rows(head, rows, titles, wide))
        widths = narrower
    return "\n".join(line for row in (head, *rows) for line in lay_out_row(row, widths))


def has_room_for(head: Sequence[str], rows: Cells) -> bool:
    return total_of([max(count_cells(row[nth]) for row in (head, *rows)) for nth in range(len(head))]) <= room_for(
        sys.stdout
    )


def render_pairs(title: str, rows: Cells) -> str:
    """Render names and values in two columns, or line by line on a narrow terminal; ``title`` may be empty."""
    wide, indent = room_for(sys.stdout), "  " if title else ""
    if wide >= NARROW:
        return arrange_table([title, ""], rows).lstrip("\n")
    lines = [line for name, value in rows for line in fold(f"{name}: {value}", wide, indent, f"{indent}  ")]
    return "\n".join([title, *lines] if title else lines)


def total_of(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def narrow_columns(widths: Sequence[int], wide: int) -> list[int] | None:
    """Reduce column widths so that the table fits into ``wide``; None if a column would be narrower than ``LEAST``.

    The first column is never narrowed.
    """
    narrowed = list(widths)
    while (more := total_of(narrowed) - wide) > 0:
        order = sorted(range(1, len(narrowed)), key=lambda nth: -narrowed[nth])
        if not order or narrowed[order[0]] <= LEAST:
            return None
        # Shrink the widest column only to the width of the next widest, so that the wide columns share the loss.
        second = narrowed[order[1]] if len(order) > 1 else 0
        narrowed[order[0]] -= min(more, max(1, narrowed[order[0]] - max(second, LEAST)))
    return narrowed


def lay_out_row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    parts = [
        [cell] if count_cells(cell) <= width else fold(cell, width) for cell, width in zip(row, widths, strict=True)
    ]
    for nth in range(max(map(len, parts))):
        line = [part[nth] if nth < len(part) else "" for part in parts]
        spaced = [cell + " " * (width - count_cells(cell) + GAP) for cell, width in zip(line, widths, strict=True)]
        yield "".join(spaced).rstrip()


def list_rows(head: Sequence[str], rows: Cells, titles: int, wide: int) -> Iterator[str]:
    """Render each row as a list: the first ``titles`` cells as a heading, then a line per remaining non-empty cell."""
    for row in rows:
        yield from fold(" ".join(dict.fromkeys(row[:titles])), wide, rest="    ")
        for name, cell in zip(head[titles:], row[titles:], strict=True):
            if cell:
                yield from fold(f"{name}: {cell}" if name else cell, wide, "  ", "    ")


def format_value(value: Any) -> str:
    """Format a report value as short text. None in a list stands for a hidden item; such items are only counted."""
    if isinstance(value, dict):
        return ", ".join(
            f"{number} {name}" if isinstance(number, int) else f"{name}: {format_value(number)}"
            for name, number in value.items()
            if number or number == 0
        )
    if isinstance(value, list | tuple):
        seen = [format_value(item) for item in value if item is not None]
        hidden = len(value) - len(seen)
        return ", ".join([*seen, f"{hidden} not seen"] if hidden else seen)
    return "" if value is None else str(value)
