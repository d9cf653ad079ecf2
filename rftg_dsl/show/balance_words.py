"""The sentences of a report on balance, for a terminal and for a page. Names in them are untrusted and unescaped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isfinite
from operator import attrgetter

from rftg_dsl.balance.estimates import Estimate
from rftg_dsl.balance.report import (
    Agreement,
    BalanceReport,
    InPlay,
    Opinion,
    SideReport,
    Together,
    Value,
    Yardstick,
    rank_by_distance,
)
from rftg_dsl.balance.verdict import CLEAR, Verdict
from rftg_dsl.base.diagnostic import each_of, with_article

LISTED = 3
"""The number of strongest and of weakest sides that are named."""

LEAST_EARNED = 0.05
"""The least amount for each game that is told."""

SECOND = "search:4"
"""The bot that is recommended for a second opinion. It thinks as little as it can, but differently from ``greedy``."""

PARTLY_OPEN = (Verdict.WEAK_OR_FAIR, Verdict.FAIR_OR_STRONG)

MANY = 2 * LISTED
"""The number of sides from which the strongest and weakest are named."""


def tell_title(report: BalanceReport) -> str:
    names = [side.name for side in report.sides]
    if len(names) > LISTED:
        return f"What {len(names)} sides are worth"
    return f"What {each_of(names)} {'is' if len(names) == 1 else 'are'} worth"


def tell_method(report: BalanceReport) -> str:
    seats = " and ".join(map(str, report.players))
    return f"What it is worth to start with a side, with {seats} players, all {report.bots[0]}"


def warn(report: BalanceReport) -> Iterator[str]:
    """The gaps in a report."""
    if not report.complete:
        yield "Stopped early: this is what is known so far."
    yield from tell_left_out(report)


def tell_left_out(report: BalanceReport) -> Iterator[str]:
    if report.left_out:
        yield f"Not measured, because no seat can start with it: {', '.join(report.left_out)}"


# -- figures -----------------------------------------------------------------------------------------------------


UNKNOWN = "too few games"
"""The text in place of an interval that is infinite."""


def tell_range(estimate: Estimate) -> str:
    interval = f"{estimate.low:.1f} to {estimate.high:.1f}" if isfinite(estimate.half_width) else UNKNOWN
    return f"{estimate.value:.1f} ({interval})"


def tell_change(estimate: Estimate, times: int = 1) -> str:
    value, low, high = (times * number for number in (estimate.value, estimate.low, estimate.high))
    interval = f"{low:+.1f} to {high:+.1f}" if isfinite(high - low) else UNKNOWN
    return f"{value:+.1f} ({interval})"


def tell_share(share: float) -> str:
    return f"{100 * share:.0f} %"


def tell_printed(side: SideReport) -> str:
    return "" if side.printed is None else f"{side.by} {side.printed}"


def tell_cost(side: SideReport, value: Value) -> str:
    return "" if value.cost is None else f"{side.by} {tell_range(value.cost)}"


def drop_empty_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Leave out the columns of a table that are empty in all rows, such as those for verdicts without a scale."""
    shown = [nth for nth in range(len(head)) if not rows or any(row[nth] for row in rows)]
    return [head[nth] for nth in shown], [[row[nth] for nth in shown] for row in rows]


# -- verdicts ----------------------------------------------------------------------------------------------------


def tell_verdict(value: Value) -> str:
    return value.verdict if value.pairs_to_tell is None else f"{value.verdict}; {tell_what_it_takes(value)}"


def tell_what_it_takes(value: Value) -> str:
    """The option that may lead to a verdict of one word; empty if there is one, or if more games would not help."""
    return "" if value.pairs_to_tell is None else f"--games {round_up(value.pairs_to_tell)} may tell"


def round_up(number: int) -> int:
    """The number rounded up to two digits, since it is only a rough guess."""
    digit = int("1" + "0" * (len(str(number)) - 2)) if number > 99 else 1
    return -(-number // digit) * digit


def tell_headline(side: SideReport, value: Value) -> str:
    """A verdict in plain words, without the name of the side."""
    if value.cost is None:
        return f"It is worth {tell_change(value.points)} points to start with it."
    verdict, number = value.verdict.capitalize(), side.by
    if not isfinite(value.cost.half_width):
        return f"{verdict}: there were too few games to say what it plays like."
    like = f"{with_article(side.kind)} of {number} {tell_range(value.cost)}"
    return f"{verdict}. It plays like {like}; its {number} is {side.printed}."


def tell_summary(report: BalanceReport) -> str:
    """The verdict on a single side in plain words, or the number of verdicts of each sort."""
    played = [side for side in report.sides if side.values]
    if len(report.sides) == len(played) == 1:
        [side] = played
        headline = tell_headline(side, side.first)
        return f"{side.name}: {headline[0].lower()}{headline[1:]}"
    verdicts = Counter(side.first.verdict for side in played if side.first.verdict)
    counts = [f"{verdicts[verdict]} {verdict}" for verdict in Verdict if verdicts[verdict]]
    seats = f" with {report.players[0]} players" if len(report.players) > 1 else ""
    return f"{len(played)} sides{seats}: {', '.join(counts) or 'no verdicts'}."


def tell_outlook(value: Value) -> str:
    """Whether more games may lead to a verdict of one word; empty if there is one, or none at all."""
    if not value.verdict or value.verdict in CLEAR:
        return ""
    return f"{tell_what_it_takes(value)} which it is." if value.pairs_to_tell else "More games alone would not tell."


def find_extremes(report: BalanceReport) -> list[tuple[str, Sequence[SideReport]]]:
    """The strongest and the weakest sides of a large set, with titles."""
    ranked = rank_by_distance(report.sides)
    if len(ranked) < MANY:
        return []
    extremes = ("Strongest", ranked[:LISTED]), ("Weakest", ranked[: -LISTED - 1 : -1])
    return [(f"{title} for what they cost", sides) for title, sides in extremes]


def tell_distance(side: SideReport) -> str:
    return f"{side.name} ({side.apart:+.1f})"


# -- ordinary games ----------------------------------------------------------------------------------------------


def tell_career(play: InPlay) -> Iterator[str]:
    often = "which were dealt so that it comes up often"
    yield f"somebody saw it in {tell_share(play.shown)} of {play.games} games, {often}"
    if not play.built:
        yield "nobody built it"
        return
    yield f"built in {tell_share(play.built)} of the games in which it was seen, in round {play.round:.1f} on average"
    if play.points is not None and play.wins is not None:
        yield f"points ahead, compared with the same game without it: {tell_change(play.points)}"
        yield f"share of wins, compared in the same way: {tell_change(play.wins, 100)} %"


def tell_earnings(play: InPlay) -> Iterator[str]:
    """The earnings of each power, except for amounts that are next to nothing."""
    for _, earned in groupby(play.earned, key=attrgetter("power")):
        if much := [earning for earning in earned if abs(earning.mean) >= LEAST_EARNED]:
            amounts = ", ".join(f"{earning.mean:.1f} {earning.what}" for earning in much)
            yield f"{much[0].text}: {amounts} a game in which it was built"


# -- two sides, two bots -----------------------------------------------------------------------------------------


def tell_together(report: BalanceReport) -> str:
    """The number of pairs of sides that were tried, and whether any of them is listed; empty if none was tried."""
    if not report.pairs_of_sides:
        return ""
    tried = f"{report.pairs_of_sides} pairs of sides were given to one seat together"
    return f"{tried}:" if report.together else f"{tried}; none is certain to be worth more or less than usual"


def tell_pair(pair: Together) -> str:
    return f"{' and '.join(pair.names)}: {tell_change(pair.points)} points beyond what two such sides are usually worth"


def tell_one_bot(report: BalanceReport) -> str:
    bot = report.bots[0]
    asking = f"'rftg balance' asks one with --bots {bot},{SECOND}"
    return f"Only {bot} has played: no second bot has been asked whether it agrees. {asking}"


def tell_agreement(report: BalanceReport) -> Iterator[tuple[str, Sequence[str]]]:
    """For each further bot, how often it agrees, and the values on which it does not."""
    if len(report.bots) < 2:
        yield tell_one_bot(report), ()
    for bot in report.bots[1:]:
        there = [each for each in report.agreements if each.bot == bot]
        apart = [each for each in there if each.opinion != Opinion.AGREES]
        unclear = any(each.opinion == Opinion.UNCLEAR for each in apart)
        more = "; more --games may tell what cannot be told yet" if unclear else ""
        seats = {players: f" with {players} players" if len(report.players) > 1 else "" for players in report.players}
        yield (
            f"{bot} agrees on {len(there) - len(apart)} of {len(there)} values{more}",
            [tell_opinion(each, seats[each.players]) for each in apart],
        )


def tell_opinion(agreement: Agreement, seats: str) -> str:
    """The reason why a bot does not agree."""
    side = f"{agreement.name}{seats}"
    if agreement.opinion == Opinion.DIFFERS:
        return f"it differs on {side}, by {tell_change(agreement.difference)} points"
    left_open = f": {agreement.verdict}" if agreement.verdict in PARTLY_OPEN else ""
    return f"it cannot be told yet on {side}{left_open}"


# -- what it means -----------------------------------------------------------------------------------------------


def explain(report: BalanceReport) -> Iterator[str]:
    """The meaning of the figures."""
    yield (
        "worth: points by which a seat that starts with the side is further ahead of the others, "
        "with the interval that holds the true figure 95 times in 100, however often one looks"
    )
    if report.against:
        yield f"compared with a seat that starts with {report.against} instead"
    yield from map(explain_yardstick, report.yardsticks)
    if any(side.first.verdict for side in report.sides if side.values) and len(report.sides) > 1:
        yield f"verdicts: all {len(report.sides)} together are wrong at most 5 times in 100"


def tell_limits(report: BalanceReport) -> Iterator[str]:
    """The limits of the figures."""
    yield f"They hold for games among {report.bots[0]}, who may overlook what a person would do with a side."
    yield from tell_bot(report)
    yield "They do not say whether a side is fun."


def tell_bot(report: BalanceReport) -> Iterator[str]:
    """The strength of the first bot, and its likeness to people, as far as they are known."""
    bot = report.bots[0]
    if report.strength is not None:
        yield f"{bot} wins {tell_share(report.strength.wins)} of {report.strength.games} games against random."
    if (people := report.people) is not None:
        order = f"Its order of the base set's cards is like that of people in {people.games:,} games"
        found = f"a correlation of {people.margin:.2f} ± {people.error:.2f}"
        yield (
            f"{order}: {found}, where at most {people.ceiling:.2f} can be expected. "
            f"It scores {people.points_of_bot:.1f} points a seat, and people score {people.points:.1f}."
        )


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
