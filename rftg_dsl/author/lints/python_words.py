"""Finds the words that a game's Python code refers to: all strings that can be reached from the game's record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from attrs import fields, has

from rftg_dsl.compile.code_scan import find_reachable
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.step import Step


class Named:
    """The strings in a game's Python code, for testing whether the code refers to a word of the content."""

    def __init__(self, game: Game) -> None:
        self.texts = {item for item in find_reachable(*walk_record(game)) if isinstance(item, str)}
        self._ends = [text for text in self.texts if len(text) > 1 and (text[0] in JOINS or text[-1] in JOINS)]

    def __contains__(self, word: object) -> bool:
        return word in self.texts

    def may_make(self, word: str) -> bool:
        """Whether the Python code contains a word or may build it, as in ``f"{place}-goals"`` or
        ``f"draws-{action}"``."""
        if word in self.texts or set(re.split(r"-", word)) <= self.texts:
            return True
        return any(word.startswith(end) if end[-1] in JOINS else word.endswith(end) for end in self._ends)


JOINS = "-_"


def walk_record(record: object) -> Iterator[Any]:
    """Yield the strings, functions and steps in a record, at any depth."""
    seen: set[int] = set()
    waiting = [record]
    while waiting:
        item: Any = waiting.pop()
        # Compare by identity, because records contain unhashable values and refer to one another.
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, str | FunctionType | Step):
            yield item
        elif isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set | frozenset):
            waiting += item
        elif isinstance(item, type):
            waiting += vars(item).values()
        elif has(type(item)):
            waiting += [getattr(item, field.name) for field in fields(type(item))]
        elif hasattr(item, "__dict__"):
            waiting += vars(item).values()
