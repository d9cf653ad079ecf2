"""Line-by-line checks that need no game and apply to both whole and sealed logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from typing import Any, ClassVar, Self

from rftg_dsl.kernel.program import SETUP
from rftg_dsl.log.audit.dice_fairness import Dice
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.format.fold import Folded, UnfitEvent
from rftg_dsl.log.format.kinds import CELLS, MARKS, Kinds
from rftg_dsl.log.format.read_log import DamagedLog, Log, check_shape
from rftg_dsl.log.format.record import Record, decode_canonical, digest
from rftg_dsl.log.format.records import read_canonical
from rftg_dsl.log.proof.attestations import Beside, randomness_of
from rftg_dsl.log.proof.merkle import Tree

Checks = Mapping[str, Callable[[Any, Record], None]]


class LineCheck:
    """Checks a log line by line. Each line must be canonical, have the shape of its kind, and occur where its kind is
    allowed."""

    kinds: ClassVar[Kinds]
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
        self.stood: list[Mismatch] = []
        self.marks = -1
        self.ended = False
        self.may = self.kinds.at["first"]

    def run(self, log: Log) -> Self:
        for lines in read_batches(log):
            # Decoding whole batches is faster. If a line is not canonical, the lines are read one by one to identify
            # it.
            for line, record in zip(lines, decode_canonical(lines) or repeat(None), strict=False):
                self.take(line, record)
        return self

    def take(self, line: str, known: Record | None = None) -> None:
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
        return read_canonical(line, self.tree.size + 1, self.kinds)

    def damage_for_kind(self, kind: str) -> DamagedLog:
        if kind == "head":
            return self.damage_for("the head must be the first line")
        if kind == "end":
            return self.damage_for(f"the mark of the last {self.head['stretch'][0]} is missing")
        if self.may == self.kinds.at["over"]:
            return self.damage_for("the game is over, so only the end is expected here", None, kind)
        return self.damage_for("this line is not expected here", None, kind)

    def damage_for(self, reason: str, expected: Any = None, actual: Any = None) -> DamagedLog:
        return DamagedLog(self.tree.size + 1, reason, expected, actual)

    def check_head(self, record: Record) -> None:
        """After the head, expect a share from each seat if shares were promised, and otherwise the game itself."""
        self.may = self.kinds.at["shares" if self.randomness.promises else "midway"]

    def check_share(self, record: Record) -> None:
        """Let the game begin once the last seat's share has been read."""
        self.beside.take(record)
        if self.tree.size == len(self.randomness.promises):
            self.may = self.kinds.at["midway"]

    def accept(self, record: Record) -> None: ...

    def check_attestation(self, record: Record) -> None:
        self.beside.take(record)

    def check_mark(self, record: Record) -> None:
        """Check that a mark ends setup or the next round or turn, and that it matches the lines and the table so
        far."""
        name, counter = self.head["stretch"]
        expected = f"{name} {self.marks + 1}" if self.marks >= 0 else SETUP
        self.marks += 1
        # Every mark requires a digest of the whole table, so limiting the number of marks bounds the work.
        if self.marks >= MARKS:
            raise self.damage_for("the log has too many marks", MARKS)
        if record["after"] != expected:
            raise self.damage_for("a mark is missing or duplicated", expected, record["after"])
        if self.folded.counters.get(counter) != self.marks:
            raise self.damage_for(
                f"a mark is missing, because the table counts another {name}", self.folded.counters.get(counter)
            )
        self.check_root(record)
        if record["table"] != (expected := digest(self.folded.table, read=True, spend=self.folded.spend)):
            raise self.damage_for("the table does not match the mark", expected, record["table"])

    def check_end(self, record: Record) -> None:
        """Check that the end follows the mark of the last round or turn."""
        name, counter = self.head["stretch"]
        if self.marks < 0 or self.folded.counters.get(counter) != self.marks:
            raise self.damage_for(
                f"the mark of the last {name} is missing", self.folded.counters.get(counter), self.marks
            )
        self.check_root(record)
        self.ended = True
        self.may = self.kinds.at["after"]

    def check_root(self, record: Record) -> None:
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


def fold_start(log: Log, folded: type[Folded] = Folded) -> Folded:
    return folded(log.head["table"], log.head["names"], log.budget.spend)


def fold_record(folded: Folded, record: Record, number: int) -> None:
    try:
        folded.fold(record.get("fx", ()))
    except (UnfitEvent, TypeError) as error:
        raise DamagedLog(number, f"impossible event: {error}") from None
    if len(folded.stock) > CELLS:
        raise DamagedLog(number, "the table has too many cells", CELLS)


# Decoding a whole game at once is slower, because its lists do not fit in the processor's cache (docs/decisions/0002).
BATCH = 32_768
"""The minimum size of a batch in characters. The line that reaches it ends the batch."""


def read_batches(log: Log) -> Iterator[list[str]]:
    """Yield the lines of a log in batches. If a line is damaged, yield the lines before it, then raise
    ``DamagedLog``."""
    lines: list[str] = []
    size = 0
    try:
        for line in log:
            lines.append(line)
            size += len(line)
            if size >= BATCH:
                yield lines
                lines, size = [], 0
    except DamagedLog:
        yield lines
        raise
    yield lines
