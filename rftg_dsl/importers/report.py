"""The findings from following recorded games."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen


@frozen
class Difference:
    """The first point where a recorded game and our engine differ."""

    game: str
    """The id of the recorded game."""
    line: int
    """The ordinal of the record in its log, counted from 1; 0 is the header, and one past the last is the end."""
    what: str
    ours: Any
    theirs: Any


@frozen
class ImportReport:
    """How many recorded games there are, how many agree, and where the others differ."""

    games: int
    agree: int
    differences: tuple[Difference, ...]
    accounted: tuple[Difference, ...] = ()
    """Where a recording departs from the rules in a way that is known; those games agree, with its figures."""

    def plain(self) -> dict[str, Any]:
        """The report as plain data for JSON."""
        differences, accounted = ([asdict(one) for one in those] for those in (self.differences, self.accounted))
        return {"games": self.games, "agree": self.agree, "differences": differences, "accounted": accounted}


class Differs(Exception):
    """Our engine cannot continue as recorded, or its state differs."""

    def __init__(self, line: int, what: str, ours: Any, theirs: Any) -> None:
        super().__init__(f"record {line}, {what}: ours {ours!r}, theirs {theirs!r}")
        self.line = line
        self.what = what
        self.ours = ours
        self.theirs = theirs
