"""Command-line values converted for the layers below. Imported only by commands that need it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.layout import Layout
from rftg_dsl.library import Library, library
from rftg_dsl.log.audit import finder
from rftg_dsl.log.light import check_light
from rftg_dsl.log.opened import check_sealed
from rftg_dsl.log.randomness import (
    TABLE,
    Randomness,
    Secret,
    fresh_secret,
    is_hex,
    secret_of,
    seeded,
    shared,
)
from rftg_dsl.log.read import Damaged, Log, Missing
from rftg_dsl.log.replay import Eyes, StoryLine, line_of_round, seen_at, story, table_at
from rftg_dsl.log.screen import seat_file, told_to
from rftg_dsl.log.sight import PUBLIC
from rftg_dsl.play.game import check_seed
from rftg_dsl.play.typed import Typed
from rftg_dsl.shelf import teller


def options_of(given: Sequence[str] | None) -> dict[str, str]:
    """The values of ``KEY=VALUE`` options, by key."""
    found: dict[str, str] = {}
    for one in given or ():
        key, equals, value = one.partition("=")
        hint = "use --option KEY=VALUE, each key once"
        if not equals or not key:
            raise Unusable(f"option {one!r} is not KEY=VALUE", hint, "wrong-option")
        if key in found:
            raise Unusable(f"option {key!r} is given twice", hint, "wrong-option")
        found[key] = value
    return found


def library_of(game: str, edition: str | None, option: Sequence[str] | None, extra: Sequence[Path] | None) -> Library:
    """The game with its edition, options and extra sets."""
    return library(game, edition, extra or (), options_of(option))


def last_line(log: Log, after: int | None, to: int | None) -> int:
    """The last line of a log to read: the given line, the end of a round, or the log's last line."""
    if after is not None and to is not None:
        raise Unusable("--round and --to cannot be combined", "give only one of them", "wrong-option")
    if after is not None:
        return line_of_round(log, after)
    return len(log) if to is None else to


def eyes_of(log: Log, path: Path, seat: int | None, public: bool, secrets: Path | None) -> Eyes | None:
    """Who is to see a log, as the options say; None: nobody in particular, who sees all that the log has."""
    if public and seat is not None:
        raise Unusable("--seat and --public cannot be combined", "give only one of them", "wrong-option")
    if seat is None:
        return Eyes(PUBLIC) if public or log.sealed else None
    if not 0 <= seat < log.head["players"]:
        raise Unusable(f"there is no seat {seat}", f"they are 0 to {log.head['players'] - 1}", "out-of-range")
    return Eyes(seat, tuple(told_to(seat, secrets or seat_file(path, seat), log)) if log.sealed else ())


def table_of(log: Log, last: int, extra: Sequence[Path], eyes: Eyes | None) -> dict[str, Any]:
    """The table after a line; content is loaded only if the log has no figures at that line."""
    if eyes is not None:
        return seen_at(log, last, eyes)
    table = table_at(log, last)
    if "folded" in table:
        with suppress(Missing):
            return table_at(log, last, finder(extra)(log.head))
    return table


def story_of(log: Log, only: int | None, eyes: Eyes | None) -> Iterator[StoryLine]:
    """The story of a log, or of one round, in the words of its game, with a note if the log ends early."""
    yield from story(log, teller(log.head["game"], log.head["rules"]), only, eyes)
    if only is None and not log.complete:
        yield StoryLine(len(log), "The log ends here, before the game does", heading=True)


def doubts(log: Log) -> str:
    """What is wrong with a log as far as it can be seen without the rules; empty if nothing is."""
    try:
        if log.sealed:
            check_sealed(log)
        else:
            check_light(log)
    except Damaged as wrong:
        return str(wrong)
    return ""


def dice_of(
    seed: str | None, promises: Sequence[str], table: bool, players: int, layout: Layout
) -> tuple[Randomness, Chance | None]:
    """Where the results of a game come from, as the options say, and what gives them if it is not a seed."""
    if table and (seed is not None or promises):
        raise Unusable("--table cannot be combined with --seed or --promise", "give only one of them", "wrong-option")
    if table:
        return TABLE, Typed(layout, asked_for)
    if seed is not None:
        check_seed(seed)
    host = fresh_secret() if seed is None else secret_of(seed)
    if not promises:
        return seeded(host), None
    if len(promises) != players or not all(map(is_hex, promises)):
        hint = "give --promise once for each seat, with what 'rftg log secret' showed"
        raise Unusable(f"there are {players} seats, and each promises 64 hexadecimal digits", hint, "wrong-option")
    typer.echo(f"the host has promised {host.commitment}; now the seats tell their shares", err=True)
    shares = [share_of(seat, promise) for seat, promise in enumerate(promises)]
    return shared(host, shares, promises), None


def share_of(seat: int, promise: str) -> Secret | None:
    """The share of a seat, asked for; None if it refuses, with an empty line."""
    while text := asked_for(f"the share of seat {seat + 1} (nothing if it refuses): "):
        secret = secret_of(text)
        if secret.commitment == promise:
            return secret
        typer.echo("that is not what this seat has promised", err=True)
    return None


def asked_for(question: str) -> str:
    """A line from the person at the keyboard, or from whatever stands in for one; ``Unusable`` if there is none."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline(10_000)
    if not line:
        raise Unusable("the input ended before the game did", "continue the game with 'rftg resume'", "no-answer")
    return line.strip()
