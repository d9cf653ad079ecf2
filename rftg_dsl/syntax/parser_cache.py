"""A JSON cache of the parser's table, which takes ten times as long to build as to read.

``Lark.save`` writes a pickle, which can run code when it is loaded; ``Lark.load`` also accepts plain data. If
``interegular`` is installed (only developers have it), Lark compares all terminals while building the table, which
makes that five times slower again.
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
    # The key names the release of Lark: a table written by another one must not be loaded.
    key = f"lark {lark.__version__} {sorted(OPTIONS.items())}\n{grammar}"
    if (parser := read(recall("grammar", key), transformer)) is not None:
        return parser
    parser = Lark(grammar, **OPTIONS, transformer=transformer)
    keep("grammar", key, serialize(parser))
    return parser


def serialize(parser: Lark) -> list[Any]:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: data["options"][name] for name in OPTIONS} | {"start": data["options"]["start"]}
    return [data, memo]


def read(table: Any, transformer: Transformer[Any, Any]) -> Lark | None:
    """Restore a parser from plain data; None if the data is malformed."""
    try:
        data, memo = table
        data["options"]["transformer"] = transformer
        # JSON turns the integer keys into strings.
        states = data["parser"]["parser"]["states"]
        data["parser"]["parser"]["states"] = {int(number): state for number, state in states.items()}
        numbered = {int(number): value for number, value in memo.items()}
        return Lark.load({"data": data, "memo": numbered})
    # A damaged cache is a miss: the caller rebuilds the table.
    except (TypeError, ValueError, KeyError, AttributeError, LookupError, AssertionError, lark.exceptions.LarkError):
        return None
