"""Commands for content: validate, list, show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import (
    STREAM,
    As,
    Diagnosis,
    Edition,
    Files,
    Format,
    GameName,
    Options,
    Reference,
    With,
    print_report,
    refuse_stream,
    resolve_game,
    sets_from,
)
from rftg_dsl.cli.page import WRITE


@app.command(
    group=WRITE,
    example="rftg validate roll ./my-expansion --format github",
    help="""Check content, and report each mistake with its fix.

    A file outside any set is checked with the game it fits best. Exit 0: clean, 1: mistakes, 2: could not run.
    """,
)
def validate(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH | GAME | GAME/SET]...",
            help=f"What to check (default: every installed game); '{STREAM}' reads a file from standard input.",
        ),
    ] = None,
    files: Files = None,
    form: Annotated[Diagnosis, typer.Option("--format", help="Output format.")] = Diagnosis.TEXT,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game that the content is for: used for files outside any set (default: the best fit).",
            callback=resolve_game,
        ),
    ] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Treat warnings and lints as errors.")] = False,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="Report only warnings and lints that are not in this file.",
            callback=refuse_stream("a baseline is a file"),
        ),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            "--write-baseline",
            metavar="FILE",
            help="Write all warnings and lints to this file.",
            callback=refuse_stream("a baseline is a file"),
        ),
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the certain fixes to the files.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes.")] = False,
    extra: With = None,
) -> None:
    # In every command, imports are local, so that a command loads only the modules that it needs.
    from rftg_dsl.cli.validating import Validation, check_conflict

    check_conflict((("--baseline", baseline), ("--write-baseline", write_baseline)))
    check_conflict((("--fix", fix), ("--diff", diff), ("--watch", watch)))
    known = baseline or write_baseline
    run = Validation(targets or [], files, game, form, strict, known, write_baseline is not None, extra or [])
    raise typer.Exit(run.watch() if watch else run.run(fix, diff))


@app.command(
    group=WRITE,
    example="rftg fmt ./my-expansion --check",
    help="""Format content files.

    Words, comments and groups of lines are kept. Lines that do not parse are reported and left unchanged. Exit 0: done,
    1: mistakes, or files that would change, 2: could not run.
    """,
)
def fmt(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PATH]...", help="Files and folders (default: this folder); '-' is standard input."),
    ] = None,
    files: Files = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; list the files that would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.base.diagnostic import UsageError
    from rftg_dsl.base.limits import BYTES
    from rftg_dsl.cli.formatting import Formatting
    from rftg_dsl.cli.streams import read_standard_input, with_listed

    run = Formatting(check, diff, form == Format.JSON)
    targets = with_listed(paths, files) if paths or files else [Path(os.curdir)]
    if Path(STREAM) not in targets:
        raise typer.Exit(run.format_files(targets))
    if len(targets) > 1:
        hint = "format the files separately from standard input"
        raise UsageError("standard input cannot be formatted together with files", hint, "wrong-option")
    raise typer.Exit(run.format_stream(read_standard_input(BYTES.most), STREAM))


@app.command(
    "list",
    group=WRITE,
    example="rftg list roll --kind world --format json",
    help="""List the components of a game.

    Prints one line, or one JSON object, per side.
    """,
)
def list_(
    game: GameName,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only components of this kind.")] = None,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.library.catalogue import rows_of
    from rftg_dsl.show.terminal.component_pages import render_components

    rows = rows_of(library_of(game, edition, option, extra), kind)
    print_report(form, lambda: rows, lambda: render_components(rows))


@app.command(
    group=WRITE,
    example='rftg show "roll/Free Trade Zone" --code',
    help="""Show one component, or the schedule of a game.

    For a component, show its text, location and powers.
    """,
)
def show(
    component: Annotated[str, typer.Argument(metavar="[GAME/]NAME|ID", help="The component's name or id.")],
    schedule: Annotated[
        bool, typer.Option("--schedule", help="Show the schedule of a game instead; NAME is the game.")
    ] = False,
    code: Annotated[bool, typer.Option("--code", help="Also show the generated functions.")] = False,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import library_of, options_of
    from rftg_dsl.library.catalogue import look_up
    from rftg_dsl.show.terminal.component_pages import render_component
    from rftg_dsl.show.terminal.paint import paint_for
    from rftg_dsl.show.terminal.schedule_report import render_schedule, serialize_schedule

    if schedule:
        game = library_of(component, edition, option, extra)
        print_report(form, lambda: serialize_schedule(game), lambda: render_schedule(game, paint_for(sys.stdout)))
        return
    entry = look_up(component, edition, sets_from(extra), options_of(option))
    print_report(form, lambda: entry.as_plain(code), lambda: render_component(entry, code, paint_for(sys.stdout)))


@app.command(
    group=WRITE,
    example="rftg words race",
    help="""List the words that content can use.

    Prints the verbs, events, numbers, nouns and options of a game, each with an example from its content. With
    --format markdown, prints a page for the game's documentation.
    """,
)
def words(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game (default: the words of the language).")
    ] = None,
    sort: Annotated[str | None, typer.Option("--sort", metavar="SORT", help="Only words of this sort.")] = None,
    form: Annotated[Reference, typer.Option("--format", help="Output format.")] = Reference.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.author.glossary import as_plain, make_glossary, words_of_language, words_of_sort
    from rftg_dsl.cli.arguments import library_of
    from rftg_dsl.show.terminal.component_pages import render_words
    from rftg_dsl.show.terminal.reference_pages import render_game_reference, render_language_reference

    library = library_of(game, edition, option, extra) if game else None
    entries = words_of_sort(make_glossary(library) if library else words_of_language(), sort)
    if form == Reference.MARKDOWN:
        typer.echo(render_game_reference(library, entries) if library else render_language_reference(entries))
        return
    print_report(Format(form), lambda: as_plain(entries), lambda: render_words(entries))


@app.command(
    group=WRITE,
    example="rftg explain never-fires",
    help="""Explain a code: what it means, why it is reported, and what to do.

    Shows an example, both wrong and corrected.
    """,
)
def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="[CODE]", help="The code of an error, warning or lint (default: list all).")
    ] = None,
    form: As = Format.TEXT,
) -> None:
    from rftg_dsl.base.codes import find_code, read_codes
    from rftg_dsl.library.installed import folders_of_codes
    from rftg_dsl.show.terminal.code_pages import render_code, render_codes, serialize_code
    from rftg_dsl.show.terminal.paint import paint_for
    from rftg_dsl.show.terminal.wrap import MOST, count_columns

    width = min(MOST, count_columns())
    if code is None:
        every = read_codes(folders_of_codes())
        print_report(form, lambda: [serialize_code(entry) for entry in every], lambda: render_codes(every, width))
    else:
        entry = find_code(code, folders_of_codes)
        print_report(form, lambda: serialize_code(entry), lambda: render_code(entry, width, paint_for(sys.stdout)))
