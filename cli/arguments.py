"""Command-line values converted for the layers below. Imported only by commands that need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, library
from rftg_dsl.log.audit import finder
from rftg_dsl.log.read import Log, Missing
from rftg_dsl.log.replay import StoryLine, line_of_round, story, table_at
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
    return len(log.lines) if to is None else to


def table_of(log: Log, last: int, extra: Sequence[Path]) -> dict[str, Any]:
    """The table after a line; content is loaded only if the log has no figures at that line."""
    table = table_at(log, last)
    if "folded" in table:
        with suppress(Missing):
            return table_at(log, last, finder(extra)(log.head))
    return table


def story_of(log: Log) -> Iterator[StoryLine]:
    """The story of a log in the words of its game, with a note if the log ends early."""
    yield from story(log, teller(log.head["game"], log.head["rules"]))
    if not log.complete:
        yield StoryLine(len(log.lines), "The log ends here, before the game does", heading=True)
