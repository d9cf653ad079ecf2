"""Commands for sharing sets: pack, breaking."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import OUT, STREAM, As, Format, With, print_report, refuse_stream, say, sets_from
from rftg_dsl.cli.page import SHARE


@app.command(
    group=SHARE,
    example="rftg pack ./my-expansion --out my-expansion.rpack",
    help="""Validate a set and write it to a single file, identical on every machine.

    Exit 0: packed, 1: mistakes, 2: could not run.
    """,
)
def pack(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of the set.", callback=refuse_stream("a set is a folder"))
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="PATH",
            help=f"{OUT}: a name that ends in .rpack, or a folder; '{STREAM}' is standard output.",
        ),
    ] = Path(),
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.author.versions.packing import pack as packing
    from rftg_dsl.base.diagnostic import UsageError
    from rftg_dsl.base.files import write_new
    from rftg_dsl.base.resources import PACKED
    from rftg_dsl.show.terminal.pack_report import render_packing
    from rftg_dsl.show.terminal.paint import paint_for

    streamed = str(out) == STREAM
    if not streamed and out.suffix != PACKED and not out.is_dir():
        hint = f"create the folder first, or use a name that ends in {PACKED}"
        raise UsageError(f"{out} is neither a folder nor the name of a pack", hint, "wrong-option")
    packed = packing(folder, sets_from(extra))
    path = out / packed.pack.usual_name if packed.pack and out.is_dir() else out
    if packed.pack and streamed:
        sys.stdout.buffer.write(packed.pack.raw)
    elif packed.pack:
        write_new(path, packed.pack.raw)
    shown, to = "standard output" if streamed else str(path), sys.stderr if streamed else sys.stdout
    print_report(
        form, lambda: packed.as_plain(str(path)), lambda: render_packing(packed, shown, paint_for(to)), beside=streamed
    )
    raise typer.Exit(0 if packed.pack else 1)


A_SET = refuse_stream("a set is a folder or a pack")


@app.command(
    group=SHARE,
    example="rftg breaking ./frontier-1.2.rpack ./frontier --logs ./games",
    help="""Compare two versions of a set, and check that the new version number is high enough.

    Exit 0: high enough, 1: the version number must be higher, 2: could not run, or a log could not be judged.
    """,
)
def breaking(
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", help="The old version: an id, GAME/SET, a folder or a pack.", callback=A_SET),
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new version.", callback=A_SET)],
    logs: Annotated[
        list[Path] | None,
        typer.Option(
            "--logs",
            metavar="PATH",
            help="Logs to replay with the new version, or a folder of them; repeatable.",
            callback=refuse_stream("logs are read from files"),
        ),
    ] = None,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    from rftg_dsl.author.versions.breaking import compare_versions as compared
    from rftg_dsl.log.audit.batch import logs_in
    from rftg_dsl.show.terminal.breaking_report import render_conclusion, render_differences, render_judged
    from rftg_dsl.show.terminal.paint import paint_for

    comparison, paths = compared(old, new, sets_from(extra)), logs_in(logs) if logs else ()
    paint = paint_for(sys.stdout)
    # Text is printed log by log, but JSON has to be a single document.
    if form == Format.TEXT:
        say(render_differences(comparison, paint))
        for judged in comparison.judge_logs(paths):
            if not judged.sound:
                say(render_judged(judged, paint))
    print_report(
        form, lambda: comparison.as_plain(comparison.judge_logs(paths)), lambda: render_conclusion(comparison, paint)
    )
    raise typer.Exit(2 if comparison.fates["unknown"] else 0 if comparison.enough else 1)
