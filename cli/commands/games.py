"""Commands that play games: play, resume, simulate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import (
    BOTS,
    OURS,
    SEED,
    STREAM,
    As,
    Bots,
    Edition,
    Engines,
    Format,
    GameName,
    On,
    Options,
    OutFolder,
    Players,
    Seed,
    With,
    Workers,
    print_report,
    refuse_stream,
    say,
    sets_from,
)
from rftg_dsl.cli.page import PLAY

WhoPlays = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="BOT[,BOT...]",
        help=f"{BOTS}: {OURS}, an installed bot, FILE.py:function, or me (me:NAME) for a person.",
    ),
]


@app.command(
    group=PLAY,
    example="rftg play roll --bots me,greedy --log game.rlog",
    help="""Play one game, with bots or people.

    People share this terminal: 'me' is a person, and docs/playing.md explains how to play. The dice come from the seed,
    or from the seed and a share from each seat (--promise), or are typed in (--table).
    """,
)
def play(
    game: GameName,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            help="Number of players: by default, as many as --bots lists, but at least the game's minimum.",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help=f"The log file to write; must not exist yet. '{STREAM}' is standard output. By default, none is kept.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help=f"{SEED}: chosen at random by default.")
    ] = None,
    promise: Annotated[
        list[str] | None,
        typer.Option(
            "--promise",
            metavar="HEX",
            help="Each seat's promise ('rftg log secret'), in seat order; each seat is then asked for its share.",
        ),
    ] = None,
    table: Annotated[
        bool,
        typer.Option("--table", help="Ask for every chance result, as people roll real dice and draw real pieces."),
    ] = False,
    sealed: Annotated[
        bool,
        typer.Option(
            "--sealed",
            help="Write only public information to the log; the rest goes to files for the host and each seat.",
        ),
    ] = False,
    bots: WhoPlays = "random",
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import dice_of, library_of
    from rftg_dsl.cli.seating import check_for_people, play_new, seats_for
    from rftg_dsl.play.table.seats import is_person

    library = library_of(game, edition, option, extra)
    seats = seats_for(library, players, bots)
    if any(map(is_person, seats)):
        check_for_people(form, log, sealed)
    elif sealed and log is None:
        raise typer.BadParameter("a sealed log needs a file: specify it with --log")
    dice, chance = dice_of(seed, promise or (), table, len(seats), library.rules(len(seats)).layout)
    raise typer.Exit(play_new(library, dice, seats, log, chance, sealed, form))


@app.command(
    group=PLAY,
    example="rftg resume game.rlog",
    help="""Continue a game after the last complete record of its log.

    People go on where they left off; bots play to the end. If people roll the dice, the results are asked for. An
    incomplete last line is moved to a file next to the log.
    """,
)
def resume(
    log: Annotated[
        Path,
        typer.Argument(
            metavar="LOG",
            help="The log of an unfinished game.",
            callback=refuse_stream("the game continues in its log file"),
        ),
    ],
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", metavar="TEXT", help=f"{SEED}: the log's own; not needed if it is in a file next to the log."
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="BOT[,BOT...]", help=f"{BOTS}: those in the log by default; me is a person."),
    ] = "",
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import ask
    from rftg_dsl.cli.seating import check_for_people, go_on_with_people
    from rftg_dsl.library.finder import make_finder
    from rftg_dsl.play.match import continue_match
    from rftg_dsl.play.table.seats import is_person, seat_players, seats_in
    from rftg_dsl.play.typed_chance import Typed
    from rftg_dsl.show.terminal.game_report import render_scores, serialize_end
    from rftg_dsl.show.terminal.paint import to_visible

    match, aside = continue_match(log, seed, make_finder(sets_from(extra)), lambda layout: Typed(layout, ask))
    for path in aside:
        say(f"the incomplete last line was moved to {to_visible(str(path))}", err=True)
    with match:
        seats = seat_players(seats_in(bots), match.players) if bots else match.seats
        if any(map(is_person, seats)) and not match.over:
            check_for_people(form, log, False)
            raise typer.Exit(go_on_with_people(match, seats, log))
        match.finish(seats)
    figures = match.figures
    print_report(
        form,
        lambda: serialize_end(figures, seats, log),
        lambda: f"{render_scores(figures, seats)}\nlog: {to_visible(str(log))}",
    )


@app.command(
    group=PLAY,
    example="rftg simulate roll --games 1000 --players 3 --seed demo --bots greedy,random --workers 2",
    help="""Play many games and summarise the results.

    Seeds are TEXT/0, TEXT/1 and so on; bots rotate seats from game to game. A game that does not end is stopped and
    counted separately; the exit status is then 1.
    """,
)
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")],
    players: Players,
    seed: Seed,
    bots: Bots = "random",
    workers: Workers = 1,
    on: On = None,
    out: OutFolder = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", help="Stop a game after N rounds (or turns), and count it separately."),
    ] = None,
    backend: Engines = None,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.base.limits import ROUNDS
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.play.simulate import simulate as played
    from rftg_dsl.play.table.seats import seats_in
    from rftg_dsl.show.terminal.game_report import render_simulation
    from rftg_dsl.show.terminal.progress_bar import show_progress

    library = library_of(game, edition, option, extra)
    with show_progress(games) as done:
        where = workers if on is None else on
        most = ROUNDS.most if rounds is None else rounds
        summary = played(
            library, games, players, seed, seats_in(bots), where, out, sets_from(extra), done, most, backend
        ).as_data()
    unit = library.model.words.schedule.checkpoints[-1]
    print_report(form, lambda: summary, lambda: render_simulation(summary, unit))
    raise typer.Exit(1 if summary["stopped"] else 0)
