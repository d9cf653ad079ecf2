"""Verdicts on logs: the findings, their basis, and the guarantees demanded of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import asdict, evolve, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.proof.attestations import Beside
from rftg_dsl.log.proof.merkle import Checkpoint, checkpoint_of
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.log.proof.signed_notes import Key

Word = Literal["valid", "invalid", "unknown", "sealed"]

LIGHTLY = "the lines are consistent; whether play was legal was not checked"

RESTS: Mapping[str, str] = {
    "seed": "the dice follow from the host's seed",
    "shared": "the dice follow from what the host and the seats shared",
    "unrevealed": "the dice are possible, but their source has not been revealed",
    "table": "the dice are possible, and were typed in by somebody",
    "recorded": "the dice are possible, and were recorded elsewhere",
    "unknown": "the source of the dice was not checked",
}

CANNOT: Mapping[str, str] = {
    "seed": "it cannot be known who chose the seed, or how many others they tried",
    "shared": "nobody could choose the dice, but the host could foresee them",
    "unrevealed": "it cannot be known whether the dice follow from the promise until the host reveals it",
    "table": "it cannot be known whether the dice were really rolled, or rolled fairly",
    "recorded": "it cannot be known whether these are the dice of the real game",
}

UNBOUND = "nothing ties the log to a person or a time"


@frozen(repr=False)
class Verdict:
    """The result of an audit, including the first line, if any, that differs from the one that the rules produce."""

    log: str
    verdict: Word
    complete: bool = False
    randomness: str = "unknown"
    """The basis of the dice. With ``seed`` and ``shared``, the results were recomputed. With ``unrevealed``, ``table``
    and ``recorded``, they are merely possible. With ``unknown``, they were not checked."""
    line: int | None = None
    rule: str = ""
    expected: Any = None
    found: Any = None
    reason: str = ""
    lines: int = 0
    root: str = ""
    """The Merkle root over all lines. Anyone who knows it can tell that nothing has been altered since."""
    signed: tuple[str, ...] = ()
    """The required signers who have signed the log up to its end."""
    remarks: tuple[str, ...] = ()
    """Limits of the verdict, and incidents such as a seat that conceded or a seat that refused to reveal its share."""
    readable: bool = True
    """False if the file could not be read, in which case nothing is known about the log."""
    dice: Mapping[str, list[int]] = {}
    """The counts of the faces on dice that people threw, keyed by the number of faces on the die."""

    def plain(self) -> dict[str, Any]:
        """Return the verdict as JSON-ready data."""
        return asdict(self)

    def __repr__(self) -> str:
        where = f" at line {self.line}" if self.line is not None else ""
        return f"<{self.log}: {self.verdict}{where}{f', {self.reason}' if self.reason else ''}>"


Level = Literal["seed", "shared", "signed"]
LEVELS: tuple[Level, ...] = ("seed", "shared", "signed")


@frozen
class Demands:
    """Guarantees that a log must offer in addition to following the rules. A log that offers less is not valid."""

    require: frozenset[str] = frozenset()
    signers: tuple[Key, ...] = ()
    expect: Checkpoint | None = None
    """A root known from elsewhere. It may cover the whole log, the lines up to a mark, or the lines up to any line from
    the end on."""

    def find_unmet(self, verdict: Verdict, beside: Beside) -> str:
        """Return a sentence about the first demand that a valid log does not meet, or an empty string if it meets all
        demands."""
        rests = verdict.randomness
        if "shared" in self.require and rests != "shared":
            return f"{RESTS[rests]}; --require shared demands shared dice"
        if "seed" in self.require and rests not in ("seed", "shared"):
            return f"{RESTS[rests]}; --require seed demands dice that can be recomputed"
        missing = [key.name for key in self.signers if key.name not in verdict.signed]
        if missing:
            return f"{missing[0]} has not signed the log up to its end"
        roots = ((verdict.lines, verdict.root), *beside.roots.items())
        if self.expect and not any(self.expect.does_cover(root, lines) for lines, root in roots):
            return "the expected root is not the root of this log or of any of its marks"
        return ""


def make_demands(require: Sequence[str] = (), signers: Sequence[Key] = (), expect: str | None = None) -> Demands:
    """Build demands from command-line options. Raise ``UsageError`` if the options make no sense."""
    for level in require:
        if level not in LEVELS:
            raise UsageError(
                f"{level!r} is not a valid level for --require", f"known: {', '.join(LEVELS)}", "wrong-option"
            )
    if "signed" in require and not signers:
        raise UsageError("'signed' needs at least one signer", "add --signer with a public key", "wrong-option")
    return Demands(frozenset(require), tuple(signers), parse_root(expect))


def parse_root(text: str | None) -> Checkpoint | None:
    """Parse the root that a user expects, if any. Raise ``UsageError`` if ``text`` is not a root."""
    if text is None:
        return None
    if (checkpoint := checkpoint_of(text)) is None:
        hint = "a root has 64 hexadecimal digits, optionally followed by a colon and the number of lines"
        raise UsageError(f"{text!r} is not a root", hint, "wrong-option")
    return checkpoint


def signers_of(beside: Beside, keys: Sequence[Key], size: int) -> tuple[list[str], list[str]]:
    """Return the names of keys with a valid signature on at least the first ``size`` lines, and of keys with a wrong
    signature."""
    right, wrong = [], []
    for key in keys:
        said = [key.has_signed(note) for note in beside.notes if note.size >= size]
        # One forged signature outweighs any number of good ones.
        if False in said:
            wrong.append(key.name)
        elif True in said:
            right.append(key.name)
    return right, wrong


def remarks_on(mended: Sequence[str]) -> tuple[str, ...]:
    """Return a remark if the log was mended while it was read; otherwise nothing."""
    if not mended:
        return ()
    return (f"the file has {' and '.join(mended)}, corrected as it was read; the root is that of the corrected text",)


def weigh_verdict(verdict: Verdict, beside: Beside, randomness: Randomness, end: int, wanted: Demands) -> Verdict:
    """Add the signers and remarks to a verdict, and apply the demands. ``end`` is the number of lines up to the end of
    the log.

    A wrong signature by a required signer makes the log invalid; an unmet demand makes a valid verdict unknown.
    """
    right, wrong = signers_of(beside, wanted.signers, end)
    remarks = [*verdict.remarks, *(f"seat {seat + 1} {does}" for seat, does in beside.changes if does != "sits")]
    remarks += [
        f"seat {seat + 1} refused to reveal its share, so it could choose between two games"
        for seat in randomness.refused
    ]
    if verdict.randomness in CANNOT:
        remarks.append(CANNOT[verdict.randomness])
    if not right and verdict.complete:
        remarks.append(UNBOUND)
    verdict = evolve(verdict, signed=tuple(right), remarks=tuple(remarks))
    if wrong:
        return evolve(verdict, verdict="invalid", reason=f"the signature of {wrong[0]} is wrong")
    if verdict.verdict == "valid" and (reason := wanted.find_unmet(verdict, beside)):
        return evolve(verdict, verdict="unknown", reason=reason)
    return verdict
