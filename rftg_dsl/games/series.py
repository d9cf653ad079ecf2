"""A series of choices that the owner makes one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.check.signatures import MANY
from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import Step

DONE = "done"


def ask_next(
    play: Play,
    seat: int,
    question: Question,
    options: Sequence[Any],
    of: str | tuple[str, ...],
    enough: bool,
    answer: Step[...],
    *args: Any,
) -> None:
    """Ask for one of the options, or ``done`` if enough choices have been made. If there are no options, do not ask."""
    if options:
        play.ask(seat, question, One((*options, DONE) if enough else tuple(options), of), answer, *args)


def minimum_for(low: int) -> int:
    """The minimum number of things that must be available for a choice; for ``all``, one is enough."""
    return 1 if low == MANY else max(low, 1)
