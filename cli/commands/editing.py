"""The ``lsp`` command, which an editor starts."""

from __future__ import annotations

import sys

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.page import WRITE


@app.command(
    group=WRITE,
    example="rftg lsp",
    help="""Answer an editor while you write content.

    It speaks the Language Server Protocol on standard input and output: mistakes while you type, completion, rule text
    and meanings of words, definitions, renaming, formatting, fixes. Your editor starts it: docs/editors says how.
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
