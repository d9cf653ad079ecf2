"""What following recorded games found."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen


@frozen
class Difference:
    """The first point at which a recorded game and our engine part."""

    game: str
    """The id of the recorded game."""
    line: int
    """The ordinal of the record in its log, the first is 1; 0 is the header, one more than the last is the end."""
    what: str
    ours: Any
    theirs: Any


@frozen
class ImportReport:
    """How many recorded games there are, how many agree, and where the others do not."""

    games: int
    agree: int
    differences: tuple[Difference, ...]

    def plain(self) -> dict[str, Any]:
        """The report as JSON has it."""
        return {"games": self.games, "agree": self.agree, "differences": [asdict(one) for one in self.differences]}


class Differs(Exception):
    """Our engine cannot go on as recorded, or stands elsewhere."""

    def __init__(self, line: int, what: str, ours: Any, theirs: Any) -> None:
        super().__init__(f"record {line}, {what}: ours {ours!r}, theirs {theirs!r}")
        self.line = line
        self.what = what
        self.ours = ours
        self.theirs = theirs
