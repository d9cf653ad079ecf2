"""Components as text: a table of several components, or a page about one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.author.glossary import Word
from rftg_dsl.library.catalogue import Entry, Row
from rftg_dsl.show.terminal.columns import format_value, render_table
from rftg_dsl.show.terminal.paint import Paint, to_visible
from rftg_dsl.show.terminal.wrap import make_unbreakable

FIRST, LAST = ("id", "name", "kind"), "powers"
"""The first columns and the last column of a component table; all other properties share one column in the middle."""


def render_components(rows: Sequence[Row]) -> str:
    head = [*FIRST, "properties", LAST]
    lines = [
        [*[format_value(row[name]) for name in FIRST], render_properties(row), "; ".join(row[LAST])] for row in rows
    ]
    kept = [nth for nth in range(len(head)) if any(line[nth] for line in lines)]
    return render_table([head[nth] for nth in kept], [[line[nth] for nth in kept] for line in lines], titles=2)


def render_properties(row: Row) -> str:
    """Render the properties that have no column of their own, such as ``cost 3``; a word appears without its name."""
    rest = [(name, value) for name, value in row.items() if name not in (*FIRST, LAST) and has_value(value)]
    return " ".join(
        # Show a word only once, even if two properties have it as their value.
        dict.fromkeys(value if isinstance(value, str) else f"{name} {format_property(value)}" for name, value in rest)
    )


def has_value(value: Any) -> bool:
    return value is not None and value != []


def format_property(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else format_value(value)


def render_component(entry: Entry, code: bool, paint: Paint) -> str:
    head = f"{paint(to_visible(entry.name), 'bold')}  {entry.library.game.name}/{entry.id}  {entry.sort}"
    parts = [
        f"{head}\n{paint(to_visible(entry.place), 'cyan')}",
        "\n".join(to_visible(line) for line in entry.text.split("\n")),
    ]
    for side in entry.sides:
        parts += [f"{paint(power.id, 'cyan')} ({power.use}): {to_visible(power.text)}" for power in side.powers]
        if code:
            # Folding would destroy the indentation of Python code.
            parts += [make_unbreakable(to_visible_lines(entry.code_of(power))) for power in side.powers]
    return "\n\n".join(parts)


def to_visible_lines(text: str) -> str:
    return "\n".join(to_visible(line) for line in text.split("\n"))


def render_words(words: Sequence[Word]) -> str:
    head = [
        name for name in ("sort", "word", "form", "meaning", "example") if any(getattr(word, name) for word in words)
    ]
    return render_table(head, [[getattr(word, name) for name in head] for word in words], titles=2)
