"""Random results taken from a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.tape import Tape

Source = Callable[[str, Sequence[int], int], Sequence[int]]
"""A function that returns recorded results, given the seat in the label, the domain and the number of results."""


class Recorded:
    """Recorded results, looked up by the purpose in the label (``round/seat/purpose/counter``)."""

    def __init__(self, tape: Tape, sources: Mapping[str, Source]) -> None:
        self.tape = tape
        self.sources = sources

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        return self.take_results(label, range(domain), times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        results = self.take_results(label, domain, times)
        if len(set(results)) != len(results):
            raise Disagreement(self.tape.line, "draw", "no repeats", list(results))
        return results

    def take_results(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        purpose, results = self.find_results(label, domain, times)
        if len(results) != times:
            raise Disagreement(self.tape.line, f"number of results for {purpose}", times, len(results))
        for result in results:
            if result not in domain:
                raise Disagreement(self.tape.line, purpose, "a valid result", self.tape.record)
        return results

    def find_results(self, label: str, domain: Sequence[int], times: int) -> tuple[str, Sequence[int]]:
        """The purpose in a label, and the results that its source gives."""
        _, seat, purpose, _ = label.split("/")
        if purpose not in self.sources:
            raise KeyError(f"the follower has no source for {purpose!r}, which is drawn or rolled as {label!r}")
        return purpose, self.sources[purpose](seat, domain, times)
