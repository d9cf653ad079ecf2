"""Conversion of command-line values for the layers below. Imported lazily by the commands that need it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.cli.options import ARGUMENT, STREAM, say, sets_from
from rftg_dsl.cli.streams import ONCE, hold_standard_input, log_at
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.game_headers import resolve_game_name
from rftg_dsl.library.installed import find_teller
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.log.account.compare import Compared, compare_logs, compare_tables
from rftg_dsl.log.account.replay import Eyes, StoryLine, line_of_round, seen_at, table_at, tell_story
from rftg_dsl.log.account.why import Why, explain_line
from rftg_dsl.log.format.kinds import SIZE
from rftg_dsl.log.format.read_log import DamagedLog, Log
from rftg_dsl.log.proof.randomness import (
    TABLE,
    Randomness,
    Secret,
    generate_secret,
    is_hex,
    randomness_from,
    secret_of,
    shared,
)
from rftg_dsl.log.proof.sealed_files import seat_file_beside, told_to
from rftg_dsl.log.proof.unseal import check_lines
from rftg_dsl.play.one_game import check_seed
from rftg_dsl.play.typed_chance import Typed
from rftg_dsl.show.terminal.paint import to_visible


def options_of(options: Sequence[str] | None) -> dict[str, str]:
    values: dict[str, str] = {}
    for option in options or ():
        key, equals, value = option.partition("=")
        hint = "use --option KEY=VALUE, each key once"
        if not equals or not key:
            raise UsageError(f"option {option!r} does not have the form KEY=VALUE", hint, "wrong-option")
        if key in values:
            raise UsageError(f"option {key!r} is given twice", hint, "wrong-option")
        values[key] = value
    return values


def library_of(game: str, edition: str | None, option: Sequence[str] | None, extra: Sequence[str] | None) -> Library:
    return load_library(resolve_game_name(game), edition, sets_from(extra), options_of(option))


def last_line_of(log: Log, after: int | None, line: int | None) -> int:
    if after is not None and line is not None:
        raise UsageError("--round and --line cannot be combined", "use only one of them", "wrong-option")
    if after is not None:
        return line_of_round(log, after)
    return len(log) if line is None else line


def eyes_of(log: Log, path: Path, seat: int | None, public: bool, secrets: Path | None) -> Eyes | None:
    """Return the viewer chosen by the options; None stands for a viewer who sees everything."""
    if public and seat is not None:
        raise UsageError("--seat and --public cannot be combined", "use only one of them", "wrong-option")
    if seat is None:
        # A sealed log contains only public information.
        return Eyes(PUBLIC) if public or log.sealed else None
    if not 1 <= seat <= log.head["players"]:
        hint = f"seats are numbered from 1 to {log.head['players']}"
        raise UsageError(f"there is no seat {seat}", hint, "out-of-range")
    seat -= 1  # seats are numbered from 1 for people, but from 0 in logs
    if not log.sealed:
        return Eyes(seat)
    with hold_standard_input(SIZE) as place:
        return Eyes(seat, tuple(told_to(seat, place.file_for(secrets or seat_file_beside(path, seat)), log)))


def table_of(log: Log, last: int, extra: Sequence[str | Path], eyes: Eyes | None) -> dict[str, Any]:
    """Return the table after a line; load content only if the log contains no figures at that line."""
    if eyes is not None:
        return seen_at(log, last, eyes)
    table = table_at(log, last)
    if "folded" in table:
        with suppress(MissingContent):
            return table_at(log, last, make_finder(extra)(log.head))
    return table


def story_of(log: Log, only: int | None, eyes: Eyes | None) -> Iterator[StoryLine]:
    """Tell the story of a log or of one round, with a note if the log ends before the game does."""
    yield from tell_story(log, find_teller(log.head["game"], log.head["rules"]), only, eyes)
    if only is None and not log.complete:
        yield StoryLine(len(log), "The log ends here, before the end of the game", heading=True)


def find_flaw(log: Log) -> str:
    try:
        check_lines(log)
    except DamagedLog as wrong:
        return str(wrong)
    return ""


def warn(log: Log, name: str = "this log", eyes: Eyes | None = None) -> None:
    """Print a warning to standard error if a log is obviously invalid."""
    # The reason can mention hidden pieces, so show it only to viewers who may see everything.
    if doubt := find_flaw(log):
        say(f"warning: {to_visible(name)} is not valid" + (f": {to_visible(doubt)}" if eyes is None else ""), err=True)


PLACE = re.compile(r"(.+):([1-9][0-9]{0,8})")


def parse_log_and_line(place: str) -> tuple[Log, int]:
    """Read a log and a line number from ``LOG:LINE``. Raise ``UsageError`` if the argument is malformed."""
    place = place.removeprefix(ARGUMENT)
    match = PLACE.fullmatch(place)
    if not match:
        raise UsageError(f"{place!r} is not a line of a log", "use LOG:LINE, such as game.rlog:120", "wrong-option")
    return log_at(match[1]), int(match[2])


def explain_place(place: str, event: int | None, seat: int | None, public: bool, extra: Sequence[str | Path]) -> Why:
    log, line = parse_log_and_line(place)
    eyes = None if log.sealed else eyes_of(log, Path(log.path), seat, public, None)
    warn(log, eyes=eyes)
    return explain_line(log, line, make_finder(extra), event, eyes)


def parse_log_and_optional_line(place: str) -> tuple[Log, int | None]:
    place = place.removeprefix(ARGUMENT)
    # An existing file takes precedence, because a file name may itself look like ``LOG:LINE``.
    if Path(place).exists() or not PLACE.fullmatch(place):
        return log_at(place), None
    return parse_log_and_line(place)


def compare_logs_or_tables(
    this: str, other: str, seat: int | None, public: bool, extra: Sequence[str | Path]
) -> Compared:
    if [each.removeprefix(ARGUMENT).partition(":")[0] for each in (this, other)] == [STREAM] * 2:
        raise UsageError(*ONCE)
    (mine, line), (theirs, another) = parse_log_and_optional_line(this), parse_log_and_optional_line(other)
    if (line is None) != (another is None):
        hint = "specify a line for both logs or for neither"
        raise UsageError("a log cannot be compared with a table", hint, "wrong-option")
    find = make_finder(extra)
    eyes = None
    for log in (mine, theirs):
        eyes = None if log.sealed else eyes_of(log, Path(log.path), seat, public, None)
        warn(log, log.path, eyes)
    if line is None or another is None:
        return compare_logs(mine, theirs, find, eyes)
    return compare_tables(mine, line, theirs, another, eyes)


def dice_of(
    seed: str | None, promises: Sequence[str], table: bool, players: int, layout: Layout
) -> tuple[Randomness, Chance | None]:
    """Return the randomness chosen by the options, and also the source of chance if results are typed in."""
    if table and (seed is not None or promises):
        raise UsageError("--table cannot be combined with --seed or --promise", "use only one of them", "wrong-option")
    if table:
        return TABLE, Typed(layout, ask)
    if seed is not None:
        check_seed(seed)
    host = generate_secret() if seed is None else secret_of(seed)
    if not promises:
        return randomness_from(host), None
    if len(promises) != players or not all(map(is_hex, promises)):
        hint = "use --promise once per seat, with the promise that 'rftg log secret' printed"
        raise UsageError(f"each of the {players} seats needs a promise of 64 hexadecimal digits", hint, "wrong-option")
    say(f"the host's promise is {host.commitment}; now each seat enters its share", err=True)
    shares = [share_of(seat, promise) for seat, promise in enumerate(promises)]
    return shared(host, shares, promises), None


def share_of(seat: int, promise: str) -> Secret | None:
    while text := ask(f"the share of seat {seat + 1} (empty to refuse): "):
        secret = secret_of(text)
        if secret.commitment == promise:
            return secret
        say("this does not match the seat's promise", err=True)
    return None


def ask(question: str) -> str:
    """Read a line typed by the user. Raise ``UsageError`` at the end of the input."""
    # Print the prompt to standard error, because the log may be on standard output.
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline(10_000)
    if not line:
        raise UsageError(
            "the input ended before the game was over", "continue the game with 'rftg resume'", "no-answer"
        )
    return line.strip()


def folders_of(folders: Sequence[Path]) -> list[Path]:
    for folder in folders:
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder", "specify folders that contain logs and sets", "missing-file")
    return [folder.resolve() for folder in folders]


PAGE = ".html"
"""The suffix of a page."""


def check_name_of_page(out: Path) -> None:
    """Raise ``UsageError`` if a page cannot have this name."""
    if out.suffix.lower() != PAGE:
        raise UsageError(f"{out} is not the name of a page", f"use a name that ends in {PAGE}", "wrong-option")
