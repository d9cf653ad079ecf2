"""The ``lsp`` command, which an editor starts."""

from __future__ import annotations

import sys

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.page import WRITE


@app.command(
    group=WRITE,
    example="rftg lsp",
    help="""Support an editor while you write content.

    Speaks the Language Server Protocol on standard input and output: mistakes as you type, completion, rule text,
    meanings of words, definitions, renaming, formatting and fixes. Your editor starts it, as docs/editors explains.
    """,
)
def lsp() -> None:
    from rftg_dsl.base.diagnostic import UsageError
    from rftg_dsl.base.extras import require_extra

    with require_extra("lsp", "'rftg lsp'"):
        from rftg_dsl.author.editor.language_server import serve
    if sys.stdin is None or sys.stdin.isatty():
        hint = "set it up in your editor: see docs/editors"
        raise UsageError("'rftg lsp' must be started by an editor", hint, "wrong-usage")
    raise typer.Exit(serve())
