"""A league's table as text and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from rftg_dsl.author.spreadsheet.cell_text import guard_formula
from rftg_dsl.log.standings.standings_report import Row, Standings
from rftg_dsl.show.standings_words import HEAD, list_cells, tell_notes, tell_result, tell_summary
from rftg_dsl.show.terminal.columns import render_table

SHOWN = 50
"""The most games that are listed; JSON and the page have all of them."""


def render_standings(standings: Standings) -> str:
    parts = [tell_summary(standings)]
    if standings.rows:
        parts.append(render_table(HEAD, [list_cells(row) for row in standings.rows], 2))
        parts.append(render_games(standings))
    if standings.left_out:
        rows = [[each.log, each.code, each.reason] for each in standings.left_out]
        parts.append(render_table(["left out", "code", "reason"], rows))
    if standings.rows:
        parts.append("\n".join(tell_notes(standings)))
    return "\n\n".join(parts)


def render_games(standings: Standings) -> str:
    rows = [[str(game.number), game.result.log, tell_result(game)] for game in standings.games[:SHOWN]]
    table = render_table(["game", "log", "result"], rows, 2)
    more = len(standings.games) - len(rows)
    return f"{table}\n{more:,} more: use --out or --format json" if more else table


COLUMNS = "place name proof points games wins rating rating_low rating_high".split()


def render_csv(standings: Standings) -> str:
    """One row for each player."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([guard_formula(str(cell)) for cell in list_fields(row)] for row in standings.rows)
    return out.getvalue().rstrip("\n")


def list_fields(row: Row) -> Iterator[Any]:
    data = row.as_data()
    rating = data["rating"] or dict.fromkeys(("value", "low", "high"), "")
    yield from (data[name] for name in ("place", "name", "proof", "points"))
    yield from (len(row.games), row.wins, rating["value"], rating["low"], rating["high"])
