"""Replay: the story of a game, and the table at any line, from the log alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table
from rftg_dsl.library import Library
from rftg_dsl.log.fold import Folded
from rftg_dsl.log.integrity import fold_record, fold_start
from rftg_dsl.log.read import Damaged, Log, read_record
from rftg_dsl.log.record import Record

Teller = Callable[[Sequence[Any], Mapping[str, str]], str]
"""A function that puts one event in words; empty if it is not worth mentioning."""


@frozen
class StoryLine:
    """A line of the story, with its line in the log and whether it is a heading."""

    line: int
    text: str
    heading: bool = False


def records(log: Log, last: int | None = None) -> Iterator[tuple[int, Record]]:
    """The records of a log with their line numbers, up to and including line ``last``."""
    for number, line in enumerate(log.lines[: last or len(log.lines)], 1):
        record = read_record(line, number)
        if record["k"] == "mark" and not isinstance(record.get("after"), str):
            raise Damaged(number, "the mark does not say what has ended")
        yield number, record


def story(log: Log, tell: Teller, last: int | None = None) -> Iterator[StoryLine]:
    """The game in words, event by event; marks are headings."""
    names = log.head["names"]
    for number, record in records(log, last):
        try:
            texts = [text for event in record.get("fx", ()) if (text := tell(event, names))]
            last_words = ending(log.head, record["figures"]) if record["k"] == "end" else ""
        except UNREADABLE as error:
            raise unreadable(number, error) from None
        for text in texts:
            yield StoryLine(number, text)
        if record["k"] == "mark":
            yield StoryLine(number, f"End of {record['after']}", heading=True)
        if last_words:
            yield StoryLine(number, last_words, heading=True)


def ending(head: Mapping[str, Any], figures: Mapping[str, Any]) -> str:
    """The final scores and the winners, with seats counted from 1."""
    players = [f"Seat {number} ({name})" for number, name in enumerate(head["seats"], 1)]
    totals = [seat["score"]["total"] for seat in figures["seats"]]
    scores = ", ".join(f"{player} {total}" for player, total in zip(players, totals, strict=True))
    winners = " and ".join(players[seat] for seat in figures["end"]["winners"])
    return f"Final scores: {scores}. Won by {winners}"


UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""Errors raised on reading an event or a table that no game wrote."""


def unreadable(line: int, error: Exception) -> Damaged:
    """The damage in a line that the game cannot read."""
    return Damaged(line, f"the game cannot read this line: {type(error).__name__}: {error}")


def line_of_round(log: Log, wanted: int) -> int:
    """The line of the mark at the end of a round (or turn); ``Unusable`` if the log has none."""
    last = 0
    for number, record in records(log):
        if record["k"] == "mark" and (at := record["after"].split(" "))[-1].isdigit():
            last = int(at[-1])
            if last == wanted:
                return number
    raise Unusable(f"the log has no round {wanted}", f"it goes up to round {last}", "unknown-round")


def folded_to(log: Log, last: int) -> tuple[Folded, Record | None]:
    """The table after a line, and the last mark (or end) up to there."""
    if not 1 <= last <= len(log.lines):
        raise Unusable(f"the log has no line {last}", f"it has {len(log.lines)} lines", "unknown-line")
    folded, mark = fold_start(log), None
    for number, record in records(log, last):
        fold_record(folded, record, number)
        if record["k"] in ("mark", "end"):
            mark = record
    return folded, mark


def table_at(log: Log, last: int, found: Library | None = None) -> dict[str, Any]:
    """The table after a line, as its game shows it.

    At a mark, the log holds the figures. Between marks, the game works them out if its content is available;
    otherwise the result is the folded table with the figures of the last mark.
    """
    folded, mark = folded_to(log, last)
    if mark is not None and ('"k":"mark"' in log.lines[last - 1] or '"k":"end"' in log.lines[last - 1]):
        return {"line": last, **mark["figures"]}
    if found is not None:
        try:
            figures = found.game.figures(position(folded, found, log.head))
        except UNREADABLE as error:
            raise unreadable(last, error) from None
        return {"line": last, **figures}
    return {"line": last, "folded": folded.table, "figures": mark["figures"] if mark else None}


def position(folded: Folded, found: Library, head: Mapping[str, Any]) -> Play[Any]:
    """A play whose table is the folded one; its agenda is empty."""
    rules = found.rules(head["players"])
    table = Table.of_plain(rules.layout, folded.table)
    return rules.position(table, Seeded("", head["game"]), head["options"])
