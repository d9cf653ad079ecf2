"""Replays the inputs of a log under the rules, and compares every line that the rules produce with the log.

A log is ``valid`` if the rules produce every line, and ``invalid`` if a line differs; the verdict identifies the first
such line. The verdict is ``unknown`` if something needed for the audit is missing: the end of the log, content with the
right digest, the game, or support for the format version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import tee
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import MissingContent
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.library.finder import Finder, make_finder
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.dice_fairness import Dice
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.audit.expected_lines import ExpectedLines
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.line_check import LineCheck
from rftg_dsl.log.audit.line_difference import Mismatch, compare_lines
from rftg_dsl.log.audit.verdict import LIGHTLY, Demands, Verdict, remarks_on, weigh_verdict
from rftg_dsl.log.format.read_log import DamagedLog, Log, read_log
from rftg_dsl.log.proof.attestations import Beside
from rftg_dsl.log.proof.merkle import Tree, tree_of
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.log.proof.unseal import SealedCheck, check_opened, check_sealed


def audit_file(
    path: Path, extra: Sequence[str | Path] = (), light: bool = False, wanted: Demands | None = None
) -> Verdict:
    return judge_log(str(path), lambda: read_log(path), make_finder(extra), light, wanted)


def judge_log(
    name: str,
    read: Callable[[], Log],
    find: Finder,
    light: bool = False,
    wanted: Demands | None = None,
    engines: Engines | None = None,
) -> Verdict:
    """Judge the log that ``read`` returns. ``engines`` may be able to check it faster than the check in Python."""
    blank = Verdict(name, "unknown")
    try:
        log = read()
        with pause_gc():
            # A fast check can only accept a log. In all other cases, the check in Python finds the first wrong line.
            quickly = engines.check(log, find, light) if engines is not None else None
            blank = evolve(blank, complete=log.complete, lines=len(log), remarks=remarks_on(log.mendings))
            checked = quickly or check_in_python(log, find, light)
    except DamagedLog as wrong:
        return evolve(
            blank,
            verdict="invalid",
            line=wrong.line,
            reason=wrong.reason,
            expected=wrong.expected,
            found=wrong.found,
            rule=wrong.rule,
        )
    except Mismatch as wrong:
        return evolve(blank, verdict="invalid", **wrong.verdict)
    except MissingContent as missing:
        return evolve(blank, reason=str(missing))
    randomness = checked.randomness
    dice = checked.dice.as_plain() if randomness.mode == "table" and not log.sealed else {}
    blank = evolve(blank, randomness=rests_on(randomness), root=checked.tree.root, dice=dice)
    sound = "is consistent" if light else "is correct"
    # The first reason that applies is reported, so check for the most serious one first.
    if log.torn:
        reason = f"the last line is cut off; everything before it {sound}"
        blank = evolve(blank, line=len(log) + 1, reason=reason)
    elif not log.complete:
        blank = evolve(blank, line=len(log), reason=f"the game is unfinished; everything so far {sound}")
    elif isinstance(checked, SealedCheck) and not checked.open:
        blank = evolve(
            blank, verdict="sealed", reason=f"the hidden parts have not been opened; everything else {sound}"
        )
    elif randomness.promise and randomness.host is None:
        blank = evolve(blank, line=len(log), reason=f"the host has not revealed the dice; everything else {sound}")
    else:
        blank = evolve(blank, verdict="valid", reason=LIGHTLY if light else "")
    if checked.stood:
        blank = evolve(blank, verdict="invalid", **verdict_on_illegal(checked.stood, f"everything else {sound}"))
    return weigh_verdict(blank, checked.beside, randomness, log.end, wanted or Demands())


def verdict_on_illegal(illegal: Sequence[Mismatch], rest: str) -> Mapping[str, Any]:
    more = f", and so did {len(illegal) - 1} more" * (len(illegal) > 1)
    return {**illegal[0].verdict, "reason": f"{illegal[0].verdict['reason']}, and it stood{more}; {rest}"}


def check_in_python(log: Log, find: Finder, light: bool) -> LineCheck | Audited:
    if not log.sealed:
        return check_light(log) if light else check_full(log, find(log.head))
    sealed = check_sealed(log)
    if sealed.open:
        whole = check_opened(log, lambda whole: check_light(whole) if light else check_full(whole, find(whole.head)))
        sealed.stood += whole.stood
    return sealed


def rests_on(randomness: Randomness) -> str:
    """The basis of the dice in a checked log, as a key into ``verdict.RESTS``."""
    if randomness.promise and randomness.host is None:
        return "unrevealed"
    # If every seat refused to reveal its share, the dice followed from the host's seed alone.
    return "seed" if randomness.shares and len(randomness.refused) == len(randomness.shares) else randomness.mode


# -- the full audit --------------------------------------------------------------------------------------------


@frozen
class Audited:
    """The state after the audit of a log in which every line is right, up to answers that ``stood``."""

    randomness: Randomness
    dice: Dice
    tree: Tree
    """The Merkle tree over all lines of the log."""
    beside: Beside
    stood: Sequence[Mismatch]


def check_full(log: Log, library: Library) -> Audited:
    """Compare a log with the lines that the rules produce from its inputs. Raise ``Mismatch`` at the first line that
    differs, and ``DamagedLog`` at a malformed line."""
    lines, inputs = tee(log)
    expected = ExpectedLines(log, library, inputs)
    # If the log is unfinished, the rules may produce more lines than it has.
    tree = tree_of(log) if compare_lines(expected, lines) else expected.recorder.tree
    return Audited(expected.randomness, expected.inputs.dice, tree, expected.beside, expected.stood)
