"""What is checked of every log without its game, line by line: whole logs and sealed ones differ in little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from typing import Any, ClassVar, Self

from rftg_dsl.kernel.program import SETUP
from rftg_dsl.log.audit.dice_fairness import Dice
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.format.fold import Folded, Unfit
from rftg_dsl.log.format.kinds import CELLS, MARKS, Kinds
from rftg_dsl.log.format.read_log import Damaged, Log, check_shape
from rftg_dsl.log.format.record import Record, decode_canonical, digest
from rftg_dsl.log.format.records import read_canonical
from rftg_dsl.log.proof.attestations import Beside, randomness_of
from rftg_dsl.log.proof.merkle import Tree

Checks = Mapping[str, Callable[[Any, Record], None]]
"""The check of each kind of record, besides that of its shape."""


class LineCheck:
    """A check on its way through a log: every line is canonical, has the shape of its kind and comes when it may."""

    kinds: ClassVar[Kinds]
    """The kinds of records that such a log has."""
    checks: ClassVar[Checks]

    def __init__(self, log: Log, folded: Folded) -> None:
        self.head = log.head
        self.players: int = log.head["players"]
        self.randomness = randomness_of(log)
        self.folded = folded
        self.tests = self.kinds.tests
        self.tree = Tree()
        self.beside = Beside(log, self.tree)
        self.dice = Dice()
        """The dice thrown, unless they follow from what was revealed."""
        self.stood: list[Mismatch] = []
        """The illegal answers that stood."""
        self.marks = -1
        """How many rounds or turns have ended; -1 before the end of setup."""
        self.ended = False
        self.may = self.kinds.at["first"]
        """The kinds of records that may come next."""

    def run(self, log: Log) -> Self:
        """Check all lines; ``Damaged`` at the first one with something wrong."""
        for lines in read_batches(log):
            for line, record in zip(lines, decode_canonical(lines) or repeat(None), strict=False):
                self.take(line, record)
        return self

    def take(self, line: str, known: Record | None = None) -> None:
        """Check the next line; ``Damaged`` if something is wrong with it. ``known``: its record if it is canonical."""
        record = known or self.read(line)
        kind = record["k"]
        if kind not in self.tests or not self.tests[kind](record):
            check_shape(record, self.tree.size + 1, self.kinds)
        if kind not in self.may:
            raise self.damage_for_kind(kind)
        self.checks[kind](self, record)
        if record.get("fx"):
            fold_record(self.folded, record, self.tree.size + 1)
        self.tree.add(line)
        if kind == "mark" or self.ended:
            self.beside.add_root()

    def read(self, line: str) -> Record:
        """The record of the next line; ``Damaged`` if it is not canonical."""
        return read_canonical(line, self.tree.size + 1, self.kinds)

    def damage_for_kind(self, kind: str) -> Damaged:
        """A record of a kind that may not come next."""
        if kind == "head":
            return self.damage_for("a head can only be the first line")
        if kind == "end":
            return self.damage_for(f"the mark of the last {self.head['stretch'][0]} is missing")
        if self.may == self.kinds.at["over"]:
            return self.damage_for("the game is over, and only its end was expected here", None, kind)
        return self.damage_for("no such line was expected here", None, kind)

    def damage_for(self, reason: str, expected: Any = None, actual: Any = None) -> Damaged:
        """Damage in this line."""
        return Damaged(self.tree.size + 1, reason, expected, actual)

    def check_head(self, record: Record) -> None:
        """After the head come the shares of the seats, if there are any."""
        self.may = self.kinds.at["shares" if self.randomness.promises else "midway"]

    def check_share(self, record: Record) -> None:
        """A share; after that of the last seat, the game begins."""
        self.beside.take(record)
        if self.tree.size == len(self.randomness.promises):
            self.may = self.kinds.at["midway"]

    def accept(self, record: Record) -> None:
        """Check nothing more: the shape and the events of such a record are enough."""

    def check_attestation(self, record: Record) -> None:
        """A record that no rules give."""
        self.beside.take(record)

    def check_mark(self, record: Record) -> None:
        """A mark comes at the end of setup, and of each round or turn."""
        name, counter = self.head["stretch"]
        expected = f"{name} {self.marks + 1}" if self.marks >= 0 else SETUP
        self.marks += 1
        if self.marks >= MARKS:
            raise self.damage_for("the log has too many marks", MARKS)
        if record["after"] != expected:
            raise self.damage_for("a mark is missing, or this one is too many", expected, record["after"])
        if self.folded.counters.get(counter) != self.marks:
            raise self.damage_for(
                f"a mark is missing: the table counts another {name}", self.folded.counters.get(counter)
            )
        self.check_root(record)
        if record["table"] != (expected := digest(self.folded.table, read=True, spend=self.folded.spend)):
            raise self.damage_for("the table does not match the mark", expected, record["table"])

    def check_end(self, record: Record) -> None:
        """The end comes after the mark of the last round or turn."""
        name, counter = self.head["stretch"]
        if self.marks < 0 or self.folded.counters.get(counter) != self.marks:
            raise self.damage_for(
                f"the mark of the last {name} is missing", self.folded.counters.get(counter), self.marks
            )
        self.check_root(record)
        self.ended = True
        self.may = self.kinds.at["after"]

    def check_root(self, record: Record) -> None:
        """A record says how many lines are before it, and their root."""
        if record["n"] != self.tree.size:
            raise self.damage_for("the number of lines before this one is wrong", self.tree.size, record["n"])
        if record["root"] != self.tree.root:
            raise self.damage_for("the root does not match the lines before it", self.tree.root, record["root"])


ALWAYS: Checks = {
    "head": LineCheck.check_head,
    "share": LineCheck.check_share,
    "seat": LineCheck.check_attestation,
    "reveal": LineCheck.check_attestation,
    "sign": LineCheck.check_attestation,
}
"""The kinds of which the same is checked in every log."""


def fold_start(log: Log, folded: type[Folded] = Folded) -> Folded:
    """The table of the head, ready to be folded."""
    return folded(log.head["table"], log.head["names"], log.budget.spend)


def fold_record(folded: Folded, record: Record, number: int) -> None:
    """Apply the events of one record; ``Damaged`` if one is impossible."""
    try:
        folded.fold(record.get("fx", ()))
    except (Unfit, TypeError) as error:
        raise Damaged(number, f"impossible event: {error}") from None
    if len(folded.stock) > CELLS:
        raise Damaged(number, "the table has too many cells", CELLS)


BATCH = 32_768
"""How many characters of lines are read at one time, unless one of them is longer."""


def read_batches(log: Log) -> Iterator[list[str]]:
    """The lines of a log, many at a time; where one is damaged, those before it come first."""
    lines: list[str] = []
    size = 0
    try:
        for line in log:
            lines.append(line)
            size += len(line)
            if size >= BATCH:
                yield lines
                lines, size = [], 0
    except Damaged:
        yield lines
        raise
    yield lines
