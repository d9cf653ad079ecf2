"""Play-outs: the prospects of an answer if the game is played on from a guess.

``search`` sees them only through the protocol ``Playouts``, so that anything that plays fast enough can implement it.
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
"""The most decisions of one play-out; after that the seats' prospects count as they are."""


Looks = Callable[[Sequence[int], int], Sequence[Sequence[float]]]
"""Looks at one decision: for each pick, by number, what every seat can expect to score after it.

Everything follows from the second number: hidden things are dealt anew, and the same chance decides for each pick.
"""


class Playouts(Protocol):
    """Plays on from guesses at what a seat does not see."""

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick]) -> Looks:
        """Looks at the pending decision of ``play``, which must not change while they are made."""


class Drawn:
    """Play-outs in which all answers are drawn at random, to the end of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def make_looks(self, play: Play[Any], seat: int, picks: Sequence[Pick]) -> Looks:
        def look(numbers: Sequence[int], seed: int) -> Sequence[Sequence[float]]:
            random = Random(seed).random
            there = guess(play, seat, random)
            return self.values_of(there, [picks[nth] for nth in numbers], int(random() * EXACT))

        return look

    def values_of(self, guess: Play[Any], picks: Sequence[Pick], seed: int) -> Sequence[Sequence[float]]:
        """For each pick, what every seat can expect to score after it.

        The same chance, which follows from ``seed``, decides for each pick. ``guess`` is not changed.
        """
        values = []
        for pick in picks:
            # Common random numbers: the difference between picks is what matters, and it varies less this way.
            random = Random(seed).random
            twin = guess.clone()
            twin.chance = Loose(random)
            self.play_on(twin, pick, self.make_chooser(random))
            values.append(prospects_of(twin))
        return values

    def make_chooser(self, random: Callable[[], float]) -> Callable[[Play[Any], Decision], Pick]:
        return lambda _, asked: asked.form.draw(random)

    def horizon_of(self, play: Play[Any]) -> int:
        """For how many rounds or turns, including the present one, to play on; 0: to the end."""
        return 0

    def play_on(self, play: Play[Any], pick: Pick, choose: Callable[[Play[Any], Decision], Pick]) -> None:
        ends = f"{play.rules.program.stretch.name} "
        left, answers = self.horizon_of(play), 0
        try:
            play.take(pick)
            while not play.over and answers < LONG:
                if play.paused:
                    # A play-out has no log, and its events would fill memory.
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
    """Play-outs in which all seats follow the advice of the game, to the end of the next round or of this turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.advice = Advice(game)

    def make_chooser(self, random: Callable[[], float]) -> Callable[[Play[Any], Decision], Pick]:
        return self.advice.pick_on_table

    def horizon_of(self, play: Play[Any]) -> int:
        # A turn shows its result at its own end; in a round, others still react in the next.
        return TURNS if play.rules.program.stretch.mine else ROUNDS


class Quick:
    """Play-outs by a back end, with the same results as those of Python."""

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


ROUNDS, TURNS = 2, 1


def quickest_playouts_for(library: Library, players: int, backend: str | None = None, make: bool = False) -> Playouts:
    """Play-outs by a back end if one is ready or requested, or if ``make`` allows seconds to compile it."""
    python = playouts_for(library.game)
    engine = engine_for(library, players, backend, WORTH if make else 0)
    return python if engine is None else Quick(python, engine)


def playouts_for(game: Game) -> Drawn:
    return Sensible(game) if game.advisers() else Drawn(game)


def guess(play: Play[Any], seat: int, random: Callable[[], float]) -> Play[Any]:
    """A play that could be the real one for all that a seat can know, with its own chance.

    It follows from ``random`` and what the seat sees: two plays that differ only in hidden things give the same guess.
    """
    twin = play.clone()
    twin.chance = Loose(random)
    suppose(twin, seat, random)
    return twin
