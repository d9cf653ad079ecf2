"""A game at the terminal: who plays, and what people type and may see."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.cli.options import STREAM, Format, report, say
from rftg_dsl.cli.streams import log_to
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.library.load import Library
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.play.match import Match
from rftg_dsl.play.one_game import begun, play_game, started
from rftg_dsl.play.table.seats import in_log, is_person, people_and_bots, seats_in
from rftg_dsl.play.table.session import Session
from rftg_dsl.show.terminal.game_report import final, played, scores
from rftg_dsl.show.terminal.paint import is_terminal, painted, visible
from rftg_dsl.show.terminal.play_screen import text
from rftg_dsl.show.terminal.wrap import fitted

LONGEST = 10_000
"""The most characters of a line that are read at once."""


def seats_for(library: Library, players: int | None, bots: str) -> list[str]:
    """Who sits at each seat: at as many as asked for or, if that is open, as are named or the game needs."""
    names = seats_in(bots)
    many = players if players is not None else max(library.model.words.players[0], len(names))
    library.rules(many)  # ``Unusable`` if the game is for fewer or more
    return people_and_bots(names, many)


def for_people(form: Format, log: Path | None, sealed: bool) -> None:
    """``Unusable`` if what people read and type would mix with something else, or could not be kept as asked."""
    if form == Format.JSON:
        raise Unusable("people cannot play with --format json", "leave it out", "wrong-option")
    if str(log) == STREAM:
        raise Unusable("people need standard output themselves", "name a file with --log", "wrong-option")
    if sealed and log is None:
        raise Unusable("a sealed log has several files", "name the first of them with --log", "wrong-option")


def play_new(
    library: Library,
    dice: Randomness,
    seats: Sequence[str],
    log: Path | None,
    chance: Chance | None,
    sealed: bool,
    form: Format,
) -> int:
    """Play a new game with whoever sits there: people at this terminal, or bots alone. Returns the exit status."""
    if any(map(is_person, seats)):
        play = started(library, len(seats), dice, chance)
        file = begun(log, dice, len(seats) if sealed else 0) if log is not None else None
        with Match(library, play, dice, file=file, seats=list(map(in_log, seats))) as match:
            return seated(match, seats, log)
    to = None if log is None else log_to(log, sealed)
    result = play_game(library, len(seats), dice, seats, to, chance=chance, sealed=sealed)
    report(
        form,
        lambda: final(result.figures, seats, log, result),
        lambda: played(result, seats, log, library.model.words.schedule.checkpoints[-1]),
        beside=str(log) == STREAM,
    )
    return 0


def go_on_with_people(match: Match, seats: Sequence[str], log: Path) -> int:
    """Go on with a game at this terminal; who sits elsewhere than before is recorded. Returns the exit status."""
    for seat, who in enumerate(seats):
        if in_log(who) != match.seats[seat]:
            match.sit(seat, in_log(who))
    return seated(match, seats, log)


def seated(match: Match, seats: Sequence[str], log: Path | None) -> int:
    """Play a match with people, to its end or until they stop; returns the exit status."""
    session = Session(match, seats, log, sleep if is_terminal(sys.stdin) else None)
    try:
        ended = seat_people(session)
    except KeyboardInterrupt:
        raise interrupted(session) from None
    if ended:
        say(scores(match.figures, session.players))
        say(f"seed: {visible(match.seed)}" if match.seed else "dice: typed in")
        if session.kept is not None:
            say(f"log: {visible(str(session.kept))}")
    elif session.kept is not None:
        say(goes_on(session))
    return 0


def seat_people(session: Session) -> bool:
    """Play until the game is over or somebody stops; whether it is over.

    ``Unusable`` if the input ends before the game does: what has been acknowledged is in the log.
    """
    paint = painted(sys.stdout)
    warned = False
    while True:
        for line in text(session.show(), paint):
            sys.stdout.write(f"{fitted(line, sys.stdout)}\n")
        if session.over:
            sys.stdout.flush()
            return session.state == "over"
        try:
            line = line_after("> ")
        except KeyboardInterrupt:
            sys.stdout.write("\n")
            if session.kept is not None or warned:
                raise
            warned = True
            say("the game is not kept: 'save FILE' keeps it; Ctrl-C again stops all the same", err=True)
            continue
        if not line:
            sys.stdout.write("\n")
            raise interrupted(session)
        warned = False
        session.take(line)


def line_after(prompt: str) -> str:
    """What somebody types; empty at the end of the input, as when the terminal is closed."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        return sys.stdin.readline(LONGEST)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}\n"
    except OSError:
        return ""


def interrupted(session: Session) -> Unusable:
    """What is said when the game stops before its end."""
    if session.kept is None:
        return Unusable("the game stopped before its end, and is not kept", "keep it with --log FILE", "no-answer")
    return Unusable("the game stopped before its end", goes_on(session), "no-answer")


def goes_on(session: Session) -> str:
    """How a game that is kept goes on."""
    return f"go on with: rftg resume {visible(str(session.kept))}"
