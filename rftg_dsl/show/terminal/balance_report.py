"""The report of ``rftg balance`` as text and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from rftg_dsl.balance.estimates import Estimate
from rftg_dsl.balance.report import BalanceReport, InPlay, SideReport, Value, Yardstick, rank_by_distance
from rftg_dsl.show.terminal.columns import render_table
from rftg_dsl.show.terminal.paint import to_visible

LISTED = 3
"""The number of strongest and of weakest sides that are named."""

MANY = 2 * LISTED
"""The number of sides from which the strongest and weakest are named."""


def render_balance(report: BalanceReport) -> str:
    parts = [render_heading(report), render_values(report)]
    if len(report.sides) >= MANY:
        parts += render_extremes(report)
    parts += [render_side(side) for side in report.sides if side.in_play]
    parts += ["\n".join(lines) for lines in (render_together(report), render_agreement(report)) if lines]
    return "\n\n".join([*parts, "\n".join(explain(report))])


def render_heading(report: BalanceReport) -> str:
    seats = " and ".join(map(str, report.players))
    lines = [f"What it is worth to start with a side, with {seats} players, all {report.bots[0]}"]
    if not report.complete:
        lines.append("Stopped early: this is what is known so far.")
    if report.left_out:
        names = ", ".join(map(to_visible, report.left_out))
        lines.append(f"Not measured, because no seat can start with it: {names}")
    return "\n".join(lines)


# -- values ------------------------------------------------------------------------------------------------------


def render_values(report: BalanceReport) -> str:
    seats = len(report.players) > 1
    head = ["side", *["players"] * seats, "printed", "worth", "plays like", "verdict"]
    rows = [
        [side.name, *[str(value.players)] * seats, *render_value(side, value)]
        for side in report.sides
        for value in side.values
        if value.bot == report.bots[0]
    ]
    return render_table(head, rows)


def render_value(side: SideReport, value: Value) -> list[str]:
    printed = "" if side.printed is None else f"{side.by} {side.printed}"
    worth = f"{value.points.value:+.1f} ({value.points.low:+.1f} to {value.points.high:+.1f})"
    cost = "" if value.cost is None else f"{side.by} {render_interval(value.cost)}"
    return [printed, worth, cost, render_verdict(value)]


def render_interval(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"


def render_verdict(value: Value) -> str:
    if value.pairs_to_tell is None:
        return value.verdict
    return f"{value.verdict}; --games {round_up(value.pairs_to_tell)} may tell"


def round_up(number: int) -> int:
    """The number rounded up to two digits, since it is only a rough guess."""
    digit = int("1" + "0" * (len(str(number)) - 2)) if number > 99 else 1
    return -(-number // digit) * digit


def render_extremes(report: BalanceReport) -> list[str]:
    ranked = rank_by_distance(report.sides)
    if len(ranked) < MANY:
        return []
    strong, weak = ranked[:LISTED], ranked[: -LISTED - 1 : -1]
    return [
        "\n".join(
            f"{title} for what they cost: {', '.join(map(name_with_distance, sides))}"
            for title, sides in (("Strongest", strong), ("Weakest", weak))
        )
    ]


def name_with_distance(side: SideReport) -> str:
    return f"{to_visible(side.name)} ({side.apart:+.1f})"


# -- ordinary games ----------------------------------------------------------------------------------------------


def render_side(side: SideReport) -> str:
    assert side.in_play is not None
    return "\n".join(
        [f"{to_visible(side.name)}, in ordinary games", *(f"  {line}" for line in tell_career(side.in_play))]
    )


def tell_career(play: InPlay) -> Iterator[str]:
    often = "which were dealt so that it comes up often"
    yield f"somebody saw it in {render_share(play.shown)} of {play.games} games, {often}"
    if not play.built:
        yield "nobody built it"
        return
    yield f"built in {render_share(play.built)} of the games in which it was seen, in round {play.round:.1f} on average"
    if play.points is not None and play.wins is not None:
        yield f"points ahead, compared with the same game without it: {render_change(play.points)}"
        yield f"share of wins, compared in the same way: {render_change(play.wins, 100)} %"
    for earning in play.earned:
        yield f"{to_visible(earning.text)}: {earning.mean:.1f} {earning.what} a game in which it was built"


def render_share(share: float) -> str:
    return f"{100 * share:.0f} %"


def render_change(estimate: Estimate, times: int = 1) -> str:
    value, low, high = (times * number for number in (estimate.value, estimate.low, estimate.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


# -- two sides, two bots -----------------------------------------------------------------------------------------


def render_together(report: BalanceReport) -> list[str]:
    if not report.pairs_of_sides:
        return []
    tried = f"{report.pairs_of_sides} pairs of sides were given to one seat together"
    if not report.together:
        return [f"{tried}; none is certain to be worth more or less than usual"]
    return [f"{tried}:", *(render_pair(*pair.names, pair.points) for pair in report.together)]


def render_pair(one: str, other: str, points: Estimate) -> str:
    names = f"{to_visible(one)} and {to_visible(other)}"
    return f"  {names}: {render_change(points)} points beyond what two such sides are usually worth"


def render_agreement(report: BalanceReport) -> list[str]:
    if len(report.bots) < 2:
        return [
            f"Only {report.bots[0]} has played. To see whether another bot agrees: --bots {report.bots[0]},search:16"
        ]
    lines = []
    for bot in report.bots[1:]:
        there = [each for each in report.agreements if each.bot == bot]
        apart = [each for each in there if not each.agrees]
        lines.append(f"{bot} agrees on {len(there) - len(apart)} of {len(there)} values")
        for each in apart:
            seats = f" with {each.players} players" if len(report.players) > 1 else ""
            lines.append(f"  not on {to_visible(each.name)}{seats}: {render_change(each.difference)} points")
    return lines


# -- what it means -----------------------------------------------------------------------------------------------


def explain(report: BalanceReport) -> Iterator[str]:
    yield "What the figures mean"
    yield "  worth: points by which a seat that starts with the side is further ahead of the others, with the interval"
    yield "    that holds the true figure 95 times in 100, however often one looks"
    if report.against:
        yield f"  compared with a seat that starts with {to_visible(report.against)} instead"
    for line in report.yardsticks:
        yield f"  {explain_yardstick(line)}"
    if any(side.first.verdict for side in report.sides if side.values) and len(report.sides) > 1:
        yield f"  verdicts: all {len(report.sides)} together are wrong at most 5 times in 100"
    yield f"  They hold for games among {report.bots[0]}, who may overlook what a person would do with a side."
    yield f"  {tell_how_to_repeat(report)}"


def explain_yardstick(line: Yardstick) -> str:
    seats, count = f"{line.players} players", len(line.sides)
    if line.slope is None or line.free is None or line.tolerance is None:
        return f"with {seats}, the {count} printed sides ({line.of}) are not worth more when their {line.by} is higher"
    worth = f"{line.free:.1f} points, and {line.slope:.1f} more for each {line.by}"
    return f"with {seats}, the {count} printed sides ({line.of}) are worth {worth}; fair is within {line.tolerance:.1f}"


def tell_how_to_repeat(report: BalanceReport) -> str:
    if report.pairs:
        return f"Repeat this report with --games {report.pairs} --seed {report.seed}"
    return f"Repeat this report with the same options; its seed is {report.seed}"


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
