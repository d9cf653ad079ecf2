"""Standings from the command line: the logs, progress, the table and its page. Imported lazily."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from rftg_dsl.base.files import write_new
from rftg_dsl.base.workers import Workers
from rftg_dsl.cli.options import say
from rftg_dsl.log.audit.batch import logs_in
from rftg_dsl.log.standings.counted_games import Counted, count_games
from rftg_dsl.log.standings.league_rules import LeagueRules
from rftg_dsl.log.standings.read_results import read_results
from rftg_dsl.log.standings.standings_report import Standings
from rftg_dsl.show.browser.standings_page import render_standings_page
from rftg_dsl.show.terminal.machine_formats import as_json
from rftg_dsl.show.terminal.progress_bar import show_progress
from rftg_dsl.show.terminal.standings_table import render_csv, render_standings


def count_logs(
    places: Sequence[Path], rules: LeagueRules, extra: Sequence[str | Path], workers: Workers, backend: str | None
) -> Counted:
    paths = list(dict.fromkeys(logs_in(places)))
    with show_progress(len(paths)) as progress:
        return count_games(read_results(paths, rules, extra, workers, backend, progress))


def show_standings(standings: Standings, form: str) -> None:
    if form == "json":
        typer.echo(as_json(standings.as_data()))
    elif form == "csv":
        typer.echo(render_csv(standings))
    else:
        say(render_standings(standings))


def save_standings(standings: Standings, out: Path, private: bool) -> None:
    """Write the page. Raise ``UsageError`` if there is another file of this name."""
    page = render_standings_page(standings).encode()
    write_new(out, page, private)
    # The table itself is on standard output.
    say(f"{out}: {len(page):,} bytes", err=True)
