"""Resume an unfinished log: run its inputs again to restore the play."""

from __future__ import annotations

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library
from rftg_dsl.log.audit import Auditor
from rftg_dsl.log.beside import randomness_of
from rftg_dsl.log.randomness import Secret
from rftg_dsl.log.read import Log


def resumed(log: Log, found: Library, host: Secret | None) -> Auditor:
    """The play after the last input of a log, ready to be recorded further; ``Mismatch`` if a line is wrong.

    Its ``beyond`` are the lines that follow from there and are to be added first.
    """
    check_resumable(log, host)
    auditor = Auditor(log, found, host)
    auditor.run()
    auditor.recorder.randomness = auditor.randomness
    if auditor.play.over:
        auditor.recorder.reveal()
        auditor.recorder.flush()
    return auditor


def check_resumable(log: Log, host: Secret | None) -> None:
    """``Unusable`` if the game is over, or its next results are not known: the host has promised another text."""
    if log.complete and randomness_of(log).host is not None:
        raise Unusable("the game in this log is over", "resume a log that has no end yet", "wrong-log")
    if not log.randomness.promise:
        mode = log.randomness.mode
        raise Unusable(f"the dice in this log have the mode {mode!r}", "resume a log that has a seed", "wrong-log")
    if host is None:
        hint = "give it with --seed: the text that the host began the log with"
        raise Unusable("the seed of this log does not lie beside it", hint, "wrong-seed")
    if log.randomness.promise != host.commitment:
        raise Unusable("the log begins with another seed", "give the text that the host began it with", "wrong-seed")
