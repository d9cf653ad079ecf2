"""Lint rules for sides, which report a name, text, number or set of powers that is unlike those of printed sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity, with_article
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import (
    Act,
    Component,
    Curve,
    Do,
    Immediate,
    Longest,
    Meant,
    Model,
    PlaceSet,
    Power,
    Side,
    StockSet,
    Worth,
)
from rftg_dsl.check.side_matching import Matching, describe_match, is_meant
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.wording.power_text import word_side


class Lints:
    """The lint rules that a game's content declares for sides."""

    def __init__(self, model: Model, game: Signatures, printed: Sequence[Component], sources: Sequence[Source]) -> None:
        self.words = model.words
        self.game = game
        self.matching = model.make_once(game, Matching)
        self.sources = sources
        """All source files, because a printed name may be mentioned in any of them."""
        self.usual = model.usual
        self.printed = [self.ranges_of(curve, printed) for curve in self.usual.curves]

    def is_about(self, meant: Meant, component: Component, side: Side) -> bool:
        return is_meant(self.game, meant, component, side)

    def __call__(self, component: Component, side: Side) -> Iterator[Diagnostic]:
        yield from self.find_untidy_name(side)
        yield from self.find_long_name(component, side)
        yield from self.find_long_text(component, side)
        yield from self.find_missing_power(component, side)
        for curve, printed in zip(self.usual.curves, self.printed, strict=True):
            if self.is_about(curve.of, component, side):
                yield from (
                    check_curve(side, curve, printed) if curve.by else check_worth(side, curve, self.usual.worths)
                )

    def find_untidy_name(self, side: Side) -> Iterator[Diagnostic]:
        tidy = " ".join(side.name.split())
        if tidy != side.name:
            # If the name also occurs elsewhere, that occurrence would no longer match after the fix.
            once = sum(source.text.count(f'"{side.name}"') for source in self.sources) == 1
            fix = (Edit(side.at, f'"{tidy}"'),) if once and tidy else ()
            message = f"{side.name!r} has extra spaces"
            yield Diagnostic("untidy-name", side.at, message, f'write "{tidy}"', Severity.LINT, fix)

    def find_long_name(self, component: Component, side: Side) -> Iterator[Diagnostic]:
        most = self.room_for(self.usual.names, component, side)
        if most is not None and len(side.name) > most:
            message = f"this name is {len(side.name)} characters long, but only {most} fit on {with_article(side.kind)}"
            yield Diagnostic("long-name", side.at, message, "shorten it", Severity.LINT)

    def find_long_text(self, component: Component, side: Side) -> Iterator[Diagnostic]:
        most = self.room_for(self.usual.texts, component, side)
        if most is None:
            return
        size = sum(len(str(line)) for line in word_side(self.words, self.game, side))
        if size > most:
            fits = f"only {most} fit on {with_article(side.kind)}"
            message = f"the text of its powers is {size} characters long, but {fits}"
            hint = "remove a power, or simplify one; 'rftg text' shows the text"
            yield Diagnostic("long-text", side.at, message, hint, Severity.LINT)

    def room_for(self, limits: Sequence[Longest], component: Component, side: Side) -> int | None:
        """The maximum number of characters on a side; None if no limit is declared."""
        return min((limit.most for limit in limits if self.is_about(limit.of, component, side)), default=None)

    def find_missing_power(self, component: Component, side: Side) -> Iterator[Diagnostic]:
        for need in self.usual.needed:
            if self.is_about(need.of, component, side) and need.sort not in self.matching.sorts_of(side):
                said = with_article(describe_match(need.of.match))
                message = f"{said} usually has {with_article(need.sort)} power, but this one has none"
                yield Diagnostic("missing-power", side.at, message, "add such a power", Severity.LINT)

    def ranges_of(self, curve: Curve, printed: Sequence[Component]) -> Mapping[int, tuple[int, int]]:
        """The range of a number on printed sides, for each value of the number that it depends on."""
        ranges: dict[int, tuple[int, int]] = {}
        for component in printed if curve.by else ():
            for side in component.sides:
                by, n = side.properties.get(curve.by), side.properties.get(curve.number)
                if isinstance(by, int) and isinstance(n, int) and self.is_about(curve.of, component, side):
                    low, high = ranges.get(by, (n, n))
                    ranges[by] = min(low, n), max(high, n)
        return ranges


# -- numbers -----------------------------------------------------------------------------------------------------


def check_curve(side: Side, curve: Curve, printed: Mapping[int, tuple[int, int]]) -> Iterator[Diagnostic]:
    """Report a number outside the range found on comparable printed sides, if there are any."""
    by, n = side.properties.get(curve.by), side.properties.get(curve.number)
    if not isinstance(by, int) or not isinstance(n, int) or by not in printed:
        return
    low, high = printed[by]
    if not low - curve.within <= n <= high + curve.within:
        usual = f"{with_article(side.kind)} with {curve.by} {by} usually has {curve.number} {word_range(low, high)}"
        hint = f"change its {curve.number}"
        yield Diagnostic("off-curve", side.at, f"{usual}, but this one has {n}", hint, Severity.LINT)


def check_worth(side: Side, curve: Curve, worths: Sequence[Worth]) -> Iterator[Diagnostic]:
    """Report a number that differs from the worth of the side's effects, if their worth is known."""
    n, worth = side.properties.get(curve.number), worth_of(side, worths)
    if worth is None or not isinstance(n, int):
        return
    low, high = worth - curve.within, worth + curve.within
    if not low <= n <= high:
        message = (
            f"{with_article(side.kind)} with these effects usually has {curve.number} {word_range(low, high)}, not {n}"
        )
        hint = f"change its {curve.number}, or its effects"
        yield Diagnostic("off-curve", side.at, message, hint, Severity.LINT)


def word_range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def worth_of(side: Side, worths: Sequence[Worth]) -> int | None:
    """The total worth of a side's immediate effects; None if a power has any other effect."""
    total = sum(row.n for row in worths if not row.verb)
    for power in side.powers:
        if not (effects := plain_effects_of(power)):
            return None
        for effect in effects:
            rows = [row.n for row in worths if is_worth_of(row, effect)]
            if not rows:
                return None
            total += effect.low.n * sum(rows)
    return total


def plain_effects_of(power: Power) -> Sequence[Do]:
    """A power's effects if they are all immediate, certain, in fixed amounts, and for the power's owner; otherwise
    empty."""
    if not isinstance(power, Immediate) or power.conditions or power.act != Act(effects=power.effects):
        return ()
    plain = all(
        effect.who == "own" and effect.high is None and not effect.all and not effect.low.measure
        for effect in power.effects
    )
    return power.effects if plain else ()


def is_worth_of(row: Worth, effect: Do) -> bool:
    things = (
        {effect.what}
        if isinstance(effect.what, str)
        else effect.what.kinds
        if isinstance(effect.what, StockSet)
        else set()
    )
    to = [value for _, value in effect.slots if isinstance(value, PlaceSet)]
    return (
        row.verb == effect.verb
        and (not row.things or (bool(things) and row.things >= things))
        and (not row.here or any(value.here for value in to))
        and (not row.places or any(value.places and row.places >= {*value.places} for value in to))
    )
