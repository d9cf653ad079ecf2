"""Sealed logs: what can be checked of one, opening it, and the audit of what was opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.log.beside import Beside, check_fields, randomness_of
from rftg_dsl.log.fold import Unfit
from rftg_dsl.log.light import SETUP, Light, check_light
from rftg_dsl.log.randomness import HEX, NONCE, Randomness
from rftg_dsl.log.read import OPENS, Damaged, Log, read_log, read_record
from rftg_dsl.log.record import AFTER_END, MARKS, SEALED, Record, digest, line_of
from rftg_dsl.log.seal import Part, Salts, Sealer, joined, salts_of
from rftg_dsl.log.sight import Shown
from rftg_dsl.log.tree import Tree

VEILS = 100_000
"""Maximum veils in a log."""


class SealedCheck:
    """A check of a sealed log on its way through it: as strict as it can be without what is hidden."""

    def __init__(self, log: Log) -> None:
        self.head = log.head
        self.players: int = log.head["players"]
        self.randomness = randomness_of(log)
        self.shown = shown_at_start(log.head)
        self.tree = Tree()
        self.beside = Beside(log, self.tree)
        self.veils: list[int] = []
        """The lines of veils."""
        self.opened = 0
        """How many of them have been opened."""
        self.marks = -1
        self.ended = False

    def take(self, line: str) -> None:
        """Check the next line; ``Damaged`` if something is wrong with it."""
        number = self.tree.size + 1
        record = read_record(line, number)
        check_fields(record, number, SEALED)
        if line_of(record) != line:
            raise Damaged(number, "the line is not in canonical form")
        kind = record["k"]
        if number > 1:
            late, shares = kind in AFTER_END, number <= 1 + len(self.randomness.promises)
            if (late != self.ended and kind != "sign") or (kind == "share") != shares or kind == "head":
                raise self.damaged("no such line was expected here", None, kind)
            CHECKS[kind](self, record)
        self.tree.add(line)
        if kind == "mark" or self.ended:
            self.beside.rooted()

    @property
    def open(self) -> bool:
        """Whether everything has been opened."""
        return self.ended and self.opened == len(self.veils) > 0

    def damaged(self, reason: str, expected: Any = None, found: Any = None) -> Damaged:
        """Damage in this line."""
        return Damaged(self.tree.size + 1, reason, expected, found)

    def given(self, record: Record) -> None:
        """A record that no rules give."""
        self.beside.take(record)

    def seen(self, record: Record) -> None:
        """One event, as all see it."""
        events = record["fx"]
        if not isinstance(events, list) or len(events) != 1 or not begins_well(events[0]):
            raise self.damaged("one event is seen at a time", None, events)
        try:
            self.shown.fold(events)
        except Unfit as error:
            raise self.damaged(f"impossible event: {error}") from None

    def veiled(self, record: Record) -> None:
        """A commitment."""
        if not isinstance(record["root"], str) or not HEX.fullmatch(record["root"]) or len(self.veils) >= VEILS:
            raise self.damaged("this is not a veil", None, record["root"])
        self.veils.append(self.tree.size + 1)

    def marked(self, record: Record) -> None:
        """A mark comes at the end of setup, and of each round or turn."""
        name, counter = self.head["stretch"]
        expected = f"{name} {self.marks + 1}" if self.marks >= 0 else SETUP
        self.marks += 1
        if record["after"] != expected or self.marks > MARKS:
            raise self.damaged("a mark is missing, or this one is too many", expected, record["after"])
        if self.shown.table["counters"].get(counter) != self.marks:
            raise self.damaged(f"a mark is missing: the table counts another {name}")
        self.rooted(record)
        if record["table"] != (expected := digest(self.shown.table)):
            raise self.damaged("the table does not match the mark", expected, record["table"])

    def finished(self, record: Record) -> None:
        """The end comes after the mark of the last round or turn."""
        if self.marks < 0 or self.shown.table["counters"].get(self.head["stretch"][1]) != self.marks:
            raise self.damaged("the last mark is missing", None, self.marks)
        self.rooted(record)
        if not isinstance(record["figures"], dict) or set(record["figures"]) != {"end"}:
            raise self.damaged("the end says who has won, and no more", None, record["figures"])
        self.ended = True

    def rooted(self, record: Record) -> None:
        """A record says how many lines are before it, and their root."""
        if record["n"] != self.tree.size or type(record["n"]) is not int:
            raise self.damaged("the number of lines before this one is wrong", self.tree.size, record["n"])
        if record["root"] != self.tree.root:
            raise self.damaged("the root does not match the lines before it", self.tree.root, record["root"])

    def unveiled(self, record: Record) -> None:
        """The next veil is opened; whether it hid that is seen when the whole log is sealed again."""
        if self.opened >= len(self.veils) or record["line"] != self.veils[self.opened]:
            raise self.damaged("another veil is opened next", self.veils[self.opened : self.opened + 1], record["line"])
        salts, records = record["salts"], record["records"]
        if not isinstance(records, list) or not all(isinstance(one, dict) for one in records):
            raise self.damaged("records are opened", None, None)
        if not isinstance(salts, list) or len(salts) != 1 + self.players or not all(map(is_salt, salts)):
            raise self.damaged("the host and each seat have a salt", 1 + self.players)
        self.opened += 1


CHECKS: Mapping[str, Callable[[SealedCheck, Record], None]] = {
    "share": SealedCheck.given,
    "seat": SealedCheck.given,
    "seen": SealedCheck.seen,
    "veil": SealedCheck.veiled,
    "mark": SealedCheck.marked,
    "end": SealedCheck.finished,
    "reveal": SealedCheck.given,
    "sign": SealedCheck.given,
    "open": SealedCheck.unveiled,
}


def begins_well(event: Any) -> bool:
    """Whether an event says what happens, in the game's word, and why."""
    return isinstance(event, list) and len(event) >= 3 and all(isinstance(one, str) and one for one in event[:3:2])


def is_salt(text: Any) -> bool:
    """Whether this is a salt."""
    return isinstance(text, str) and NONCE.fullmatch(text) is not None


def shown_at_start(head: Mapping[str, Any]) -> Shown:
    """The table of the head of a sealed log; ``Damaged`` if it is malformed."""
    try:
        return Shown(head["table"])
    except (AttributeError, KeyError, TypeError):
        raise Damaged(1, "the table in the head is malformed") from None


def check_sealed(log: Log) -> SealedCheck:
    """Check all lines of a sealed log; ``Damaged`` at the first one with something wrong."""
    check = SealedCheck(log)
    for line in log:
        check.take(line)
    return check


def check_lines(log: Log) -> Light | SealedCheck:
    """Check all that can be checked of a log without its game; ``Damaged`` at the first line with something wrong."""
    return check_sealed(log) if log.sealed else check_light(log)


# -- opening --------------------------------------------------------------------------------------------------------


def sealed_lines(log: Log, dice: Randomness, salts: Salts | None = None) -> Iterator[tuple[str, Sequence[Part]]]:
    """The public lines of a whole log; with each veil the parts that it hides."""
    sealer = Sealer(log.head, salts or salts_of(dice))
    for line in log:
        sealed = sealer.seal([line])
        behind = {veil.line: veil.parts for veil in sealed.veils}
        first = sealer.tree.size - len(sealed.lines) + 1
        for number, public in enumerate(sealed.lines, first):
            yield public, behind.get(number, ())


def openings(public: Log, whole: Log) -> list[str]:
    """The lines that open a sealed log: what the host has promised, and what each veil has hidden.

    ``Damaged`` if the whole log is another one than that which was sealed, ``Unusable`` if there is nothing to open.
    """
    dice = randomness_of(whole)
    if not public.sealed or whole.sealed:
        raise Unusable("a sealed log is opened with the whole one", "name the sealed log first", "wrong-log")
    if not public.complete or any('"k":"reveal"' in line for line in public.after_end):
        raise Unusable("only a game that is over, and not opened yet, is opened", "wait for its end", "wrong-log")
    if dice.promise and dice.host is None:
        raise Unusable("the whole log does not tell its seed yet", "finish the game first", "wrong-log")
    lines = [line_of(record) for record in dice.closing]
    theirs = iter(public)
    for number, (line, parts) in enumerate(sealed_lines(whole, dice), 1):
        if next(theirs, None) != line:
            raise Damaged(number, "this is not the log that was sealed: this line would be another")
        if parts:
            salts = [part.salt for part in parts]
            lines.append(line_of({"k": "open", "line": number, "records": parts[0].told, "salts": salts}))
    return lines


@frozen
class Opened:
    """A sealed log that was opened: the whole one, and the salts it was sealed with."""

    whole: Log
    salts: Salts


def opened(log: Log, folder: Path) -> Opened:
    """Put an opened log together in a folder; ``Damaged`` if it is none."""
    salts: list[list[str]] = []

    def parts() -> Iterator[Record]:
        for number, line in enumerate(log, 1):
            if line.startswith(OPENS):
                record = read_record(line, number)
                salts.append(record["salts"])
                yield from record["records"]

    path = folder / "whole.rlog"
    with path.open("w", encoding="ascii") as file:
        try:
            file.writelines(f"{line}\n" for line in joined(parts()))
        except (KeyError, TypeError, UnicodeEncodeError):
            raise Damaged(len(log), "what was opened is no log") from None
        file.writelines(f"{line_of(record)}\n" for record in randomness_of(log).closing)
    return Opened(read_log(path), lambda veil, part: salts[veil][part])


def check_opened(log: Log, audit: Callable[[Log], object]) -> None:
    """Audit what was opened, and seal it again: ``Damaged`` unless that gives the public log."""
    with TemporaryDirectory() as folder:
        found = opened(log, Path(folder))
        audit(found.whole)
        theirs = iter(log)
        for number, (line, _) in enumerate(sealed_lines(found.whole, randomness_of(log), found.salts), 1):
            while (there := next(theirs, None)) is not None and there.startswith('{"k":"sign"'):
                pass
            if there != line:
                raise Damaged(number, "what was opened is not what was sealed", line[:300], there and there[:300])
