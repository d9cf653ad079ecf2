"""One game from setup to end, with or without a log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import GAME, ROUNDS
from rftg_dsl.compile.game import Report
from rftg_dsl.compile.score import figures_of
from rftg_dsl.games.starting import UnknownPiece
from rftg_dsl.kernel.chance import Chance, Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.backends import ENGINE_BOTS, Engine
from rftg_dsl.library.installed import box_of, suggest_sets
from rftg_dsl.library.load import Library
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import LogFile
from rftg_dsl.log.proof.randomness import Randomness, dice_of
from rftg_dsl.log.proof.sealed_files import SealedFiles, create_files
from rftg_dsl.log.proof.secret_files import forget_secret, host_file_beside, write_secret
from rftg_dsl.play.bots import Bot, make_bot, name_of
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for
from rftg_dsl.play.search import does_search


@frozen
class Result:
    """The outcome of one game."""

    seed: str
    scores: Sequence[int]
    winners: Sequence[int]
    """The winning seats; more than one if the rules do not break a tie."""
    rounds: int
    decisions: int
    events: int
    report: Report | bytes = field(repr=False)
    """The game's final report, or that report as JSON."""

    @property
    def figures(self) -> Report:
        """The game's final report."""
        # Parse the report on demand, because an engine returns JSON and a simulation never reads it.
        report: Report = json.loads(self.report) if isinstance(self.report, bytes) else self.report
        return report


class EndlessGame(UsageError):
    """Raised for a game that was stopped because it did not end."""


NAMED = 3
"""The maximum number of powers named as suspects when a game does not end."""


class Tally(Observer):
    """Counts rounds, and raises ``EndlessGame`` if a game has too many rounds or events."""

    def __init__(self, library: Library, seed: str, most: int, recorder: Recorder | None = None) -> None:
        self.library = library
        self.seed = seed
        self.recorder = recorder
        self.most = most
        self.last = library.model.words.schedule.checkpoints[-1]
        self.rounds = 0

    def count_events(self) -> int:
        """The number of events so far."""
        return 0 if self.recorder is None else self.recorder.events

    def paused(self, play: Play[Any], mark: str) -> None:
        """Count a round (or turn) if one has just ended."""
        self.rounds += mark.partition(" ")[0] == self.last
        if (self.rounds > self.most or self.count_events() > GAME.most) and not play.over:
            after = f"{self.rounds - 1:,} {self.last}s" if self.rounds > self.most else f"{GAME.most:,} events"
            message = f"the game with seed {self.seed!r} does not end, and was stopped after {after}"
            hint = "look for a power that keeps all players from advancing, such as one that makes them draw nothing"
            raise EndlessGame("; ".join([message, *find_suspects(self.library, play)]), hint, "endless-game")


def find_suspects(library: Library, play: Play[Any]) -> Iterator[str]:
    """Yield a clause for each added set, naming some of its powers in play, starting with those that modify numbers."""
    powers = {id(bound.hook): bound.hook for rows in play.hooks.values() for row in rows for bound in row}
    models: list[Any] = [library.rules(play.layout.seats).by_id[hook.id].model for hook in powers.values()]
    models.sort(key=lambda model: model.use != "modifier")
    for name, entries in library.added().items():
        files = {entry.source.label for entry in entries}
        named = [f"{model.id} ({model.text})" for model in models if model.at.source.label in files]
        more = ["..."] if named[NAMED:] else []
        yield f"it was played with {name!r}" + (f", in play: {', '.join(named[:NAMED] + more)}" if named else "")


class Unlogged(Tally):
    """A tally that also counts events, and drops them so that memory use does not grow."""

    def __init__(self, library: Library, seed: str, most: int) -> None:
        super().__init__(library, seed, most)
        self.events = 0

    def count_events(self) -> int:
        """The number of events so far."""
        return self.events

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
    library: Library,
    players: int,
    seed: str | Randomness | None,
    bots: Sequence[str | Bot],
    log: Path | LogFile | None = None,
    sync: bool = True,
    chance: Chance | None = None,
    sealed: bool = False,
    rounds: int | None = None,
    engine: Engine | None = None,
    playouts: Playouts | None = None,
) -> Result:
    """Play a game with one bot per seat; if ``log`` is given, write the log to that new or open file.

    ``seed`` determines the random results; if it is None, 128 random bits are used. ``chance`` overrides the seed. If
    ``sealed``, the log contains only public information, and files next to it contain the rest. A game that exceeds
    ``rounds`` rounds (or turns), by default ``ROUNDS``, is stopped with ``EndlessGame``. ``engine`` replaces Python if
    it can play all bots, the log is not sealed and ``chance`` is None. ``playouts`` are for bots that look ahead;
    by default, they run on a back end if one is ready.
    """
    most = ROUNDS.most if rounds is None else rounds
    dice = dice_from_seed(seed)
    if engine is not None and chance is None and not sealed and all(bot in ENGINE_BOTS for bot in bots):
        result = play_with_engine(engine, dice, [name_of(bot) for bot in bots], log, sync, most)
        if result is not None:
            return result
    play = start_game(library, players, dice, chance)
    if playouts is None and any(map(does_search, bots)):
        playouts = quickest_playouts_for(library, players)
    seated = [make_bot(name, library.game, dice.text, seat, playouts) for seat, name in enumerate(bots)]
    if log is None:
        unlogged = Unlogged(library, dice.text, most)
        decisions = drive(play, seated, (unlogged,))
        return result_of(library, play, dice, unlogged.rounds, decisions, unlogged.events)
    with log if isinstance(log, LogFile) else open_new_log(log, dice, sync, players if sealed else 0) as file:
        head = head_of(library, play, dice, [name_of(bot) for bot in bots])
        recorder = Recorder(play, library.game, head, file.write, dice)
        tally = Tally(library, dice.text, most, recorder)
        decisions = drive(play, seated, (tally, recorder))
        return result_of(library, play, dice, tally.rounds, decisions, recorder.events)


def result_of(library: Library, play: Play[Any], dice: Randomness, rounds: int, decisions: int, events: int) -> Result:
    """Return the result of a game that is over."""
    figures = figures_of(play)
    return Result(dice.text, figures["end"]["scores"], figures["end"]["winners"], rounds, decisions, events, figures)


def play_with_engine(
    engine: Engine, dice: Randomness, bots: Sequence[str], log: Path | LogFile | None, sync: bool, rounds: int
) -> Result | None:
    """Let an engine play a game; return None if the engine cannot play it."""
    game = engine.play_game(dice, bots, log is not None, rounds)
    if game is None:
        return None
    if log is not None:
        with log if isinstance(log, LogFile) else open_new_log(log, dice, sync) as file:
            assert isinstance(file, LogFile), "nothing is sealed"
            file.write_text(game.log)
    came = game.outcome
    return Result(dice.text, came.scores, came.winners, came.rounds, came.decisions, came.events, game.report)


def open_new_log(
    path: Path, dice: Randomness, sync: bool = True, sealed_for: int = 0
) -> AbstractContextManager[LogFile | SealedFiles]:
    """Open a new log, sealed unless ``sealed_for`` is 0; with ``sync``, its secret is on disk until it is complete."""
    return with_secret(path, dice, sealed_for) if sync else without_secret(path, dice, sealed_for)


@contextmanager
def with_secret(path: Path, dice: Randomness, sealed_for: int) -> Iterator[LogFile | SealedFiles]:
    """Open a new log on disk; keep the host's secret next to it until it is complete, so that play can be resumed."""
    with begin_log(path, dice, sealed_for) as file:
        yield file
        file.publish()
    # Do not use ``finally`` here: after an interruption, the secret is needed to resume the game.
    forget_secret(path)


@contextmanager
def without_secret(path: Path, dice: Randomness, sealed_for: int) -> Iterator[LogFile | SealedFiles]:
    """Open a new log on disk that is not meant to be resumed after an interruption."""
    with open_new_files(path, dice, False, sealed_for) as file:
        yield file
        file.publish()


def begin_log(path: Path, dice: Randomness, sealed_for: int = 0, salts: str = "") -> LogFile | SealedFiles:
    """Open a new log on disk, private until published, with the host's secret next to it until ``forget_secret``.

    If the dice have no seed, a sealed log's salts are derived from the secret ``salts``, or from a random secret if
    ``salts`` is empty.
    """
    file = open_new_files(path, dice, True, sealed_for, salts)
    try:
        if dice.host is not None:
            write_secret(host_file_beside(path), dice.host.text)
    except BaseException:
        file.remove()
        raise
    return file


def open_new_files(path: Path, dice: Randomness, sync: bool, sealed_for: int, salts: str = "") -> LogFile | SealedFiles:
    """Create a log file or, for a sealed log, several files."""
    return create_files(path, sealed_for, dice, sync, salts) if sealed_for else LogFile(path, sync, private=True)


def start_game(
    library: Library, players: int, seed: str | Randomness | None = None, chance: Chance | None = None
) -> Play[Any]:
    """Start a new game.

    Raise ``UsageError`` if the seed or an option is invalid, or if the box is too small for the number of players.
    """
    dice = dice_from_seed(seed)
    if chance is None:
        if dice.seed is None:
            raise ValueError("a game without a seed needs `chance`")
        chance = Seeded(dice.seed, library.game.name)
    try:
        return library.rules(players).start(chance, library.options)
    except UnknownPiece as error:
        advice = suggest_sets(box_of(library.game), error.name, {set_folder.id for set_folder in library.sets})
        raise UsageError(*(advice or (str(error), "change or leave out the --option")), "wrong-option") from None
    except ValueError as error:
        hint = "change or leave out the --option" if library.options else "play with fewer players, or add components"
        raise UsageError(str(error), hint, "wrong-option") from None


def dice_from_seed(seed: str | Randomness | None) -> Randomness:
    """Return the random source for a game with this seed.

    Raise ``UsageError`` if the seed is not valid text.
    """
    if seed is not None and not isinstance(seed, Randomness):
        check_seed(seed)
    return dice_of(seed)


def check_seed(seed: str) -> None:
    """Raise ``UsageError`` if a seed is not valid text; a seed from a command line may contain arbitrary bytes."""
    if not isinstance(seed, str):
        raise UsageError(f"a seed must be a string, not {seed!r}", f"use {str(seed)!r}", "wrong-option")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError("the seed is not UTF-8 text", "use letters and digits", "wrong-option") from None
