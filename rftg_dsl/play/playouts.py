"""Play-outs, which estimate an answer's prospects by playing on from a guess at hidden information.

``search`` uses play-outs only through the ``Playouts`` protocol, which any sufficiently fast player can implement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.score import prospects_of
from rftg_dsl.compile.suppose import suppose
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import EXACT, Pick
from rftg_dsl.kernel.guess import Loose
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.backends import WORTH, Ahead, Engine, engine_for
from rftg_dsl.library.load import Library
from rftg_dsl.play.advice import Advice

LONG = 2_000
"""The maximum number of decisions in a play-out; the seats' prospects are estimated where it stops."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]]]
"""A function that takes pick numbers and a seed, and returns the expected score of every seat after each pick.

The seed determines how hidden things are dealt and which random numbers are used; both are the same for every pick.
"""


class Playouts(Protocol):
    """Plays on from guesses at information that is hidden from a seat."""

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick]) -> Looks:
        """Return a function for ``play``'s pending decision; ``play`` must not change while the function is in use."""


class Drawn:
    """Play-outs to the end of the game, with all answers drawn at random."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick]) -> Looks:
        def look(numbers: Sequence[int], seed: int) -> Sequence[Sequence[float]]:
            random = Random(seed).random
            there = guess(play, seat, random)
            return self.values_of(there, [picks[nth] for nth in numbers], int(random() * EXACT))

        return look

    def values_of(self, guess: Play[Any], picks: Sequence[Pick], seed: int) -> Sequence[Sequence[float]]:
        """For each pick, the expected score of every seat after the pick.

        All picks get the same random numbers, which are determined by ``seed``. ``guess`` is not changed.
        """
        values = []
        for pick in picks:
            # Use common random numbers: only the differences between picks matter, and this reduces their variance.
            random = Random(seed).random
            twin = guess.clone()
            twin.chance = Loose(random)
            self.play_on(twin, pick, self.make_chooser(random))
            values.append(prospects_of(twin))
        return values

    def make_chooser(self, random: Callable[[], float]) -> Callable[[Play[Any], Decision], Pick]:
        return lambda _, asked: asked.form.draw(random)

    def horizon_of(self, play: Play[Any]) -> int:
        """The number of rounds or turns to play, including the current one; 0 means to the end of the game."""
        return 0

    def play_on(self, play: Play[Any], pick: Pick, choose: Callable[[Play[Any], Decision], Pick]) -> None:
        ends = f"{play.rules.program.stretch.name} "
        left, answers = self.horizon_of(play), 0
        try:
            play.take(pick)
            while not play.over and answers < LONG:
                if play.paused:
                    # A play-out does not write a log, and keeping its events would fill memory.
                    play.events.clear()
                    play.drawn.clear()
                    if play.paused.startswith(ends):
                        left -= 1
                        if left == 0:
                            break
                if (asked := play.pending) is None:
                    play.run()
                    continue
                answers += 1
                play.take(choose(play, asked))
        except UsageError as wrong:
            if wrong.code == "illegal-answer":
                raise


class Sensible(Drawn):
    """Play-outs to the game's horizon or to the end of a turn, in which all seats follow the game's advice."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.advice = Advice(game)

    def make_chooser(self, random: Callable[[], float]) -> Callable[[Play[Any], Decision], Pick]:
        return self.advice.pick_on_table

    def horizon_of(self, play: Play[Any]) -> int:
        # A turn shows its effect when it ends; a round does so only once other seats have reacted in later rounds.
        return TURNS if play.rules.program.stretch.mine else self.game.horizon


class Quick:
    """Play-outs on a back end, with the same results as in Python."""

    def __init__(self, python: Drawn, engine: Engine) -> None:
        self.python = python
        self.engine = engine

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick]) -> Looks:
        python = self.python.make_looks(play, seat, picks)
        ahead = Ahead(isinstance(self.python, Sensible), self.python.horizon_of(play), LONG)
        quick = self.engine.make_looks(play, seat, picks, ahead)
        if quick is None:
            return python

        def look(numbers: Sequence[int], seed: int) -> Sequence[Sequence[float]]:
            values = quick(numbers, seed)
            return python(numbers, seed) if values is None else values

        return look


TURNS = 1


def quickest_playouts_for(library: Library, players: int, backend: str | None = None, make: bool = False) -> Playouts:
    """Play-outs on a back end if one is ready, is requested, or may be compiled (``make``); otherwise, in Python."""
    python = playouts_for(library.game)
    engine = engine_for(library, players, backend, WORTH if make else 0)
    return python if engine is None else Quick(python, engine)


def playouts_for(game: Game) -> Drawn:
    return Sensible(game) if game.advisers() else Drawn(game)


def guess(play: Play[Any], seat: int, random: Callable[[], float]) -> Play[Any]:
    """Return a play that, for all the seat knows, could be the real one; it has its own random source.

    The guess depends only on ``random`` and on what the seat can see, so it is the same for plays that differ only in
    hidden things.
    """
    twin = play.clone()
    twin.chance = Loose(random)
    suppose(twin, seat, random)
    return twin
