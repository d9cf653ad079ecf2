"""Check the whole model. Each check yields diagnostics and raises nothing; ``CHECKS`` lists all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.spelling import look_of
from rftg_dsl.check.cycles import check_cycles, check_figures
from rftg_dsl.check.dead_powers import check_needs, check_working
from rftg_dsl.check.model import Memory, Model, Occurrence, Side
from rftg_dsl.check.power_checks import (
    check_bearing,
    check_granted,
    check_lying,
    check_moment,
    check_paid_change,
    check_reach,
    check_seen,
    check_sides,
    check_this,
)
from rftg_dsl.check.ranges import check_ranges
from rftg_dsl.check.relations import check_different, check_prices, check_relations, check_tallies
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.sizes import check_sizes
from rftg_dsl.check.supply_limits import check_amounts, check_grants, check_supply

Check = Callable[[Model, Signatures], Iterator[Diagnostic]]


def check_names(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that the names of sides are unique, even if case, spaces and invisible characters are ignored."""
    seen: dict[str, Side] = {}
    for side in model.list_sides():
        # Compare the appearance of names, because players cannot tell apart names that look alike.
        first = seen.setdefault(look_of(side.name).casefold(), side)
        if first is not side:
            message = f"there is already a {first.kind} called {first.name!r}"
            yield Diagnostic("duplicate-name", side.at, message, f"see {first.at}, and choose another name")


def check_played(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    for component in model.components:
        if component.kind not in game.component_kinds | game.added_kinds:
            known = ", ".join(sorted((game.component_kinds | game.added_kinds) & model.words.components.keys()))
            message = f"{model.words.title} has no rules for {component.kind!r} components"
            yield Diagnostic("unplayed-component", component.at, message, f"use one of: {known}")


OF_POWERS: list[Callable[[Occurrence], Iterator[Diagnostic]]] = [
    check_moment,
    check_paid_change,
    check_reach,
    check_bearing,
    check_lying,
    check_different,
    check_relations,
    check_seen,
    check_tallies,
    check_prices,
    check_this,
    check_granted,
    check_sides,
]
"""The checks of a single power."""


def check_powers(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    occurrences = list(model.walk_occurrences(game))
    return (finding for check in OF_POWERS for here in occurrences for finding in check(here))


ALONE: list[Check] = [check_powers, check_amounts, check_grants]
"""The checks whose findings for a component do not depend on other components, and so can be cached."""

TOGETHER: list[Check] = [
    check_names,
    check_played,
    check_needs,
    check_working,
    check_supply,
    check_cycles,
    check_figures,
    check_ranges,
]

CHECKS = [*ALONE, *TOGETHER]


def check_model(model: Model, game: Signatures, memory: Memory) -> list[Diagnostic]:
    """Run all checks, which rely on valid words. ``memory`` caches the findings for single components.

    Models may share a memory if their words differ only in the values of constants, which no check reads.
    """
    memory.make_room(model)
    model = evolve(model, memory=memory)
    if findings := list(check_sizes(model, game)):  # first, because the other checks scale with the model
        return findings
    together = (finding for check in TOGETHER for finding in check(model, game))
    return list(drop_redundant(chain(model.find_in_each(game, check_alone), together)))


def check_alone(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    return chain.from_iterable(check(model, game) for check in ALONE)


def drop_redundant(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Keep only the first reason why a power never fires, and drop overflows that a reported cycle explains."""
    every = list(findings)
    cyclic = any(finding.code == "trigger-cycle" for finding in every)
    named: set[tuple[str, int]] = set()
    for finding in every:
        if cyclic and finding.code == "total-too-large":
            continue
        place = (finding.at.source.label, finding.at.start)
        if finding.code == "never-fires" and place in named:
            continue
        named |= {place} if finding.code == "never-fires" else set()
        yield finding
