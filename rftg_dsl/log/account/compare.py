"""Finds the first difference between two logs or tables, and describes it together with the power or rule behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any

from attrs import asdict, frozen

from rftg_dsl.library.finder import Finder
from rftg_dsl.log.account.causes import Ground, Grounds, teller_of
from rftg_dsl.log.account.log_words import Clock, Words
from rftg_dsl.log.account.replay import Eyes, as_seen, fold_to_line, shown_at
from rftg_dsl.log.account.sight import UNKNOWN, Shown
from rftg_dsl.log.audit.line_difference import locate_difference
from rftg_dsl.log.format.budget import Spend, spend_nothing
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.kinds import HEAD
from rftg_dsl.log.format.read_log import Log, check_whole
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.records import check_record, guard_reading

WRITTEN = "how the line is written"

DERIVED = frozenset(("n", "root", "state", "table"))
"""Fields derived from earlier lines, which are meaningless once the heads differ."""
BETWEEN = ('{"k":"share"', '{"k":"sign"')
PLAYED = ("game", "players", "stretch")
"""The head fields in which two logs must agree for their games to be comparable."""
FIRST = "game edition options players seats sets digests rules randomness".split()
FIELDS = (*FIRST, *sorted(HEAD.keys() - set(FIRST)))

CHOSEN: Mapping[str, tuple[str, ...]] = {
    "do": ("seat", "name", "pick", "stood"),
    "rnd": ("label", "result"),
    "seat": ("seat", "does", "who"),
    "share": ("seat", "text", "nonce", "refused"),
    "reveal": ("text", "nonce"),
    "mark": ("after",),
}
"""The fields that identify an input. If one of them differs, the rest of the record is not compared."""


@frozen
class Said:
    """One log's side of a difference."""

    line: int
    """The number of the line, or 0 if the log ended before the difference."""
    text: str
    ground: Ground = Ground()


@frozen
class Apart:
    """A difference, and the point in the game at which it occurs."""

    what: str
    """The record (``record``), an event (``event 3``), or the path to a part of the record (``figures seats 0 vp``)."""
    one: Said
    other: Said
    round: str = ""
    stage: str = ""

    @property
    def unlike(self) -> bool:
        return self.what.split()[0] in PLAYED


def apart_at(clock: Clock, grounds: Grounds, what: str, said: Said, other: Said) -> Apart:
    now = clock.now
    return Apart(what, said, other, now.round, grounds.title_of(now.stage) if now.stage else "")


@frozen
class Compared:
    """The differences between two logs or two tables."""

    one: str
    other: str
    same: bool
    head: tuple[Apart, ...] = ()
    first: Apart | None = None
    beginning: str = ""
    """``one`` or ``other`` if that log is a prefix of the other one; otherwise empty."""
    table: tuple[Apart, ...] = ()
    missing: str = ""

    def as_plain(self) -> dict[str, Any]:
        return asdict(self)


class Teller:
    """Puts the records of one log into words, and adds the causes of its events."""

    def __init__(self, head: Mapping[str, Any], find: Finder, spend: Spend = spend_nothing) -> None:
        self.words = Words(head, teller_of(head), spend)
        self.grounds = Grounds(head, find)

    def word_record(self, record: Record, line: int) -> Said:
        with guard_reading(line):
            return Said(line, self.words.word_record(record, self.grounds.rule_of(record.get("name"))))

    def word_event(self, event: Any, line: int, story: bool = True) -> Said:
        """Describe an event in the words of the story or, if ``story`` is false, with the names used in the log."""
        if event is None:
            return Said(line, "nothing more")
        with guard_reading(line):
            said = (
                self.words.word_event(event, line)
                if story
                else f"{self.words.word_event_plainly(event)} {line_of(event)}"
            )
            return Said(line, said, self.grounds.ground_of(event))

    def word_part(self, parted: Parted, event: Any, record: Record, line: int) -> Said:
        if parted.what == "record":
            return self.word_record(record, line)
        return self.word_event(event, line) if parted.nth else Said(line, to_text(event))


def word_both(tellers: tuple[Teller, Teller], parted: Parted, numbered: Numbered, other: Numbered) -> tuple[Said, Said]:
    """Describe both sides of a difference. If the story uses the same words for both sides, use the names in the logs
    instead."""
    mine, theirs = tellers
    said = mine.word_part(parted, parted.one, *numbered), theirs.word_part(parted, parted.other, *other)
    if parted.nth and said[0].text == said[1].text:
        return mine.word_event(parted.one, numbered[1], False), theirs.word_event(parted.other, other[1], False)
    return said


Numbered = tuple[Record, int]


def to_text(value: Any) -> str:
    return value if isinstance(value, str) else line_of(value)


# -- two records -------------------------------------------------------------------------------------------------


@frozen
class Parted:
    """The point at which two records differ: the input, an event, or the innermost part that differs."""

    what: str
    one: Any = None
    other: Any = None

    nth: int = 0


def compare_records(record: Record, other: Record) -> Parted | None:
    """Return the first difference between two records in order of play: first the input, then its events, then the
    rest."""
    kind = record["k"]
    if kind != other["k"] or any(
        line_of(record.get(name)) != line_of(other.get(name)) for name in CHOSEN.get(kind, ())
    ):
        return Parted("record")
    mine, theirs = record.get("fx", []), other.get("fx", [])
    for nth in range(max(len(mine), len(theirs))):
        first, second = (events[nth] if nth < len(events) else None for events in (mine, theirs))
        # Compare as JSON, because ``1 == True`` in Python.
        if line_of(first) != line_of(second):
            return Parted(f"event {nth + 1}", first, second, nth + 1)
    return Parted(*locate_difference(record, other)) if line_of(record) != line_of(other) else None


# -- two logs ----------------------------------------------------------------------------------------------------


def compare_logs(this: Log, other: Log, find: Finder, eyes: Eyes | None = None) -> Compared:
    for log in (this, other):
        check_whole(log)
    heads = tuple(compare_heads(this, other, eyes))
    tellers = Teller(this.head, find, this.budget.spend), Teller(other.head, find, other.budget.spend)
    names = this.path, other.path
    if any(apart.unlike for apart in heads):
        return Compared(*names, False, heads)
    first, beginning = Pair(this, other, tellers, bool(heads), eyes).find_difference()
    missing = next((each.grounds.missing for each in tellers if each.grounds.missing), "")
    return Compared(*names, not heads and first is None, heads, first, beginning, missing=missing)


def compare_heads(this: Log, other: Log, eyes: Eyes | None) -> Iterator[Apart]:
    (_, head), (_, another) = (next(as_seen(log, eyes)) for log in (this, other))
    for name in FIELDS:
        mine, theirs = head[name], another[name]
        if line_of(mine) != line_of(theirs):
            path, first, second = locate_difference({name: mine}, {name: theirs})
            yield Apart(path, Said(1, to_text(first)), Said(1, to_text(second)))


@frozen
class Line:
    """A line of a log, either as written or as a viewer reads it."""

    number: int
    text: str
    viewed: Record | None = None

    @property
    def record(self) -> Record:
        return check_record(self.text, self.number) if self.viewed is None else self.viewed


class Pair:
    """Walks through two logs in parallel. ``others``: whether their heads differ, in which case only the play is
    compared."""

    def __init__(self, log: Log, other: Log, tellers: tuple[Teller, Teller], others: bool, eyes: Eyes | None) -> None:
        self.logs = log, other
        self.eyes = eyes
        self.tellers = tellers
        self.others = others
        self.clock = Clock(log.head)

    def find_difference(self) -> tuple[Apart | None, str]:
        mine, theirs = (self.lines_in(log) for log in self.logs)
        while True:
            line, other = next(mine, None), next(theirs, None)
            if line is None or other is None:
                return self.compare_ends(line, other)
            if line.text != other.text and (apart := self.compare_lines(line, other)):
                return apart, ""
            if line.viewed is None:
                self.clock.pass_by(line.text, line.number)
            else:
                self.clock.take(line.viewed, line.number)

    def lines_in(self, log: Log) -> Iterator[Line]:
        for line in starmap(Line, enumerate(log, 1)) if self.eyes is None else lines_for(log, self.eyes):
            if line.number > 1 and not (self.others and line.text.startswith(BETWEEN)):
                yield line

    def compare_lines(self, line: Line, another: Line) -> Apart | None:
        record, other = line.record, another.record
        if self.others:
            record, other = (
                {key: value for key, value in each.items() if key not in DERIVED} for each in (record, other)
            )
            # Different dice have different secrets.
            if record["k"] == other["k"] == "reveal":
                return None
        parted = compare_records(record, other)
        if parted is None:
            said = Said(line.number, line.text), Said(another.number, another.text)
            return None if self.others else self.difference_in(WRITTEN, *said)
        self.clock.take_some(record, line.number, parted.nth)
        return self.difference_in(
            parted.what, *word_both(self.tellers, parted, (record, line.number), (other, another.number))
        )

    def difference_in(self, what: str, said: Said, other: Said) -> Apart:
        return apart_at(self.clock, self.tellers[0].grounds, what, said, other)

    def compare_ends(self, *rest: Line | None) -> tuple[Apart | None, str]:
        ending, other = (
            self.word_ending(log, each, teller) for log, each, teller in zip(self.logs, rest, self.tellers, strict=True)
        )
        if rest == (None, None) and self.logs[0].torn == self.logs[1].torn:
            return None, ""
        shorter = "one" if rest[0] is None and (rest[1] is not None or self.logs[0].torn) else "other"
        return self.difference_in("end", ending, other), shorter

    def word_ending(self, log: Log, rest: Line | None, teller: Teller) -> Said:
        if rest is not None:
            return teller.word_record(rest.record, rest.number)
        return Said(0, f"ends after line {len(log)}" + (", cut off" if log.torn else ""))


def lines_for(log: Log, eyes: Eyes) -> Iterator[Line]:
    for number, record in as_seen(log, eyes):
        yield Line(number, line_of(record), record)


# -- two tables --------------------------------------------------------------------------------------------------


def compare_tables(this: Log, line: int, other: Log, another: int, eyes: Eyes | None = None) -> Compared:
    for log in (this, other):
        check_whole(log)
    mine, theirs = (
        fold_to_line(log, last)[0] if eyes is None else shown_at(log, last, eyes)
        for log, last in ((this, line), (other, another))
    )
    words = Words(this.head, teller_of(this.head), this.budget.spend)
    differences = tuple(
        Apart(what, Said(line, first), Said(another, second))
        for what, first, second in compare_folded(mine, theirs, words)
    )
    heads = tuple(apart for apart in compare_heads(this, other, eyes) if apart.unlike)
    return Compared(
        f"{this.path}:{line}", f"{other.path}:{another}", not differences and not heads, heads, table=differences
    )


def compare_folded(folded: Folded, other: Folded, words: Words) -> Iterator[tuple[str, str, str]]:
    nowhere = "not seen" if isinstance(folded, Shown) else "not in this game"
    for name, blank in (("counters", "none"), ("stock", 0), ("facts", "none"), ("sides", "none"), ("tags", 0)):
        for key, mine, theirs in compare_values(folded.table[name], other.table[name], blank):
            yield f"{words.word_thing(key)}{OF[name]}", to_text(mine), to_text(theirs)
    for piece, mine, theirs in compare_values(folded.where, other.where, ""):
        yield words.word_thing(piece), words.word_place(mine) or nowhere, words.word_place(theirs) or nowhere
    for place, held, others in compare_values(folded.pieces, other.pieces, []):
        if count_unseen(held) != count_unseen(others):
            yield (
                f"pieces in {words.word_place(place)} that are not seen",
                to_text(count_unseen(held)),
                to_text(count_unseen(others)),
            )
        elif sorted(held, key=str) == sorted(others, key=str):
            mine, theirs = (words.word_things([piece or UNKNOWN for piece in pieces]) for pieces in (held, others))
            yield f"order of {words.word_place(place)}", mine, theirs
    for piece, mine, theirs in compare_values(folded.table["entered"], other.table["entered"], 0):
        yield f"{words.word_thing(piece)}: when it came into play", to_text(mine), to_text(theirs)
    for name in ("last_entered", "woken"):
        if folded.table[name] != other.table[name]:
            yield name.replace("_", " "), to_text(folded.table[name]), to_text(other.table[name])


def count_unseen(pieces: Sequence[str | None]) -> int:
    return pieces.count(None)


OF = {"counters": "", "stock": "", "facts": "", "sides": ": the side that is up", "tags": ": the number it carries"}


def compare_values(values: Mapping[str, Any], other: Mapping[str, Any], blank: Any) -> Iterator[tuple[str, Any, Any]]:
    for key in sorted({*values, *other}, key=str):
        mine, theirs = values.get(key, blank), other.get(key, blank)
        if line_of(mine) != line_of(theirs):
            yield str(key), mine, theirs
