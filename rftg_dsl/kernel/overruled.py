"""Answers that the rules refuse, and that stood in a game of people all the same."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Form, One, Pick, Some
from rftg_dsl.kernel.play import Play

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of rules that cannot go on from such an answer."""


class Overruled(Decision):
    """A decision whose form has been made wide enough for an answer that the rules refuse."""

    __slots__ = ()


def overrule(play: Play[Any], pick: Pick) -> bool:
    """Let an answer to the pending decision stand that the rules refuse; False if no player could have made it.

    A player could choose too few or too many pieces, or others than they may, but only their own and each once. So it
    can be carried out in as much time as a legal answer.
    """
    asked = play.pending
    if asked is None or asked.form.of != "piece" or asked.form.accepts(pick):
        return False
    form = widen_form(asked.form, pick)
    if form is None or not all(is_own(play, asked.seat, piece) for piece in pieces_of(pick)):
        return False
    play.pending = Overruled(asked.seat, asked.name, form, asked.answer, asked.args, asked.secret, asked.rule)
    return True


def widen_form(form: Form, pick: Pick) -> Form | None:
    """A form of the same kind that also accepts a pick; None if no form of this kind could."""
    if isinstance(form, One) and not isinstance(pick, tuple):
        return One([*form.options, pick], form.of)
    if isinstance(form, Some) and isinstance(pick, tuple) and len(set(pick)) == len(pick):
        options = list(dict.fromkeys((*form.options, *pick)))
        return Some(options, min(form.low, len(pick)), max(form.high, len(pick)), form.of)
    return None


def pieces_of(pick: Pick) -> tuple[Any, ...]:
    """The parts of a pick."""
    return pick if isinstance(pick, tuple) else (pick,)


def is_own(play: Play[Any], seat: int, piece: Any) -> bool:
    """Whether something is a piece in a place of a seat."""
    known = type(piece) is int and 0 <= piece < len(play.layout.piece_names)
    return known and play.layout.place_owner[play.place_of[piece]] == seat
