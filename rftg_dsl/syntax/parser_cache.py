"""The parser's table, kept as JSON between runs: building it takes ten times as long as reading it.

``Lark.save`` would write a pickle, which can run code when it is read; ``Lark.load`` accepts plain data as well. If
``interegular`` is installed, as only developers have it, Lark also compares all terminals while it builds the table,
which takes five times as long again.
"""

from __future__ import annotations

from typing import Any

import lark
from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rftg_dsl.base.cache import keep, recall

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": False,
    "maybe_placeholders": False,
    "keep_all_tokens": False,
}


def parser_of(grammar: str, transformer: Transformer[Any, Any]) -> Lark:
    """The parser of a grammar, from its cached table if there is one; otherwise the table is built and cached."""
    key = f"lark {lark.__version__} {sorted(OPTIONS.items())}\n{grammar}"
    if (parser := read(recall("grammar", key), transformer)) is not None:
        return parser
    parser = Lark(grammar, **OPTIONS, transformer=transformer)
    keep("grammar", key, serialize(parser))
    return parser


def serialize(parser: Lark) -> list[Any]:
    """A parser as plain data."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: data["options"][name] for name in OPTIONS} | {"start": data["options"]["start"]}
    return [data, memo]


def read(table: Any, transformer: Transformer[Any, Any]) -> Lark | None:
    """A parser from plain data; None if the data does not describe one."""
    try:
        data, memo = table
        data["options"]["transformer"] = transformer
        # The keys of JSON objects are strings.
        states = data["parser"]["parser"]["states"]
        data["parser"]["parser"]["states"] = {int(number): state for number, state in states.items()}
        numbered = {int(number): value for number, value in memo.items()}
        return Lark.load({"data": data, "memo": numbered})
    except (TypeError, ValueError, KeyError, AttributeError, LookupError, AssertionError, lark.exceptions.LarkError):
        return None
