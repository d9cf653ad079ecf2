"""Decisions: the questions put to seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from attrs import field, frozen

from rftg_dsl.kernel.form import Form, One, Pick, Some

Facts = Mapping[str, Any]
"""The facts of a question, by the names that its text uses: ``{"worker": ("kind", 3), "price": 2}``.

A pair is a handle with its sort, and is replaced by its name. Three facts are about the text itself: ``when`` is the
situation that selects one of several texts, ``power`` the id of the power concerned, and ``n`` the number to choose.
"""


def tell_nothing(play: Any, asked: Decision) -> Facts:
    return {}


@frozen
class Question:
    """A kind of decision in a game; bots and importers identify it by name."""

    name: str
    rule: str = ""
    secret: bool = False
    """Whether only the seat asked may see the options and the answer."""
    asks: str = ""
    """The question as shown to people, unless the game's ``table-talk.toml`` has a text for it. ``{worker}`` is
    replaced by the fact with this name."""
    words: Mapping[str, str] = field(factory=dict, hash=False, repr=False)
    """Display texts for the words in answers, such as ``Explore +5`` for ``explore5``. A word whose text is empty is
    omitted."""
    about: Callable[[Any, Decision], Facts] = field(default=tell_nothing, hash=False, eq=False, repr=False)
    """Returns the facts for a play in which this question is open."""


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

    @property
    def options(self) -> Sequence[Pick]:
        """The handles that can be chosen; empty for an amount, or for counts of things."""
        return self.form.options if isinstance(self.form, One | Some) else ()

    @property
    def low(self) -> int:
        """The minimum number of options to choose, or the smallest amount."""
        return 1 if isinstance(self.form, One) else self.form.low

    def __repr__(self) -> str:
        return f"Decision(seat {self.seat}, {self.name!r}, {self.form!r})"


def questions_in(*modules: ModuleType) -> tuple[Question, ...]:
    """Return all questions defined in these modules, for use in a game's record."""
    return tuple(value for module in modules for value in vars(module).values() if isinstance(value, Question))
