"""Validate content: find what to check, check it, and cache the outcome until something changes."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.validate.outcome import Outcome
from rftg_dsl.validate.target import target
from rftg_dsl.validate.unchanged import Memory


def validated(what: Sequence[str], game: str = "") -> Outcome:
    """Validate the named targets, or all shipped content; if nothing has changed, reuse the cached outcome."""
    targets = [target(one) for one in what]
    memory = Memory(targets, game)
    if (found := memory.recall()) is not None:
        return found
    from rftg_dsl.validate.check import check

    checked = check(targets, game)
    if not checked.broken:  # nothing says what would mend a plug-in that is broken
        memory.keep(checked.verdict, checked.places)
    return checked.verdict
