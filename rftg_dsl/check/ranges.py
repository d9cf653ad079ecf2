"""Check that no number in a game can exceed the largest number that a log can hold.

The range of every measure follows from declarations: from the range of a counter or a printed number, a supply, or the
number of pieces. These ranges determine those of sentences and of sums over all pieces (scores, tie-breaks, changed
numbers). If a range exceeds ``LARGEST``, the sentence that contributes most to it is reported. Every game can therefore
be logged, and native code never encounters a larger number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import HAPPENINGS, LARGEST, PIECES, PLAYERS, WORDS
from rftg_dsl.check.model import (
    Amount,
    Change,
    Count,
    Difference,
    Distinct,
    Figure,
    Held,
    Line,
    Measure,
    Model,
    Modifier,
    Others,
    Plain,
    Power,
    Score,
    Smaller,
    Steps,
    StockSet,
    Sum,
    Times,
    Triangle,
    Variety,
    Yours,
)
from rftg_dsl.check.signatures import MANY, Signatures
from rftg_dsl.check.sizes import powers_of


@frozen
class Range:
    """An inclusive range of integers."""

    low: int
    high: int

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.high + other.high)

    def __mul__(self, n: int) -> Range:
        return Range(min(self.low * n, self.high * n), max(self.low * n, self.high * n))

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    @property
    def many(self) -> Range:
        """The range extended to include 0, so that ``many * n`` bounds a sum of up to ``n`` numbers in the range."""
        return self | ZERO

    @property
    def most(self) -> int:
        return max(self.high, -self.low)


ZERO = Range(0, 0)
ENDLESS = Range(-(2**200), 2**200)
"""The range of a number that depends on itself. ``cycles`` reports such a number."""


@frozen
class Changed:
    """A modifier, and the maximum number of its changes that can add up."""

    power: Modifier
    times: int


@frozen(slots=False)
class Ranges:
    """The ranges of everything that a game counts."""

    model: Model
    changes: Mapping[str, list[Changed]]
    known: dict[str, Range] = field(factory=dict)
    """A cache of the range of each changed number, on the assumption that its printed value is 0."""

    def bound_figure(self, parameter: str) -> Range:
        if parameter not in self.known:
            # Cache ENDLESS before recursing, so that the recursion ends even if the number depends on itself.
            self.known[parameter] = ENDLESS
            changed = [(self.bound_change(change.power.change), change) for change in self.changes.get(parameter, ())]
            total = sum((by.many * change.times for by, change in changed), ZERO)
            # 'exactly' replaces the number instead of adding to it, so the result can also be any single change.
            for by, _ in changed:
                total |= by
            self.known[parameter] = total
        return self.known[parameter]

    def bound_change(self, change: Change) -> Range:
        limits = Range(min(0, change.floor or 0), max(0, change.ceiling or 0, change.floor or 0))
        match change.direction:
            case "less":
                return (self.bound_amount(change.by, signed=True) * -1) | limits
            case "more" | "exactly":
                return self.bound_amount(change.by, signed=True) | limits
        return Range(-MANY, MANY)

    def bound_amount(self, amount: Amount, signed: bool = False) -> Range:
        """Return the range of an amount. The lower bound is at least 0 unless ``signed`` is true."""
        if amount.measure is None:
            return Range(amount.n, amount.n)
        of = self.bound_measure(amount.measure)
        if not signed:
            of = Range(max(0, of.low), max(0, of.high))
        # Round outwards, because the amount itself can be rounded up or down.
        each = Range(of.low // amount.each, -(-of.high // amount.each)) * amount.n
        if amount.less:
            each = Range(max(0, each.low - amount.less), max(0, each.high - amount.less))
        return each if amount.most == MANY else Range(min(amount.most, each.low), min(amount.most, each.high))

    def bound_measure(self, measure: Measure) -> Range:
        match measure:
            case Plain(n):
                return Range(n, n)
            case Held(counter):
                held = self.model.words.counters[counter]
                return Range(held.low, held.high)
            case Sum(property=name):
                printed = self.model.words.properties[name]
                return Range(printed.low, printed.high).many * PIECES.most
            case Count(of=StockSet(kinds=kinds)):
                supplies = self.model.words.stock_kinds
                # Conjured things are additional to the supply.
                return Range(0, sum(supplies[kind].supply for kind in kinds) + HAPPENINGS)
            case Count():
                return Range(0, PIECES.most)
            case Distinct():
                return Range(0, PIECES.most * WORDS.most)
            case Triangle(of):
                high = max(0, self.bound_measure(of).high)
                return Range(0, high * (high + 1) // 2)
            case Steps(of):
                return Range(0, max(0, self.bound_measure(of).high))
            case Difference(of, less):
                taken = self.bound_measure(less)
                return Range(0, max(0, self.bound_measure(of).high - taken.low))
            case Smaller(of, other):
                first, another = self.bound_measure(of), self.bound_measure(other)
                return Range(min(first.low, another.low), min(first.high, another.high))
            case Times():
                return Range(0, HAPPENINGS)
            case Variety(times):
                return Range(0, len(times))
            case Figure(parameter):
                return self.bound_figure(parameter)
            case Yours(of):
                return self.bound_measure(of)
            case Others():
                return Range(0, PLAYERS.most)


def ranges_of(model: Model, game: Signatures) -> Ranges:
    changes: dict[str, list[Changed]] = {}
    for change in model.find_in_each(game, changes_of_numbers):
        changes.setdefault(change.power.parameter, []).append(change)
    return Ranges(model, changes)


def changes_of_numbers(model: Model, game: Signatures) -> Iterator[Changed]:
    """Yield all modifiers: printed ones once for each piece in play, and lasting ones as often as they can begin."""
    for component in model.components:
        for side in component.sides:
            printed = {id(power) for power in side.powers}
            for power in side.walk_powers():
                if isinstance(power, Modifier):
                    yield Changed(power, powers_of(model, component) if id(power) in printed else HAPPENINGS)


# -- the checks --------------------------------------------------------------------------------------------------


def check_ranges(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    ranges = ranges_of(model, game)
    diagnostics = [*check_parts(ranges, model.walk_powers()), *check_parts(ranges, model.course.walk_sentences())]
    yield from diagnostics
    # If a sentence is too large by itself, do not also report it for its sum.
    wrong = {diagnostic.at for diagnostic in diagnostics}
    yield from (
        diagnostic for diagnostic in (*check_scores(ranges, game), *check_changes(ranges)) if diagnostic.at not in wrong
    )


def check_parts(ranges: Ranges, powers: Iterable[Power]) -> Iterator[Diagnostic]:
    for power in powers:
        most = max((size_of(ranges, part) for part in power.every_part), default=0)
        if most > LARGEST:
            yield diagnose_too_large(power, "a number of this power", most)


def size_of(ranges: Ranges, part: object) -> int:
    return ranges.bound_amount(part, signed=True).most if isinstance(part, Amount) else 0


def check_scores(ranges: Ranges, game: Signatures) -> Iterator[Diagnostic]:
    printed = list(ranges.model.find_in_each(game, find_scoring_powers))
    for line in ranges.model.course.ties:
        yield from check_sum(ranges, "this tie-break", counts_of(line, printed))
    yield from check_sum(ranges, "a score with this", counts_in_scores(ranges.model, game))


def counts_in_scores(model: Model, game: Signatures) -> list[tuple[Score, int]]:
    lines = [count for line in model.course.lines for count in counts_of(line, ())]
    return [*lines, *model.find_in_each(game, find_scoring_powers)]


def counts_of(line: Line, printed: Iterable[tuple[Score, int]]) -> list[tuple[Score, int]]:
    return [*((count, 1) for count in line.counts), *(printed if line.place else ())]


def find_scoring_powers(model: Model, game: Signatures) -> Iterator[tuple[Score, int]]:
    for component in model.components:
        for side in component.sides:
            for power in side.powers:
                if isinstance(power, Score):
                    yield power, powers_of(model, component)


def check_sum(ranges: Ranges, what: str, counts: Iterable[tuple[Score, int]]) -> Iterator[Diagnostic]:
    counts = list(counts)
    if (total := total_of(ranges, counts).most) > LARGEST:
        largest, _ = max(counts, key=lambda count: points_of(ranges, count[0]).most * count[1])
        yield diagnose_too_large(largest, what, total)


def total_of(ranges: Ranges, counts: Iterable[tuple[Score, int]]) -> Range:
    return sum((points_of(ranges, power) * many for power, many in counts), ZERO)


def points_of(ranges: Ranges, power: Score) -> Range:
    return sum((ranges.bound_amount(row, signed=True).many for row in power.rows), ZERO)


def check_changes(ranges: Ranges) -> Iterator[Diagnostic]:
    for parameter, changes in ranges.changes.items():
        word = ranges.model.words.properties.get(parameter)
        total = ranges.bound_figure(parameter) + (Range(word.low, word.high).many if word else ZERO)
        if total.most > LARGEST:
            largest = max(changes, key=lambda change: ranges.bound_change(change.power.change).most * change.times)
            yield diagnose_too_large(largest.power, f"{parameter!r} with this", total.most)


def diagnose_too_large(power: Power, what: str, most: int) -> Diagnostic:
    size = f"{most:,}" if most < ENDLESS.high else "any number"
    message = f"{what} can reach {size}, but a log cannot hold a number above {LARGEST:,}"
    hint = "use a smaller factor, or add 'not above 1000'; a counter of your own can be declared 'from 0 to 1000'"
    return Diagnostic("total-too-large", power.at, message, hint)
