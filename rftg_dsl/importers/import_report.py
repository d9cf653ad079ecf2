"""Findings from following recorded games."""

from __future__ import annotations

from typing import Any

from attrs import asdict, field, frozen

from rftg_dsl.base.diagnostic import UsageError

RULES = "rules"
"""A difference in which the recording and our rules disagree."""
ORDER = "order of cards"
"""A difference in which the recorder draws the same cards in a different order than the rules."""
UNKNOWN = "unknown"
"""A difference in which the meaning of a record is unknown, so the game cannot be followed any further."""

CONCEDED = "conceded"
"""Not a difference, but a player's concession."""

INCOMPLETE = "incomplete"
"""Not a difference, but the end of a recording before the game is over."""
ILLEGAL = "illegal move"
"""A person's move that the rules refuse but the recorder accepted."""


@frozen
class Difference:
    """A point at which a recorded game and our engine differ, or another finding at a point in the game."""

    file: str
    game: str
    line: int
    """The number of the record in its log, counted from 1; 0 is the header, and one past the last is the end."""
    what: str
    ours: Any
    theirs: Any
    kind: str = RULES


@frozen
class Unread:
    """A file of recorded games that could not be read completely."""

    file: str
    error: UsageError = field(eq=False)

    def as_plain(self) -> dict[str, str]:
        return {"file": self.file, "code": self.error.code, "message": self.error.message, "hint": self.error.hint}


@frozen
class Imported:
    """The number of games in one file, and how many of them fall into each category."""

    file: str
    games: int
    agree: int
    conceded: int
    incomplete: int = 0
    illegal: int = 0
    used: bool = True
    """False if the file could not be read to its end."""


LISTS = ("differences", "accounted", "tolerated", "illegal", "conceded", "incomplete")


@frozen
class ImportReport:
    """The number of recorded games, the number that agree, and the findings about all of them."""

    games: int
    agree: int
    differences: tuple[Difference, ...] = ()
    accounted: tuple[Difference, ...] = ()
    """Known departures of a recording from the rules; a game without other differences counts as agreeing."""
    tolerated: tuple[Difference, ...] = ()
    """Departures from the rules tolerated on request; the game can count as agreeing, but its log is not valid."""
    illegal: tuple[Difference, ...] = ()
    """Illegal moves that were accepted; their games do not count as agreeing, and their logs are not valid."""
    conceded: tuple[Difference, ...] = ()
    """Games that a player conceded; they agree up to that point, where their logs end, but do not count as agreeing."""
    incomplete: tuple[Difference, ...] = ()
    """Games whose recordings end early; they agree up to there, where their logs end, but do not count as agreeing."""
    unknown: tuple[str, ...] = ()
    """Facts that the recordings cannot confirm."""
    unread: tuple[Unread, ...] = ()
    files: tuple[Imported, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 2 if a file could not be used, 1 if a game differs, is incomplete or has an illegal move."""
        return 2 if self.unread else int(bool(self.differences or self.illegal or self.incomplete))

    def plain(self) -> dict[str, Any]:
        lists = {name: getattr(self, name) for name in LISTS}
        return {
            "games": self.games,
            "agree": self.agree,
            **{name: [asdict(difference) for difference in differences] for name, differences in lists.items()},
            "unknown": list(self.unknown),
            "unread": [unread.as_plain() for unread in self.unread],
            "files": [asdict(file) for file in self.files],
        }


class Disagreement(Exception):
    """Our engine cannot continue as recorded, or its state differs from the recorded one."""

    def __init__(self, line: int, what: str, ours: Any, theirs: Any, kind: str = RULES) -> None:
        super().__init__(f"record {line}, {what}: ours {ours!r}, theirs {theirs!r}")
        self.line = line
        self.what = what
        self.ours = ours
        self.theirs = theirs
        self.kind = kind


@frozen
class Followed:
    """The result of following a recorded game as far as it goes."""

    accounted: tuple[Disagreement, ...] = ()
    """Differences due to a known mistake or habit of the recorder that affects nothing else."""
    tolerated: tuple[Disagreement, ...] = ()
    illegal: tuple[Disagreement, ...] = ()
    differs: Disagreement | None = None
    """The first difference after an illegal move; ``follow`` raises all other differences."""
    conceded: Disagreement | None = None
    unknown: tuple[str, ...] = ()
    incomplete: Disagreement | None = None
    """The record at which the recording ends before the game is over."""
