"""Advice for the ``greedy`` bot without rules of thumb: try each answer and keep the one that leaves the seat best off.

A game provides a *worth*, which states how good a table is for a seat, and can add its own advisers for some questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rftg_dsl.compile.game import Adviser
from rftg_dsl.compile.score import standing_of
from rftg_dsl.kernel.decision import Decision, Question
from rftg_dsl.kernel.form import Pick, Range, choose_simplest
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.kernel.view import UnknownChance

Worth = Callable[[Any, int], float]
"""``worth(play, seat)`` is the value of a table for a seat, in points. Higher is better."""

MOST = 100
"""The maximum number of answers tried for one question. A question with more answers gets the simplest answer."""


def points_of(play: Play[Any], seat: int) -> float:
    """Return the score that the seat would have if the game ended now. This is the default worth."""
    return standing_of(play, seat).total


def advisers_for(
    questions: Iterable[Question], worth: Worth = points_of, own: Mapping[str, Adviser] | None = None
) -> Mapping[str, Adviser]:
    """Return an adviser for each question, and for the engine's own questions about powers.

    ``own`` contains the advisers that the game itself provides, keyed by question name.
    """
    adviser = adviser_by_trial(worth)
    return {**{question.name: adviser for question in (*questions, USE, CHOOSE)}, **(own or {})}


def adviser_by_trial(worth: Worth) -> Adviser:
    """Return an adviser that picks the answer with the highest worth immediately afterwards.

    The trial ends before any chance result, further question or later step. Since advice is given on a seat's view, the
    adviser knows only what the seat knows. Among equally good answers, it prefers the simplest, then the first.
    """

    def pick_best(play: Play[Any], asked: Decision) -> Pick:
        simplest = choose_simplest(asked.form)
        return max((simplest, *answers_to_try(asked)), key=lambda pick: worth_after(play, asked.seat, pick, worth))

    return pick_best


def answers_to_try(asked: Decision) -> Iterable[Pick]:
    """Return the answers to try: all, if there are not too many; if the answer is a number, only the bounds."""
    form = asked.form
    if isinstance(form, Range):
        return (form.low, form.high)
    return form.listed() if form.count() <= MOST else ()


def worth_after(play: Play[Any], seat: int, pick: Pick, worth: Worth) -> float:
    """Return the worth of the table after an answer, or of the current table if what follows depends on chance."""
    trial = play.clone()
    try:
        trial.take(pick)
    except UnknownChance:
        return worth(play, seat)
    return worth(trial, seat)
