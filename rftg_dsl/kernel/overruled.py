"""Answers that the rules refuse but that people let stand in a real game."""

from __future__ import annotations

from typing import Any

from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Form, One, Pick, Some
from rftg_dsl.kernel.play import Play

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that the rules may raise when play continues after a refused answer."""


class Overruled(Decision):
    """A decision whose form was widened to accept an answer that the rules refuse."""

    __slots__ = ()


def overrule(play: Play[Any], pick: Pick) -> bool:
    """Let a refused answer to the pending decision stand. Return False if no player could have given that answer.

    A player could have chosen too few, too many or the wrong pieces, but only their own, and each piece at most once.
    This limit also ensures that handling the answer takes no more work than handling a legal one.
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
    if isinstance(form, One) and not isinstance(pick, tuple):
        return One([*form.options, pick], form.of)
    if isinstance(form, Some) and isinstance(pick, tuple) and len(set(pick)) == len(pick):
        options = list(dict.fromkeys((*form.options, *pick)))
        return Some(options, min(form.low, len(pick)), max(form.high, len(pick)), form.of)
    return None


def pieces_of(pick: Pick) -> tuple[Any, ...]:
    return pick if isinstance(pick, tuple) else (pick,)


def is_own(play: Play[Any], seat: int, piece: Any) -> bool:
    known = type(piece) is int and 0 <= piece < len(play.layout.piece_names)
    return known and play.layout.place_owner[play.place_of[piece]] == seat
