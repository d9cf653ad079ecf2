"""Repeating work whenever a file changes, until interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.validate.watched import files_to_watch
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.base.watch import wait_for_changes
from rftg_dsl.cli.options import say
from rftg_dsl.show.terminal.failure import render_error
from rftg_dsl.show.terminal.paint import paint_for, to_visible

SHOWN = 5


def repeat_on_change(targets: Sequence[Target], as_text: bool, work: Callable[[], object]) -> int:
    """Call ``work`` now and after each change to the targets or to a game, and return the exit status.

    Raise ``UsageError`` if the output would not be text about files. Any error in the first call is raised too.
    """
    if not as_text:
        hint = "leave out --format, --files and standard input"
        raise UsageError("--watch only supports text output about files and folders", hint, "wrong-option")
    for changed in wait_for_changes(lambda: files_to_watch(targets)):
        if changed:
            typer.echo(f"\n{', '.join(map(to_visible, changed[:SHOWN]))} changed\n")
        try:
            work()
        except (ContentError, UsageError) as error:
            # An error in the first run stops the command. A later error is due to an edit, and another edit may fix it.
            if not changed:
                raise
            say(render_error(error, paint_for(sys.stderr)), err=True)
    return 0
