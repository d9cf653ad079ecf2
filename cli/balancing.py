"""Measuring from the command line: goals, progress, and the report."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from rftg_dsl.balance.balance import Balance, Progress, Settings
from rftg_dsl.balance.estimates import LEAST
from rftg_dsl.balance.make_report import report_of
from rftg_dsl.balance.measure import MOST, Goal
from rftg_dsl.balance.report import BalanceReport
from rftg_dsl.balance.subjects import Subjects
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_new
from rftg_dsl.base.workers import Workers
from rftg_dsl.cli.arguments import check_name_of_page
from rftg_dsl.cli.options import say
from rftg_dsl.show.browser.balance_page import render_balance_page
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.terminal.balance_report import render_balance, render_csv
from rftg_dsl.show.terminal.machine_formats import as_json
from rftg_dsl.show.terminal.progress_bar import show_line

TIME = re.compile(r"([0-9]{1,5})(s|m|h)?")
SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}


GAMES_MOST = 100_000
NARROWEST = 0.05
"""The smallest interval that can be asked for, in points."""


def goal_of(until: float | None, games: int | None, time: str | None) -> Goal:
    """Return the goal that the options describe. Raise ``UsageError`` if they contradict each other."""
    if sum(option is not None for option in (until, games, time)) > 1:
        raise UsageError("--until, --games and --time cannot be combined", "use only one of them", "wrong-option")
    if games is not None:
        if not LEAST <= games <= GAMES_MOST:
            hint = f"use {LEAST} to {GAMES_MOST:,} for --games"
            raise UsageError(f"{games} is not a possible number of games", hint, "out-of-range")
        return Goal(games)
    if time is not None:
        return Goal(GAMES_MOST, seconds=seconds_in(time))
    points = 1.0 if until is None else until
    if not points >= NARROWEST:
        hint = f"use {NARROWEST} or more for --until"
        raise UsageError(f"{points:g} points are too few to measure", hint, "out-of-range")
    return Goal(MOST, until=points)


def seconds_in(time: str) -> int:
    match = TIME.fullmatch(time)
    if not match or not int(match[1]):
        raise UsageError(
            f"{time!r} is not a time", "use a number of seconds or minutes, such as 60s or 5m", "wrong-option"
        )
    return int(match[1]) * SECONDS[match[2] or ""]


def numbers_from(text: str) -> tuple[int, ...]:
    """Return the numbers in a list such as ``2,3``; empty if the text is."""
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(re.fullmatch("[0-9]{1,3}", part) for part in parts):
        raise UsageError(f"{text!r} is not a list of numbers", "use --players 2,3", "wrong-option")
    return tuple(map(int, parts))


def measure(subjects: Subjects, settings: Settings, workers: Workers) -> BalanceReport:
    """Play, show progress, and return the report; after Ctrl-C, return what is known."""
    balance = Balance(subjects, settings)
    with show_line() as show:
        try:
            for progress in balance.run(workers):
                show(render_progress(progress))
        except KeyboardInterrupt:
            if not any(sample.size for sample in balance.measuring.samples.values()):
                raise
    return report_of(balance)


def render_progress(progress: Progress) -> str:
    said = f"{progress.stage}: {min(progress.done, progress.total)} of {progress.total}"
    if progress.widest is None:
        return said
    return f"{said}, the least certain is worth {progress.widest.value:+.1f} ± {progress.widest.half_width:.1f} points"


def check_page(out: Path, subjects: Subjects) -> None:
    """Check what a page needs before anything is played.

    Raise ``UsageError`` for a bad name, or ``ContentError`` if layouts for the pictures contain mistakes.
    """
    check_name_of_page(out)
    studio_of(subjects.library)


def save_page(report: BalanceReport, subjects: Subjects, out: Path) -> None:
    """Write a page with the report. Raise ``UsageError`` if there is another file of this name."""
    studio = studio_of(subjects.library)
    pictures = {subject.side.id: draw_side(studio, subject.side).picture for subject in subjects.measured}
    page = render_balance_page(report, pictures).encode()
    write_new(out, page)
    # The report itself is on standard output.
    say(f"{out}: {len(page):,} bytes", err=True)


def show_report(report: BalanceReport, form: str) -> None:
    if form == "json":
        typer.echo(as_json(report.as_data()))
    elif form == "csv":
        typer.echo(render_csv(report))
    else:
        say(render_balance(report))
