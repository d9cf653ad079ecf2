"""One game, from its setup to its end, with or without a log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.compile.game import Game, Report
from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Observer, Play
from rftg_dsl.library import Library
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import LogFile
from rftg_dsl.play.bots import Bot, Chooser, make_bot, name_of


@frozen
class Result:
    """What came of one game."""

    seed: str
    decisions: int
    events: int
    rounds: int
    figures: Report


class Tally(Observer):
    """Counts decisions and rounds."""

    def __init__(self, game: Game) -> None:
        self.last = game.checkpoints[-1]
        self.decisions = self.rounds = 0

    def decided(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """One more decision."""
        self.decisions += 1

    def paused(self, play: Play[Any], mark: str) -> None:
        """One more round (or turn), if that is what is over."""
        self.rounds += mark.partition(" ")[0] == self.last


class Unlogged(Tally):
    """Counts events as well, and forgets them, so that memory stays as it is."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.events = 0

    def paused(self, play: Play[Any], mark: str) -> None:
        """The events so far are counted and forgotten."""
        super().paused(play, mark)
        self.ended(play)

    def ended(self, play: Play[Any]) -> None:
        """The last events are counted and forgotten."""
        self.events += len(play.events)
        play.events.clear()
        play.drawn.clear()


def play_game(
    library: Library, players: int, seed: str, bots: Sequence[str | Bot], log: Path | None = None, sync: bool = True
) -> Result:
    """Play a game with these bots, one a seat; with ``log``, write it there."""
    play = started(library, players, seed)
    seated = [make_bot(name, library.game, seed, seat) for seat, name in enumerate(bots)]
    if log is None:
        unlogged = Unlogged(library.game)
        drive(play, chooser(seated), (unlogged,))
        return Result(seed, unlogged.decisions, unlogged.events, unlogged.rounds, library.game.report(play))
    file = LogFile(log, sync)
    try:
        recorder = Recorder(play, library.game, head_of(library, play, seed, [name_of(bot) for bot in bots]), file)
        tally = Tally(library.game)
        drive(play, chooser(seated), (tally, recorder))
        return Result(seed, tally.decisions, recorder.events, tally.rounds, library.game.report(play))
    finally:
        file.close()


def started(library: Library, players: int, seed: str) -> Play[Any]:
    """A new game; ``Unusable`` if a seed or an option cannot be used."""
    check_seed(seed)
    rules = library.rules(players)
    try:
        return rules.start(Seeded(seed, library.game.name), library.options)
    except ValueError as error:
        raise Unusable(str(error), "change or leave out the --option", "wrong-option") from None


def chooser(bots: Sequence[Chooser]) -> Chooser:
    """The bot of the seat that is asked answers."""
    return lambda play, asked: bots[asked.seat](play, asked)


def check_seed(seed: str) -> None:
    """``Unusable`` for a seed that is not text: a command line can hold bytes that are not letters."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise Unusable("the seed is not UTF-8 text", "write it in letters and digits", "wrong-option") from None
