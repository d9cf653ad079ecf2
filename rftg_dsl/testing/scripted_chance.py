"""Scripted chance for scenarios."""

from __future__ import annotations

from collections.abc import Sequence


def require(condition: bool, message: str) -> None:
    """Raise ``AssertionError`` unless the condition holds, even under ``python -O``."""
    if not condition:
        raise AssertionError(message)


class Scripted:
    """A source of chance that returns exactly the scripted results, in order."""

    def __init__(self) -> None:
        self.script: list[tuple[str, list[int]]] = []

    def say(self, label: str, results: Sequence[int]) -> None:
        """Script the results of the next roll or draw whose label contains ``label``."""
        self.script.append((label, list(results)))

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """The scripted results of a roll."""
        return self.take(label, range(domain), times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """The scripted results of a draw."""
        drawn = self.take(label, domain, times)
        require(len(set(drawn)) == times, f"{label}: a member is drawn twice")
        return drawn

    def take(self, label: str, domain: Sequence[int], times: int) -> list[int]:
        """Return the next results scripted for this label. Raise ``AssertionError`` if there are none, or if they are
        invalid."""
        nth = next((nth for nth, (part, _) in enumerate(self.script) if part in label), -1)
        scripted = ", ".join(part for part, _ in self.script) or "nothing"
        require(nth >= 0, f"the scenario has no scripted results for {label} (it needs {times}), only for: {scripted}")
        results = self.script.pop(nth)[1]
        require(
            len(results) == times, f"{label} needs {times} results, but the scenario has only {len(results)} scripted"
        )
        require(all(result in domain for result in results), f"{label}: {results} are not valid results")
        return results
