"""Resumes an unfinished log by replaying its inputs to restore the play."""

from __future__ import annotations

from itertools import tee
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.expected_lines import ExpectedLines
from rftg_dsl.log.audit.line_difference import compare_lines
from rftg_dsl.log.format.read_log import Log
from rftg_dsl.log.format.recorder import Recorder
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.randomness import Randomness, Secret


@frozen
class Resumed:
    """A game restored from its log, ready to continue with another sink for the recorder."""

    library: Library
    play: Play[Any]
    recorder: Recorder
    randomness: Randomness
    beyond: list[str]
    """The lines that follow from the last input of the log but are missing from it. Write them first."""


def resume_log(log: Log, library: Library, host: Secret | None, typed: Chance | None = None) -> Resumed:
    """Restore the play after the last input of a log. Raise ``Mismatch`` at a wrong line.

    ``typed`` supplies further results if people throw the dice.
    """
    check_resumable(log, host, typed is not None)
    lines, inputs = tee(log)
    expected = ExpectedLines(log, library, inputs, host, typed)
    beyond = compare_lines(expected, lines)
    # An audit can continue past an illegal answer, but a game should not be played on from it.
    if expected.stood:
        raise expected.stood[0]
    play, recorder, randomness = expected.play, expected.recorder, expected.randomness
    if typed is not None:
        play.chance = typed
    recorder.randomness = randomness
    if play.over:
        recorder.reveal()
        beyond += expected.take_lines()
    return Resumed(library, play, recorder, randomness, beyond)


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
