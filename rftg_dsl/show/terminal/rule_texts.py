"""Rule text as people read it."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.library.catalogue import Row
from rftg_dsl.show.terminal.paint import Paint, visible
from rftg_dsl.show.terminal.wrap import fold

INDENT = "  "


def texts_shown(rows: Sequence[Row], paint: Paint, width: int) -> str:
    """The text of some sides, no wider than ``width`` columns."""
    return "\n\n".join(side_shown(one, paint, width) for one in rows)


def side_shown(row: Row, paint: Paint, width: int) -> str:
    """The text of one side: its name and id, then a paragraph for each power."""
    name, *rest = fold(f"{visible(row['name'])}  {row['game']}/{row['id']}  {row['kind']}", width, rest=INDENT)
    shown = visible(row["name"])
    head = name.replace(shown, paint(shown, "bold"), 1)
    said = [visible(one["line"]) for one in row["lines"]] or ["(no powers)"]
    folded = [line for one in said for line in fold(one, width, INDENT, INDENT * 2)]
    return "\n".join([head, *rest, *folded])
