"""Commands for starting and testing sets: new, test."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Files, Format, With, print_report, refuse_stream, resolve_game, say, sets_from
from rftg_dsl.cli.page import WRITE


class Verdicts(StrEnum):
    """Output formats for test results."""

    TEXT = "text"
    JSON = "json"
    JUNIT = "junit"


@app.command(
    "test",
    group=WRITE,
    example='rftg test ./my-expansion --filter "Spice World"',
    help="""Run the scenarios of content.

    Each difference is shown at its line. Exit 0: all passed, 1: differences or mistakes, 2: could not run.
    """,
)
def run_tests(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH | GAME | GAME/SET]...",
            help="What to test (default: all scenarios of every installed game).",
            callback=refuse_stream("scenarios are in files"),
        ),
    ] = None,
    files: Files = None,
    wanted: Annotated[
        str, typer.Option("--filter", metavar="TEXT", help="Only scenarios with this text in their title or file.")
    ] = "",
    covers: Annotated[
        bool, typer.Option("--coverage", help="Also list the clauses of powers that no scenario runs.")
    ] = False,
    least: Annotated[
        int | None,
        typer.Option(
            "--fail-under", metavar="N", min=0, max=100, help="Fail if less than N per cent of the clauses are run."
        ),
    ] = None,
    mutates: Annotated[
        bool,
        typer.Option(
            "--mutate", help="Also change each power in small ways, and list the changes that no scenario notices."
        ),
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes.")] = False,
    form: Annotated[Verdicts, typer.Option("--format", help="Output format.")] = Verdicts.TEXT,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game that the content is for: needed for files outside any set.",
            callback=resolve_game,
        ),
    ] = "",
    extra: With = None,
) -> None:
    from rftg_dsl.author.scenarios.test_session import run_session
    from rftg_dsl.cli.streams import with_paths
    from rftg_dsl.show.terminal.paint import paint_for
    from rftg_dsl.show.terminal.scenario_report import render_session

    names, sets = with_paths(targets, files), sets_from(extra)

    def run_once() -> int:
        session = run_session(names, game, sets, wanted, covers, least, mutates)
        text = render_session(session, form, paint_for(sys.stdout))
        say(text) if form == Verdicts.TEXT else typer.echo(text)
        return 0 if session.passed else 1

    if not watch:
        raise typer.Exit(run_once())
    from rftg_dsl.author.validate.target import parse_target, set_target
    from rftg_dsl.cli.watching import repeat_on_change

    watched = [*map(parse_target, names), *map(set_target, extra or [])]
    raise typer.Exit(repeat_on_change(watched, form == Verdicts.TEXT and not files, run_once))


@app.command(
    group=WRITE,
    example="rftg new ./frontier --game roll",
    help="""Create a set, with a first component or from a spreadsheet.

    The set validates, its scenario runs every clause, and it can be played at once. With --from, each row of a
    spreadsheet becomes a component; cells that cannot be read become comments, and are listed. Exit 0: created, 1:
    created, but not everything could be read, 2: not created.
    """,
)
def new(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help="The folder to create; its name becomes the id of the set.",
            callback=refuse_stream("a set is a folder"),
        ),
    ],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="The game that the content is for.", callback=resolve_game),
    ],
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="CSV",
            help="A spreadsheet, saved as CSV, whose rows become the components.",
            callback=refuse_stream("a spreadsheet is a file"),
        ),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(
            "--columns",
            metavar="HEADER=COLUMN,...",
            help="What the headers of the spreadsheet mean, if that is not clear; '=ignore' leaves a column out.",
        ),
    ] = "",
    ci: Annotated[
        bool, typer.Option("--ci", help="Also create a GitHub workflow and pre-commit hooks that check the set.")
    ] = False,
    extra: With = None,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.author.new_set import make_set
    from rftg_dsl.base.diagnostic import UsageError
    from rftg_dsl.show.terminal.new_set_report import render_imported, render_new_set
    from rftg_dsl.show.terminal.paint import paint_for

    if sheet is None:
        if columns:
            raise UsageError("--columns needs a spreadsheet", "add --from FILE.csv", "wrong-option")
        new_set = make_set(folder, game, ci, sets_from(extra))
        print_report(form, new_set.as_plain, lambda: render_new_set(new_set, paint_for(sys.stdout)))
        return
    from rftg_dsl.author.spreadsheet.import_sheet import import_sheet

    imported = import_sheet(folder, game, sheet, columns, ci, sets_from(extra))
    print_report(form, imported.as_plain, lambda: render_imported(imported, paint_for(sys.stdout)))
    raise typer.Exit(1 if imported.findings else 0)
