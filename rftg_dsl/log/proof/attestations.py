"""Records that the rules do not produce: shares and reveals of secrets, changes to seats, and signatures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from attrs import evolve

from rftg_dsl.log.format.kinds import BESIDE
from rftg_dsl.log.format.read_log import DamagedLog, Log, read_record
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.records import read_canonical
from rftg_dsl.log.proof.merkle import Hash, Tree, root_from
from rftg_dsl.log.proof.randomness import Randomness, Secret, secret_in
from rftg_dsl.log.proof.signed_notes import Note, note_of, origin_of


def randomness_of(log: Log, after: Iterable[tuple[int, str]] | None = None) -> Randomness:
    """Return a log's randomness, with its revealed secrets. Raise ``DamagedLog`` if a secret does not match its
    commitment.

    ``after`` contains the end record and the lines that follow it, with their line numbers, if they are already known.
    """
    randomness = log.randomness
    shares = []
    lines = islice(log, 1, 1 + len(randomness.promises)) if randomness.promises else ()
    for seat, line in enumerate(lines):
        shares.append(share_of(read_canonical(line, seat + 2), seat, randomness.promises[seat], seat + 2))
    if len(shares) < len(randomness.promises) and not log.torn and len(log) > len(shares) + 1:
        raise DamagedLog(len(shares) + 2, f"the share of seat {len(shares) + 1} is expected here")
    randomness = evolve(randomness, shares=tuple(shares))
    for number, line in log.extent.after if after is None else after:
        record = read_record(line, number)
        if record["k"] == "reveal":
            secret = secret_in(read_canonical(line, number))
            if randomness.host is not None or not randomness.promise:
                raise DamagedLog(number, "no secret was promised, or it has already been revealed")
            if secret is None or secret.commitment != randomness.promise:
                raise DamagedLog(number, "the secret does not match the host's promise", randomness.promise)
            randomness = evolve(randomness, host=secret)
    return randomness


def share_of(record: Record, seat: int, promise: str, number: int) -> Secret | None:
    if record["k"] != "share" or record["seat"] != seat:
        raise DamagedLog(number, f"the share of seat {seat + 1} is expected here", seat, record.get("seat"))
    if "refused" in record and len(record) == 3:
        return None
    secret = secret_in(record)
    if secret is None or secret.commitment != promise or "refused" in record:
        raise DamagedLog(number, f"the share does not match the promise of seat {seat + 1}", promise)
    return secret


ANYWHERE = frozenset(("seat", "sign"))
"""The kinds of records that may occur after a mark, or wherever a decision is awaited."""


class Beside:
    """As a log is read, checks the records in it that the rules do not produce."""

    def __init__(self, log: Log, tree: Tree) -> None:
        self.players: int = log.head["players"]
        self.head = log.head
        self.tree = tree
        self.taken = 0
        self.trees: dict[int, Sequence[Hash]] = {}
        """The nodes of the Merkle tree after each mark, after the end, and after each later line, by number of
        lines."""
        # A dict used as an ordered set.
        self.notes: dict[Note, None] = {}
        """The signed notes so far, in order."""
        self.changes: list[tuple[int, str]] = []
        """The seats that have changed hands or given up, each with its change: ``concedes``, ``leaves`` or ``sits``."""

    @cached_property
    def origin(self) -> str:
        return origin_of(line_of(self.head))

    def add_root(self) -> None:
        """Keep the current root, because the lines up to this point may be signed at any later time."""
        # Store the nodes rather than the root. They are hashed only if a signature needs the root.
        self.trees[self.tree.size] = tuple(self.tree.nodes)

    @property
    def roots(self) -> dict[int, str]:
        return {size: root_from(nodes) for size, nodes in self.trees.items()}

    def take(self, record: Record) -> None:
        self.taken += record["k"] in ANYWHERE
        if self.taken > BESIDE:
            raise self.damage_for("there are too many seat changes and signatures", BESIDE)
        CHECKS[record["k"]](self, record)

    def damage_for(self, reason: str, expected: Any = None, actual: Any = None) -> DamagedLog:
        return DamagedLog(self.tree.size + 1, reason, expected, actual)

    def check_seat(self, record: Record) -> None:
        seat, does, who = record["seat"], record["does"], record.get("who")
        if seat >= self.players:
            raise self.damage_for("this seat does not exist", f"0 to {self.players - 1}", seat)
        if ("who" in record) != (does == "sits"):
            raise self.damage_for("'who' must be present with 'sits', and only then", None, who)
        self.changes.append((seat, does))

    def check_signature(self, record: Record) -> None:
        """Check that a signature covers the lines up to a mark or the end, or all lines so far."""
        note = note_of(record["note"])
        if note is None or note.origin != self.origin:
            raise self.damage_for("this signature belongs to another log", self.origin, note and note.origin)
        if note in self.notes:
            raise self.damage_for("this signature appears twice")
        nodes = self.tree.nodes if note.size == self.tree.size else self.trees.get(note.size)
        root = None if nodes is None else root_from(nodes)
        if note.root != root:
            raise self.damage_for(f"the signed root is not the root of the first {note.size} lines", root, note.root)
        self.notes[note] = None

    def accept(self, record: Record) -> None:
        """Do nothing, because ``randomness_of`` has already checked shares and reveals."""


CHECKS: Mapping[str, Callable[[Beside, Record], None]] = {
    "seat": Beside.check_seat,
    "sign": Beside.check_signature,
    "share": Beside.accept,
    "reveal": Beside.accept,
}
