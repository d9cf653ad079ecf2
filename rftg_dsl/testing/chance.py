"""Chance for scenarios: it gives what the scenario says."""

from __future__ import annotations

from collections.abc import Sequence


def needs(true: bool, otherwise: str) -> None:
    """An ``AssertionError``, also where Python leaves assertions out."""
    if not true:
        raise AssertionError(otherwise)


class Scripted:
    """Chance that gives what the scenario says, in its order, and nothing else."""

    def __init__(self) -> None:
        self.script: list[tuple[str, list[int]]] = []

    def say(self, label: str, results: Sequence[int]) -> None:
        """The next results that are asked for under a label containing this."""
        self.script.append((label, list(results)))

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """What was said of this roll."""
        return self.take(label, range(domain), times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """What was said of this draw."""
        drawn = self.take(label, domain, times)
        needs(len(set(drawn)) == times, f"{label}: one is drawn twice")
        return drawn

    def take(self, label: str, domain: Sequence[int], times: int) -> list[int]:
        """The results said first for this label; they must fit."""
        nth = next((nth for nth, (part, _) in enumerate(self.script) if part in label), -1)
        said = ", ".join(part for part, _ in self.script) or "nothing"
        needs(nth >= 0, f"the scenario does not say what comes of {label} ({times} times), only of: {said}")
        results = self.script.pop(nth)[1]
        needs(len(results) == times, f"{label} is for {times}, the scenario says {len(results)}")
        needs(all(one in domain for one in results), f"{label}: {results} cannot come")
        return results
