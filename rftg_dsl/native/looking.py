"""Looks at a decision in native code: guesses, and what comes of each answer."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.backends import Ahead
from rftg_dsl.native import loading
from rftg_dsl.native.pool import signed
from rftg_dsl.native.states import Writing
from rftg_dsl.native.trees import Untranslatable

if TYPE_CHECKING:
    from rftg_dsl.native.engine import Engine


class States:
    """The states of one thread that looks are made in."""

    def __init__(self, engine: Engine) -> None:
        self.start, self.there, self.twin = [loading.Arena(engine.code) for _ in range(3)]
        self.written: Looking | None = None
        """What is in ``start``."""


class Looking:
    """Looks at one decision of a play: it is written once, and copied for each look."""

    def __init__(self, engine: Engine, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> None:
        """``Untranslatable`` if something of the play cannot stand in native code."""
        words = engine.words
        writing = Writing(words.shape, words.constant)
        self.picks = [signed(writing.word(one)) for one in picks]
        self.image = writing.image(play)
        self.engine = engine
        self.seats = engine.players
        self.how = loading.Ahead(seat, engine.players, ahead.sensible, ahead.horizon, ahead.answers)

    def __call__(self, numbers: Sequence[int], seed: int) -> Sequence[Sequence[float]] | None:
        """What every seat can expect to score after each of some answers; None if Python has to find out."""
        states = self.engine.states
        if states.written is not self:
            ctypes.memmove(states.start.state, self.image, len(self.image))
            states.written = self
        n, seats = len(numbers), self.seats
        picks = (ctypes.c_int64 * n)(*[self.picks[nth] for nth in numbers])
        out = (ctypes.c_double * (n * seats))()
        arenas = states.start.state, states.there.state, states.twin.state
        given = *arenas, ctypes.byref(self.how), picks, n, seed, out
        if self.engine.code.rftg_look(*given):
            return None
        return [out[nth * seats : (nth + 1) * seats] for nth in range(n)]


def looking(engine: Engine, play: Play[Any], seat: int, picks: Sequence[Pick], ahead: Ahead) -> Looking | None:
    """Looks at a decision; None if the play is not one of the engine's, or cannot stand in native code."""
    if play.rules is not engine.words.rules:
        return None
    try:
        return Looking(engine, play, seat, picks, ahead)
    except Untranslatable:
        return None
