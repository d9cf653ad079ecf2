"""Whether content is sound: what is to be checked, the verdict on it, and verdicts kept until something changes."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.validate.target import target
from rftg_dsl.validate.unchanged import Memory
from rftg_dsl.validate.verdict import Verdict


def validated(what: Sequence[str], game: str = "") -> Verdict:
    """The verdict on what is named, or on all shipped content; that of an earlier run where nothing has changed."""
    targets = [target(one) for one in what]
    memory = Memory(targets, game)
    if (found := memory.recall()) is not None:
        return found
    from rftg_dsl.validate.check import check

    checked = check(targets, game)
    if not checked.broken:  # nothing says what would mend a plug-in that is broken
        memory.keep(checked.verdict, checked.places)
    return checked.verdict
