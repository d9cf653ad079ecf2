"""Formatting of many files, with output for each file as it is done. Imported lazily."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from rftg_dsl.author.format_files import Formatted, find_content_files, form_of, form_of_file
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import rewrite
from rftg_dsl.cli.options import say
from rftg_dsl.show.terminal.failure import render_error
from rftg_dsl.show.terminal.finding_text import render_diff
from rftg_dsl.show.terminal.formatting_report import Tally, render_mistakes, serialize_form
from rftg_dsl.show.terminal.machine_formats import as_list_item
from rftg_dsl.show.terminal.paint import paint_for, to_visible


class Formatting:
    """A run of ``rftg fmt``."""

    def __init__(self, check: bool, diff: bool, as_json: bool) -> None:
        self.writes = not check and not diff
        self.diff = diff
        self.as_json = as_json
        self.tally = Tally(self.writes)
        self.shown = 0
        self.status = 0

    def format_files(self, paths: Sequence[Path]) -> int:
        for path in find_content_files(paths):
            try:
                form = form_of_file(path)
                if self.writes and form.changes:
                    rewrite(path, form.raw, form.result)
            except UsageError as error:
                say(render_error(error, paint_for(sys.stderr)), err=True)
                self.status = 2
            else:
                self.take(form)
        if self.as_json:
            typer.echo("]" if self.shown else "[]")
        else:
            say(self.tally.render(paint_for(sys.stdout)), err=self.diff)
        return self.status

    def format_stream(self, raw: bytes, name: str) -> int:
        form = form_of(raw, name)
        self.take(form, with_text=self.writes)
        if self.as_json:
            typer.echo("]")
        elif self.writes:
            typer.echo(form.result, nl=False)
        return self.status

    def take(self, form: Formatted, with_text: bool = False) -> None:
        self.tally.add(form)
        self.status = max(self.status, int(bool(form.mistakes) or (form.changes and not self.writes)))
        if self.as_json:
            typer.echo(as_list_item(serialize_form(form, self.writes, self.diff, with_text), self.shown))
        else:
            if form.mistakes:
                # Use standard error, because standard output may be a diff to be applied.
                say(render_mistakes(form, self.writes, paint_for(sys.stderr)) + "\n", err=True)
            if form.changes and self.diff:
                typer.echo(render_diff(form.as_diff(), paint_for(sys.stdout)))
            elif form.changes and not with_text:
                say(f"{'formatted' if self.writes else 'would format'} {to_visible(form.name)}")
        self.shown += 1
