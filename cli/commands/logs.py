"""Commands for logs and recorded games: replay, why, diff, audit, index, import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperArgument

from rftg_dsl.cli.app import Command, app
from rftg_dsl.cli.options import (
    STREAM,
    Against,
    As,
    Edition,
    Engines,
    Files,
    Format,
    Levels,
    LogFile,
    Logs,
    NamedLogs,
    On,
    Options,
    OutFolder,
    Public,
    Root,
    Seat,
    Secrets,
    Signers,
    Table,
    With,
    Workers,
    make_out_option,
    print_report,
    refuse_stream,
    say,
    sets_from,
)
from rftg_dsl.cli.page import LOGS


@app.command(
    group=LOGS,
    example="rftg replay game.rlog --round 5 --format json",
    help="""Tell the story of a game, or show its table.

    The story shows the log line of each event. --round, --line and --format json show the table instead. --step
    waits for a key after each decision; '?' lists the keys.
    """,
)
def replay(
    log: LogFile,
    after: Annotated[int | None, typer.Option("--round", metavar="R", help="Show the table after this round.")] = None,
    line: Annotated[int | None, typer.Option("--line", metavar="N", help="Show the table after this line.")] = None,
    told: Annotated[bool, typer.Option("--story", help="With --round: tell the story of that round.")] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Step through the game, forward and back, decision by decision.")
    ] = False,
    seat: Seat = None,
    public: Public = False,
    secrets: Secrets = None,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import eyes_of, last_line_of, story_of, table_of, warn
    from rftg_dsl.cli.streams import log_at
    from rftg_dsl.log.format.records import guard_reading
    from rftg_dsl.show.terminal.game_report import render_position, render_story
    from rftg_dsl.show.terminal.paint import paint_for

    game_log = log_at(log)
    eyes = eyes_of(game_log, log, seat, public, secrets)
    warn(game_log, eyes=None if game_log.sealed else eyes)
    if step:
        if form == Format.JSON or after is not None or line is not None or str(log) == STREAM:
            raise typer.BadParameter(
                "--step needs a file, and cannot be combined with --round, --line or --format json"
            )
        from rftg_dsl.cli.stepping import walk_through

        walk_through(game_log, sets_from(extra), eyes)
        return
    if form == Format.TEXT and line is None and (after is None or told):
        for text in render_story(story_of(game_log, after, eyes), paint_for(sys.stdout)):
            say(text)
        return
    last = last_line_of(game_log, after, line)
    table = table_of(game_log, last, sets_from(extra), eyes)
    with guard_reading(last):
        print_report(form, lambda: table, lambda: render_position(table))


@app.command(
    group=LOGS,
    example="rftg why game.rlog:120 --event 2",
    help="""Explain why something happened.

    Shows the round, the decision or chance result, the printed power or rule behind each event, and the state before.
    The story (rftg replay) and an audit show the line numbers.
    """,
)
def why(
    place: Annotated[str, typer.Argument(metavar="LOG:LINE", help="The log file and the line number.")],
    event: Annotated[int | None, typer.Option("--event", metavar="N", help="Only this event on the line.")] = None,
    seat: Seat = None,
    public: Public = False,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import explain_place
    from rftg_dsl.show.terminal.dispute_report import render_why
    from rftg_dsl.show.terminal.paint import paint_for

    explanation = explain_place(place, event, seat, public, sets_from(extra))
    print_report(form, explanation.plain, lambda: render_why(explanation, paint_for(sys.stdout)))


@app.command(
    group=LOGS,
    example="rftg diff mine.rlog yours.rlog",
    help="""Show the first difference between two logs, or how two tables differ.

    With line numbers (A:120 B:131), compares the tables after those lines. Exit 0: no difference, 1: a difference, 2: a
    log could not be read.
    """,
)
def diff(
    this: Annotated[str, typer.Argument(metavar="A[:LINE]", help="A log file, or a line in one.")],
    other: Annotated[str, typer.Argument(metavar="B[:LINE]", help="Another one.")],
    seat: Seat = None,
    public: Public = False,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import compare_logs_or_tables
    from rftg_dsl.show.terminal.dispute_report import render_comparison
    from rftg_dsl.show.terminal.paint import paint_for

    comparison = compare_logs_or_tables(this, other, seat, public, sets_from(extra))
    print_report(form, comparison.as_plain, lambda: render_comparison(comparison, paint_for(sys.stdout)))
    raise typer.Exit(0 if comparison.same else 1)


@app.command(
    group=LOGS,
    example="rftg audit games/ --workers 2 --report verdicts.jsonl",
    help="""Check that logs follow the rules.

    A folder stands for all logs in it; of these, only those that are not valid are shown.
    Exit 0: all valid, 1: some are not, 2: a log could not be read.
    With --against, exit 0: nothing would differ, 1: something would, 2: a log could not be replayed.
    """,
)
def audit(
    logs: Logs = None,
    files: Files = None,
    form: As = Format.TEXT,
    light: Annotated[bool, typer.Option("--light", help="Check only what can be checked without the rules.")] = False,
    require: Levels = None,
    signer: Signers = None,
    expect: Root = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            help="Write the verdicts to this file, one per line.",
            callback=refuse_stream("verdicts already go to standard output; --format json writes them as data"),
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the report: skip logs that are already in it.")
    ] = False,
    workers: Workers = 1,
    on: On = None,
    against: Against = None,
    backend: Engines = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.auditing import Auditing, rerun_all
    from rftg_dsl.cli.streams import with_listed
    from rftg_dsl.log.audit.verdict import make_demands
    from rftg_dsl.log.proof.signed_notes import read_keys

    paths = with_listed(logs, files)
    if against:
        alone = not (light or require or signer or expect is not None or verdicts or resume or on or workers != 1)
        raise typer.Exit(rerun_all(paths, against, sets_from(extra), form == Format.JSON, alone))
    wanted = make_demands(require or (), read_keys(signer or ()), expect)
    auditing = Auditing(paths, form == Format.JSON, verdicts, resume)
    raise typer.Exit(auditing.run(sets_from(extra), light, wanted, workers if on is None else on, backend))


@app.command(
    group=LOGS,
    example="rftg index games/ --out games.duckdb --workers 2",
    help="""Build database tables from many logs, to query with SQL (extra 'lake').

    The logs are read without the rules; docs/questions.md describes the tables.
    Exit 0: all logs are indexed, 1: some are refused; a table lists those, each with the reason.
    """,
)
def index(
    out: Annotated[
        Path,
        make_out_option("the DuckDB file; must not exist yet.", "DuckDB can only write to a file"),
    ],
    logs: NamedLogs = None,
    files: Files = None,
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="DIR",
            help="Also write the tables as Parquet files.",
            callback=refuse_stream("the tables go into a folder"),
        ),
    ] = None,
    workers: Workers = 1,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.cli.indexing import index_logs
    from rftg_dsl.cli.streams import with_listed
    from rftg_dsl.show.terminal.game_report import render_tables

    counts = index_logs(with_listed(logs, files), out, parquet, workers)
    print_report(form, lambda: {"out": str(out), "tables": counts}, lambda: render_tables(counts))
    raise typer.Exit(1 if counts["refused"] else 0)


@app.command(
    group=LOGS,
    example="rftg standings games/ --require seed --points places --out table.html",
    help="""Make a league's table from the logs of its games.

    Only logs that an audit finds valid count, and each game once. docs/run-a-league.md explains points, ratings and
    names. Exit 0: all logs count, 1: some are left out, each with the reason, 2: a log could not be read.
    """,
)
def standings(
    logs: NamedLogs = None,
    files: Files = None,
    require: Levels = None,
    signer: Signers = None,
    member: Annotated[
        list[str] | None,
        typer.Option(
            "--member",
            metavar="KEY",
            help="The public key of a player, whose name then counts only if signed, or a file of keys; repeatable.",
        ),
    ] = None,
    points: Annotated[
        str,
        typer.Option(
            "--points", metavar="RULE", help="Points for a game: wins, places, margin, or a list such as 5,3,1."
        ),
    ] = "wins",
    form: Annotated[Table, typer.Option("--format", help="Output format.")] = Table.TEXT,
    out: Annotated[
        Path | None,
        make_out_option("a page with the table, under a name that ends in .html.", "the page goes into a file"),
    ] = None,
    workers: Workers = 1,
    on: On = None,
    backend: Engines = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import check_name_of_page
    from rftg_dsl.cli.ranking import count_logs, save_standings, show_standings
    from rftg_dsl.cli.streams import with_listed
    from rftg_dsl.log.proof.signed_notes import read_key_lists, read_keys
    from rftg_dsl.log.standings.league_rules import make_league_rules
    from rftg_dsl.log.standings.point_rules import point_rule_of
    from rftg_dsl.log.standings.standings_report import make_standings

    rule = point_rule_of(points)
    rules = make_league_rules(require or (), read_keys(signer or ()), read_key_lists(member or ()))
    if out is not None:
        check_name_of_page(out)
    paths = with_listed(logs, files)
    counted = count_logs(paths, rules, sets_from(extra), workers if on is None else on, backend)
    table = make_standings(counted, rule)
    show_standings(table, form)
    if out is not None:
        save_standings(table, out, private=not counted.is_over)
    raise typer.Exit(counted.status)


class ImportCommand(Command):
    """The ``import`` command, whose help lists the installed formats."""

    def get_help(self, ctx: Any) -> str:
        """Add the names of the installed formats to the help, without importing the formats."""
        from rftg_dsl.base.plugins import IMPORTERS, entry_points_of

        for parameter in self.params:
            if isinstance(parameter, TyperArgument) and parameter.name == "format_name":
                parameter.help = f"The format of the recording: {', '.join(entry_points_of(IMPORTERS))}."
        return super().get_help(ctx)


@app.command(
    "import",
    cls=ImportCommand,
    group=LOGS,
    example="rftg import bga 861715231.json.gz --out ./logs",
    help="""Import games recorded elsewhere.

    Each game is replayed with our rules and compared. Exit 1 if a game differs, 2 if a file could not be used.
    """,
)
def import_(
    format_name: Annotated[str, typer.Argument(metavar="FORMAT")],
    recordings: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help=f"The recordings; '{STREAM}' is standard input."),
    ] = None,
    files: Files = None,
    out: OutFolder = None,
    form: As = Format.TEXT,
    tolerate: Annotated[
        list[str] | None,
        typer.Option(
            "--tolerate",
            metavar="WHAT",
            help="Accept games that depart from the rules in this way, and report it; repeatable.",
        ),
    ] = None,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.cli.streams import hold_standard_input, with_listed
    from rftg_dsl.importers.importer import Wanted, find_importer, import_files
    from rftg_dsl.importers.reading import SIZE
    from rftg_dsl.show.terminal.failure import render_message
    from rftg_dsl.show.terminal.game_report import render_import
    from rftg_dsl.show.terminal.paint import paint_for

    wanted = Wanted(edition, sets_from(extra), options_of(option), tolerate or ())
    importer = find_importer(format_name)
    with hold_standard_input(SIZE) as place:
        paths = [place.file_for(path) for path in with_listed(recordings, files)]
        report = import_files(importer, paths, out, wanted, every_seat=form == Format.JSON)
        plain = place.restore_name(report.plain())
    for error in plain["unread"]:
        typer.echo(render_message(error["code"], error["message"], error["hint"], paint_for(sys.stderr)), err=True)
    if report.games or form == Format.JSON:
        print_report(form, lambda: plain, lambda: render_import(plain, paint_for(sys.stdout)))
    raise typer.Exit(report.status)
