"""Validate content: find what to check, check it, and cache the outcome until something changes.

``target`` says what a name or path means, ``check_targets`` checks it, ``outcome`` is the result as plain data,
``outcome_cache`` keeps it; ``apply_fixes`` puts right what is certain, ``baseline`` leaves out what is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.outcome_cache import Memory
from rftg_dsl.author.validate.target import Target, parse_target


def validate_targets(names: Sequence[str | Target], game: str = "", sets: Sequence[str] = ()) -> Outcome:
    """Validate the named targets, or every installed game, with further sets.

    If nothing has changed, the cached outcome is reused.
    """
    targets = [name if isinstance(name, Target) else parse_target(name) for name in names]
    memory = Memory(targets, game, sets)
    if (cached := memory.recall()) is not None:
        return cached
    from rftg_dsl.author.validate.check_targets import check

    checked = check(targets, game, sets)
    if not checked.broken:  # the cache could not notice the repair of a broken plug-in
        memory.keep(checked.outcome, checked.places)
    return checked.outcome
