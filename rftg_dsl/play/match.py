"""The interface to a game in progress, for programs that answer, fork, watch and log it, using names throughout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from attrs import evolve

from rftg_dsl.compile.game import Report
from rftg_dsl.compile.score import figures_of, standings_of
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.drive import Chooser, Driver, Forget
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer, Refusal
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.event_words import Happened, parse_event
from rftg_dsl.log.audit.resume import check_resumable, resume_log
from rftg_dsl.log.format.kinds import Does
from rftg_dsl.log.format.read_log import Log, read_log
from rftg_dsl.log.format.record import naming_of
from rftg_dsl.log.format.recorder import Recorder, head_of
from rftg_dsl.log.format.records import read_records
from rftg_dsl.log.format.write_log import File, InMemory, LogFile, continue_log
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.randomness import Randomness, secret_of
from rftg_dsl.log.proof.sealed_files import SealedFiles, continue_files, whole_file_beside
from rftg_dsl.log.proof.secret_files import forget_secret, read_secret
from rftg_dsl.play.asked import Answer, Asked
from rftg_dsl.play.bots import Bot, make_bot
from rftg_dsl.play.draft import Draft
from rftg_dsl.play.one_game import begin_log
from rftg_dsl.play.playouts import quickest_playouts_for
from rftg_dsl.play.position import write_position
from rftg_dsl.play.search import does_search
from rftg_dsl.play.seen import Seen
from rftg_dsl.wording.names import PrintedNames

Watcher = Callable[[Happened], None]


class Watchers(Observer):
    """Passes every event to the watchers, with names in place of numbers and with a description in words."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.names = PrintedNames.from_mapping(library.names)
        self.watching: list[Watcher] = []

    def went_on(self, play: Play[Any]) -> None:
        """Pass the new events to every watcher."""
        # Naming events is slow, and most matches have no watcher.
        if self.watching:
            names, tell = self.names, self.library.game.tell
            for event in naming_of(play.layout).list_events(play.events):
                for watcher in self.watching:
                    watcher(parse_event(event, tell(event, names)))


class Match:
    """A game in progress, from ``start`` or ``fork``: play it with ``answer``, or let bots finish it."""

    def __init__(
        self,
        library: Library,
        play: Play[Any],
        dice: Randomness,
        logged: bool = True,
        recorder: Recorder | None = None,
        before: Sequence[str] = (),
        file: File | None = None,
        seats: Sequence[str] = (),
    ) -> None:
        self._library = library
        self._play = play
        self._dice = dice
        self._lines = InMemory(file)
        self._watchers = Watchers(library)
        self._seats = list(seats) or ["program"] * play.layout.seats
        if recorder is not None:
            recorder.sink = self._lines.write
            # A log on disk must get each decision immediately; a log in memory can wait until the end of the turn.
            recorder.prompt = file is not None
            self._lines.lines += before
        elif logged:
            head = head_of(library, play, dice, self._seats)
            recorder = Recorder(play, library.game, head, self._lines.write, dice, prompt=file is not None)
        self._recorder = recorder
        last: Observer = Forget() if recorder is None else recorder
        self._driver = Driver(play, (self._watchers, last))
        self._driver.go_on()

    @property
    def seed(self) -> str:
        """The host's secret, committed to at the start and revealed at the end; it determines the dice."""
        return self._dice.text

    @property
    def library(self) -> Library:
        """The game being played, with its sets."""
        return self._library

    # -- the present state ---------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._play.over

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._play.layout.seats

    @property
    def seats(self) -> list[str]:
        """The name of the current player in each seat, as in the log; ``program`` if a program answers for the seat."""
        return list(self._seats)

    @property
    def asked(self) -> Asked | None:
        """The pending decision; None once the game is over."""
        pending = self._play.pending
        return Asked(self._library.game, self._play, pending) if pending is not None else None

    @property
    def figures(self) -> Report:
        """The game's full report on the table and each seat, including hidden information."""
        return figures_of(self._play)

    @property
    def scores(self) -> list[int]:
        """The current score of each seat."""
        return [standing.total for standing in standings_of(self._play)]

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty while the game is in progress."""
        figures = self.figures
        return list(figures["end"]["winners"]) if "end" in figures else []

    def seen_by(self, seat: int) -> Seen:
        """One seat's view of the game."""
        return Seen(self._library.game, self._play, seat)

    # -- playing -----------------------------------------------------------------------------------------------

    def answer(self, answer: Answer) -> Self:
        """Answer the pending decision, using names as in a log.

        If the answer is illegal, raise ``IllegalAnswer`` and change nothing.
        """
        asked = self.asked
        if asked is None:
            raise IllegalAnswer(Refusal("", "the game is over; no answer is expected"))
        self._driver.answer(asked.pick(answer))
        self.close()
        return self

    def draft(self) -> Draft:
        """Start a draft of answers that the pending seat can try out and take back; they are not logged.

        Raise ``ValueError`` if the game is over.
        """
        if self.over:
            raise ValueError("the game is over; no answer is expected")
        return Draft(self._library.game, self._play)

    def bot(self, seat: int, bot: str | Bot) -> Chooser:
        """Return a chooser that answers for a seat as the bot would."""
        ahead = quickest_playouts_for(self._library, self.players) if does_search(bot) else None
        return make_bot(bot, self._library.game, self.seed, seat, ahead)

    def go_on(self, bots: Mapping[int, Chooser]) -> Self:
        """Let bots answer for their seats until another seat is asked or the game is over, then update the log."""
        recorder = self._recorder
        prompt = recorder is not None and recorder.prompt
        if recorder is not None:
            # Write all answers at once, because no person is waiting for them.
            recorder.prompt = False
        try:
            while (pending := self._play.pending) is not None and pending.seat in bots:
                self._driver.answer(bots[pending.seat](self._play, pending))
        finally:
            if recorder is not None:
                recorder.prompt = prompt
        if prompt and recorder is not None and not self.over:
            recorder.flush()
        self.close()
        return self

    def finish(self, bots: Sequence[str | Bot] | str | Bot = "random") -> Self:
        """Play to the end with bots: one for each seat, or the same bot for all seats."""
        each = [bots] * self.players if isinstance(bots, str) or callable(bots) else list(bots)
        if len(each) != self.players:
            raise ValueError(f"there are {len(each)} bots for {self.players} seats")
        choosers = [self.bot(seat, bot) for seat, bot in enumerate(each)]
        self._driver.finish(choosers)
        self.close()
        return self

    def concede(self, seat: int) -> Self:
        """Record that a seat concedes. The game still waits for answers from the seat or from whoever takes it over."""
        return self._seat(seat, "concedes")

    def leave(self, seat: int) -> Self:
        """Record that a seat's player has left."""
        return self._seat(seat, "leaves")

    def sit(self, seat: int, who: str) -> Self:
        """Record that another player, often a bot, takes over a seat."""
        return self._seat(seat, "sits", who)

    def _seat(self, seat: int, does: Does, who: str = "") -> Self:
        if self._recorder is None or self.over:
            raise ValueError("only a game in progress that has a log can record what seats do")
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are numbered from 0 to {self.players - 1}")
        self._recorder.seat(seat, does, who)
        if does == "sits":
            self._seats[seat] = who
        return self

    def close(self) -> None:
        """If the game is over, close the log file and delete the host's secret, which the log now reveals."""
        if self.over and self._lines.file is not None:
            self._lines.file.publish()
            self._lines.file.close()
            forget_secret(self._lines.file.path)
            self._lines.file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the log file, even if the game is still in progress; the game can be resumed from the file."""
        if self._lines.file is not None:
            self._lines.file.close()
            self._lines.file = None

    def position(self) -> str:
        """Return the position, including hidden information, as a line of text for ``rftg.start(game, position=...)``.

        The text does not include the dice, but games continued from it with the same seed get the same results.
        """
        return write_position(self._library, self._play)

    def fork(self) -> Match:
        """Return an independent copy of the current game, without a log or watchers."""
        return Match(self._library, self._play.clone(), self._dice, logged=False)

    def watch(self, watcher: Watcher) -> None:
        """Call ``watcher`` with every event from now on."""
        self._watchers.watching.append(watcher)

    # -- the log -----------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """The lines of the log so far. Raise ``ValueError`` if there is no log, as in a fork."""
        if self._recorder is None:
            raise ValueError(
                "a fork, or a game from a position, has no log, because its first decisions belong to another game"
            )
        self._recorder.flush()
        return list(self._lines.lines)

    def save(self, path: str | Path) -> Path:
        """Write the log so far, unsealed and in full, to a new file. Raise ``UsageError`` if the file exists."""
        lines = self.log
        with LogFile(Path(path), private=not self.over) as file:
            file.write(lines)
        return Path(path)

    def keep(self, path: str | Path) -> Path:
        """Write the log so far to a new file that can be resumed; a log that had no file yet continues in the new file.

        Until the game ends, the host's secret is stored next to the file. The copy of a sealed log is also sealed and
        consists of several files. Raise ``UsageError`` if a file already exists.
        """
        lines, file = self.log, self._lines.file
        sealed = (self.players, file.secret) if isinstance(file, SealedFiles) else ()
        file = begin_log(Path(path), self._dice, *sealed)
        try:
            file.write(lines)
        except BaseException:
            file.remove()
            forget_secret(Path(path))
            raise
        if self._lines.file is None and self._recorder is not None and not self.over:
            self._lines.file, self._recorder.prompt = file, True
        else:
            if self.over:
                file.publish()
                forget_secret(Path(path))
            file.close()
        return Path(path)

    def __repr__(self) -> str:
        now = repr(self.asked)[1:-1] if self.asked else f"over, won by {self.winners}"
        return f"<{self._library.game.name}, {self.players} seats, seed {self.seed!r}: {now}>"


def continue_match(
    path: Path,
    seed: str | None,
    find: Finder,
    typed: Callable[[Layout], Chance] | None = None,
    follow: bool = True,
) -> tuple[Match, list[Path]]:
    """Resume the game in an unfinished log on disk; also return the files that incomplete last lines were moved to.

    ``typed`` supplies the results of dice that people throw. If the log is sealed, the game continues from the whole
    log next to it, and the public log is kept up to date. ``path`` may be a link only if ``follow`` is set.
    """
    sealed = read_log(path, follow=follow).sealed
    source = whole_file_beside(path) if sealed else path
    log = read_log(source, follow=follow)
    secret = read_secret(path, log.randomness.promise) if seed is None else secret_of(seed)
    by_hand = log.randomness.mode == "table"
    check_resumable(log, secret, by_hand and typed is not None)
    library = find(log.head)
    dice = evolve(randomness_of(log), host=secret)
    chance = typed(library.rules(log.head["players"]).layout) if by_hand and typed is not None else None
    players = log.head["players"]
    file, aside = continue_files(path, players, dice, follow) if sealed else as_files(continue_log(path, follow=follow))
    try:
        log = read_log(source, follow=follow)
        # The log had to be read again, because opening it for writing may have removed an incomplete last line.
        resumed = resume_log(log, library, secret, chance)
        before = list(log)
        file.write(resumed.beyond)
        before += resumed.beyond
        seats = seats_after(log)
        match = Match(resumed.library, resumed.play, resumed.randomness, True, resumed.recorder, before, file, seats)
    except BaseException:
        file.close()
        raise
    match.close()
    return match, aside


def seats_after(log: Log) -> list[str]:
    """The player in each seat at the end of a log."""
    seats = [str(seat) for seat in log.head["seats"]]
    for _, record in read_records(log):
        if record["k"] == "seat" and record["does"] == "sits":
            seats[record["seat"]] = str(record.get("who", ""))
    return seats


def as_files(continued: tuple[LogFile, Path | None]) -> tuple[File, list[Path]]:
    """Convert the result of ``continue_log`` to the form that ``continue_files`` returns."""
    return continued[0], [continued[1]] if continued[1] else []
