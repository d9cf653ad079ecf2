"""The light check: folds events, compares digests and links. It needs no rules and says nothing about legality."""

from __future__ import annotations

from rftg_dsl.log.fold import Folded, Unfit
from rftg_dsl.log.read import Damaged, Log, read_record
from rftg_dsl.log.record import Record, digest, link_of, with_link


def check_light(log: Log) -> str:
    """Fold the events and check digests and links; ``Damaged`` at the first mismatch. Randomness is ``unknown``."""
    folded = fold_start(log)
    previous, since = "", 0
    for number, line in enumerate(log.lines[1:], 2):
        record = read_record(line, number)
        if "fx" in record:
            fold_record(folded, record, number)
        elif "link" in record:
            wanted = with_link(previous, log.lines[since : number - 1], line)
            if line != wanted:
                raise Damaged(number, "the link does not match the lines before it", link_of(wanted), record["link"])
            if record["k"] == "mark" and record.get("table") != (expected := table_digest(folded, number)):
                raise Damaged(number, "the table does not match the mark", expected, record.get("table"))
            previous, since = link_of(wanted), number
    return "unknown"


def fold_start(log: Log) -> Folded:
    """The table of the head, ready to be folded."""
    table = log.head["table"]
    parts: dict[str, type] = dict.fromkeys(("counters", "entered", "facts", "pieces", "sides", "stock", "tags"), dict)
    parts |= dict.fromkeys(("last_entered", "woken"), int)
    if set(table) != set(parts) or not all(type(table[key]) is kind for key, kind in parts.items()):
        raise Damaged(1, "the table in the head is malformed")
    try:
        return Folded(table)
    except Unfit as error:
        raise Damaged(1, str(error)) from None


def table_digest(folded: Folded, number: int) -> str:
    """The digest of the folded table; ``Damaged`` if events put something other than names there."""
    try:
        return digest(folded.table)
    except TypeError:
        raise Damaged(number, "the events before this mark use something other than names") from None


def fold_record(folded: Folded, record: Record, number: int) -> None:
    """Apply the events of one record."""
    try:
        folded.fold(record.get("fx", ()))
    except (Unfit, TypeError) as error:
        raise Damaged(number, f"impossible event: {error}") from None
