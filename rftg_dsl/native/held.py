"""A native game that Python holds: it is written from a play, can be forked and continued, and is read back."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.hook import Hook
from rftg_dsl.kernel.play import Play
from rftg_dsl.native.compiler.pool import ABSENT, WORD, as_signed
from rftg_dsl.native.loading import Arena, Twister
from rftg_dsl.native.states import Reading, Writing, floor_of, shape_of

TOP = ctypes.c_uint64
"""The type of a state's first field, which is the number of bytes in use."""


class PythonFallback(Exception):
    """Raised if native code cannot continue, so that Python has to; the message states the reason."""


class Words:
    """Converts between Python values and the words of loaded native code."""

    def __init__(self, code: Any, hooks: Mapping[str, int], rules: Rules) -> None:
        self.code = code
        self.numbers = hooks
        self.names = {number: name for name, number in hooks.items()}
        self.shape = shape_of(rules)
        self.rules = rules
        self.floor = floor_of(self.shape)
        self.texts: dict[str, int | None] = {}
        self.reading = Reading(self.shape, self.power_at)

    def word_of_constant(self, value: Any) -> int | None:
        """Return the word for a power, or for a string among the constants of native code; None for anything else."""
        if type(value) is str:
            if value not in self.texts:
                raw = value.encode()
                word = self.code.rftg_text(raw, len(raw))
                self.texts[value] = word % WORD if word != ABSENT else None
            return self.texts[value]
        if isinstance(value, Hook):
            return self.numbers[value.id] << 3 | 6
        return None

    def power_at(self, number: int) -> Any:
        return self.rules.by_id[self.names[number]]

    def image_of(self, play: Play[Any]) -> bytes:
        return Writing(self.shape, self.word_of_constant).image_of(play)

    def append_value(self, state: int, value: Any) -> int:
        """Append a value to a state, and return the word for the value."""
        writing = Writing(self.shape, self.word_of_constant)
        top = TOP.from_address(state)
        writing.floor = top.value
        word = writing.word_for(value)
        raw = writing.to_bytes()
        ctypes.memmove(state + top.value, raw, len(raw))
        top.value += len(raw)
        return as_signed(word)


class Held:
    """A game in native code, with the seed of the play from which it was written."""

    def __init__(self, words: Words, play: Play[Any], image: bytes | None = None) -> None:
        self.words = words
        self.code = words.code
        self.like = play
        self.arena = Arena(words.code)
        self.state = self.arena.state
        raw = self.words.image_of(play) if image is None else image
        ctypes.memmove(self.state, raw, len(raw))

    @property
    def size(self) -> int:
        return TOP.from_address(self.state).value

    def fork(self) -> Held:
        """Return an independent copy of the game in its current state."""
        return Held(self.words, self.like, ctypes.string_at(self.state, self.size))

    def play(self) -> Play[Any]:
        return self.words.reading.read_play(self.state, self.like)

    def run(self) -> None:
        """Run to the next decision or pause, or to the end. Raise ``PythonFallback`` if this requires Python."""
        self.set_seed()
        self.check_status(self.code.rftg_run(self.state))

    def take(self, pick: Pick) -> None:
        """Answer the pending decision with a valid pick. Raise ``PythonFallback`` if this requires Python."""
        self.set_seed()
        self.check_status(self.code.rftg_take(self.state, self.words.append_value(self.state, pick)))

    def draw(self, bot: Twister) -> Pick:
        """Draw an answer with a bot's random numbers. Raise ``PythonFallback`` if this requires Python."""
        word = ctypes.c_int64()
        self.check_status(self.code.rftg_draw(self.state, ctypes.byref(bot), ctypes.byref(word)))
        return self.words.reading.read_value(self.state, word.value)

    def forget(self) -> None:
        self.code.rftg_forget(self.state)

    def set_seed(self) -> None:
        # Chance continues with the seed of the original play.
        prefix = self.like.chance.prefix.encode()  # type: ignore[attr-defined]
        self.prefix = prefix  # keep the bytes alive, because C has only a pointer to them
        self.code.rftg_seed(prefix, len(prefix))

    def check_status(self, how: int) -> None:
        if how:
            raise PythonFallback(self.code.rftg_complaint().decode())
