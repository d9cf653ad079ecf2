"""Tells the story of a game and computes the table at any line, using only the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.game import Teller
from rftg_dsl.compile.score import figures_of
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.load import Library
from rftg_dsl.log.account.log_words import Words
from rftg_dsl.log.account.sight import Shown, Truth
from rftg_dsl.log.account.viewed_records import Views
from rftg_dsl.log.audit.line_check import fold_record, fold_start
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.read_log import DamagedLog, Log, check_line
from rftg_dsl.log.format.record import Record
from rftg_dsl.log.format.records import guard_reading, number_of, read_records
from rftg_dsl.log.proof.sealed_files import Told


@frozen
class StoryLine:
    """A line of a story: its text, the number of its line in the log, and whether it is a heading."""

    line: int
    text: str
    heading: bool = False
    ends: int | None = None


def tell_story(log: Log, tell: Teller, only: int | None = None, eyes: Eyes | None = None) -> Iterator[StoryLine]:
    """Tell the story of the game event by event, with marks as headings.

    ``only`` limits the story to one round (or turn); 0 is setup. ``eyes`` limits it to the events that this viewer
    sees. Raise ``UsageError`` if the log does not contain that round.
    """
    lines = tell_game(log, tell, eyes)
    return lines if only is None else select_round(lines, only)


def select_round(lines: Iterable[StoryLine], only: int) -> Iterator[StoryLine]:
    at = 0
    for line in lines:
        if at == only:
            yield line
        if line.ends is not None:
            at = line.ends + 1
            if at > only:
                return
    if at != only:
        raise UsageError(f"the log has no round {only}", f"it goes up to round {max(at - 1, 0)}", "unknown-round")


@frozen
class Eyes:
    """A viewer, either a seat or ``PUBLIC``. For a sealed log, ``told`` contains the seat's private knowledge."""

    who: int
    told: Sequence[Told] = ()


def as_seen(log: Log, eyes: Eyes | None) -> Iterator[tuple[int, Record]]:
    if eyes is None or (log.sealed and eyes.who == PUBLIC):
        yield from read_records(log)
    elif log.sealed:
        yield from as_told(log, eyes)
    else:
        try:
            yield from as_viewed(log, eyes.who)
        except DamagedLog as wrong:
            # The original reason may name hidden pieces.
            raise DamagedLog(
                wrong.line, "the log cannot be read from here on; audit the whole log for the reason"
            ) from None


def as_told(log: Log, eyes: Eyes) -> Iterator[tuple[int, Record]]:
    """Yield the records of a sealed log, with the public events replaced by those that one seat was told about."""
    told = {entry.line: [event for event in entry.told if isinstance(event, list)] for entry in eyes.told}
    for number, record in read_records(log):
        yield number, {**record, "fx": told.get(number, [])}


def as_viewed(log: Log, viewer: int) -> Iterator[tuple[int, Record]]:
    with guard_reading(1):
        views = Views(log.head, [viewer], log.budget.spend)
    for number, record in read_records(log):
        with guard_reading(number):
            viewed = views.read(record)[viewer]
        yield number, viewed


def tell_game(log: Log, tell: Teller, eyes: Eyes | None = None) -> Iterator[StoryLine]:
    words = Words(log.head, tell, log.budget.spend)
    for number, record in as_seen(log, eyes):
        with guard_reading(number):
            texts = [text for event in record.get("fx", ()) if (text := words.tell_event(event))]
            last_words = words.word_end(record) if record["k"] == "end" else ""
            illegal = words.word_illegal_answer(record) if "stood" in record else ""
        for text in (illegal, *texts) if illegal else texts:
            yield StoryLine(number, text)
        if record["k"] == "mark":
            ended = int(number_of(record["after"]) or 0)
            yield StoryLine(number, f"End of {record['after']}", heading=True, ends=ended)
        if last_words:
            yield StoryLine(number, last_words, heading=True)


def line_of_round(log: Log, wanted: int) -> int:
    last = 0
    for number, record in read_records(log):
        if record["k"] == "mark" and (ended := number_of(record["after"])):
            last = int(ended)
            if last == wanted:
                return number
    raise UsageError(f"the log has no round {wanted}", f"it goes up to round {last}", "unknown-round")


def fold_to_line(log: Log, last: int) -> tuple[Folded, Record | None, bool]:
    """Return the table after a line, the last mark (or end) up to that line, and whether that mark still describes the
    table."""
    check_line(log, last)
    folded, mark, holds = fold_start(log), None, False
    for number, record in read_records(log, last):
        fold_record(folded, record, number)
        if record["k"] in ("mark", "end"):
            mark, holds = record, True
        elif "fx" in record:
            holds = False
    return folded, mark, holds


def seen_from(log: Log, eyes: Eyes) -> Shown:
    spend = log.budget.spend
    return Shown(log.head["table"] if log.sealed else Truth(log.head, spend).table_for(eyes.who), spend=spend)


def seen_at(log: Log, last: int, eyes: Eyes) -> dict[str, Any]:
    return {"line": last, "seen": 1, "folded": shown_at(log, last, eyes).table, "figures": None}


def shown_at(log: Log, last: int, eyes: Eyes) -> Shown:
    """Return the table after a line, folded from the events that a viewer sees.

    For a seat in a sealed log, the table is current up to the last veil.
    """
    check_line(log, last)
    with guard_reading(last):
        shown = seen_from(log, eyes)
        for number, record in as_seen(log, eyes):
            if number > last:
                break
            shown.fold(record.get("fx", ()))
    return shown


def table_at(log: Log, last: int, library: Library | None = None) -> dict[str, Any]:
    """Return the table after a line, as the game shows it.

    At a mark, the figures are in the log. Between marks, the game computes them if its content is available. If it is
    not, the result is the folded table with the figures of the last mark.
    """
    folded, mark, here = fold_to_line(log, last)
    if mark is not None and here:
        with guard_reading(last):
            log.budget.spend(steps_to_score(mark["figures"]))
        return {"line": last, **mark["figures"]}
    if library is not None:
        with guard_reading(last):
            figures = figures_of(position_of(folded, library, log.head))
        return {"line": last, **figures}
    return {"line": last, "folded": folded.table, "figures": mark["figures"] if mark else None}


def steps_to_score(figures: Mapping[str, Any]) -> int:
    seats = figures.get("seats", ())
    return 4 * len(seats) * len({line for seat in seats for line in seat["score"]})


def position_of(folded: Folded, library: Library, head: Mapping[str, Any]) -> Play[Any]:
    """Return a play on the folded table with an empty agenda, which is enough for figures but not for playing on."""
    rules = library.rules(head["players"])
    table = Table.from_plain(rules.layout, folded.table)
    return rules.position(table, Seeded("", head["game"]), head["options"])
