"""Validation: determines what to check, checks it, and caches the outcome until something changes.

``target`` parses targets, and ``check_targets`` checks them. ``outcome`` is the result as plain data, which
``outcome_cache`` caches. ``apply_fixes`` applies those fixes that are certain; ``baseline`` filters out known findings.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.outcome_cache import Memory
from rftg_dsl.author.validate.target import Target, parse_target


def validate_targets(names: Sequence[str | Target], game: str = "", sets: Sequence[str] = ()) -> Outcome:
    """Validate the targets, or every installed game, with additional sets; use the cached outcome if it is
    still valid."""
    targets = [name if isinstance(name, Target) else parse_target(name) for name in names]
    memory = Memory(targets, game, sets)
    if (cached := memory.recall()) is not None:
        return cached
    # Imported late, so that a cached outcome can be shown without loading the compiler.
    from rftg_dsl.author.validate.check_targets import check

    checked = check(targets, game, sets)
    if not checked.broken:  # the cache could not tell when a broken plug-in has been repaired
        memory.keep(checked.outcome, checked.places)
    return checked.outcome
