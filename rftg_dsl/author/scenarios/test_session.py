"""What one call of ``rftg test`` does: it runs scenarios, and measures what they cover and notice if asked to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.author.scenarios.coverage import Coverage
from rftg_dsl.author.scenarios.mutation import Mutated
from rftg_dsl.author.scenarios.suites import Results, find_suites, run_mutants, run_suites
from rftg_dsl.base.diagnostic import Unusable


@frozen
class Session:
    """What has come of it."""

    results: Results
    coverage: Coverage | None = None
    """None: it is not asked for."""
    mutated: Mutated | None = None
    """None: it is not asked for, or not tried."""
    untried: bool = False
    """Whether it is asked for, and scenarios have to be mended first."""
    short: int | None = None
    """The per cent that were asked for, if less is covered."""

    @property
    def passed(self) -> bool:
        """Whether there is nothing to mend."""
        return self.results.passed and self.short is None and (self.mutated is None or self.mutated.passed)


def run_session(
    targets: Sequence[str],
    game: str = "",
    extra: Sequence[str | Path] = (),
    wanted: str = "",
    covers: bool = False,
    least: int | None = None,
    mutates: bool = False,
) -> Session:
    """Run the scenarios of the targets, or of every installed game.

    ``Unusable`` if a target does not exist, or no scenario is ``wanted``.
    """
    coverage = Coverage() if covers or mutates or least is not None else None
    results = run_suites(find_suites(targets, game, extra), wanted, coverage=coverage)
    if wanted and not results.cases and not results.errors:
        hint = "leave --filter out to run all of them"
        raise Unusable(f"no scenario has {wanted!r} in its title or file", hint, "wrong-option")
    tries = mutates and results.passed
    changed = run_mutants(results, wanted, coverage) if tries and coverage is not None else None
    short = least if coverage is not None and least is not None and coverage.hundredths < least * 100 else None
    return Session(results, coverage if covers or short is not None else None, changed, mutates and not tries, short)
