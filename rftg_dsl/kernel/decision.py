"""Decisions: the questions put to seats."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from attrs import field, frozen

from rftg_dsl.kernel.form import Form


@frozen
class Question:
    """A kind of decision in a game; bots and importers identify it by name."""

    name: str
    rule: str = ""
    secret: bool = False
    """Whether only the seat asked may see the options and the answer."""
    asks: str = ""
    """The question as shown to people. ``{0 piece}`` is replaced by the name of the first argument, here a piece."""
    words: Mapping[str, str] = field(factory=dict, hash=False, repr=False)
    """Display texts for the words in answers, such as ``Explore +5`` for ``explore5``. A word whose text is empty is
    omitted."""


class Decision:
    """A question to one seat, with its possible answers and the step that receives the answer."""

    __slots__ = ("answer", "args", "form", "name", "rule", "seat", "secret")

    def __init__(
        self, seat: int, name: str, form: Form, answer: str, args: tuple[Any, ...], secret: bool, rule: str
    ) -> None:
        self.seat = seat
        self.name = name
        self.form = form
        self.answer = answer
        """The id of the step that receives the answer: ``step(play, seat, *args, pick)``."""
        self.args = args
        self.secret = secret
        self.rule = rule

    def __repr__(self) -> str:
        return f"Decision(seat {self.seat}, {self.name!r}, {self.form!r})"


def questions_in(*modules: ModuleType) -> tuple[Question, ...]:
    """Return all questions defined in these modules, for use in a game's record."""
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Question))
