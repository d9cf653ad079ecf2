"""Validation with fixes, baselines and watching.

This module imports nothing heavy, such as attrs, so that a cached outcome is shown quickly.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from rftg_dsl.author.validate import validate_targets
from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.target import parse_target, set_target
from rftg_dsl.cli.options import STREAM, Diagnosis, say
from rftg_dsl.show.terminal.finding_text import render_diff
from rftg_dsl.show.terminal.paint import paint_for
from rftg_dsl.show.terminal.validation_report import Report, render_report


class Validation(NamedTuple):
    """The settings of ``rftg validate``, for a single run or for repeated runs with ``--watch``."""

    targets: Sequence[str]
    files: Path | None
    game: str
    form: Diagnosis
    strict: bool
    baseline: Path | None
    replace: bool
    """Whether to write the baseline before comparing."""
    sets: Sequence[str] = ()

    def run(self, fix: bool, diff: bool) -> int:
        """Validate, fix mistakes or show a diff if requested, and return the exit status."""
        if not (fix or diff):
            return self.show(Report(self.validate()))
        from rftg_dsl.author.validate.apply_fixes import check_paths, fix_files

        check_paths([parse_target(name) for name in self.targets], bool(self.files))
        outcome = self.validate()
        done = list(fix_files(outcome))
        for file in () if diff else done:
            file.write()
        # After writing, validate again, so that the report shows the remaining mistakes.
        status = self.show(Report(outcome if diff else self.validate(), fixed=done, diff=diff))
        return max(status, int(bool(diff and done)))

    def validate(self) -> Outcome:
        if self.files or STREAM in self.targets:
            from rftg_dsl.cli.streams import validate_all

            return validate_all(self.targets, self.files, self.game, self.sets)
        return validate_targets(self.targets, self.game, self.sets)

    def show(self, report: Report) -> int:
        if self.baseline:
            from rftg_dsl.author.validate.baseline import compare, write

            if self.replace:
                write(report.outcome, self.baseline)
            report = report.without_known(compare(report.outcome, self.baseline))
        # Print nothing but the diff to standard output, so that it can be applied.
        beside = report.diff and self.form == Diagnosis.TEXT
        for file in report.fixed or () if beside else ():
            typer.echo(render_diff(file.as_diff(), paint_for(sys.stdout)))
        text = render_report(report, self.form, sys.stderr if beside else sys.stdout)
        if self.form == Diagnosis.TEXT:
            say(text, err=beside)
        else:
            typer.echo(text, nl=self.form != Diagnosis.GITHUB or bool(text))
        findings = report.outcome.findings if self.strict else report.outcome.errors
        return 1 if findings else 0

    def watch(self) -> int:
        from rftg_dsl.cli.watching import repeat_on_change

        text = self.form == Diagnosis.TEXT and not self.files and STREAM not in self.targets
        watched = [*map(parse_target, self.targets), *map(set_target, self.sets)]
        return repeat_on_change(watched, text, lambda: self.run(False, False))


def check_conflict(options: Iterable[tuple[str, object]]) -> None:
    names = [name for name, value in options if value]
    if len(names) > 1:
        from rftg_dsl.base.diagnostic import UsageError

        message = f"{names[0]} cannot be combined with {names[1]}"
        raise UsageError(message, "use only one of them", "wrong-option")
