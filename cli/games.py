"""Commands that play games: play, simulate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Bots, Edition, Format, GameName, Options, Players, Seed, With, Workers


@app.command(epilog="\b\nExample: rftg play roll --players 3 --seed demo --bots greedy,random --log game.rlog")
def play(
    game: GameName,
    players: Players,
    seed: Seed,
    log: Annotated[
        Path,
        typer.Option("--log", metavar="FILE", help="The log file to write; must not exist yet.", show_default=False),
    ],
    bots: Bots = "random",
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    """Play one game with bots and write its log."""
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.play.bots import seat_bots
    from rftg_dsl.play.game import play_game
    from rftg_dsl.render.games import played

    found = library_of(game, edition, option, extra)
    found.rules(players)
    seats = seat_bots(bots.split(","), players)
    result = play_game(found, players, seed, seats, log)
    typer.echo(played(result, seats, log, found.model.words.schedule.checkpoints[-1]))


@app.command(
    epilog="\b\nExample: rftg simulate roll --games 1000 --players 3 --seed demo --bots greedy,random --workers 2"
)
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.", show_default=False)],
    players: Players,
    seed: Seed,
    bots: Bots = "random",
    workers: Workers = 1,
    logs: Annotated[
        Path | None,
        typer.Option("--logs", metavar="DIR", help="Write a log of each game to this folder.", show_default=False),
    ] = None,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    """Play many games and summarise the results.

    Seeds are TEXT/0, TEXT/1 and so on; bots rotate seats from game to game.
    """
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.play.simulate import simulate as played
    from rftg_dsl.render.games import simulated
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.progress import progress

    found = library_of(game, edition, option, extra)
    with progress(games) as done:
        summary = played(found, games, players, seed, bots.split(","), workers, logs, extra or (), done).plain()
    typer.echo(
        as_json(summary) if form == Format.JSON else simulated(summary, found.model.words.schedule.checkpoints[-1])
    )
