"""Writes docs/ranked.md anew: the printed sides of each game, from the strongest to the weakest for what they cost.

Run it after the rules, the content or the bot ``greedy`` has changed: ``make ranked``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.balance.balance import PRINTED_PAIRS, Balance, Settings
from rftg_dsl.balance.make_report import report_of
from rftg_dsl.balance.measure import Goal
from rftg_dsl.balance.report import BalanceReport, SideReport, Yardstick, rank_by_distance
from rftg_dsl.balance.subjects import find_subjects
from rftg_dsl.library.load import load_standard

PAGE = Path(__file__).parents[2] / "docs" / "ranked.md"
GAMES = ("roll", "race", "galaxies")
HEAD = """# Printed sides, ranked

What the printed tiles, cards and planets of each game are worth to the bot `greedy` with two players, measured by
`rftg balance`. [Is my tile fair?](balance.md) explains the figures. `make ranked` writes this page.

- **Worth**: how many more points ahead a seat ends if it starts with the side, with the interval that holds the true
  figure 95 times in 100.
- **Plays like**: the cost (for planets, the length of the track) at which the other printed sides of the kind are worth
  as much. Worlds of Race that are conquered are compared by their defense.
- **Apart**: the difference from the printed number. Sides are ranked by it.

The bot does not play every side as well as a person would, so the page ranks the sides for the bot.
"""


def measure(game: str) -> BalanceReport:
    """Measure all printed sides of a game."""
    balance = Balance(find_subjects([game]), Settings(goal=Goal(PRINTED_PAIRS)))
    for measuring in (balance.printed, balance.measuring):
        for _ in measuring.run(os.cpu_count() or 1):
            pass
    return report_of(balance)


def write_page(reports: dict[str, BalanceReport]) -> str:
    parts = [HEAD]
    for game, report in reports.items():
        parts.append(f"## {load_standard(game).model.words.title}\n")
        parts += [part for line in report.yardsticks for part in write_kind(report, line)]
    return "\n".join(parts)


def write_kind(report: BalanceReport, line: Yardstick) -> Iterator[str]:
    names = {point.name for point in line.sides}
    sides = [side for side in rank_by_distance(report.sides) if side.name in names and side.by == line.by]
    yield f"### {line.of[0].upper()}{line.of[1:]}, by {line.by}\n"
    if line.slope is not None and line.tolerance is not None:
        yield (
            f"{len(names)} sides, {line.pairs} pairs of games each. Each {line.by} is worth {line.slope:.1f} points; "
            f"the usual distance from the line is {line.tolerance:.1f}.\n"
        )
    yield f"| | side | {line.by} | worth | plays like | apart |"
    yield "| --- | --- | --- | --- | --- | --- |"
    yield "\n".join(write_row(nth, side) for nth, side in enumerate(sides, 1))
    yield ""


def write_row(nth: int, side: SideReport) -> str:
    points, cost = side.first.points, side.first.cost
    assert cost is not None and side.apart is not None
    worth = f"{points.value:+.1f} ({points.low:+.1f} to {points.high:+.1f})"
    return f'| {nth} | "{side.name}" | {side.printed} | {worth} | {cost.value:.1f} | {side.apart:+.1f} |'


if __name__ == "__main__":
    PAGE.write_text(write_page({game: measure(game) for game in GAMES}), "utf-8")
