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
    covers: Annotated[
        bool, typer.Option("--coverage", help="Also show which clauses of which powers no scenario runs.")
    ] = False,
    least: Annotated[
        int | None,
        typer.Option("--fail-under", metavar="N", min=0, max=100, help="Fail if less than N per cent are run."),
    ] = None,
    mutates: Annotated[
        bool, typer.Option("--mutate", help="Also change each power in small ways, and show what no scenario notices.")
    ] = False,
) -> None:
    """Run the scenarios of content.

    Each difference is shown at its line. Exit 0: all passed, 1: differences or mistakes, 2: could not run.
    """
    from rftg_dsl.render.paint import painted
    from rftg_dsl.render.scenarios import measured, written
    from rftg_dsl.workbench.coverage import Coverage
    from rftg_dsl.workbench.suites import mutated, run_suites, suites

    coverage = Coverage() if covers or mutates or least is not None else None
    outcome = run_suites(suites(targets or [], game, extra or []), wanted, coverage=coverage)
    changes = mutated(outcome, wanted, coverage) if mutates and outcome.passed and coverage is not None else None
    typer.echo(written(outcome, form, coverage if covers else None, changes, painted(sys.stdout)))
    short = coverage is not None and least is not None and coverage.hundredths < least * 100
    if short and coverage is not None:
        typer.echo(f"{measured(coverage)}, less than {least}%", err=True)
    raise typer.Exit(1 if short or not outcome.passed or (changes is not None and not changes.passed) else 0)
