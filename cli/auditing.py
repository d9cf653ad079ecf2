"""Auditing of logs and folders, with output for each log as it is done. Imported lazily."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import typer

from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.base.workers import Workers
from rftg_dsl.cli.arguments import warn
from rftg_dsl.cli.options import STREAM, say
from rftg_dsl.cli.streams import log_at, read_standard_input
from rftg_dsl.log.audit.batch import Report, Tally, audit_files, logs_in
from rftg_dsl.log.audit.other_content import OtherContent
from rftg_dsl.log.audit.verdict import Demands, Verdict
from rftg_dsl.log.format.kinds import SIZE
from rftg_dsl.log.format.read_log import DamagedLog
from rftg_dsl.show.terminal.dispute_report import render_rerun
from rftg_dsl.show.terminal.failure import render_error
from rftg_dsl.show.terminal.game_report import render_audit, render_counts, render_verdict
from rftg_dsl.show.terminal.machine_formats import as_list_item
from rftg_dsl.show.terminal.paint import paint_for, to_visible
from rftg_dsl.show.terminal.progress_bar import show_progress


class Auditing:
    """A run of ``rftg audit``, which shows, counts and records the verdicts one by one."""

    def __init__(self, paths: Sequence[Path], as_json: bool, report: Path | None, resume: bool) -> None:
        if resume and report is None:
            raise UsageError("--resume needs a report to continue", "specify it with --report", "wrong-option")
        self.given = paths
        self.as_json = as_json
        self.all_shown = not any(path.is_dir() for path in paths)
        """Whether valid logs are shown too, which is the case if no path is a folder."""
        self.report = Report(report, resume) if report else None
        self.known = self.report.known if self.report else {}
        self.paint = paint_for(sys.stdout)
        self.tally = Tally()
        self.shown = 0
        self.status = 0

    def run(
        self, extra: Sequence[str | Path], light: bool, wanted: Demands, workers: Workers, backend: str | None
    ) -> int:
        for earlier in self.known.values():
            self.count(earlier)
        with show_progress(sum(1 for _ in self.find_logs())) as done:
            for verdict in audit_files(self.find_logs(), extra, light, wanted, workers, self.read_stream(), backend):
                self.take(verdict, done)
        self.finish()
        return self.status

    def find_logs(self) -> Iterator[str]:
        # List the paths lazily, although they are needed twice, because a folder's paths may not fit in memory.
        return (path for path in logs_in(self.given) if path not in self.known)

    def read_stream(self) -> Mapping[str, bytes]:
        if Path(STREAM) not in self.given:
            return {}
        if self.report:
            hint = f"leave out either '{STREAM}' or --report"
            raise UsageError(
                "a report identifies each log by its file name, but standard input has none", hint, "wrong-option"
            )
        return {STREAM: read_standard_input(SIZE)}

    def count(self, verdict: Verdict) -> None:
        self.tally.add(verdict)
        self.status = max(self.status, int(verdict.verdict != "valid") if verdict.readable else 2)

    def take(self, verdict: Verdict, done: Callable[[int], None]) -> None:
        self.count(verdict)
        if self.report:
            self.report.write(verdict)
        if self.as_json:
            typer.echo(as_list_item(verdict.plain(), self.shown))
        elif self.all_shown or verdict.verdict != "valid":
            say(render_verdict(verdict, self.paint))
        self.shown += 1
        done(self.shown)

    def finish(self) -> None:
        if self.report:
            self.report.close()
        if self.as_json:
            typer.echo("]" if self.shown else "[]")
        elif self.tally.reasons.total() != 1 or not (self.all_shown or self.status):
            say(render_audit(self.tally.as_plain()))


def rerun_all(
    paths: Sequence[Path], sets: Sequence[str], extra: Sequence[str | Path], shown_as_json: bool, alone: bool
) -> int:
    if not alone:
        hint = "with --against, use only --with and --format"
        raise UsageError("--against cannot be combined with the other options given", hint, "wrong-option")
    content, paint, status, shown = OtherContent(sets, extra), paint_for(sys.stdout), 0, 0
    told: Counter[str] = Counter()
    for path in logs_in(paths):
        try:
            log = log_at(path)
            warn(log, path)
            rerun = content.compare_log(log)
        except (DamagedLog, MissingContent, ContentError, UsageError) as error:
            say(f"{to_visible(path)}: {render_error(error, paint_for(sys.stderr))}", err=True)
            status = 2
            told["could not be replayed"] += 1
            continue
        status = max(status, int(rerun.first is not None))
        told["would differ" if rerun.first else "would not differ"] += 1
        if shown_as_json:
            typer.echo(as_list_item(rerun.as_plain(), shown))
        else:
            say(render_rerun(rerun, paint))
        shown += 1
    if shown_as_json:
        typer.echo("]" if shown else "[]")
    elif told.total() != 1:
        say(render_counts(told))
    return status
