"""The Python API: the functions that ``import rftg_dsl as rftg`` offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rftg_dsl.base.resources import parse_sets
from rftg_dsl.library.catalogue import entries_in, resolve_entry
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.log.account.event_words import Happened, parse_event
from rftg_dsl.log.account.replay import table_at
from rftg_dsl.log.account.why import Why
from rftg_dsl.log.account.why import explain_line as explained
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.finder import make_finder
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.log.format.read_log import read_log as read_from_disk
from rftg_dsl.log.format.records import read_records
from rftg_dsl.log.proof.randomness import Randomness, secret_of
from rftg_dsl.play.bots import Bot
from rftg_dsl.play.match import Match, continue_match
from rftg_dsl.play.one_game import Result, begin_log, dice_from_seed, start_game
from rftg_dsl.play.one_game import play_game as played
from rftg_dsl.wording.power_text import Line, word_side

Sets = Sequence[str | Path]
"""Sets to add to a game: ids of shipped and installed ones, and folders and packs. A text that starts with ``.`` or a
separator is a path."""


def load(game: str, edition: str | None = None, sets: Sets = (), options: Mapping[str, str] | None = None) -> Library:
    """A game with its shipped sets and any others named, checked and ready to play.

    ``Unusable`` if there is no such game, edition or option; ``Rejected`` with every mistake if content has any.
    """
    return load_library(game, edition, parse_sets(sets), options)


def start(game: str | Library, players: int, seed: str | Randomness | None = None, log: str | Path = "") -> Match:
    """A new game at its first decision; the same seed and answers give the same game.

    ``seed``: a text, ``rftg.shared(...)``, or None for 128 random bits. With ``log``, every answer is in that new file,
    on disk, when ``answer`` returns.
    """
    library = load(game) if isinstance(game, str) else game
    dice = dice_from_seed(seed)
    play = start_game(library, players, dice)
    return Match(library, play, dice, file=begin_log(Path(log), dice) if log else None)


def play_game(
    game: str | Library,
    players: int,
    seed: str | Randomness | None = None,
    bots: Sequence[str | Bot] | str | Bot = "random",
    log: str | Path = "",
) -> Result:
    """Play a whole game with bots, one per seat or one for all; with ``log``, write its log to a new file."""
    library = load(game) if isinstance(game, str) else game
    each = [bots] * players if isinstance(bots, str) or callable(bots) else list(bots)
    if len(each) != players:
        raise ValueError(f"{len(each)} bots for {players} seats")
    return played(library, players, seed, each, Path(log) if log else None)


def rule_lines(game: str | Library, name: str) -> list[Line]:
    """The rule text of a component, or of one of its sides, by name or id: a line for each power, in segments.

    ``Unusable`` if the game has no such component.
    """
    library = load(game) if isinstance(game, str) else game
    entry = resolve_entry(name, name, list(entries_in(library)))
    return [line for side in entry.sides for line in word_side(library.model.words, library.game, side)]


def rule_text(game: str | Library, name: str) -> list[str]:
    """The rule text of a component, or of one of its sides: the same lines as plain text."""
    return [str(line) for line in rule_lines(game, name)]


def read_log(source: str | Path | Sequence[str]) -> Log:
    """A log from a file or from its lines.

    ``Unusable`` if there is no such file, ``Damaged`` or ``Missing`` if it cannot be a log.
    """
    if isinstance(source, str | Path):
        return read_from_disk(Path(source))
    return parse_log("".join(f"{line}\n" for line in source).encode())


def as_log(log: str | Path | Log) -> Log:
    """A log, read if it is not yet."""
    return log if isinstance(log, Log) else read_log(log)


def audit(log: str | Path | Log, sets: Sets = (), light: bool = False) -> Verdict:
    """The verdict on a log, from replaying its inputs through the rules and comparing everything.

    ``light`` checks all that can be checked without the rules.
    """
    finder = make_finder(parse_sets(sets))
    if isinstance(log, Log):
        return judge_log(log.path, lambda: log, finder, light)
    return judge_log(str(log), lambda: read_from_disk(Path(log)), finder, light)


def replay(log: str | Path | Log, line: int | None = None, sets: Sets = ()) -> dict[str, Any]:
    """The game's report on the table after a line of a log, counted from 1; after the last line by default."""
    game_log = as_log(log)
    last = len(game_log) if line is None else line
    return table_at(game_log, last, make_finder(parse_sets(sets))(game_log.head))


def events(log: str | Path | Log, line: int | None = None) -> list[Happened]:
    """All events in a log up to and including a line; needs only the log itself."""
    game_log = as_log(log)
    return [parse_event(event) for _, record in read_records(game_log, line) for event in record.get("fx", ())]


def why(log: str | Path | Log, line: int, event: int | None = None, sets: Sets = ()) -> Why:
    """Why what a line of a log holds has happened, or one of its events, counted from 1: what ``rftg why`` shows."""
    game_log = as_log(log)
    return explained(game_log, line, make_finder(parse_sets(sets)), event)


def resume(log: str | Path | Log, seed: str | None = None, sets: Sets = ()) -> Match:
    """The game in an unfinished log, after its last complete record.

    ``seed`` is the text that the host has promised; None: it lies beside the log. The log of a file is continued there,
    after a torn last line has been moved aside. ``Unusable`` if the log does not follow from that text, or its dice
    were recorded: the next ones are unknown.
    """
    find = make_finder(parse_sets(sets))
    if isinstance(log, Log):
        auditor = resume_log(log, find(log.head), None if seed is None else secret_of(seed))
        return Match(auditor.found, auditor.play, auditor.randomness, True, auditor.recorder, [*log, *auditor.beyond])
    return continue_match(Path(log), seed, find)[0]
