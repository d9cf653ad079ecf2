"""The ``doctor`` command."""

from __future__ import annotations

from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Edition, Format, Options, With, print_report
from rftg_dsl.cli.page import SETUP


@app.command(
    group=SETUP,
    example="rftg doctor race --players 4",
    help="""Report what is installed and what is missing; exit 1 if a back end cannot play the named game.

    With a game, compiles it to native code and lists every statement of its Python code that cannot be compiled.
    """,
)
def doctor(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game to compile to native code, such as roll.")
    ] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="Number of players.")] = 2,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.author.health import check_health
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.show.terminal.doctor_report import render_health

    health = check_health(library_of(game, edition, option, extra) if game is not None else None, players).as_plain()
    print_report(form, lambda: health, lambda: render_health(health))
    raise typer.Exit(1 if any(attempt["why"] for attempt in health["tried"]) else 0)
