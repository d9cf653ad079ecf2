"""A JSON cache of the parse table, which takes ten times as long to build as to read.

``Lark.save`` writes a pickle, and loading a pickle can execute code, so we pass plain data to ``Lark.load`` instead.
If ``interegular`` is installed, as it is for developers only, Lark compares all terminals while it builds the table,
which makes the build five times slower still.
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
    "maybe_placeholders": True,
    "keep_all_tokens": False,
}


def parser_of(grammar: str, transformer: Transformer[Any, Any]) -> Lark:
    # The key includes the Lark version, because a table written by a different version must not be loaded.
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
    """Restore a parser from plain data. Return None if the data is malformed."""
    try:
        data, memo = table
        data["options"]["transformer"] = transformer
        # JSON has converted the integer keys to strings.
        states = data["parser"]["parser"]["states"]
        data["parser"]["parser"]["states"] = {int(number): state for number, state in states.items()}
        numbered = {int(number): value for number, value in memo.items()}
        return Lark.load({"data": data, "memo": numbered})
    # Treat a damaged cache as a miss, so that the caller rebuilds the table.
    except (TypeError, ValueError, KeyError, AttributeError, LookupError, AssertionError, lark.exceptions.LarkError):
        return None
