"""Doing something again whenever a file changes, until the user stops it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.validate.watched import watched
from rftg_dsl.base.diagnostic import Rejected, Unusable
from rftg_dsl.base.watch import changes
from rftg_dsl.cli.options import say
from rftg_dsl.show.terminal.failure import explained
from rftg_dsl.show.terminal.paint import painted, visible

SHOWN = 5
"""The most names of changed files that are shown."""


def again(targets: Sequence[Target], as_text: bool, work: Callable[[], object]) -> int:
    """Do some work now and after each change of the content of some targets, or of a game; returns the exit status.

    ``Unusable`` if the first time is, or if it is not text about files that is shown.
    """
    if not as_text:
        hint = "leave out --format, --files and standard input"
        raise Unusable("--watch shows text about files and folders", hint, "wrong-option")
    for changed in changes(lambda: watched(targets)):
        if changed:
            typer.echo(f"\n{', '.join(map(visible, changed[:SHOWN]))} changed\n")
        try:
            work()
        except (Rejected, Unusable) as error:
            if not changed:
                raise
            say(explained(error, painted(sys.stderr)), err=True)
    return 0
