"""Rule text as people read it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rftg_dsl.catalogue import Row
from rftg_dsl.render.paint import Paint, visible

INDENT = "  "


def texts(rows: Sequence[Row], paint: Paint, width: int) -> str:
    """The text of some sides, in paragraphs no wider than ``width`` columns."""
    return "\n\n".join(side(one, paint, width) for one in rows)


def side(row: Row, paint: Paint, width: int) -> str:
    """The text of one side: its name and id, then a paragraph for each power."""
    head = f"{paint(visible(row['name']), 'bold')}  {row['game']}/{row['id']}  {row['kind']}"
    said = [visible(one["line"]) for one in row["lines"]] or ["(no powers)"]
    folded = [wrap(one, width, initial_indent=INDENT, subsequent_indent=INDENT * 2) for one in said]
    return "\n".join([head, *(line for paragraph in folded for line in paragraph)])
