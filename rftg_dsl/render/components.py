"""Components for people: a table of many, a page for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.catalogue import Entry, Row
from rftg_dsl.render.paint import Paint, visible
from rftg_dsl.render.table import shown, table


def listed(rows: Sequence[Row]) -> str:
    """Many components as a table; a column that would be empty is left out."""
    names = list(dict.fromkeys(name for row in rows for name in row if any(there(one.get(name)) for one in rows)))
    names.sort(key=lambda name: name == "powers")
    return table(names, [[cell(row.get(name)) for name in names] for row in rows])


def there(value: Any) -> bool:
    """Whether a cell would show something."""
    return value is not None and value != []


def cell(value: Any) -> str:
    """A value of a row; powers are told apart by semicolons, faces and the like by spaces."""
    if isinstance(value, list):
        return ("; " if any(" " in one for one in value) else " ").join(value)
    return shown(value)


def page(entry: Entry, code: bool, paint: Paint) -> str:
    """One component: what and where it is, its text, its powers, and with ``code`` the functions made of them."""
    head = f"{paint(visible(entry.name), 'bold')}  {entry.library.game.name}/{entry.id}  {entry.sort}"
    parts = [
        f"{head}\n{paint(visible(entry.place), 'cyan')}",
        "\n".join(visible(line) for line in entry.text.split("\n")),
    ]
    for side in entry.sides:
        parts += [f"{paint(power.id, 'cyan')} ({power.use}): {visible(power.text)}" for power in side.powers]
        if code:
            parts += [visible_lines(entry.code(power)) for power in side.powers]
    return "\n\n".join(parts)


def visible_lines(text: str) -> str:
    """Many lines, each safe to show."""
    return "\n".join(visible(line) for line in text.split("\n"))
