"""Coverage: finds the clauses of powers that no scenario runs.

The scenarios are played by an interpreter that records what it does. The clauses of a power are

* each of its effects, and each alternative;
* a condition, or a restricted event, that is not met (the other clauses show that it can be met);
* a change to a number: that it applies, leaves other things alone, reaches its limit, and is paid for;
* each row of a score;
* an offer that is declined, and a limit such as ``once per phase`` that is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from rftg_dsl.author.scenarios.bench import Bench
from rftg_dsl.base.source import Span
from rftg_dsl.check import model
from rftg_dsl.check.model.scenarios import Scenario
from rftg_dsl.check.side_matching import can_bear, does_match
from rftg_dsl.compile import lowered
from rftg_dsl.compile.bind import Binder
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.interpret import Interpreter, Use
from rftg_dsl.compile.lower import lower
from rftg_dsl.kernel.play import DECLINE

Key = tuple[str | int, ...]


@frozen
class Clause:
    """A part of a power that a scenario can run."""

    key: Key
    text: str
    """The gap to report if no scenario has run the clause."""


DECLINED: Key = ("declined",)
UNMET: Key = ("event", "unmet")
LIMIT: Key = ("limit",)
CHANGED: Key = ("changed",)
ALONE: Key = ("left alone",)
FLOOR: Key = ("floor",)
CEILING: Key = ("ceiling",)
PAID: Key = ("paid",)
BEGUN: Key = ("begun",)
NOBODY: Key = ("whoever", "unmet")
OFFERED: Key = ("offered",)


def clauses_in(power: model.Power, content: model.Model, game: Game) -> Iterator[Clause]:
    made = lower(power, game)
    if isinstance(power, model.Trigger) and is_restricted(power.pattern):
        yield Clause(UNMET, "no scenario has the event happen to anything else")
    for nth, _ in enumerate(power.conditions):
        which = f"condition {nth + 1}" if len(power.conditions) > 1 else "the condition"
        yield Clause(("condition", nth), f"no scenario makes {which} false")
    match made:
        case lowered.Acted():
            assert isinstance(power, model.Acting)
            yield from clauses_of_acting(power, made, game)
        case lowered.Changed():
            assert isinstance(power, model.Modifier)
            yield from clauses_of_modifier(power, made, content, game)
        case lowered.Scored(total=lowered.FirstFitting(rows)):
            for nth, _ in enumerate(rows):
                yield Clause(("row", nth), f"no scenario counts anything in row {nth + 1}")
        case lowered.Scored():
            yield Clause(("row", 0), "no scenario scores it")


def clauses_of_acting(power: model.Acting, made: lowered.Acted, game: Game) -> Iterator[Clause]:
    if made.asked:
        yield Clause(DECLINED, "no scenario declines it")
    if made.once and not isinstance(power, model.Offer):
        yield Clause(LIMIT, "no scenario uses it up")
    # The phase carries out such a verb as a whole rather than call by call.
    if any(game.verbs[do.signature].alone for do in power.dos):
        yield Clause(OFFERED, "no scenario uses it")
        return
    if power.act.whoever is not None:
        yield Clause(NOBODY, "no scenario applies it to only some players")
    starts = {choice.segment: nth for nth, choice in enumerate(made.choices, 1)}
    every = [call.verb.name for segment in made.segments for call in segment.calls]
    said: Counter[str] = Counter()
    alternative = 0
    for nth, segment in enumerate(made.segments):
        alternative = starts.get(nth, alternative)
        for each, call in enumerate(segment.calls):
            name = call.verb.name
            said[name] += 1
            which = f" (number {said[name]})" if every.count(name) > 1 else ""
            which = f" (alternative {alternative})" if alternative else which
            yield Clause(("call", nth, each), f"no scenario carries out '{name}'{which}")
    if any(part.begins for part in made.segments):
        yield Clause(BEGUN, "no scenario starts its lasting effect")


def clauses_of_modifier(
    power: model.Modifier, made: lowered.Changed, content: model.Model, game: Game
) -> Iterator[Clause]:
    yield Clause(CHANGED, "no scenario shows what it changes")
    if is_selective(power, content, game):
        yield Clause(ALONE, "no scenario tries it on what it does not affect")
    if made.change.floor is not None:
        yield Clause(FLOOR, f"no scenario reaches the minimum of {made.change.floor}")
    if made.change.ceiling is not None:
        yield Clause(CEILING, f"no scenario reaches the maximum of {made.change.ceiling}")
    if made.price:
        yield Clause(PAID, "no scenario pays for it")


def is_selective(power: model.Modifier, content: model.Model, game: Game) -> bool:
    """Whether a power changes a number on some but not all of the things that have this number."""
    if not isinstance(about := power.about, model.PieceSet):
        return about is not None
    if about.this != "any":
        return True
    of = game.find_parameter(power.parameter)
    having = [
        side
        for component in content.components
        if not of.of or component.kind in of.of
        for side in component.sides
        if not of.sides or side.kind in of.sides
        if not of.held or can_bear(content.words, game, side, of.held)
    ]
    return not all(does_match(game, about.match, side) for side in having)


def is_restricted(pattern: model.Pattern) -> bool:
    """Whether the event can happen without matching the pattern."""
    return bool(pattern.kinds) or any(is_limiting(match, how) for _, match, how in pattern.pieces)


def is_limiting(match: model.Match, how: str) -> bool:
    return how != "any" or match != model.Match()


# -- recording ---------------------------------------------------------------------------------------------------


@define(eq=False)
class Ledger:
    """The clauses that were run since the ledger was last cleared, each with the id of its power."""

    seen: set[tuple[str, Key]] = field(factory=set)

    def note(self, power: str, *key: str | int) -> None:
        self.seen.add((power, key))

    def watch(self, binder: Binder) -> Watcher:
        return Watcher(binder, self)

    def note_answers(self, bench: Bench, powers: Iterable[str]) -> None:
        """Record the powers that were declined, and those that a phase carried out itself."""
        causes = {event[2] for event in bench.play.events} | bench.picked
        for power in powers:
            if f"{DECLINE} {power}" in bench.picked:
                self.note(power, *DECLINED)
            if power in causes:
                self.note(power, *OFFERED)


class Watcher(Interpreter):
    """An interpreter that records which clauses it runs."""

    def __init__(self, binder: Binder, ledger: Ledger) -> None:
        super().__init__(binder)
        self.ledger = ledger
        # Tests are keyed by identity, because equal conditions occur in several powers. Each entry includes its test,
        # to keep the test alive and its id unique.
        self.tests: dict[int, tuple[str, lowered.Test, Key]] = {}
        """For each test, by its ``id``: its power, the test itself, and the clause to record if the test is not met."""
        self.segments: dict[int, tuple[lowered.Segment, int]] = {}

    @cached_property
    def conditions(self) -> Mapping[str, Sequence[model.Condition]]:
        return {power.id: power.conditions for power in self.binder.model.walk_powers()}

    def functions_of(self, power: lowered.Lowered) -> dict[str, Callable[..., Any]]:
        conditions = self.conditions.get(power.id, ())
        for tests in (power.tests, *((power.can,) if isinstance(power, lowered.Acted) else ())):
            for test in tests:
                if isinstance(test, lowered.Unused):
                    self.tests[id(test)] = (power.id, test, LIMIT)
                elif isinstance(test, model.Pattern):
                    self.tests[id(test)] = (power.id, test, UNMET)
        for nth, condition in enumerate(conditions):
            self.tests[id(condition)] = (power.id, condition, ("condition", nth))
        for number, segment in enumerate(power.segments if isinstance(power, lowered.Acted) else ()):
            self.segments[id(segment)] = (segment, number)
            for following in segment.next:
                if following.whoever is not None:
                    self.tests[id(following.whoever)] = (power.id, following.whoever, NOBODY)
        made = super().functions_of(power)
        if isinstance(power, lowered.Changed) and power.price:
            made["pay"] = self.wrap_payment(power.id, made["pay"])
        return made

    def wrap_payment(self, power: str, pay: Callable[..., Any]) -> Callable[..., Any]:
        def note_and_pay(*args: Any) -> Any:
            self.ledger.note(power, *PAID)
            return pay(*args)

        return note_and_pay

    def test(self, wanted: lowered.Test, use: Use, power: str) -> bool:
        met = super().test(wanted, use, power)
        self.note_unmet(wanted, met)
        return met

    def is_met(self, use: Use, wanted: model.Condition) -> bool:
        met = super().is_met(use, wanted)
        self.note_unmet(wanted, met)
        return met

    def note_unmet(self, wanted: lowered.Test, met: bool) -> None:
        if not met and id(wanted) in self.tests:
            owner, _, key = self.tests[id(wanted)]
            self.ledger.note(owner, *key)

    def carry_out_segment(self, power: str, segment: lowered.Segment, use: Use) -> None:
        _, number = self.segments[id(segment)]
        for nth, call in enumerate(segment.calls):
            if not call.tested or self.can_do(use, call):
                self.ledger.note(power, "call", number, nth)
        if segment.begins:
            self.ledger.note(power, *BEGUN)
        super().carry_out_segment(power, segment, use)

    def change(self, power: lowered.Changed, use: Use, subject: int, base: int) -> int:
        after = super().change(power, use, subject, base)
        if after != base:
            self.ledger.note(power.id, *CHANGED)
        if not self.is_about(power, use, subject):
            self.ledger.note(power.id, *ALONE)
        elif self.are_met(power.tests, use) and power.change.direction in ("more", "less"):
            by = self.amount_of(use, power.change.by, signed=True)
            # Recompute the limits from ``base``, because the result alone does not show whether a limit was reached.
            floor, ceiling = power.change.floor, power.change.ceiling
            if floor is not None and base - by < floor:
                self.ledger.note(power.id, *FLOOR)
            if ceiling is not None and base + by > ceiling:
                self.ledger.note(power.id, *CEILING)
        return after

    def points_of(self, power: lowered.Scored, use: Use) -> int:
        points = super().points_of(power, use)
        if isinstance(power.total, lowered.FirstFitting):
            if self.are_met(power.tests, use):
                counted: set[int] = set()
                for nth, (_, of) in enumerate(power.total.rows):
                    if set(self.find_pieces(use, of)) - counted:
                        self.ledger.note(power.id, "row", nth)
                    counted |= set(self.find_pieces(use, of))
        elif points:
            self.ledger.note(power.id, "row", 0)
        return points


# -- totals over all scenarios -----------------------------------------------------------------------------------


@frozen
class Printed:
    """A power as printed, independent of the setting."""

    id: str
    text: str
    side: str
    at: Span = field(eq=False)
    file: str
    start: int


@define
class Coverage:
    """The clauses of the powers in some files, and those that scenarios have run."""

    clauses: dict[Printed, dict[Key, Clause]] = field(factory=dict)
    run: dict[Printed, set[Key]] = field(factory=dict)
    by_scenario: dict[tuple[str, int], set[Printed]] = field(factory=dict)
    """The powers that each scenario touched, even if they did not apply, keyed by the scenario's location."""

    def expect(self, powers: Iterable[tuple[Printed, model.Power]], content: model.Model, game: Game) -> None:
        for printed, power in powers:
            if printed not in self.clauses:
                self.clauses[printed] = {clause.key: clause for clause in clauses_in(power, content, game)}
                self.run[printed] = set()

    def add(self, scenario: Scenario, seen: Iterable[tuple[str, Key]], here: Mapping[str, Printed]) -> None:
        place = (scenario.at.source.label, scenario.at.start)
        for power, key in seen:
            if printed := here.get(power):
                self.by_scenario.setdefault(place, set()).add(printed)
                if key in self.clauses.get(printed, ()):
                    self.run[printed].add(key)

    @property
    def total(self) -> int:
        return sum(len(clauses) for clauses in self.clauses.values())

    @property
    def covered(self) -> int:
        return sum(len(keys) for keys in self.run.values())

    @property
    def hundredths(self) -> int:
        """The coverage in hundredths of a per cent, rounded down; 100 % if there are no clauses."""
        return self.covered * 10_000 // self.total if self.total else 10_000

    def find_missing(self) -> Iterator[tuple[Printed, Sequence[Clause]]]:
        for printed in sorted(self.clauses, key=lambda power: (power.file, power.start, power.id)):
            left = [clause for key, clause in self.clauses[printed].items() if key not in self.run[printed]]
            if left:
                yield printed, left


def powers_in(content: model.Model, files: Iterable[str]) -> dict[str, tuple[Printed, model.Power]]:
    names = set(files)
    return {
        power.id: (Printed(power.id, power.text, side.name, power.at, power.at.source.label, power.at.start), power)
        for side in content.list_sides()
        for power in side.walk_powers()
        if power.at.source.label in names
    }
