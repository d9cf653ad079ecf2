"""One game from setup to end, with or without a log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.compile.game import Report
from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import LogFile
from rftg_dsl.play.bots import Bot, make_bot, name_of


@frozen(repr=False)
class Result:
    """The result of one game."""

    seed: str
    decisions: int
    events: int
    rounds: int
    figures: Report

    def __repr__(self) -> str:
        counted = f"rounds={self.rounds}, decisions={self.decisions}, events={self.events}"
        return f"Result(seed={self.seed!r}, scores={self.scores}, winners={self.winners}, {counted})"

    @property
    def scores(self) -> list[int]:
        """The final scores, by seat."""
        return self.figures["end"]["scores"]

    @property
    def winners(self) -> list[int]:
        """The seats that won; several if the rules leave a tie."""
        return self.figures["end"]["winners"]


MOST_ROUNDS = 5_000
"""The most rounds (or turns) of a game that bots play; random games of the shipped content stay far below it."""


NAMED = 3
"""The most powers named as those that may keep a game from ending."""


class Tally(Observer):
    """Counts rounds; ``Unusable`` for a game that goes on for too many of them."""

    def __init__(self, library: Library, seed: str) -> None:
        self.library = library
        self.seed = seed
        self.last = library.model.words.schedule.checkpoints[-1]
        self.rounds = 0

    def paused(self, play: Play[Any], mark: str) -> None:
        """Count a round (or turn), if one is over."""
        self.rounds += mark.partition(" ")[0] == self.last
        if self.rounds > MOST_ROUNDS and not play.over:
            message = (
                f"the game with seed {self.seed!r} does not end: it was stopped after {MOST_ROUNDS:,} {self.last}s"
            )
            hint = "look for a power that keeps all players from going on, such as one that lets them draw nothing"
            raise Unusable("; ".join([message, *suspects(self.library, play)]), hint, "endless-game")


def suspects(library: Library, play: Play[Any]) -> Iterator[str]:
    """Each set that was added to a game, with some of its powers in play: first those that change a number."""
    powers = {id(bound.hook): bound.hook for rows in play.hooks.values() for row in rows for bound in row}
    models: list[Any] = [library.rules(play.layout.seats).by_id[hook.id].model for hook in powers.values()]
    models.sort(key=lambda model: model.use != "modifier")
    for name, entries in library.added().items():
        files = {entry.report.source.name for entry in entries}
        named = [f"{model.id} ({model.text})" for model in models if model.at.source.name in files]
        more = ["..."] if named[NAMED:] else []
        yield f"it is played with {name!r}" + (f", in play: {', '.join(named[:NAMED] + more)}" if named else "")


class Unlogged(Tally):
    """Also counts events, then drops them so memory does not grow."""

    def __init__(self, library: Library, seed: str) -> None:
        super().__init__(library, seed)
        self.events = 0

    def paused(self, play: Play[Any], mark: str) -> None:
        """Count and drop the events so far."""
        super().paused(play, mark)
        self.ended(play)

    def ended(self, play: Play[Any]) -> None:
        """Count and drop the last events."""
        self.events += len(play.events)
        play.events.clear()
        play.drawn.clear()


def play_game(
    library: Library, players: int, seed: str, bots: Sequence[str | Bot], log: Path | None = None, sync: bool = True
) -> Result:
    """Play a game with one bot per seat; with ``log``, write its log there."""
    play = started(library, players, seed)
    seated = [make_bot(name, library.game, seed, seat) for seat, name in enumerate(bots)]
    if log is None:
        unlogged = Unlogged(library, seed)
        decisions = drive(play, seated, (unlogged,))
        return Result(seed, decisions, unlogged.events, unlogged.rounds, library.game.figures(play))
    file = LogFile(log, sync)
    try:
        recorder = Recorder(play, library.game, head_of(library, play, seed, [name_of(bot) for bot in bots]), file)
        tally = Tally(library, seed)
        decisions = drive(play, seated, (tally, recorder))
        return Result(seed, decisions, recorder.events, tally.rounds, library.game.figures(play))
    finally:
        file.close()


def started(library: Library, players: int, seed: str) -> Play[Any]:
    """A new game; ``Unusable`` if the seed or an option is not valid, or there is too little for so many players."""
    check_seed(seed)
    try:
        return library.rules(players).start(Seeded(seed, library.game.name), library.options)
    except ValueError as error:
        hint = "change or leave out the --option" if library.options else "play with fewer players, or add components"
        raise Unusable(str(error), hint, "wrong-option") from None


def check_seed(seed: str) -> None:
    """``Unusable`` for a seed that is not valid text; a command line can contain arbitrary bytes."""
    if not isinstance(seed, str):
        raise Unusable(f"a seed must be text, not {seed!r}", f"write {str(seed)!r}", "wrong-option")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise Unusable("the seed is not UTF-8 text", "use letters and digits", "wrong-option") from None
