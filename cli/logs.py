"""Commands for logs and recorded games: replay, audit, import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperCommand

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Edition, Format, Options, With, Workers


@app.command(epilog="\b\nExample: rftg replay game.rlog --round 5 --format json")
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="The log file.", show_default=False)],
    after: Annotated[
        int | None, typer.Option("--round", metavar="R", help="Show the table after this round.", show_default=False)
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", metavar="LINE", help="Show the table after this line.", show_default=False)
    ] = None,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    """Tell the story of a game, or show its table.

    --round, --to and --format json show the table instead of the story.
    """
    from rftg_dsl.cli.arguments import last_line, story_of, table_of
    from rftg_dsl.log.read import read_log
    from rftg_dsl.render.games import position, story
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.paint import painted

    found = read_log(log)
    if form == Format.TEXT and after is None and to is None:
        typer.echo(story(story_of(found), painted(sys.stdout)))
        return
    table = table_of(found, last_line(found, after, to), extra or ())
    typer.echo(as_json(table) if form == Format.JSON else position(table))


@app.command(epilog="\b\nExample: rftg audit games/*.rlog --format json")
def audit(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="The log files.", show_default=False)],
    form: As = Format.TEXT,
    light: Annotated[
        bool, typer.Option("--light", help="Skip the rules: check only events, digests and links.")
    ] = False,
    workers: Workers = 1,
    extra: With = None,
) -> None:
    """Check that logs follow the rules.

    Exit 0: all valid, 1: some are not, 2: a log could not be read.
    """
    from rftg_dsl.log.batch import audit_files
    from rftg_dsl.render.games import audited
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.paint import painted

    paint, plain, status = painted(sys.stdout), [], 0
    for verdict, readable in audit_files(logs, extra or (), light, workers):
        status = max(status, 2 if not readable else int(verdict.verdict != "valid"))
        if form == Format.JSON:
            plain.append(verdict.plain())
        else:
            typer.echo(audited(verdict.plain(), paint))
    if form == Format.JSON:
        typer.echo(as_json(plain))
    raise typer.Exit(status)


class ImportCommand(TyperCommand):
    """The import command; its help names the installed formats."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Look the formats up only when help is shown; their names are read without importing them."""
        from rftg_dsl.plugins import IMPORTERS, installed

        for parameter in self.params:
            if isinstance(parameter, TyperArgument) and parameter.name == "format_name":
                parameter.help = f"The format of the recording: {', '.join(installed(IMPORTERS))}."
        super().format_help(ctx, formatter)


@app.command("import", cls=ImportCommand, epilog="\b\nExample: rftg import roll-trace games.jsonl.gz --to ./logs")
def import_(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT", show_default=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of recorded games.", show_default=False)],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR", help="Write a log of each game to this folder.", show_default=False),
    ] = None,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    """Import games recorded elsewhere.

    Each game is replayed with our rules and compared. Exit 0 only if all agree.
    """
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.importers.importer import Wanted, find_importer, import_file
    from rftg_dsl.render.games import imported
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.paint import painted

    wanted = Wanted(edition, extra or (), options_of(option))
    report = import_file(find_importer(format_name), file, to, wanted)
    plain = report.plain()
    typer.echo(as_json(plain) if form == Format.JSON else imported(plain, painted(sys.stdout)))
    raise typer.Exit(0 if report.agree == report.games else 1)
