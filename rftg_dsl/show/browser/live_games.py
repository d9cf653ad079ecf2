"""Games that people play in browsers: who sits where, their secret links, and logs that are on disk at every moment.

Beside the log of each game lies a file with the secrets of its seats, which only its owner can read. When the server
starts again, it finds these files, and each link leads to the same seat of the same game.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.limits import TABLES
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.finder import Finder
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.log.format.read_log import Damaged, Log, Missing, check_line, read_log
from rftg_dsl.log.format.record import naming_of, parse_json
from rftg_dsl.log.format.write_log import LogFile
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.randomness import Secret, dice_of, secret_of
from rftg_dsl.log.proof.secret_files import forget_secret, host_file_beside, write_secret
from rftg_dsl.play.asked import Answer
from rftg_dsl.play.bots import bot_names, name_of
from rftg_dsl.play.draft import Draft
from rftg_dsl.play.match import Match, continue_match, seats_after
from rftg_dsl.play.one_game import begin_log, start_game
from rftg_dsl.play.pace import Pace
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.seats import is_person, name_in_log, seat_players
from rftg_dsl.show.browser.folders import is_text
from rftg_dsl.show.browser.inside_folder import Identity
from rftg_dsl.show.browser.question_data import describe_question
from rftg_dsl.show.browser.seat_replay import Following

SEATS = ".seats"
"""What the name of the file with the secrets ends in, after that of the log."""
LARGEST = 10_000
"""Maximum bytes of such a file."""
NAME = re.compile(r"[a-z0-9-]{1,40}")


class Stale(Exception):
    """An answer to a question that is no longer open: another window was faster."""


@frozen
class Chair:
    """A seat for a person."""

    seat: int
    secret: str


class Game:
    """A game that people play: one at a time does something to it.

    Without a match it is over, or its log cannot be written now: then ``trouble`` says why.
    """

    def __init__(
        self,
        path: Path,
        chairs: Sequence[Chair],
        match: Match | None,
        library: Library,
        trouble: Unusable | None = None,
    ) -> None:
        self.path = path
        self.trouble = trouble
        self.failed = False
        """Whether something was not done to its end: its log is to be opened anew, for only what is on disk counts."""
        self.chairs = chairs
        self.match = match
        self.library = library
        self.lock = threading.RLock()
        self.labels = Labels(library)
        self.draft: Draft | None = None
        self.said: list[str] = []
        self.following: dict[int, Following] = {}
        self.last_lines: list[str] = []
        """The lines of the log when they were last looked at."""
        self.noticed: dict[int, tuple[int, Hashable]] = {}
        """By seat: the number of changes to its page so far, and the state that the page showed last."""
        self.bots = {} if match is None else bots_of(match)
        self._go_on()

    @property
    def name(self) -> str:
        """The name of its log, without the ending."""
        return self.path.name.partition(".")[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.trouble is None if self.match is None else self.match.over

    @property
    def seats(self) -> list[str]:
        """Who sits at the table now."""
        return seats_after(read_log(self.path, follow=False)) if self.match is None else self.match.seats

    @property
    def lines(self) -> list[str]:
        """The lines of the log so far."""
        if self.match is not None and not self.failed and (not self.last_lines or not self.match.over):
            self.last_lines = self.match.log
        elif not self.last_lines:
            self.last_lines = list(read_log(self.path, follow=False))
        return self.last_lines

    def _go_on(self) -> None:
        """Let bots play until a person is asked; what they do is on disk then."""
        if self.match is not None:
            with Pace(self.bots).keep() as bots:
                self.match.go_on(bots)
            self.last_lines = self.match.log
        self.draft, self.said = None, []

    def close(self) -> None:
        """Let go of the log, which can be gone on with."""
        if self.match is not None:
            self.match.__exit__()

    # -- what a seat sees ----------------------------------------------------------------------------------------

    def following_of(self, seat: int) -> Following:
        """What a seat has read, up to now."""
        if seat not in self.following:
            self.following[seat] = Following(self.lines, self.library, seat)
        self.following[seat].take(self.lines)
        return self.following[seat]

    def state_for(self, seat: int, line: int, pictures: str) -> dict[str, Any]:
        """What has happened for a seat after so many lines, and what it is asked; all of it if there were none."""
        with self.lock:
            following = self.following_of(seat)
            news = {"reel": following.make_reel(pictures)} if line < 1 else following.lines_after(line)
            asked = None if self.match is None else self.match.asked
            return {
                **news,
                "changes": self.count_changes(seat),
                "over": self.over,
                "seats": list(map(player_name_of, self.seats)),
                "seat": seat,
                "waits": None if asked is None else asked.seat,
                "people": [chair.seat for chair in self.chairs if chair.seat not in self.bots],
                "question": self.question_for(seat, following) if asked is not None and asked.seat == seat else None,
            }

    def count_changes(self, seat: int) -> int:
        """The number of changes so far to the page of a seat; answers that others only try out do not count."""
        with self.lock:
            asked = None if self.match is None else self.match.asked
            tried = len(self.said) if asked is not None and asked.seat == seat else 0
            shown = (len(self.following_of(seat).lines), asked and asked.seat, tried, self.over, tuple(self.seats))
            count, before = self.noticed.get(seat, (0, None))
            self.noticed[seat] = (count + (shown != before), shown)
            return self.noticed[seat][0]

    def question_for(self, seat: int, following: Following) -> dict[str, Any]:
        """The question that a seat is asked, with what its answers so far would do."""
        draft = self.ensure_draft()
        events = [event for state in draft.states[1:] for event in naming_of(state.layout).list_events(state.events)]
        return {
            **describe_question(draft.asked, draft.play, self.labels),
            "at": len(following.lines),
            "nth": len(draft.answers),
            "said": list(self.said),
            **following.preview(events),
        }

    def ensure_draft(self) -> Draft:
        """The answers of the seat that is asked, so far."""
        assert self.match is not None
        if self.draft is None:
            self.draft = self.match.draft()
        return self.draft

    # -- what a seat does ----------------------------------------------------------------------------------------

    def answer(self, seat: int, at: int, nth: int, answer: Answer, said: str) -> None:
        """Answer the question that was open after so many lines and answers; ``Stale`` if it no longer is."""
        with self.lock:
            draft = self.open_draft(seat, at, nth)
            draft.answer(answer)
            self.said.append(said)
            if draft.settled:
                with self.note_failure() as match:
                    for reply in draft.answers:
                        match.answer(reply)
                    self._go_on()

    @contextmanager
    def note_failure(self) -> Iterator[Match]:
        """If what is done to the match in this block fails, its log is to be opened anew."""
        assert self.match is not None
        try:
            yield self.match
        except BaseException:
            self.failed = True
            self.close()
            raise

    def take_back(self, seat: int, at: int, nth: int) -> None:
        """Take the last answer back; nothing of it is in the log."""
        with self.lock:
            if self.open_draft(seat, at, nth).back():
                self.said.pop()

    def open_draft(self, seat: int, at: int, nth: int) -> Draft:
        """The answers so far, if they are those that a page has seen; ``Stale`` if not."""
        if self.trouble is not None:
            raise self.trouble
        asked = None if self.match is None else self.match.asked
        if asked is None or asked.seat != seat:
            raise Stale
        if at != len(self.following_of(seat).lines) or nth != len(self.ensure_draft().answers):
            raise Stale
        return self.ensure_draft()

    def give_up(self, seat: int, concedes: bool, bot: str) -> None:
        """Record that a person leaves or concedes, and seat a bot in their place."""
        with self.lock:
            if self.trouble is not None:
                raise self.trouble
            if self.over or self.match is None or seat in self.bots:
                raise Stale
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
                else:  # the seat that is asked keeps the answers that it tries
                    self.last_lines = match.log


def bots_of(match: Match) -> dict[int, Any]:
    """What answers for the seats that no person has."""
    return {seat: match.bot(seat, who) for seat, who in enumerate(match.seats) if not is_person(who)}


def check_bot(bot: str) -> None:
    """``Unusable`` for anything but the name of an installed bot: a page must not name a file that is run."""
    if bot not in bot_names():
        raise Unusable(f"there is no bot {bot[:60]!r}", f"choose one of {', '.join(bot_names())}", "unknown-bot")


# -- all games ---------------------------------------------------------------------------------------------------


@frozen
class Tables:
    """The games of one server, in one folder; each is opened when somebody looks at it."""

    folder: Path
    opened: dict[Path, Game] = field(factory=dict)
    coming: set[Path] = field(factory=set)
    """The logs of games that are being opened."""
    lock: threading.Lock = field(factory=threading.Lock)
    """Held while games are counted, never while one is read."""

    def find_games(self) -> Iterator[tuple[Path, list[Chair]]]:
        """Every game with its chairs, the newest first."""
        files = [path for path in self.folder.glob(f"*{SEATS}") if path.is_file() and not path.is_symlink()]
        for path in sorted(files, key=lambda file: (-time_of_change(file), file.name)):
            log = path.with_name(path.name.removesuffix(SEATS))
            chairs = chairs_in(path)
            if chairs and is_text(log.name) and log.is_file() and not log.is_symlink():
                yield log, chairs

    def find_logs(self) -> list[Path]:
        """The logs of all games that have chairs."""
        return [path.with_name(path.name.removesuffix(SEATS)) for path in self.folder.glob(f"*{SEATS}")]

    def seat(self, secret: str) -> tuple[Path, Sequence[Chair], int]:
        """The log, the chairs and the seat that a secret belongs to; ``Unusable`` if it belongs to none."""
        opened = [(path, game.chairs) for path, game in [*self.opened.items()]]
        seat = seat_in(opened, secret) or seat_in(self.find_games(), secret)
        if seat is None:
            hint = "ask whoever began the game for the link of your seat"
            raise Unusable("this link leads to no seat", hint, "missing-file")
        return seat

    def open_game(self, log: Path, chairs: Sequence[Chair], find: Finder) -> Game:
        """A game, gone on with after the last whole line of its log; one at a time asks for it.

        If that cannot be written, it is a game without a match, and the next call tries again.
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
            except Unusable as error:
                if error.code != "unwritable":
                    raise
                return self.as_before(Game(log, chairs, None, find(read_log(log, follow=False).head), error))

    def find_open_game(self, log: Path) -> Game | None:
        """A game that is open, and did not fail."""
        game = self.opened.get(log)
        return None if game is None or game.failed else game

    def as_before(self, game: Game) -> Game:
        """A game that goes on counting the changes to its pages, if it was open before."""
        if game.path in self.opened:
            game.noticed = self.opened[game.path].noticed
        return game

    def keep(self, game: Game) -> Game:
        """Keep a game open."""
        self.opened[game.path] = self.as_before(game)
        return game

    @contextmanager
    def place_for(self, log: Path) -> Iterator[None]:
        """Keep a place for a game that is opened in this block, while others are played."""
        with self.lock:
            self.make_room()
            self.coming.add(log)
        try:
            yield
        finally:
            with self.lock:
                self.coming.discard(log)

    def make_room(self) -> None:
        """Close a game that is over, if too many are open; ``Unusable`` if there is none."""
        if len(self.opened) + len(self.coming) < TABLES.most:
            return
        for path, game in [*self.opened.items()]:
            if game.over:
                del self.opened[path]
                return
        hint = "finish one of them, or start the server again: a game is opened when somebody looks at it"
        raise Unusable(f"there are {TABLES.most} games in progress", hint, "too-many-games")

    def begin(self, library: Library, players: int, names: Sequence[str], seed: str | None) -> Game:
        """A new game."""
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
                    file.remove()
                    forget_secret(path)
                    raise
            return self.make_game(path, match, chairs)

    def fork(self, source: Source, names: Sequence[str], find: Finder) -> Game:
        """A game that goes on from a line of another one, with the same dice."""
        seats = assign_seats(names, source.players)
        path = self.path_for(f"{source.game}-what-if")
        with self.place_for(path):
            with chairs_for(path, seats) as chairs:
                match = continue_from(path, source.lines, secret_of(source.secret), find)
            for seat, who in enumerate(seats):
                if name_in_log(who) != match.seats[seat]:
                    match.sit(seat, name_in_log(who))
            return self.make_game(path, match, chairs)

    def make_game(self, path: Path, match: Match, chairs: Sequence[Chair]) -> Game:
        """The game of a match that has begun; if bots cannot go on with it, its log is let go of."""
        try:
            return self.keep(Game(path, chairs, match, match.library))
        except BaseException:
            match.__exit__()
            raise

    def path_for(self, name: str) -> Path:
        """The path of a new log."""
        return self.folder / f"{name}-{token_hex(4)}.rlog"

    def close(self) -> None:
        """Let go of every log."""
        for game in self.opened.values():
            game.close()


def seat_in(games: Iterable[tuple[Path, Sequence[Chair]]], secret: str) -> tuple[Path, Sequence[Chair], int] | None:
    """The log, the chairs and the seat that a secret belongs to."""
    seat = None
    for log, chairs in games:
        for chair in chairs:
            if compare_digest(chair.secret.encode(), secret.encode("utf-8", "replace")):
                seat = log, chairs, chair.seat
    return seat


def assign_seats(names: Sequence[str], players: int) -> list[str]:
    """Who sits where; ``Unusable`` without a person, or for a bot that a page must not name."""
    for name in names:
        if not is_person(name):
            check_bot(name)
    if not any(map(is_person, names)):
        raise Unusable("nobody sits at this table", "choose a person for at least one seat", "wrong-players")
    return seat_players(names, players)


def check_forkable(log: Log) -> None:
    """``Unusable`` for a game in progress, whose hands and next dice no one may see yet, and for a sealed log."""
    if log.sealed:
        raise Unusable("a sealed log does not have the whole game", "open it with 'rftg log open'", "wrong-log")
    if not log.complete:
        raise Unusable("this game is still being played", "finish it first: then its dice are no secret", "wrong-log")


@frozen
class Source:
    """The beginning of a game that goes on from a line of another one."""

    game: str
    players: int
    lines: Sequence[str]
    """Those up to that line, without an end."""
    secret: str
    """The text that its dice follow from."""


def source_at(log: Log, line: int) -> Source:
    """The beginning of a game that goes on from a line of a log; ``Unusable`` if the dice that follow are not known."""
    check_line(log, line)
    check_forkable(log)
    secret = randomness_of(log).host
    if secret is None:
        hint = "choose a finished game that was played with a seed: its log tells it"
        raise Unusable("the dice that would follow are not known", hint, "wrong-seed")
    return Source(log.head["game"], log.head["players"], lines_up_to(log, line), secret.text)


def lines_up_to(log: Log, line: int) -> list[str]:
    """The first lines of a log, without its end."""
    lines = []
    for number, text in enumerate(log, 1):
        if number > line or (number > 1 and parse_json(text)["k"] in ("end", "reveal", "sign")):
            break
        lines.append(text)
    return lines


def is_over(log: Path) -> bool:
    """Whether the game of a log has ended; False if the file does not say."""
    try:
        return read_log(log, follow=False).complete
    except (Unusable, Damaged, Missing, OSError):
        return False


def find_games_in_progress(logs: Collection[Path]) -> frozenset[Identity]:
    """The logs of games that are not over: nobody should read the others' hands in them, whatever name leads there.

    The log and what lies beside it decide, not who plays it where: a game in a terminal has secrets as well.
    """
    secret = {log for log in logs if any(map(os.path.lexists, (seats_file_of(log), host_file_beside(log))))}
    return frozenset(each for log in secret if not is_over(log) for each in identities_of(log))


def time_of_change(path: Path) -> int:
    """The time of the last change to a file, in nanoseconds; 0 if it has gone."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def identities_of(log: Path) -> Iterator[Identity]:
    """The identity of a file, if it is there."""
    with suppress(OSError):
        state = log.stat()
        yield state.st_dev, state.st_ino


# -- chairs on disk ----------------------------------------------------------------------------------------------


@contextmanager
def chairs_for(log: Path, seats: Sequence[str]) -> Iterator[list[Chair]]:
    """A chair with a secret link for each person, kept beside a log that begins in this block, which no page shows."""
    chairs = [Chair(seat, token_urlsafe(16)) for seat, who in enumerate(seats) if is_person(who)]
    write_chairs(log, chairs)
    try:
        yield chairs
    except BaseException:
        seats_file_of(log).unlink()
        raise


def seats_file_of(log: Path) -> Path:
    """The file with the secrets of seats, beside the log of a game."""
    return log.with_name(f"{log.name}{SEATS}")


def continue_from(path: Path, lines: Sequence[str], secret: Secret, find: Finder) -> Match:
    """A game that goes on after the lines of another, in a new log; if it cannot, no file is left."""
    with LogFile(path, private=True) as file:
        file.write(list(lines))
    try:
        write_secret(host_file_beside(path), secret.text)
        return continue_match(path, None, find, follow=False)[0]
    except BaseException:
        path.unlink()
        forget_secret(path)
        raise


def write_chairs(log: Path, chairs: Sequence[Chair]) -> None:
    """Keep the secrets of seats beside the log; only the owner can read them."""
    data = {"seats": [{"seat": chair.seat, "secret": chair.secret} for chair in chairs]}
    write_secret(seats_file_of(log), json.dumps(data, sort_keys=True))


def chairs_in(path: Path) -> list[Chair]:
    """The chairs in a file; none if it is not one of ours."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            data: Mapping[str, Any] = json.loads(file.read(LARGEST))
        return [
            Chair(int(chair["seat"]), str(chair["secret"])) for chair in data["seats"] if len(chair["secret"]) >= 16
        ]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
