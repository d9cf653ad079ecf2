"""Commands that share sets: pack, breaking."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Format, With


@app.command(epilog="\b\nExample: rftg pack ./my-expansion --out my-expansion.rpack")
def pack(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the set.")],
    out: Annotated[str, typer.Option("--out", metavar="PATH", help="Where to write: a file, a folder, or '-'.")] = ".",
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    """Validate a set and write it to one file, the same bytes on every machine.

    A folder gets a file ID-VERSION.rpack. Exit 0: packed, 1: mistakes, 2: could not run.
    """
    from rftg_dsl.files import write_new
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.packs import packed
    from rftg_dsl.render.paint import painted
    from rftg_dsl.workbench.packing import pack as packing

    found, to_stdout = packing(folder, extra or ()), out == "-"
    path = str(Path(out) / found.pack.usual_name) if found.pack and Path(out).is_dir() else out
    if found.pack and to_stdout:
        sys.stdout.buffer.write(found.pack.raw)
    elif found.pack:
        write_new(Path(path), found.pack.raw)
    shown = "standard output" if to_stdout else path
    said = as_json(found.plain(path)) if form == Format.JSON else packed(found, shown, painted(sys.stdout))
    typer.echo(said, err=to_stdout)
    raise typer.Exit(0 if found.pack else 1)


@app.command(epilog="\b\nExample: rftg breaking frontier-1.2.rpack ./frontier --logs ./games")
def breaking(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The set as it was: an id, GAME/SET, a folder or a pack.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The set as it is now.")],
    logs: Annotated[
        list[Path] | None,
        typer.Option("--logs", metavar="PATH", help="Logs to try, or a folder of them; repeatable."),
    ] = None,
    form: As = Format.TEXT,
    extra: With = None,
) -> None:
    """Say what differs between two versions of a set, and whether its version says enough about that.

    Exit 0: it does, 1: the new version must be higher, 2: could not run, or a log could not be judged.
    """
    from rftg_dsl.render.breaking import told
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.paint import painted
    from rftg_dsl.workbench.breaking import breaking as compared

    found = compared(old, new, logs or (), extra or ())
    typer.echo(as_json(found.plain()) if form == Format.JSON else told(found, painted(sys.stdout)))
    raise typer.Exit(2 if not found.readable else 0 if found.enough else 1)
