"""Commands that test content: test."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app


class Verdicts(StrEnum):
    """The output format of tests."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


@app.command("test", epilog='\b\nExample: rftg test ./my-expansion --filter "Spice World"')
def run_tests(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH | GAME | GAME/SET]...", help="Whose scenarios to run (default: all of every installed game)."
        ),
    ] = None,
    wanted: Annotated[
        str, typer.Option("--filter", metavar="TEXT", help="Only scenarios with this text in their title or file.")
    ] = "",
    form: Annotated[Verdicts, typer.Option("--format", help="Output format.")] = Verdicts.TEXT,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="The game for files outside any set.")] = "",
    extra: Annotated[
        list[Path] | None,
        typer.Option("--with", metavar="SET", help="A set to play with: an id or a folder; repeatable."),
    ] = None,
) -> None:
    """Run the scenarios of content.

    Each difference is shown at its line. Exit 0: all passed, 1: differences or mistakes, 2: could not run.
    """
    from rftg_dsl.render.paint import painted
    from rftg_dsl.render.scenarios import written
    from rftg_dsl.workbench.suites import run_suites, suites

    outcome = run_suites(suites(targets or [], game, extra or []), wanted)
    typer.echo(written(outcome, form, painted(sys.stdout)))
    raise typer.Exit(0 if outcome.passed else 1)
