"""The report of ``rftg balance`` as text and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rftg_dsl.balance.estimates import Estimate
from rftg_dsl.balance.report import BalanceReport, SideReport, Value
from rftg_dsl.show.balance_words import (
    drop_empty_columns,
    explain,
    find_extremes,
    tell_agreement,
    tell_career,
    tell_change,
    tell_cost,
    tell_distance,
    tell_earnings,
    tell_how_to_repeat,
    tell_limits,
    tell_method,
    tell_pair,
    tell_printed,
    tell_together,
    tell_verdict,
    warn,
)
from rftg_dsl.show.terminal.columns import render_table
from rftg_dsl.show.terminal.paint import to_visible


def render_balance(report: BalanceReport) -> str:
    parts = [[tell_method(report), *warn(report)], [render_values(report)], list(render_extremes(report))]
    parts += [list(render_side(side)) for side in report.sides]
    parts += [list(render_together(report)), list(render_agreement(report)), list(render_meaning(report))]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def render_values(report: BalanceReport) -> str:
    seats = len(report.players) > 1
    head = ["side", *["players"] * seats, "printed", "worth", "plays like", "verdict"]
    rows = [
        [side.name, *[str(value.players)] * seats, *render_value(side, value)]
        for side in report.sides
        for value in side.values
        if value.bot == report.bots[0]
    ]
    return render_table(*drop_empty_columns(head, rows))


def render_value(side: SideReport, value: Value) -> list[str]:
    return [tell_printed(side), tell_change(value.points), tell_cost(side, value), tell_verdict(value)]


def render_extremes(report: BalanceReport) -> Iterator[str]:
    for title, sides in find_extremes(report):
        yield f"{title}: {', '.join(to_visible(tell_distance(side)) for side in sides)}"


def render_side(side: SideReport) -> Iterator[str]:
    if side.in_play is not None:
        yield f"{to_visible(side.name)}, in ordinary games"
        yield from with_indent([*tell_career(side.in_play), *tell_earnings(side.in_play)])


def render_together(report: BalanceReport) -> Iterator[str]:
    if said := tell_together(report):
        yield said
        yield from with_indent(map(tell_pair, report.together))


def render_agreement(report: BalanceReport) -> Iterator[str]:
    for said, apart in tell_agreement(report):
        yield said
        yield from with_indent(apart)


def render_meaning(report: BalanceReport) -> Iterator[str]:
    yield "What the figures mean"
    yield from with_indent([*explain(report), *tell_limits(report), tell_how_to_repeat(report)])


def with_indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {to_visible(line)}" for line in lines)


# -- CSV ---------------------------------------------------------------------------------------------------------

COLUMNS = (
    *"id name kind by printed players bot pairs points low high".split(),
    *"cost cost_low cost_high verdict shown built round".split(),
)


def render_csv(report: BalanceReport) -> str:
    """One row for each side, number of seats and bot."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row_of(side, value) for side in report.sides for value in side.values)
    return out.getvalue().rstrip("\n")


def row_of(side: SideReport, value: Value) -> Sequence[object]:
    cost = ("", "", "") if value.cost is None else round_estimate(value.cost)
    play = side.in_play
    rates = ("", "", "") if play is None else (play.shown, play.built, play.round)
    return (
        *(side.id, side.name, side.kind, side.by, side.printed, value.players, value.bot, value.pairs),
        *round_estimate(value.points),
        *cost,
        value.verdict,
        *rates,
    )


def round_estimate(estimate: Estimate) -> tuple[float, float, float]:
    return round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
