"""Doing something again whenever a file changes, until the user stops it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.validate.watched import files_to_watch
from rftg_dsl.base.diagnostic import Rejected, Unusable
from rftg_dsl.base.watch import wait_for_changes
from rftg_dsl.cli.options import say
from rftg_dsl.show.terminal.failure import render_error
from rftg_dsl.show.terminal.paint import paint_for, to_visible

SHOWN = 5
"""The most names of changed files that are shown."""


def repeat_on_change(targets: Sequence[Target], as_text: bool, work: Callable[[], object]) -> int:
    """Do some work now and after each change of the content of some targets, or of a game; returns the exit status.

    ``Unusable`` if the first time is, or if it is not text about files that is shown.
    """
    if not as_text:
        hint = "leave out --format, --files and standard input"
        raise Unusable("--watch shows text about files and folders", hint, "wrong-option")
    for changed in wait_for_changes(lambda: files_to_watch(targets)):
        if changed:
            typer.echo(f"\n{', '.join(map(to_visible, changed[:SHOWN]))} changed\n")
        try:
            work()
        except (Rejected, Unusable) as error:
            if not changed:
                raise
            say(render_error(error, paint_for(sys.stderr)), err=True)
    return 0
