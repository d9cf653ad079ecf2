"""Formatting of many files, shown as it goes. Imported only by the command that needs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from rftg_dsl.author.format_files import Formatted, content_files, form_of, form_of_file
from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.files import rewrite
from rftg_dsl.cli.options import say
from rftg_dsl.show.terminal.failure import explained
from rftg_dsl.show.terminal.finding_text import differences
from rftg_dsl.show.terminal.formatting_report import Tally, mistakes, plain
from rftg_dsl.show.terminal.machine_formats import in_list
from rftg_dsl.show.terminal.paint import painted, visible


class Formatting:
    """One run of ``rftg fmt``: files are formatted, or only compared, one after another."""

    def __init__(self, check: bool, diff: bool, as_json: bool) -> None:
        self.writes = not check and not diff
        self.diff = diff
        self.as_json = as_json
        self.tally = Tally(self.writes)
        self.shown = 0
        self.status = 0

    def files(self, given: Sequence[Path]) -> int:
        """Format some files and what is in some folders; returns the exit status."""
        for path in content_files(given):
            try:
                form = form_of_file(path)
                if self.writes and form.changes:
                    rewrite(path, form.raw, form.result)
            except Unusable as error:
                say(explained(error, painted(sys.stderr)), err=True)
                self.status = 2
            else:
                self.take(form)
        if self.as_json:
            typer.echo("]" if self.shown else "[]")
        else:
            say(self.tally.text(painted(sys.stdout)), err=self.diff)
        return self.status

    def stream(self, raw: bytes, name: str) -> int:
        """Format standard input, to standard output; returns the exit status."""
        form = form_of(raw, name)
        self.take(form, with_text=self.writes)
        if self.as_json:
            typer.echo("]")
        elif self.writes:
            typer.echo(form.result, nl=False)
        return self.status

    def take(self, form: Formatted, with_text: bool = False) -> None:
        """Count and show what a file becomes."""
        self.tally.add(form)
        self.status = max(self.status, int(bool(form.mistakes) or (form.changes and not self.writes)))
        if self.as_json:
            typer.echo(in_list(plain(form, self.writes, self.diff, with_text), self.shown))
        else:
            if form.mistakes:
                say(mistakes(form, self.writes, painted(sys.stderr)) + "\n", err=True)
            if form.changes and self.diff:
                typer.echo(differences(form.difference(), painted(sys.stdout)))
            elif form.changes and not with_text:
                say(f"{'formatted' if self.writes else 'would format'} {visible(form.name)}")
        self.shown += 1
