"""The parser's table, kept as JSON between runs: working it out takes forty times as long as reading it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import lark
from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rftg_dsl.cache import keep, kept

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": False,
    "maybe_placeholders": False,
    "keep_all_tokens": False,
}


@contextmanager
def believed() -> Iterator[None]:
    """Terminals are not compared with one another meanwhile: for ours a test does it, for those of Lark Lark does.

    Where ``interegular`` is installed it takes five times as long as all the rest.
    """
    was: bool = vars(lark.lexer)["has_interegular"]
    vars(lark.lexer)["has_interegular"] = False
    try:
        yield
    finally:
        vars(lark.lexer)["has_interegular"] = was


def made(grammar: str, transformer: Transformer[Any, Any]) -> Lark:
    """The parser of a grammar, from its cached table if there is one; otherwise the table is built and cached."""
    key = f"lark {lark.__version__} {sorted(OPTIONS.items())}\n{grammar}"
    if (parser := read(kept("grammar", key), transformer)) is not None:
        return parser
    with believed():
        parser = Lark(grammar, **OPTIONS, transformer=transformer)
    keep("grammar", key, written(parser))
    return parser


def written(parser: Lark) -> list[Any]:
    """A parser as plain data."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {name: data["options"][name] for name in OPTIONS} | {"start": data["options"]["start"]}
    return [data, memo]


def read(table: Any, transformer: Transformer[Any, Any]) -> Lark | None:
    """A parser from plain data; None if the data is none of a parser."""
    try:
        data, memo = table
        states = data["parser"]["parser"]["states"]
        data["parser"]["parser"]["states"] = {int(number): state for number, state in states.items()}
        numbered = {int(number): one for number, one in memo.items()}
        made: Lark = Lark._load_from_dict(data, numbered, transformer=transformer)  # type: ignore[no-untyped-call]
        return made
    except (TypeError, ValueError, KeyError, AttributeError, LookupError, lark.exceptions.LarkError):
        return None
