"""Games in a terminal: seats, output, input and interruptions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import sleep

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.cli.options import STREAM, Format, print_report, say
from rftg_dsl.cli.streams import log_to
from rftg_dsl.kernel.chance import Chance
from rftg_dsl.library.load import Library
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.play.match import Match
from rftg_dsl.play.one_game import begin_log, play_game, start_game
from rftg_dsl.play.table.seats import is_person, name_in_log, seat_players, seats_in
from rftg_dsl.play.table.session import Session
from rftg_dsl.show.terminal.game_report import render_result, render_scores, serialize_end
from rftg_dsl.show.terminal.paint import is_terminal, paint_for, to_visible
from rftg_dsl.show.terminal.play_screen import render_screen
from rftg_dsl.show.terminal.wrap import fit_lines

LONGEST = 10_000


def seats_for(library: Library, players: int | None, bots: str) -> list[str]:
    """Return the player in each seat.

    Without ``players``, there are as many seats as names, but no fewer than the game's minimum.
    """
    names = seats_in(bots)
    many = players if players is not None else max(library.model.words.players[0], len(names))
    library.rules(many)  # raises ``UsageError`` if the game does not allow this number of players
    return seat_players(names, many)


def check_for_people(form: Format, log: Path | None, sealed: bool) -> None:
    """Raise ``UsageError`` if the output options are not compatible with interactive play."""
    if form == Format.JSON:
        raise UsageError("people cannot play with --format json", "leave out --format json", "wrong-option")
    if str(log) == STREAM:
        raise UsageError("standard output is needed for the game", "specify a log file with --log", "wrong-option")
    if sealed and log is None:
        raise UsageError("a sealed log consists of several files", "specify the first one with --log", "wrong-option")


def play_new(
    library: Library,
    dice: Randomness,
    seats: Sequence[str],
    log: Path | None,
    chance: Chance | None,
    sealed: bool,
    form: Format,
) -> int:
    """Play a new game, either with people at this terminal or only with bots, and return the exit status."""
    if any(map(is_person, seats)):
        play = start_game(library, len(seats), dice, chance)
        file = begin_log(log, dice, len(seats) if sealed else 0) if log is not None else None
        with Match(library, play, dice, file=file, seats=list(map(name_in_log, seats))) as match:
            return play_with_people(match, seats, log)
    to = None if log is None else log_to(log, sealed)
    result = play_game(library, len(seats), dice, seats, to, chance=chance, sealed=sealed)
    print_report(
        form,
        lambda: serialize_end(result.figures, seats, log, result),
        lambda: render_result(result, seats, log, library.model.words.schedule.checkpoints[-1]),
        beside=str(log) == STREAM,
    )
    return 0


def go_on_with_people(match: Match, seats: Sequence[str], log: Path) -> int:
    """Continue a game, recording any changes of players, and return the exit status."""
    for seat, who in enumerate(seats):
        if name_in_log(who) != match.seats[seat]:
            match.sit(seat, name_in_log(who))
    return play_with_people(match, seats, log)


def play_with_people(match: Match, seats: Sequence[str], log: Path | None) -> int:
    session = Session(match, seats, log, sleep if is_terminal(sys.stdin) else None)
    try:
        ended = seat_people(session)
    except KeyboardInterrupt:
        raise make_interruption(session) from None
    if ended:
        say(render_scores(match.figures, session.players))
        say(f"seed: {to_visible(match.seed)}" if match.seed else "dice: typed in")
        if session.kept is not None:
            say(f"log: {to_visible(str(session.kept))}")
    elif session.kept is not None:
        say(goes_on(session))
    return 0


def seat_people(session: Session) -> bool:
    """Play the game, and return whether it is over.

    Raise ``UsageError`` if the input ends early; all acknowledged moves are then in the log, if there is one.
    """
    paint = paint_for(sys.stdout)
    warned = False
    while True:
        for line in render_screen(session.show(), paint):
            sys.stdout.write(f"{fit_lines(line, sys.stdout)}\n")
        if session.over:
            sys.stdout.flush()
            return session.state == "over"
        try:
            line = line_after("> ")
        except KeyboardInterrupt:
            sys.stdout.write("\n")
            # If the game is not on disk, only warn at the first Ctrl-C, because stopping would discard the game.
            if session.kept is not None or warned:
                raise
            warned = True
            say("the game is not saved: type 'save FILE' to save it, or press Ctrl-C again to stop anyway", err=True)
            continue
        if not line:
            sys.stdout.write("\n")
            raise make_interruption(session)
        warned = False
        session.take(line)


def line_after(prompt: str) -> str:
    """Read a line; empty at the end of the input, for example if the terminal has been closed."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        return sys.stdin.readline(LONGEST)
    except UnicodeDecodeError:
        # Treat malformed input as an unknown answer, after which the question is repeated, rather than as an error.
        return "\N{REPLACEMENT CHARACTER}\n"
    except OSError:
        return ""


def make_interruption(session: Session) -> UsageError:
    if session.kept is None:
        return UsageError(
            "the game was interrupted and not saved", "next time, keep a log with --log FILE", "no-answer"
        )
    return UsageError("the game was interrupted", goes_on(session), "no-answer")


def goes_on(session: Session) -> str:
    return f"continue with: rftg resume {to_visible(str(session.kept))}"
