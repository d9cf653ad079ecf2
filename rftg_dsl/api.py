"""The Python API: the functions that ``import rftg_dsl as rftg`` provides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rftg_dsl.base.resources import parse_sets
from rftg_dsl.library.catalogue import entries_in, resolve_entry
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.log.account.event_words import Happened
from rftg_dsl.log.account.replay import table_at
from rftg_dsl.log.account.visitor import V, read_events
from rftg_dsl.log.account.visitor import visit as visit_log
from rftg_dsl.log.account.why import Why
from rftg_dsl.log.account.why import explain_line as explained
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.log.format.read_log import read_log as read_from_disk
from rftg_dsl.log.proof.randomness import Randomness, secret_of
from rftg_dsl.play.bots import Bot
from rftg_dsl.play.match import Match, continue_match
from rftg_dsl.play.one_game import Result, begin_log, dice_from_seed, start_game
from rftg_dsl.play.one_game import play_game as played
from rftg_dsl.play.position import read_position
from rftg_dsl.wording.power_text import Line, word_side

Sets = Sequence[str | Path]
"""Sets to add to a game: ids of shipped or installed sets, or paths of folders and packs.

A string is a path if it starts with ``.`` or a separator.
"""


def load(game: str, edition: str | None = None, sets: Sets = (), options: Mapping[str, str] | None = None) -> Library:
    """Load a game with its base set and any additional ``sets``, checked and ready to play.

    Raise ``UsageError`` if the game, an edition or an option does not exist, or ``ContentError``, which lists every
    mistake, if the content has errors.
    """
    return load_library(game, edition, parse_sets(sets), options)


def start(
    game: str | Library,
    players: int | None = None,
    seed: str | Randomness | None = None,
    log: str | Path = "",
    position: str = "",
) -> Match:
    """Start a game at its first decision or at a ``position``; the same seed and answers always lead to the same game.

    ``seed`` is a string, ``rftg.shared(...)``, or None for 128 random bits. ``log`` is the path of a file to create;
    when ``answer`` returns, the answer is in that file on disk. A ``position``, as returned by ``match.position()``,
    determines the number of players, and a game that starts at a position has no log.

    Raise ``UsageError`` if ``position`` is not a position in this game, ``MissingContent`` if the position's content is
    missing, or ``ValueError`` if the arguments exclude one another.
    """
    dice = dice_from_seed(seed)
    if position:
        if log or players is not None:
            raise ValueError("a game that starts from a position takes its players from there and has no log")
        return Match(*read_position(position, game, dice), dice, logged=False)
    if players is None:
        raise ValueError("specify the number of players or a position")
    library = load(game) if isinstance(game, str) else game
    play = start_game(library, players, dice)
    return Match(library, play, dice, file=begin_log(Path(log), dice) if log else None)


def play_game(
    game: str | Library,
    players: int,
    seed: str | Randomness | None = None,
    bots: Sequence[str | Bot] | str | Bot = "random",
    log: str | Path = "",
) -> Result:
    """Play a whole game with one bot per seat or the same bot for all seats; ``log`` is the path of a log to create.

    Raise ``ValueError`` if the number of bots differs from the number of players.
    """
    library = load(game) if isinstance(game, str) else game
    each = [bots] * players if isinstance(bots, str) or callable(bots) else list(bots)
    if len(each) != players:
        raise ValueError(f"there are {len(each)} bots for {players} seats")
    return played(library, players, seed, each, Path(log) if log else None)


def rule_lines(game: str | Library, name: str) -> list[Line]:
    """Return the rule text of a component or side, given its name or id, with one line per power, split into segments.

    Raise ``UsageError`` if the game has no such component.
    """
    library = load(game) if isinstance(game, str) else game
    entry = resolve_entry(name, name, list(entries_in(library)))
    return [line for side in entry.sides for line in word_side(library.model.words, library.game, side)]


def rule_text(game: str | Library, name: str) -> list[str]:
    """Return the same lines as ``rule_lines``, as plain strings."""
    return [str(line) for line in rule_lines(game, name)]


def read_log(source: str | Path | Sequence[str]) -> Log:
    """Read a log from a file or from its lines.

    Raise ``UsageError`` if the file does not exist, or ``DamagedLog`` or ``MissingContent`` if the log is not usable.
    """
    if isinstance(source, str | Path):
        return read_from_disk(Path(source))
    return parse_log("".join(f"{line}\n" for line in source).encode())


def as_log(log: str | Path | Log) -> Log:
    """Return a log, which is read from disk if ``log`` is a path."""
    return log if isinstance(log, Log) else read_log(log)


def audit(log: str | Path | Log, sets: Sets = (), light: bool = False) -> Verdict:
    """Replay the inputs in a log according to the rules, compare every result, and return a verdict.

    If ``light`` is true, do not run the rules, but check everything that does not depend on them.
    """
    finder = make_finder(parse_sets(sets))
    if isinstance(log, Log):
        return judge_log(log.path, lambda: log, finder, light)
    return judge_log(str(log), lambda: read_from_disk(Path(log)), finder, light)


def replay(log: str | Path | Log, line: int | None = None, sets: Sets = ()) -> dict[str, Any]:
    """Return the table after a line of a log, as the game reports it.

    Lines are numbered from 1; the default is the last line.
    """
    game_log = as_log(log)
    last = len(game_log) if line is None else line
    return table_at(game_log, last, make_finder(parse_sets(sets))(game_log.head))


def events(log: str | Path | Log, line: int | None = None) -> Iterator[Happened]:
    """Iterate over the events in a log up to and including ``line``; only the log is needed, which is read lazily."""
    return read_events(as_log(log), line)


def visit(log: str | Path | Log, visitor: V) -> V:
    """Pass every record and event in a log to a visitor, in a single pass, and return the visitor.

    Raise ``DamagedLog`` at the first line that cannot be read, after visiting the lines before it.
    """
    return visit_log(as_log(log), visitor)


def why(log: str | Path | Log, line: int, event: int | None = None, sets: Sets = ()) -> Why:
    """Explain a line of a log or one of its events, as ``rftg why`` does. Lines and events are numbered from 1."""
    game_log = as_log(log)
    return explained(game_log, line, make_finder(parse_sets(sets)), event)


def resume(log: str | Path | Log, seed: str | None = None, sets: Sets = ()) -> Match:
    """Resume the game in an unfinished log after the last complete record.

    ``seed`` is the secret string that the host committed to; None means to read it from the file beside the log. A
    log on disk is continued in place, after a torn last line has been moved aside. Raise ``UsageError`` if the log does
    not follow from the secret, or if the dice were recorded, because the next results are then unknown.
    """
    find = make_finder(parse_sets(sets))
    if isinstance(log, Log):
        resumed = resume_log(log, find(log.head), None if seed is None else secret_of(seed))
        return Match(resumed.library, resumed.play, resumed.randomness, True, resumed.recorder, [*log, *resumed.beyond])
    return continue_match(Path(log), seed, find)[0]
