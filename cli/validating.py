"""Validation with all that goes with it: fixes, a baseline, and waiting for changes.

A cached outcome is shown without loading anything heavy, such as attrs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from rftg_dsl.author.validate import validated
from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.target import set_target, target
from rftg_dsl.cli.options import STREAM, Diagnosis, say
from rftg_dsl.show.terminal.finding_text import differences
from rftg_dsl.show.terminal.paint import painted
from rftg_dsl.show.terminal.validation_report import Report, written


class Validation(NamedTuple):
    """One run of ``rftg validate``, or one after each change."""

    targets: Sequence[str]
    files: Path | None
    game: str
    form: Diagnosis
    strict: bool
    """Whether warnings and lints count like errors."""
    baseline: Path | None
    replace: bool
    """Whether the baseline is written, rather than read."""
    sets: Sequence[str] = ()
    """Further sets that they are checked with."""

    def run(self, fix: bool, diff: bool) -> int:
        """Validate, and put right or show what can be; returns the exit status."""
        if not (fix or diff):
            return self.show(Report(self.outcome()))
        from rftg_dsl.author.validate.apply_fixes import check_paths, fixed

        check_paths([target(name) for name in self.targets], bool(self.files))
        outcome = self.outcome()
        done = list(fixed(outcome))
        for one in () if diff else done:
            one.write()
        status = self.show(Report(outcome if diff else self.outcome(), fixed=done, diff=diff))
        return max(status, int(bool(diff and done)))

    def outcome(self) -> Outcome:
        """What there is to report, known or new."""
        if self.files or STREAM in self.targets:
            from rftg_dsl.cli.streams import validated_from

            return validated_from(self.targets, self.files, self.game, self.sets)
        return validated(self.targets, self.game, self.sets)

    def show(self, report: Report) -> int:
        """Print what there is to report; returns the exit status."""
        if self.baseline:
            from rftg_dsl.author.validate.baseline import compare, write

            if self.replace:
                write(report.outcome, self.baseline)
            report = report.beside(compare(report.outcome, self.baseline))
        beside = report.diff and self.form == Diagnosis.TEXT
        for one in report.fixed or () if beside else ():
            typer.echo(differences(one.difference(), painted(sys.stdout)))
        text = written(report, self.form, sys.stderr if beside else sys.stdout)
        if self.form == Diagnosis.TEXT:
            say(text, err=beside)
        else:
            typer.echo(text, nl=self.form != Diagnosis.GITHUB or bool(text))
        found = report.outcome.findings if self.strict else report.outcome.errors
        return 1 if found else 0

    def watch(self) -> int:
        """Validate now and after each change of a file, until the user stops it."""
        from rftg_dsl.cli.watching import again

        text = self.form == Diagnosis.TEXT and not self.files and STREAM not in self.targets
        watched = [*map(target, self.targets), *map(set_target, self.sets)]
        return again(watched, text, lambda: self.run(False, False))


def conflict(given: Iterable[tuple[str, object]]) -> None:
    """``Unusable`` if more than one of some options is given."""
    names = [name for name, value in given if value]
    if len(names) > 1:
        from rftg_dsl.base.diagnostic import Unusable

        message = f"{names[0]} cannot be combined with {names[1]}"
        raise Unusable(message, "give only one of them", "wrong-option")
