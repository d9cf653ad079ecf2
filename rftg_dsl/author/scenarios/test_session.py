"""A run of ``rftg test``: its results and, if requested, coverage and mutation testing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.author.scenarios.coverage import Coverage
from rftg_dsl.author.scenarios.mutation import Mutated
from rftg_dsl.author.scenarios.suites import Results, find_suites, run_mutants, run_suites
from rftg_dsl.base.diagnostic import UsageError


@frozen
class Session:
    """The outcome of a run."""

    results: Results
    coverage: Coverage | None = None
    mutated: Mutated | None = None
    """The result of mutation testing; None if it was not requested or could not be run."""
    untried: bool = False
    """Whether mutation testing was requested but could not be run because the scenarios did not pass."""
    short: int | None = None
    """The required coverage in per cent, if the actual coverage is lower; otherwise None."""

    @property
    def passed(self) -> bool:
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

    Raise ``UsageError`` if a target does not exist, or if no scenario matches ``wanted``.
    """
    coverage = Coverage() if covers or mutates or least is not None else None
    results = run_suites(find_suites(targets, game, extra), wanted, coverage=coverage)
    if wanted and not results.cases and not results.errors:
        hint = "leave --filter out to run all of them"
        raise UsageError(f"no scenario has {wanted!r} in its title or file name", hint, "wrong-option")
    # If a scenario already failed, every mutant would seem to be noticed.
    tries = mutates and results.passed
    changed = run_mutants(results, wanted, coverage) if tries and coverage is not None else None
    short = least if coverage is not None and least is not None and coverage.hundredths < least * 100 else None
    return Session(results, coverage if covers or short is not None else None, changed, mutates and not tries, short)
