"""Proofs that a line belongs to a log, which can be checked without the rest of the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.audit.verdict import parse_root
from rftg_dsl.log.format.kinds import SIZE
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.record import parse_json
from rftg_dsl.log.proof.attestations import Beside
from rftg_dsl.log.proof.merkle import leaf_of, path_of, root_above
from rftg_dsl.log.proof.randomness import is_hex
from rftg_dsl.log.proof.signed_notes import Key, Note, note_of
from rftg_dsl.log.proof.unseal import check_lines

FORMAT = "rftg-proof/1"
LONGEST = 2_000_000


def proof_of(log: Log, number: int) -> dict[str, Any]:
    """Create a proof for a line, up to the root in the last signature that covers the line or, if none does, up to the
    root of all lines.

    Raise ``UsageError`` if the log has no such line, and ``DamagedLog`` if the log is damaged.
    """
    note = find_last_note(check_lines(log).beside, number)
    size = note.size if note else len(log)
    if not 1 <= number <= size:
        raise UsageError(f"the log has no line {number}", f"it has {len(log)} lines", "unknown-line")
    text = next(islice(log, number - 1, None))
    path = path_of(map(leaf_of, islice(log, size)), number - 1)
    root = root_above(leaf_of(text), number - 1, size, path)
    assert root is not None
    return {
        "format": FORMAT,
        "line": number,
        "text": text,
        "size": size,
        "path": [node.hex() for node in path],
        "root": root.hex(),
        "notes": [str(signed) for signed in ([note] if note else [])],
    }


def find_last_note(beside: Beside, number: int) -> Note | None:
    covering = [note for note in beside.notes if note.size >= number]
    return covering[-1] if covering else None


@frozen
class Proof:
    """A proof that has been read but not yet checked."""

    line: int
    text: str
    size: int
    path: tuple[bytes, ...]
    root: str
    notes: tuple[Note, ...]


@frozen
class Proven:
    """The result of checking a proof."""

    proof: Proof
    holds: bool
    reason: str
    signed: tuple[str, ...] = ()
    """The names of the expected signers, all of whom have signed the proof's root."""
    line: int | None = None
    lines: int | None = None

    def as_plain(self) -> dict[str, Any]:
        proof = self.proof
        about = {"line": self.line, "text": proof.text, "lines": self.lines, "root": proof.root}
        return {"holds": self.holds, "reason": self.reason, **about, "signed": list(self.signed)}


def read_proof(path: Path) -> Proof:
    try:
        if not path.is_file():
            raise UsageError(f"{path} is not a file", "use a file written by 'rftg log prove'", "wrong-file")
        with path.open("rb") as file:
            raw = file.read(LONGEST + 1)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", "check its name and permissions", "unreadable"
        ) from None
    try:
        data = json.loads(raw) if len(raw) <= LONGEST else None
    except (ValueError, RecursionError):
        data = None
    if (proof := proof_in(data)) is None:
        raise UsageError(f"{path} is not a proof", "use a file written by 'rftg log prove'", "wrong-file")
    return proof


def proof_in(data: Any) -> Proof | None:
    match data:
        case {
            "format": str(format),
            "line": int(line),
            "text": str(text),
            "size": int(size),
            "path": [*path],
            "root": str(root),
            "notes": [*notes],
            **rest,
        } if (
            format == FORMAT
            and not rest
            and is_hex(root)
            # Proofs come from strangers, so these bounds limit the cost of checking a proof.
            and 1 <= line <= size <= SIZE
            and len(path) <= 64
            and len(notes) <= 100
        ):
            signed = [note_of(note) for note in notes]
            nodes = [bytes.fromhex(node) for node in path if is_hex(node)]
            if text.isascii() and None not in signed and len(nodes) == len(path):
                return Proof(line, text, size, tuple(nodes), root, tuple([note for note in signed if note]))
    return None


def proven_by(data: dict[str, Any]) -> Proven:
    proof = proof_in(data)
    assert proof is not None
    return check_proof(proof, expect=f"{proof.root}:{proof.size}")


def check_proof(proof: Proof, keys: Sequence[Key] = (), expect: str | None = None) -> Proven:
    """Check that the line belongs to the root, that the root is the expected one, and that these keys have signed it.

    The line's number is proven only together with the number of lines, which ``expect`` or a signature may provide. A
    mark or an end record contains its own number. Raise ``UsageError`` if ``expect`` is not a root.
    """
    checkpoint = parse_root(expect)
    root = root_above(leaf_of(proof.text), proof.line - 1, proof.size, proof.path)
    own = own_number_of(proof.text)
    if root is None or root.hex() != proof.root or own not in (None, proof.line):
        return Proven(proof, False, "the line does not belong to this root")
    if checkpoint and not checkpoint.does_cover(proof.root, proof.size):
        return Proven(proof, False, "this is not the expected root")
    mine = [note for note in proof.notes if (note.root, note.size) == (proof.root, proof.size)]
    for key in keys:
        said = [key.has_signed(note) for note in mine]
        if False in said or True not in said:
            wrong = "is wrong" if False in said else "is missing"
            return Proven(proof, False, f"the signature of {key.name} {wrong}")
    signed = tuple([key.name for key in keys])
    if signed or (checkpoint and checkpoint.lines):
        return Proven(proof, True, "", signed, proof.line, proof.size)
    return Proven(proof, True, "", signed, own)


def own_number_of(text: str) -> int | None:
    """The line number that a mark or an end record states for itself; None for other records."""
    try:
        record = parse_json(text)
    except ValueError:
        return None
    rooted = isinstance(record, dict) and record.get("k") in ("mark", "end") and type(record.get("n")) is int
    return record["n"] + 1 if rooted else None
