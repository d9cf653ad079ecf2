"""Verdicts on logs: what was found, what it rests on, and what was demanded of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from attrs import asdict, evolve, frozen

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.log.proof.attestations import Beside
from rftg_dsl.log.proof.merkle import Checkpoint, checkpoint_of
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.log.proof.signed_notes import Key

Word = Literal["valid", "invalid", "unknown", "sealed"]

LIGHTLY = "the lines are consistent; whether play was legal was not checked"
"""The reason given for a log that passes the light check."""

RESTS: Mapping[str, str] = {
    "seed": "the dice follow from the host's seed",
    "shared": "the dice follow from what the host and the seats shared",
    "unrevealed": "the dice are possible, and what they follow from is not revealed",
    "table": "the dice are possible, and somebody typed them in",
    "recorded": "the dice are possible, and recorded elsewhere",
    "unknown": "where the dice come from was not checked",
}
"""What the results of a game rest on."""

CANNOT: Mapping[str, str] = {
    "seed": "who chose the seed, and how many others they tried, cannot be known",
    "shared": "nobody could choose the dice; the host could foresee them",
    "unrevealed": "whether the dice follow from what was promised cannot be known before the host reveals it",
    "table": "whether the dice were thrown, and fairly, cannot be known",
    "recorded": "whether the dice are those of the game cannot be known",
}
"""What a verdict cannot know of them."""

UNBOUND = "nothing binds the log to people or to a time"
"""What is said of a log that nobody required has signed."""


@frozen
class Verdict:
    """The result of an audit, with the first line that differs from what the rules give."""

    log: str
    verdict: Word
    complete: bool = False
    randomness: str = "unknown"
    """What the dice rest on: ``seed`` and ``shared`` were computed again, ``unrevealed``, ``table`` and ``recorded``
    are only possible, ``unknown`` was not checked."""
    line: int | None = None
    rule: str = ""
    expected: Any = None
    found: Any = None
    reason: str = ""
    lines: int = 0
    """How many whole lines the log has."""
    root: str = ""
    """The root of all of them: whoever knows it knows that nothing was altered since."""
    signed: tuple[str, ...] = ()
    """The required signers that have signed the log up to its end."""
    remarks: tuple[str, ...] = ()
    """What the verdict cannot know, and what else stands in the log: a seat that conceded, one that refused."""
    readable: bool = True
    """False if the file could not be read, so that nothing was found out about the log."""
    dice: Mapping[str, list[int]] = {}
    """How often each face of dice that people threw came, by the number of faces."""

    def plain(self) -> dict[str, Any]:
        """The verdict as data."""
        return asdict(self)


Level = Literal["seed", "shared", "signed"]
LEVELS: tuple[Level, ...] = ("seed", "shared", "signed")


@frozen
class Demands:
    """What a verdict must rest on beside the rules; a log with less is not valid."""

    require: frozenset[str] = frozenset()
    signers: tuple[Key, ...] = ()
    expect: Checkpoint | None = None
    """A root that was known before: of the whole log, up to one of its marks, or to any line from its end on."""

    def find_unmet(self, verdict: Verdict, beside: Beside) -> str:
        """What a valid log does not rest on; empty if it rests on everything demanded."""
        rests = verdict.randomness
        if "shared" in self.require and rests != "shared":
            return f"{RESTS[rests]}; --require shared asks for shared dice"
        if "seed" in self.require and rests not in ("seed", "shared"):
            return f"{RESTS[rests]}; --require seed asks for dice that were computed again"
        missing = [key.name for key in self.signers if key.name not in verdict.signed]
        if missing:
            return f"{missing[0]} has not signed the log up to its end"
        roots = ((verdict.lines, verdict.root), *beside.roots.items())
        if self.expect and not any(self.expect.does_cover(root, lines) for lines, root in roots):
            return "the root that was expected is not that of this log, or of any of its marks"
        return ""


def make_demands(require: Sequence[str] = (), signers: Sequence[Key] = (), expect: str | None = None) -> Demands:
    """Demands as a user makes them; ``Unusable`` if they make no sense."""
    for level in require:
        if level not in LEVELS:
            raise Unusable(
                f"{level!r} is nothing that a verdict can rest on", f"known: {', '.join(LEVELS)}", "wrong-option"
            )
    if "signed" in require and not signers:
        raise Unusable("nobody is named who must have signed", "add --signer with a public key", "wrong-option")
    return Demands(frozenset(require), tuple(signers), parse_root(expect))


def parse_root(text: str | None) -> Checkpoint | None:
    """The root that a user expects; None if none. ``Unusable`` if the text is not a root."""
    if text is None:
        return None
    if (checkpoint := checkpoint_of(text)) is None:
        hint = "a root has 64 hexadecimal digits; a colon and the number of lines may follow"
        raise Unusable(f"{text!r} is not a root", hint, "wrong-option")
    return checkpoint


def signers_of(beside: Beside, keys: Sequence[Key], size: int) -> tuple[list[str], list[str]]:
    """The names of keys that have signed at least ``size`` lines, and of those whose signature is wrong."""
    right, wrong = [], []
    for key in keys:
        said = [key.has_signed(note) for note in beside.notes if note.size >= size]
        if False in said:
            wrong.append(key.name)
        elif True in said:
            right.append(key.name)
    return right, wrong


def remarks_on(mended: Sequence[str]) -> tuple[str, ...]:
    """The remark on a log whose text was mended when it was read, if it was."""
    if not mended:
        return ()
    return (f"the file has {' and '.join(mended)}, mended when it was read; the root is that of the mended text",)


def weigh_verdict(verdict: Verdict, beside: Beside, randomness: Randomness, end: int, wanted: Demands) -> Verdict:
    """A verdict on a log without mistakes, with what it rests on; ``end`` is the number of lines up to its end."""
    right, wrong = signers_of(beside, wanted.signers, end)
    remarks = [*verdict.remarks, *(f"seat {seat} {does}" for seat, does in beside.changes if does != "sits")]
    remarks += [
        f"seat {seat} refused to reveal its share, so it could choose between two games" for seat in randomness.refused
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
