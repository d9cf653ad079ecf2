"""The words that a game's Python names: every text in its record, and in the functions that the record leads to."""

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
    """The texts in a game's Python, and whether they name a word of its content."""

    def __init__(self, game: Game) -> None:
        self.texts = {one for one in find_reachable(*walk_record(game)) if isinstance(one, str)}
        self._ends = [one for one in self.texts if len(one) > 1 and (one[0] in JOINS or one[-1] in JOINS)]

    def __contains__(self, word: object) -> bool:
        return word in self.texts

    def may_make(self, word: str) -> bool:
        """Whether its Python names a word, or may put it together: ``f"{place}-goals"``, ``f"draws-{action}"``."""
        if word in self.texts or set(re.split(r"-", word)) <= self.texts:
            return True
        return any(word.startswith(end) if end[-1] in JOINS else word.endswith(end) for end in self._ends)


JOINS = "-_"
"""What joins the parts of a word."""


def walk_record(record: object) -> Iterator[Any]:
    """The texts, functions and steps in a record, at any depth."""
    seen: set[int] = set()
    waiting = [record]
    while waiting:
        one: Any = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, str | FunctionType | Step):
            yield one
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += one
        elif isinstance(one, type):
            waiting += vars(one).values()
        elif has(type(one)):
            waiting += [getattr(one, field.name) for field in fields(type(one))]
        elif hasattr(one, "__dict__"):
            waiting += vars(one).values()
