"""Components as text: a table of many, a page for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.author.glossary import Word
from rftg_dsl.library.catalogue import Entry, Row
from rftg_dsl.show.terminal.columns import format_value, render_table
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import make_unbreakable

FIRST, LAST = ("id", "name", "kind"), "powers"
"""The columns of a component table, before and after the one for all other properties."""


def render_components(rows: Sequence[Row]) -> str:
    """Components as a table; empty columns are left out."""
    head = [*FIRST, "properties", LAST]
    lines = [
        [*[format_value(row[name]) for name in FIRST], render_properties(row), "; ".join(row[LAST])] for row in rows
    ]
    kept = [nth for nth in range(len(head)) if any(line[nth] for line in lines)]
    return render_table([head[nth] for nth in kept], [[line[nth] for nth in kept] for line in lines], titles=2)


def render_properties(row: Row) -> str:
    """The other printed properties, as the language writes them: a number after its word, a value alone."""
    rest = [(name, value) for name, value in row.items() if name not in (*FIRST, LAST) and has_value(value)]
    return " ".join(
        dict.fromkeys(value if isinstance(value, str) else f"{name} {format_property(value)}" for name, value in rest)
    )


def has_value(value: Any) -> bool:
    """Whether a property has a value to show."""
    return value is not None and value != []


def format_property(value: Any) -> str:
    """The value of a property; lists such as faces are joined by spaces."""
    return " ".join(value) if isinstance(value, list) else format_value(value)


def render_component(entry: Entry, code: bool, paint: Paint) -> str:
    """One component: its location, text and powers, and with ``code`` the functions generated from them."""
    head = f"{paint(to_visible(entry.name), 'bold')}  {entry.library.game.name}/{entry.id}  {entry.sort}"
    parts = [
        f"{head}\n{paint(to_visible(entry.place), 'cyan')}",
        "\n".join(to_visible(line) for line in entry.text.split("\n")),
    ]
    for side in entry.sides:
        parts += [f"{paint(power.id, 'cyan')} ({power.use}): {to_visible(power.text)}" for power in side.powers]
        if code:
            parts += [make_unbreakable(to_visible_lines(entry.code_of(power))) for power in side.powers]
    return "\n\n".join(parts)


def to_visible_lines(text: str) -> str:
    """Several lines of text, each safe to show."""
    return "\n".join(to_visible(line) for line in text.split("\n"))


def render_words(words: Sequence[Word]) -> str:
    """Words as a table, by sort; an empty column is left out."""
    head = [
        name for name in ("sort", "word", "form", "meaning", "example") if any(getattr(word, name) for word in words)
    ]
    return render_table(head, [[getattr(word, name) for name in head] for word in words], titles=2)
