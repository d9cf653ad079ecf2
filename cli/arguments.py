"""What was asked for on the command line, as the layers below want it. Loaded only by commands that need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, library
from rftg_dsl.log.audit import finder
from rftg_dsl.log.read import Log, Missing
from rftg_dsl.log.replay import Told, line_of_round, story, table_at
from rftg_dsl.shelf import find_game


def options_of(given: Sequence[str] | None) -> dict[str, str]:
    """``KEY=VALUE`` each."""
    found: dict[str, str] = {}
    for one in given or ():
        key, equals, value = one.partition("=")
        if not equals or not key or key in found:
            reason = "is given twice" if key in found else "is not KEY=VALUE"
            raise Unusable(f"option {one!r} {reason}", "write --option KEY=VALUE, each key once", "wrong-option")
        found[key] = value
    return found


def library_of(game: str, edition: str | None, option: Sequence[str] | None, extra: Sequence[Path] | None) -> Library:
    """The game with what joins and changes it."""
    return library(game, edition, extra or (), options_of(option))


def last_line(log: Log, after: int | None, to: int | None) -> int:
    """The line up to which a log is wanted: a line, the end of a round, or the last one."""
    if after is not None and to is not None:
        raise Unusable("--round and --to say two different things", "give one of them", "wrong-option")
    if after is not None:
        return line_of_round(log, after)
    return len(log.lines) if to is None else to


def table_of(log: Log, last: int, extra: Sequence[Path]) -> dict[str, Any]:
    """The table after a line; the content of the log is only looked for where the table does not stand in the log."""
    table = table_at(log, last)
    if "folded" in table:
        with suppress(Missing):
            return table_at(log, last, finder(extra)(log.head))
    return table


def story_of(log: Log) -> Iterator[Told]:
    """The story of a log in the words of its game, and where it ends too early."""
    yield from story(log, find_game(log.head["game"]).tell)
    if not log.complete:
        yield Told(len(log.lines), "The log ends here, before the game does", heading=True)
