"""Makes the report from a measurement, finished or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from statistics import fmean

from attrs import frozen

from rftg_dsl.balance.balance import STRENGTH_GAMES, Balance
from rftg_dsl.balance.cost_scale import CostScale, fit_scale
from rftg_dsl.balance.estimates import ERROR, Estimate, Sample, estimate_mean, estimate_of, half_width_of, sample_of
from rftg_dsl.balance.gift import Stratum, contrast_gift, contrast_pair
from rftg_dsl.balance.in_play import WIN, Career
from rftg_dsl.balance.measure import Cell, Measuring
from rftg_dsl.balance.people import find_people
from rftg_dsl.balance.report import (
    Agreement,
    BalanceReport,
    Earning,
    InPlay,
    LikePeople,
    Opinion,
    Point,
    SideReport,
    Strength,
    Together,
    Value,
    Yardstick,
)
from rftg_dsl.balance.subjects import Subject
from rftg_dsl.balance.verdict import CLEAR, judge, pairs_to_tell
from rftg_dsl.library.installed import box_of

FEWEST_BUILT = 4
"""The number of games in which a side must have been built before it is compared with games without it."""


def report_of(balance: Balance) -> BalanceReport:
    """Report everything that is known by now."""
    return Reporter(balance).report()


@frozen
class Errors:
    """The standard deviations of two sorts of error in measured values, in points; see ``fit_scale``."""

    noise: float = 0.0
    common: float = 0.0


def errors_of(printed: Measuring, cells: Sequence[Cell]) -> Errors:
    """Tell apart the errors that values have of their own from those that they share."""
    size = min(printed.samples[cell].size for cell in cells)
    if size < 2:
        return Errors()
    rows = [printed.differences_in(cell, range(size)) for cell in cells]
    scale = cells[0][0].scale
    total = fmean([sample_of(row).deviation ** 2 for row in rows]) / size
    # Errors of their own are independent, so they all but vanish in the sum over many sides.
    common = (sample_of(map(sum, zip(*rows, strict=True))).deviation / len(rows)) ** 2 / size
    return Errors(sqrt(max(0.0, total - common)) / scale, sqrt(common) / scale)


@frozen
class Line:
    """The printed sides that are compared by one number, with their values in one stratum."""

    stratum: Stratum
    about: Subject
    """One of the sides, which stands for its kind."""
    points: tuple[Point, ...]
    errors: Errors

    def without(self, name: str) -> CostScale | None:
        """The line through all sides but one, so that a printed side is compared with the others."""
        others = [point for point in self.points if point.name != name]
        return fit_scale(
            [point.printed for point in others],
            [point.points for point in others],
            self.errors.noise,
            self.errors.common,
        )


class Reporter:
    """Puts together the parts of a report."""

    def __init__(self, balance: Balance) -> None:
        self.balance = balance
        self.settings = balance.settings
        self.library = balance.subjects.library
        self.lines = {(line.stratum, line.about.group): line for line in self.find_lines()}

    def report(self) -> BalanceReport:
        balance, settings = self.balance, self.settings
        samples = balance.measuring.samples
        sizes = {sample.size for (stratum, _), sample in samples.items() if stratum in balance.first_strata}
        return BalanceReport(
            game=self.library.game.name,
            edition=self.library.edition,
            sets=tuple(set_folder.id for set_folder in self.library.sets),
            seed=settings.seed,
            bots=settings.bots,
            players=settings.players,
            against=settings.against,
            pairs=sizes.pop() if len(sizes) == 1 else 0,
            complete=balance.finished,
            sides=tuple(self.report_side(subject) for subject in balance.subjects.measured),
            left_out=tuple(balance.subjects.left_out),
            yardsticks=tuple(map(self.report_line, self.lines.values())),
            together=tuple(self.find_together()),
            pairs_of_sides=len(balance.pairs),
            agreements=tuple(self.compare_bots()),
            strength=None if balance.wins is None else Strength(STRENGTH_GAMES, balance.wins),
            people=self.compare_with_people(),
        )

    def compare_with_people(self) -> LikePeople | None:
        people = find_people(box_of(self.library.game).folder)
        if people is None:
            return None
        for bot in people.bots:
            if bot.bot == self.settings.bots[0]:
                compared = bot.margin, bot.margin_error, bot.margin_ceiling
                return LikePeople(people.games, people.points, bot.points, *compared)
        return None

    # -- printed sides -------------------------------------------------------------------------------------------

    def find_lines(self) -> Iterator[Line]:
        balance = self.balance
        groups = dict.fromkeys(side.group for side in balance.yardstick)
        for stratum in balance.first_strata:
            for group in groups:
                there = [side for side in balance.yardstick if side.group == group]
                errors = errors_of(balance.printed, [(stratum, contrast_gift(side.name)) for side in there])
                yield Line(stratum, there[0], tuple(self.find_points(stratum, there)), errors)

    def find_points(self, stratum: Stratum, sides: Sequence[Subject]) -> Iterator[Point]:
        for side in sides:
            sample = self.balance.printed.samples[stratum, contrast_gift(side.name)]
            if sample.size and side.printed_number is not None:
                yield Point(side.name, side.printed_number, sample.mean / stratum.scale)

    def report_line(self, line: Line) -> Yardstick:
        about, scale = line.about, line.without("")
        pairs = self.balance.printed.samples[line.stratum, contrast_gift(about.name)].size
        said = Yardstick(line.stratum.players, about.words, about.by, line.points, pairs)
        return said if scale is None else said.with_line(scale.free, scale.slope, scale.tolerance)

    # -- sides ---------------------------------------------------------------------------------------------------

    def report_side(self, subject: Subject) -> SideReport:
        side = subject.side
        values = tuple(self.find_values(subject))
        career = self.balance.careers[subject.name]
        in_play = self.report_career(subject, career) if career.games else None
        return SideReport(
            side.id, side.name, side.kind, subject.by, subject.words, subject.printed_number, values, in_play
        )

    def find_values(self, subject: Subject) -> Iterator[Value]:
        balance = self.balance
        for stratum, bot in zip(balance.strata, self.names_of_bots(), strict=True):
            sample = balance.measuring.samples[stratum, balance.contrast_for(subject)]
            if sample.size:
                value = Value(stratum.players, bot, sample.size, self.estimate(subject, stratum))
                yield self.add_verdict(value, subject, stratum)

    def estimate(self, subject: Subject, stratum: Stratum, error: float = ERROR) -> Estimate:
        cell = stratum, self.balance.contrast_for(subject)
        sample, goal = self.balance.measuring.samples[cell], self.balance.measuring.goals[cell]
        # Nobody watches while further bots play, and their games are not stopped early.
        if stratum not in self.balance.first_strata and goal.is_fixed and sample.size >= goal.pairs:
            return estimate_of(sample.mean / stratum.scale, half_width_of(sample, error) / stratum.scale)
        return estimate_mean(sample, stratum.scale, error)

    def names_of_bots(self) -> list[str]:
        return [bot for bot in self.settings.bots for _ in self.settings.players]

    @property
    def strict(self) -> float:
        """With many sides, some would be far off by chance alone, so all verdicts together are wrong 5 times in 100."""
        return ERROR / len(self.balance.subjects.measured)

    def find_scale(self, subject: Subject, stratum: Stratum) -> CostScale | None:
        line = self.lines.get((stratum, subject.group))
        return line.without(subject.name) if line and subject.printed_number is not None else None

    def add_verdict(self, value: Value, subject: Subject, stratum: Stratum) -> Value:
        """Add the cost that a side plays like, and the verdict, if there is a line to compare it with."""
        scale, printed = self.find_scale(subject, stratum), subject.printed_number
        if scale is None or printed is None:
            return value
        points = self.estimate(subject, stratum, self.strict)
        verdict = judge(scale.cost_of(points), printed, scale.tolerance)
        needed = None if verdict in CLEAR else pairs_to_tell(points, value.pairs, scale, printed)
        return value.with_verdict(scale.cost_of(value.points), verdict, needed)

    # -- ordinary games ------------------------------------------------------------------------------------------

    def report_career(self, subject: Subject, career: Career) -> InPlay:
        built, scale = career.built, self.balance.strata[0].scale
        return InPlay(
            games=career.games,
            shown=career.shown / career.games,
            built=built / career.shown if career.shown else None,
            round=career.rounds / built if built else None,
            points=estimate_difference(career.lead, scale),
            wins=estimate_difference(career.wins, WIN),
            earned=tuple(find_earnings(subject, career)),
        )

    # -- two sides, two bots -------------------------------------------------------------------------------------

    def find_together(self) -> Iterator[Together]:
        """The pairs of sides that certainly add more, or less, than two sides usually add together."""
        stratum, measured = self.balance.strata[0], {subject.name for subject in self.balance.subjects.measured}
        samples = {pair: self.balance.together.samples[stratum, contrast_pair(*pair)] for pair in self.balance.pairs}
        if not (together := sum(samples.values(), Sample())).size:
            return
        usual = estimate_mean(together, stratum.scale)
        for pair, sample in samples.items():
            if sample.size and not measured.isdisjoint(pair):
                points = subtract(estimate_mean(sample, stratum.scale, ERROR / len(samples)), usual)
                if points.low > 0 or points.high < 0:
                    yield Together(pair, points)

    def compare_bots(self) -> Iterator[Agreement]:
        balance = self.balance
        samples, seats = balance.measuring.samples, len(self.settings.players)
        for nth, stratum in enumerate(balance.strata[seats:]):
            first = balance.strata[nth % seats]
            for subject in balance.subjects.measured:
                if all(samples[of, balance.contrast_for(subject)].size for of in (first, stratum)):
                    yield self.compare(subject, first, stratum, self.names_of_bots()[seats + nth])

    def compare(self, subject: Subject, first: Stratum, other: Stratum, bot: str) -> Agreement:
        mine, theirs = (self.estimate(subject, stratum, self.strict) for stratum in (first, other))
        scale, printed = self.find_scale(subject, first), subject.printed_number
        verdicts = ["", ""]
        if scale is not None and printed is not None:
            verdicts = [judge(scale.cost_of(points), printed, scale.tolerance) for points in (mine, theirs)]
        opinion = opinion_of(mine, theirs, verdicts)
        return Agreement(subject.name, first.players, bot, subtract(theirs, mine), opinion, verdicts[1])


def opinion_of(mine: Estimate, theirs: Estimate, verdicts: Sequence[str]) -> Opinion:
    """The opinion of a bot with the value ``theirs``, given the verdicts on both values, which may be empty."""
    difference = subtract(theirs, mine)
    if difference.low > 0 or difference.high < 0:
        return Opinion.DIFFERS
    same_sign = min(mine.low, theirs.low) > 0 or max(mine.high, theirs.high) < 0
    same = verdicts[0] == verdicts[1] in CLEAR if verdicts[0] else same_sign
    return Opinion.AGREES if same else Opinion.UNCLEAR


def find_earnings(subject: Subject, career: Career) -> Iterator[Earning]:
    """The earnings of a side's powers for each game in which the side was built, the largest first."""
    if career.built:
        for power in subject.side.powers:
            there = [(n, what) for (id, what), n in career.earned.items() if id == power.id and n]
            for n, what in sorted(there, key=lambda pair: (-abs(pair[0]), pair[1])):
                yield Earning(power.id, power.text, what, n / career.built)


def estimate_difference(sample: Sample, scale: int) -> Estimate | None:
    """The mean of a sample of fixed size with its interval; None for a sample that is too small."""
    if sample.size < FEWEST_BUILT:
        return None
    return estimate_of(sample.mean / scale, half_width_of(sample) / scale)


def subtract(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent figures."""
    return estimate_of(one.value - other.value, hypot(one.half_width, other.half_width))
