"""Lint rules for powers, which report repetitions and limits that have no effect."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Power, Side, Window


def find_repeated_powers(side: Side) -> Iterator[Diagnostic]:
    said: dict[Power, Power] = {}
    for power in side.powers:
        # Compare powers without their ids and their wording.
        first = said.setdefault(evolve(power, id="", text=""), power)
        if first is not power:
            message = f"this power repeats {first.id} on line {first.at.begins[0]}"
            hint = "remove it, or write one power with a larger number"
            yield Diagnostic("repeated-power", power.at, message, hint, Severity.LINT)


def find_repeated_choices(side: Side) -> Iterator[Diagnostic]:
    for power in side.walk_powers():
        if len(set(power.choices)) < len(power.choices):
            message = "two of these alternatives are the same"
            yield Diagnostic("repeated-choice", power.at, message, "remove one of them", Severity.LINT)


LIMIT = re.compile(r"[ \t]*,\s*(?P<limit>(?:once|twice)[ \t]+per[ \t]+[\w-]+)")


def find_needless_limits(side: Side) -> Iterator[Diagnostic]:
    """Report limits, such as ``once per phase``, on powers that cannot be used more often anyway."""
    for power in side.walk_powers():
        if not isinstance(power, Window) or power.once not in ("phase", power.phase):
            continue
        match = LIMIT.search(power.at.source.text, power.at.start, power.at.end)
        if match is None:
            continue
        at, whole = (Span(power.at.source, *match.span(part)) for part in ("limit", 0))
        message = f"{match['limit']!r} has no effect, because the {power.point} occurs only once per {power.once}"
        fix = (Edit(whole, ""),)
        yield Diagnostic("needless-limit", at, message, "leave it out", Severity.LINT, fix)
