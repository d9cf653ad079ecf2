"""Looking ahead in native code: guessing the hidden information and finding the result of each answer."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.backends import Ahead
from rftg_dsl.native import loading
from rftg_dsl.native.compiler.pool import as_signed
from rftg_dsl.native.held import Words
from rftg_dsl.native.states import Writing


class States:
    """The states that a thread uses for looking ahead."""

    def __init__(self, code: Any) -> None:
        self.start, self.there, self.twin = [loading.Arena(code) for _ in range(3)]
        self.written: Looking | None = None
        """The decision whose state is in ``start``."""


class Looking:
    """Looks ahead from one decision in a play. The state is written once and copied for each look."""

    def __init__(
        self,
        words: Words,
        states: Callable[[], States],
        play: Play[Any],
        seat: int,
        picks: Sequence[Pick],
        ahead: Ahead,
    ) -> None:
        """Raise ``TranslationError`` if the play contains something that native code cannot represent."""
        writing = Writing(words.shape, words.word_of_constant)
        self.picks = [as_signed(writing.word_for(pick)) for pick in picks]
        self.image = writing.image_of(play)
        self.code = words.code
        self.states = states
        self.seats = play.layout.seats
        self.how = loading.Ahead(seat, self.seats, ahead.sensible, ahead.horizon, ahead.answers)

    def __call__(self, numbers: Sequence[int], seed: int) -> Sequence[Sequence[float]] | None:
        """Return the expected scores of all seats after each answer; None if Python has to compute them."""
        states = self.states()
        if states.written is not self:
            ctypes.memmove(states.start.state, self.image, len(self.image))
            states.written = self
        n, seats = len(numbers), self.seats
        picks = (ctypes.c_int64 * n)(*[self.picks[nth] for nth in numbers])
        out = (ctypes.c_double * (n * seats))()
        arenas = states.start.state, states.there.state, states.twin.state
        arguments = *arenas, ctypes.byref(self.how), picks, n, seed, out
        if self.code.rftg_look(*arguments):
            return None
        return [out[nth * seats : (nth + 1) * seats] for nth in range(n)]
