"""The rules text of components, folded for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.library.catalogue import Row
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import fold

INDENT = "  "


def render_texts(rows: Sequence[Row], paint: Paint, width: int) -> str:
    return "\n\n".join(render_side(row, paint, width) for row in rows)


def render_side(row: Row, paint: Paint, width: int) -> str:
    name, *rest = fold(f"{to_visible(row['name'])}  {row['game']}/{row['id']}  {row['kind']}", width, rest=INDENT)
    shown = to_visible(row["name"])
    head = name.replace(shown, paint(shown, "bold"), 1)
    said = [to_visible(entry["line"]) for entry in row["lines"]] or ["(no powers)"]
    folded = [line for paragraph in said for line in fold(paragraph, width, INDENT, INDENT * 2)]
    return "\n".join([head, *rest, *folded])
