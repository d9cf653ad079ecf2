"""Commands that share sets: pack."""

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
