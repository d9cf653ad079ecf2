"""Resumes an unfinished log by replaying its inputs to restore the play."""

from __future__ import annotations

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.audit import Auditor
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.randomness import Secret


def resume_log(log: Log, library: Library, host: Secret | None, typed: Chance | None = None) -> Auditor:
    """Restore the play after the last input of a log, ready to continue. Raise ``Mismatch`` at a wrong line.

    The caller must first write the auditor's ``beyond`` lines, which follow from the last input but are not in the log
    yet. ``typed`` supplies further results if people throw the dice.
    """
    check_resumable(log, host, typed is not None)
    auditor = Auditor(log, library, host, typed)
    auditor.run()
    # An audit can continue past an illegal answer, but a game should not be played on from it.
    if auditor.stood:
        raise auditor.stood[0]
    if typed is not None:
        auditor.play.chance = typed
    auditor.recorder.randomness = auditor.randomness
    if auditor.play.over:
        auditor.recorder.reveal()
        auditor.recorder.flush()
    return auditor


def check_resumable(log: Log, host: Secret | None, typed: bool = False) -> None:
    """Raise ``UsageError`` if the game is over, or if its next results cannot be determined.

    Results cannot be determined if, for example, the host committed to a different text, or no one is there to type in
    the results of throws.
    """
    mode = log.randomness.mode
    if log.complete and (mode == "table" or randomness_of(log).host is not None):
        raise UsageError("the game in this log is over", "resume the log of an unfinished game", "wrong-log")
    if mode == "table" and typed:
        return
    if not log.randomness.promise:
        hint = (
            "use 'rftg resume', which asks for the results that people roll"
            if mode == "table"
            else "resume a log whose dice come from a seed"
        )
        raise UsageError(f"the dice in this log come from the source {mode!r}", hint, "wrong-log")
    if host is None:
        hint = "use --seed with the text that the host started the log with"
        raise UsageError("the seed of this log is not in a file next to it", hint, "wrong-seed")
    if log.randomness.promise != host.commitment:
        raise UsageError(
            "the log begins with a different seed", "use the text that the host started it with", "wrong-seed"
        )
