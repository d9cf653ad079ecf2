"""The table during a game at a terminal: in full or only what has changed, with what is printed on the cards."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rftg_dsl.play.table.screen import Position
from rftg_dsl.show.terminal.columns import format_value
from rftg_dsl.show.terminal.game_report import SEATS, name_of_seat, render_block, render_scores
from rftg_dsl.show.terminal.paint import to_visible
from rftg_dsl.show.terminal.wrap import fold, room_for

Rows = Mapping[str, Any]

APART = ("seat", "score")
"""The entries of a seat that are not rows: its number, and its score, which has a table of its own."""


def render_changes(block: Position) -> Iterator[str]:
    """Render a block for the table and one for each seat, leaving out blocks and rows that have not changed.

    Below a block, cards that the person has not seen before are described.
    """
    now, before = block.figures, block.before or {"seats": []}
    parts = [*render_rows("table", rows_of_table(now, block), rows_of_table(before, block), block)]
    for nth, seat in enumerate(now["seats"]):
        was = before["seats"][nth] if nth < len(before["seats"]) else {}
        parts += render_rows(name_of_seat(nth, block.seats), rows_of_seat(seat, block), rows_of_seat(was, block), block)
    if scores_in(now) != scores_in(before):
        parts.append(render_scores(now, block.seats))
    yield "\n\n".join(parts)


def rows_of_table(figures: Rows, block: Position) -> dict[str, Any]:
    rows = {name: value for name, value in figures.get("table", {}).items() if name not in block.unsaid}
    for name in rows.keys() & set(SEATS):
        seats = rows[name] if isinstance(rows[name], list) else [rows[name]]
        rows[name] = [name_of_seat(seat, block.seats) for seat in seats]
    return rows


def rows_of_seat(seat: Rows, block: Position) -> dict[str, Any]:
    return {name: value for name, value in seat.items() if name not in (*APART, *block.unsaid)}


def scores_in(figures: Rows) -> list[Any]:
    return [seat["score"] for seat in figures["seats"]]


def render_rows(title: str, now: Rows, before: Rows, block: Position) -> Iterator[str]:
    rows = {name: value for name in (*now, *(before.keys() - now.keys())) if (value := change_of(name, now, before))}
    if rows:
        known = set(strings_in(block.before))
        new = [name for name in strings_in([now.get(row) for row in rows]) if name not in known]
        yield "\n".join([render_block(title, rows), *render_cards(new, block.card_texts)])


def change_of(name: str, now: Rows, before: Rows) -> str:
    """The new value of a row as text; empty if it has not changed, or if it is empty from the beginning."""
    value, was = format_value(now.get(name)), format_value(before.get(name))
    return "" if value == was else value or "none"


def strings_in(figures: Any) -> Iterator[str]:
    """Every string in some figures, such as the names of the cards in a tableau."""
    if isinstance(figures, str):
        yield figures
    elif isinstance(figures, Mapping | list | tuple):
        for part in figures.values() if isinstance(figures, Mapping) else figures:
            yield from strings_in(part)


def render_cards(names: Iterable[str], printed: Mapping[str, str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name in printed:
            yield from fold(to_visible(f"{name} {printed[name]}"), room_for(sys.stdout), "  ", "      ")
