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
from rftg_dsl.library.backends import Engine
from rftg_dsl.library.installed import box_of, suggest_sets
from rftg_dsl.library.load import Library
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.write_log import LogFile
from rftg_dsl.log.proof.randomness import Randomness, dice_of
from rftg_dsl.log.proof.sealed_files import SealedFiles, create_files
from rftg_dsl.log.proof.secret_files import forget_secret, host_file_beside, write_secret
from rftg_dsl.play.bots import RANDOM, Bot, make_bot, name_of
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for
from rftg_dsl.play.search import does_search


@frozen
class Result:
    """The result of one game."""

    seed: str
    scores: Sequence[int]
    winners: Sequence[int]
    """The winning seats; several if the rules leave a tie."""
    rounds: int
    decisions: int
    events: int
    report: Report | bytes = field(repr=False)
    """The report at its end, or its JSON."""

    @property
    def figures(self) -> Report:
        """The report at its end."""
        # Parsed on demand: an engine returns JSON, and a simulation never reads it.
        report: Report = json.loads(self.report) if isinstance(self.report, bytes) else self.report
        return report


class EndlessGame(UsageError):
    """A game that was stopped because it does not end."""


NAMED = 3
"""The most powers named as those that may keep a game from ending."""


class Tally(Observer):
    """Counts rounds; raises ``EndlessGame`` for a game with too many rounds or events."""

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
        """Count a round (or turn), if one is over."""
        self.rounds += mark.partition(" ")[0] == self.last
        if (self.rounds > self.most or self.count_events() > GAME.most) and not play.over:
            after = f"{self.rounds - 1:,} {self.last}s" if self.rounds > self.most else f"{GAME.most:,} events"
            message = f"the game with seed {self.seed!r} does not end: it was stopped after {after}"
            hint = "look for a power that keeps all players from going on, such as one that lets them draw nothing"
            raise EndlessGame("; ".join([message, *find_suspects(self.library, play)]), hint, "endless-game")


def find_suspects(library: Library, play: Play[Any]) -> Iterator[str]:
    """Each set that was added to a game, with some of its powers in play: modifiers of numbers first."""
    powers = {id(bound.hook): bound.hook for rows in play.hooks.values() for row in rows for bound in row}
    models: list[Any] = [library.rules(play.layout.seats).by_id[hook.id].model for hook in powers.values()]
    models.sort(key=lambda model: model.use != "modifier")
    for name, entries in library.added().items():
        files = {entry.source.label for entry in entries}
        named = [f"{model.id} ({model.text})" for model in models if model.at.source.label in files]
        more = ["..."] if named[NAMED:] else []
        yield f"it is played with {name!r}" + (f", in play: {', '.join(named[:NAMED] + more)}" if named else "")


class Unlogged(Tally):
    """Also counts events, then drops them so that memory does not grow."""

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
    """Play a game with one bot per seat; with ``log``, write its log to a new file or to an open one.

    ``seed``: the source of randomness; None for 128 random bits. ``chance`` overrides it. ``sealed``: the log has only
    what everyone sees, and files beside it the rest. ``rounds``: rounds (or turns) after which a game is stopped with
    ``EndlessGame``; None for ``ROUNDS``. ``engine`` plays in place of Python if all seats answer at random and the log
    is not sealed. ``playouts`` serve bots that look ahead; None for those of a back end, if one is ready.
    """
    most = ROUNDS.most if rounds is None else rounds
    dice = dice_from_seed(seed)
    if engine is not None and chance is None and not sealed and all(bot == RANDOM for bot in bots):
        result = play_with_engine(engine, dice, log, sync, most)
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
        recorder = Recorder(play, library.game, head, file, dice)
        tally = Tally(library, dice.text, most, recorder)
        decisions = drive(play, seated, (tally, recorder))
        return result_of(library, play, dice, tally.rounds, decisions, recorder.events)


def result_of(library: Library, play: Play[Any], dice: Randomness, rounds: int, decisions: int, events: int) -> Result:
    """The result of a game that is over."""
    figures = figures_of(play)
    return Result(dice.text, figures["end"]["scores"], figures["end"]["winners"], rounds, decisions, events, figures)


def play_with_engine(
    engine: Engine, dice: Randomness, log: Path | LogFile | None, sync: bool, rounds: int
) -> Result | None:
    """A game between random bots, played by an engine; None if the engine cannot."""
    names = None if log is None else [RANDOM] * engine.players
    game = engine.play_random_game(dice, names, rounds)
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
    """A new log, sealed for ``sealed_for`` seats if there are any; with ``sync``, its secret is kept meanwhile."""
    return with_secret(path, dice, sealed_for) if sync else without_secret(path, dice, sealed_for)


@contextmanager
def with_secret(path: Path, dice: Randomness, sealed_for: int) -> Iterator[LogFile | SealedFiles]:
    """A new log on disk. While it is written, and after an interruption, the host's secret is beside it."""
    with begin_log(path, dice, sealed_for) as file:
        yield file
        file.publish()
    # Not in a ``finally``: after an interruption the secret is what resuming needs.
    forget_secret(path)


@contextmanager
def without_secret(path: Path, dice: Randomness, sealed_for: int) -> Iterator[LogFile | SealedFiles]:
    """A new log on disk that is not resumed if it is interrupted."""
    with open_new_files(path, dice, False, sealed_for) as file:
        yield file
        file.publish()


def begin_log(path: Path, dice: Randomness, sealed_for: int = 0, salts: str = "") -> LogFile | SealedFiles:
    """A new log on disk, private until it is published, with the host's secret beside it until ``forget_secret``.

    ``salts``: the secret behind the salts of a sealed log, unless the dice have a seed; random if it is empty.
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
    """The new file or files of a log."""
    return create_files(path, sealed_for, dice, sync, salts) if sealed_for else LogFile(path, sync, private=True)


def start_game(
    library: Library, players: int, seed: str | Randomness | None = None, chance: Chance | None = None
) -> Play[Any]:
    """A new game.

    Raises ``UsageError`` if the seed or an option is invalid, or the box is too small for the players.
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
    """Randomness from a seed.

    Raises ``UsageError`` for a seed that is not valid text, as a command line may contain.
    """
    if seed is not None and not isinstance(seed, Randomness):
        check_seed(seed)
    return dice_of(seed)


def check_seed(seed: str) -> None:
    """Raise ``UsageError`` for a seed that is not valid text; a command line may contain arbitrary bytes."""
    if not isinstance(seed, str):
        raise UsageError(f"a seed must be text, not {seed!r}", f"write {str(seed)!r}", "wrong-option")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UsageError("the seed is not UTF-8 text", "use letters and digits", "wrong-option") from None
