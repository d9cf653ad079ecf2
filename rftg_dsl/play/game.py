"""One game, from its setup to its end, with or without a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import Library, Unusable
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.write import LogFile
from rftg_dsl.play.bots import BOTS, Bot


@frozen
class Result:
    """What came of one game."""

    seed: str
    decisions: int
    events: int
    rounds: int
    figures: Mapping[str, Any]


def play_game(
    library: Library, players: int, seed: str, bots: Sequence[str], log: Path | None = None, sync: bool = True
) -> Result:
    """Play a game with these bots, one a seat; with ``log``, write it there."""
    rules = library.rules(players)
    check_seed(seed)
    try:
        play = rules.start(Seeded(seed, library.game.name), library.options)
    except ValueError as error:
        raise Unusable(str(error), "change or leave out the --option", "wrong-option") from None
    choosers = [BOTS[name](seed, seat) for seat, name in enumerate(bots)]
    if log is None:
        return run_bare(play, choosers, seed)
    file = LogFile(log, sync)
    try:
        recorder = Recorder(play, head_of(library, play, seed, list(bots)), file)
        return run_logged(play, choosers, seed, recorder)
    finally:
        file.close()


def check_seed(seed: str) -> None:
    """``Unusable`` for a seed that is no text: a command line can hold bytes that are no letters."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise Unusable("the seed is not UTF-8 text", "write it in letters and digits", "wrong-option") from None


def run_bare(play: Play, bots: Sequence[Bot], seed: str) -> Result:
    """Play to the end; events are recorded, counted and forgotten."""
    decisions = events = rounds = 0
    while not play.over:
        pending = play.pending
        if pending is None:
            play.run()
        else:
            refusal = play.answer(bots[pending.seat](play))
            assert refusal is None, refusal
            decisions += 1
        if play.paused:
            rounds += counts(play)
            events += len(play.take_events())
            play.drawn.clear()
    events += len(play.events)
    return Result(seed, decisions, events, rounds, report(play))


def run_logged(play: Play, bots: Sequence[Bot], seed: str, recorder: Recorder) -> Result:
    """Play to the end and record everything."""
    decisions = events = rounds = 0
    while not play.over:
        pending = play.pending
        if pending is None:
            play.run()
        else:
            pick = bots[pending.seat](play)
            recorder.do(pending, pick)
            refusal = play.answer(pick)
            assert refusal is None, refusal
            decisions += 1
        events += len(play.events)
        rounds += counts(play)
        recorder.collect()
        recorder.pause()
    recorder.end()
    return Result(seed, decisions, events, rounds, report(play))


def counts(play: Play) -> bool:
    """Whether the play stands at the end of a round (or turn), the last of the marks its game has."""
    last: str = play.rules.game.marks[-1]
    return play.paused.partition(" ")[0] == last


def report(play: Play) -> Mapping[str, Any]:
    """The figures of the game."""
    rules: Any = play.rules
    found: Mapping[str, Any] = rules.game.report(play)
    return found
