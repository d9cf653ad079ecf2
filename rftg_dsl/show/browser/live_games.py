"""Games between people in browsers, with logs that are on disk after every move."""

from __future__ import annotations

import re
import threading
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import TABLES
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.load import Library
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.format.record import naming_of, parse_json
from rftg_dsl.log.format.write_log import explain_errors
from rftg_dsl.log.proof.randomness import dice_of, secret_of
from rftg_dsl.log.proof.secret_files import forget_secret, host_file_beside
from rftg_dsl.play.asked import Answer
from rftg_dsl.play.bots import bot_names, name_of
from rftg_dsl.play.draft import Draft
from rftg_dsl.play.match import Match, continue_match, seats_after
from rftg_dsl.play.one_game import begin_log, start_game
from rftg_dsl.play.pace import Pace
from rftg_dsl.play.seen import Seen
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.question import Question
from rftg_dsl.play.table.seats import is_person, name_in_log, seat_players
from rftg_dsl.show.browser.chairs import SEATS, Chair, chairs_for, chairs_in, log_of, seat_in, seats_file_of
from rftg_dsl.show.browser.ending import describe_end
from rftg_dsl.show.browser.film import Line
from rftg_dsl.show.browser.folders import is_text, look_up
from rftg_dsl.show.browser.fork_source import Source, continue_from
from rftg_dsl.show.browser.game_notes import Notes, moment_after, notes_file_of, read_notes, write_notes
from rftg_dsl.show.browser.games_in_progress import is_over
from rftg_dsl.show.browser.question_data import describe_question
from rftg_dsl.show.browser.seat_replay import Following
from rftg_dsl.show.pictures.studio import studio_of


class StaleAnswer(Exception):
    """Raised for an answer to a question that is no longer open because of an action in another window."""


class Game:
    """A game between people; only one caller may use it at a time.

    If there is no match, then either the game is over or its log cannot be written; ``trouble`` is the reason.
    """

    def __init__(
        self,
        path: Path,
        chairs: Sequence[Chair],
        match: Match | None,
        library: Library,
        trouble: UsageError | None = None,
    ) -> None:
        self.path = path
        self.trouble = trouble
        self.failed = False
        """Whether an action failed halfway. If so, the game must be reopened, because only the log on disk counts."""
        self.chairs = chairs
        self.match = match
        self.library = library
        self.lock = threading.RLock()
        self.labels = Labels(library)
        self.draft: Draft | None = None
        self.said: list[str] = []
        self.following: dict[int, Following] = {}
        self.last_lines: list[str] = []
        self.noticed: dict[int, tuple[int, Hashable]] = {}
        """For each seat, the number of changes to its page so far, and the state that was last shown there."""
        self.bots = {} if match is None else bots_of(match)
        self.notes = read_notes(path) or Notes(library.model.words.title, ())
        self._go_on()

    @property
    def name(self) -> str:
        return self.path.name.partition(".")[0]

    @property
    def over(self) -> bool:
        return self.trouble is None if self.match is None else self.match.over

    @property
    def waits(self) -> int | None:
        """The seat whose turn it is."""
        asked = None if self.match is None else self.match.asked
        return None if asked is None else asked.seat

    @property
    def seats(self) -> list[str]:
        return self.last_seats if self.match is None else self.match.seats

    @cached_property
    def last_seats(self) -> list[str]:
        return seats_after(read_log(self.path, follow=False))

    @property
    def people(self) -> list[Chair]:
        """The chairs of the people who have not left."""
        seats = self.seats
        return [chair for chair in self.chairs if chair.seat != PUBLIC and is_person(seats[chair.seat])]

    @property
    def lines(self) -> list[str]:
        if self.match is not None and not self.failed and (not self.last_lines or not self.match.over):
            self.last_lines = self.match.log
        elif not self.last_lines:
            self.last_lines = list(read_log(self.path, follow=False))
        return self.last_lines

    def _go_on(self) -> None:
        """Let bots play until a person has to answer a question. On return, the bots' moves are on disk."""
        if self.match is not None:
            with Pace(self.bots).keep() as bots:
                self.match.go_on(bots)
            self.last_lines = self.match.log
        self.draft, self.said = None, []
        self.take_notes()

    def take_notes(self) -> None:
        """Update the notes on disk. If that fails, the game goes on all the same: its log is what counts."""
        if self.trouble is not None:
            return
        moment = moment_after(self.lines, self.head)
        notes = evolve(self.notes, seats=tuple(self.seats), moment=moment, waits=self.waits, over=self.over)
        with suppress(UsageError):
            self.keep_notes(notes)

    def keep_notes(self, notes: Notes) -> None:
        """Change the notes, on disk too. Raise ``UsageError`` if they cannot be written."""
        if notes != self.notes:
            self.notes = notes
            write_notes(self.path, notes)

    @cached_property
    def head(self) -> Mapping[str, Any]:
        return dict(parse_json(self.lines[0]))

    def close(self) -> None:
        if self.match is not None:
            self.match.__exit__()

    # -- views of a seat -----------------------------------------------------------------------------------------

    def following_of(self, seat: int) -> Following:
        if seat not in self.following:
            self.following[seat] = Following(self.lines, self.library, seat)
        self.following[seat].take(self.lines)
        return self.following[seat]

    def state_for(self, seat: int, line: int, pictures: str) -> dict[str, Any]:
        """Return a seat's open question and the news after ``line``, or the whole reel if ``line`` is 0."""
        with self.lock:
            following = self.following_of(seat)
            draft = self.ensure_draft() if self.waits == seat else None
            tail = self.tail_for(following, draft)
            lines = following.lines_after(line)
            news = {"reel": following.make_reel(pictures)} if line < 1 else {"from": line, "lines": lines}
            return {
                **news,
                "line": following.line,
                "tail": tail,
                "causes": following.causes_in([*lines, *tail]),
                "changes": self.count_changes(seat),
                "over": self.over,
                "seats": list(map(player_name_of, self.seats)),
                "seat": seat,
                "waits": self.waits,
                "people": [chair.seat for chair in self.people],
                "end": self.end_for(seat) if self.over else None,
                "standing": None if self.match is None or self.over else self.standing_for(seat, draft),
                "question": None if draft is None else self.question_for(draft, following.line, tail),
            }

    def tail_for(self, following: Following, draft: Draft | None) -> Sequence[Line]:
        """Return what a seat's page shows after the lines of the log: what is not settled or, at the end, hidden."""
        if draft is not None:
            return following.show_tail(events_in(draft), self.said)
        return following.show_uncovered(self.lines) if self.over else following.show_tail()

    def standing_for(self, seat: int, draft: Draft | None) -> dict[str, Any]:
        """Return each seat's points and the other computed numbers on the table, as a seat sees them now."""
        assert self.match is not None
        seen = self.match.seen_by(seat) if draft is None else Seen(self.library.game, draft.play, seat)
        shown = [each.number for each in studio_of(self.library).table.numbers if each.number]
        return {"scores": seen.points, "numbers": {name: seen.list_values(name) for name in shown}}

    def count_changes(self, seat: int) -> int:
        """Return the number of changes to a seat's page so far."""
        with self.lock:
            # Count tentative answers only for the seat that is asked; the others must not notice its attempts.
            tried = len(self.said) if self.waits == seat else 0
            line = self.following_of(seat).line
            shown = (line, self.waits, tried, self.over, tuple(self.seats), self.notes.rematch)
            count, before = self.noticed.get(seat, (0, None))
            self.noticed[seat] = (count + (shown != before), shown)
            return self.noticed[seat][0]

    def question_for(self, draft: Draft, line: int, tail: Sequence[Line]) -> dict[str, Any]:
        return {
            **describe_question(draft.asked, draft.play, self.labels),
            "at": line,
            "nth": len(draft.answers),
            "sofar": tail[0]["said"] if self.said else "",
        }

    def end_for(self, seat: int) -> dict[str, Any]:
        """Describe the end of the game, with the address of a seat's new seat if a rematch has begun."""
        return {**describe_end(self.lines, self.seats, self.library.model.words), "rematch": self.rematch_for(seat)}

    def rematch_for(self, seat: int) -> str:
        """The address that a seat, or a watcher, has in the rematch; empty if there is none yet."""
        place = seat if seat == PUBLIC else (seat - 1) % len(self.seats)
        return next((chair.address for chair in self.chairs_of_rematch() if chair.seat == place), "")

    def chairs_of_rematch(self) -> list[Chair]:
        """The chairs of the rematch; empty if none has begun, or if it was deleted."""
        rematch = self.notes.rematch
        return chairs_in(seats_file_of(self.path.with_name(rematch))) if is_log_name(rematch) else []

    def ensure_draft(self) -> Draft:
        assert self.match is not None
        if self.draft is None:
            self.draft = self.match.draft()
        return self.draft

    # -- actions of a seat ---------------------------------------------------------------------------------------

    def answer(self, seat: int, at: int, nth: int, answer: Answer, said: str) -> None:
        """Answer the question that was open after ``at`` lines and ``nth`` answers.

        Raise ``StaleAnswer`` if that question is no longer open.
        """
        with self.lock:
            draft = self.open_draft(seat, at, nth)
            draft.answer(Question(draft.asked, draft.play, self.labels).as_answer(answer))
            self.said.append(said)
            # Tentative answers remain in the draft. Only a settled draft is passed to the match, and thus to the log.
            if draft.settled:
                with self.note_failure() as match:
                    for reply in draft.answers:
                        match.answer(reply)
                    self._go_on()

    @contextmanager
    def note_failure(self) -> Iterator[Match]:
        """Yield the match. If the block fails, mark the game as failed and close its log."""
        assert self.match is not None
        try:
            yield self.match
        except BaseException:
            self.failed = True
            self.close()
            raise

    def take_back(self, seat: int, at: int, nth: int) -> None:
        """Take back the last answer in the draft, which is not in the log yet."""
        with self.lock:
            if self.open_draft(seat, at, nth).back():
                self.said.pop()

    def open_draft(self, seat: int, at: int, nth: int) -> Draft:
        """Return the draft as the page showed it. Raise ``StaleAnswer`` if the draft has changed since then."""
        if self.trouble is not None:
            raise self.trouble
        if self.waits != seat:
            raise StaleAnswer
        if at != self.following_of(seat).line or nth != len(self.ensure_draft().answers):
            raise StaleAnswer
        return self.ensure_draft()

    def give_up(self, seat: int, concedes: bool, bot: str) -> None:
        with self.lock:
            if self.trouble is not None:
                raise self.trouble
            if self.over or self.match is None or seat in self.bots:
                raise StaleAnswer
            check_bot(bot)
            with self.note_failure() as match:
                asked = match.asked
                if concedes:
                    match.concede(seat)
                else:
                    match.leave(seat)
                match.sit(seat, name_of(bot))
                self.bots[seat] = match.bot(seat, bot)
                if asked is None or asked.seat == seat:
                    self._go_on()
                else:  # another seat is being asked, and it keeps its draft
                    self.last_lines = match.log
                    self.take_notes()


def events_in(draft: Draft) -> list[Any]:
    """The events that follow from the answers in a draft, as a log would have them."""
    return [event for state in draft.states[1:] for event in naming_of(state.layout).list_events(state.events)]


def bots_of(match: Match) -> dict[int, Any]:
    return {seat: match.bot(seat, who) for seat, who in enumerate(match.seats) if not is_person(who)}


def check_bot(bot: str) -> None:
    """Raise ``UsageError`` if no bot with this name is installed; a page must not be able to specify a file to run."""
    if bot not in bot_names():
        raise UsageError(
            f"there is no bot called {bot[:60]!r}", f"choose one of {', '.join(bot_names())}", "unknown-bot"
        )


# -- all games ---------------------------------------------------------------------------------------------------


@frozen
class Tables:
    """All games of a server, kept in one folder; a game is opened on first access."""

    folder: Path
    opened: dict[Path, Game] = field(factory=dict)
    coming: set[Path] = field(factory=set)
    """Logs of games that are just being opened, which count towards the limit."""
    lock: threading.Lock = field(factory=threading.Lock)
    """Protects the count of games; it is never held while a log is being read."""

    def find_games(self) -> Iterator[tuple[Path, list[Chair]]]:
        """Yield every game's log and chairs, beginning with the newest game."""
        for path in self.find_seats_files():
            log, chairs = log_of(path), chairs_in(path)
            if chairs and log.is_file() and not log.is_symlink():
                yield log, chairs

    def find_seats_files(self) -> list[Path]:
        """The files with the chairs of every game, even of damaged ones, beginning with the newest game."""
        files = [path for path in self.folder.glob(f"*{SEATS}") if path.is_file() and not path.is_symlink()]
        named = [path for path in files if is_text(path.name)]
        return sorted(named, key=lambda file: (-time_of_change(file), file.name))

    def find_logs(self) -> list[Path]:
        return [log_of(path) for path in self.folder.glob(f"*{SEATS}")]

    def find_log(self, name: str) -> Path:
        """Return the log of a game, even of a damaged one. Raise ``UsageError`` if there is no such game."""
        return look_up({log.name: log for log in map(log_of, self.find_seats_files())}, name, "game")

    def seat(self, secret: str, watches: bool = False) -> tuple[Path, Sequence[Chair], int]:
        """Return the log, chairs and seat that belong to the secret of a seat or, if someone ``watches``, of watchers.

        Raise ``UsageError`` if the secret is unknown.
        """
        # Search open games first, so that most requests do not have to read every file with secrets.
        opened = [(path, game.chairs) for path, game in [*self.opened.items()]]
        seat = seat_in(opened, secret) or seat_in(self.find_games(), secret)
        if seat is None or (seat[2] == PUBLIC) != watches:
            hint = "ask whoever started the game for the link to your seat"
            raise UsageError("this link does not lead to a seat", hint, "missing-file")
        return seat

    def open_game(self, log: Path, chairs: Sequence[Chair], find: Finder) -> Game:
        """Open a game and continue it after the last complete line of its log. The caller must hold the log's turn.

        If the log cannot be written, return a game without a match; the next call tries again.
        """
        before = self.find_open_game(log)
        if before is not None:
            return before
        with self.place_for(log):
            if is_over(log):
                return self.keep(Game(log, chairs, None, find(read_log(log, follow=False).head)))
            try:
                match, _ = continue_match(log, None, find, follow=False)
                return self.make_game(log, match, chairs)
            except UsageError as error:
                if error.code != "unwritable":
                    raise
                return self.as_before(Game(log, chairs, None, find(read_log(log, follow=False).head), error))

    def find_open_game(self, log: Path) -> Game | None:
        game = self.opened.get(log)
        return None if game is None or game.failed else game

    def as_before(self, game: Game) -> Game:
        """Return a reopened game, with the change counts that it had before."""
        if game.path in self.opened:
            # Browser windows react only when their count grows.
            game.noticed = self.opened[game.path].noticed
        return game

    def keep(self, game: Game) -> Game:
        self.opened[game.path] = self.as_before(game)
        return game

    @contextmanager
    def place_for(self, log: Path) -> Iterator[None]:
        with self.lock:
            self.make_room()
            self.coming.add(log)
        try:
            yield
        finally:
            with self.lock:
                self.coming.discard(log)

    def make_room(self) -> None:
        """Forget a finished game if too many games are open. Raise ``UsageError`` if all of them are in progress."""
        if len(self.opened) + len(self.coming) < TABLES.most:
            return
        for path, game in [*self.opened.items()]:
            if game.over:
                del self.opened[path]
                return
        hint = "finish one of them, or restart the server, which reopens games on demand"
        raise UsageError(f"there are {TABLES.most} games in progress", hint, "too-many-games")

    def begin(self, library: Library, players: int, names: Sequence[str], seed: str | None) -> Game:
        seats = assign_seats(names, players)
        dice = dice_of(seed or None)
        path = self.path_for(library.game.name)
        with self.place_for(path):
            play = start_game(library, players, dice)
            with chairs_for(path, seats) as chairs:
                file = begin_log(path, dice)
                try:
                    match = Match(library, play, dice, file=file, seats=[name_in_log(seat) for seat in seats])
                except BaseException:
                    # A game that could not begin must not leave any files.
                    file.remove()
                    forget_secret(path)
                    raise
            return self.make_game(path, match, chairs)

    def fork(self, source: Source, names: Sequence[str], find: Finder) -> Game:
        """Begin a game that branches off from another one and continues with the same dice."""
        seats = assign_seats(names, source.players)
        path = self.path_for(f"{source.game}-what-if")
        with self.place_for(path):
            with chairs_for(path, seats) as chairs:
                match = continue_from(path, source.lines, secret_of(source.secret), find)
            for seat, who in enumerate(seats):
                if name_in_log(who) != match.seats[seat]:
                    match.sit(seat, name_in_log(who))
            return self.make_game(path, match, chairs)

    def begin_rematch(self, game: Game, seat: int) -> None:
        """Begin the rematch of a finished game, unless it has begun: everyone moves up by one seat.

        The person in ``seat`` asks for it. Raise ``UsageError`` if the game is not over, or if this person has left it.
        """
        with game.lock:
            if not game.over or seat not in [chair.seat for chair in game.people]:
                hint = "only people who have played to the end can begin it"
                raise UsageError("a rematch cannot begin now", hint, "wrong-usage")
            if not game.chairs_of_rematch():
                names = [*game.seats[1:], game.seats[0]]
                rematch = self.begin(game.library, len(names), names, None)
                game.keep_notes(evolve(game.notes, rematch=rematch.path.name))

    def remove(self, log: Path) -> None:
        """Delete a game and its secrets. The caller must hold the log's turn. Raise ``UsageError`` if that fails."""
        game = self.opened.pop(log, None)
        if game is not None:
            game.trouble = UsageError("this game was deleted", "begin another one", "missing-file")
            game.close()
        with explain_errors(log):
            # The log goes first: an unfinished log without its other files would no longer be hidden.
            for file in (log, notes_file_of(log), host_file_beside(log), seats_file_of(log)):
                file.unlink(missing_ok=True)

    def make_game(self, path: Path, match: Match, chairs: Sequence[Chair]) -> Game:
        try:
            return self.keep(Game(path, chairs, match, match.library))
        except BaseException:
            match.__exit__()
            raise

    def path_for(self, name: str) -> Path:
        return self.folder / f"{name}-{token_hex(4)}.rlog"

    def close(self) -> None:
        for game in self.opened.values():
            game.close()


def assign_seats(names: Sequence[str], players: int) -> list[str]:
    """Return the player in each seat. Raise ``UsageError`` if there is no person or if a bot is not installed."""
    for name in names:
        if not is_person(name):
            check_bot(name)
    if not any(map(is_person, names)):
        raise UsageError(
            "this table has no seat for a person", "choose a person for at least one seat", "wrong-players"
        )
    return seat_players(names, players)


def is_log_name(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9-]{1,80}\.rlog", name) is not None


def time_of_change(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
