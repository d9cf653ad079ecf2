"""The findings from following recorded games."""

from __future__ import annotations

from typing import Any

from attrs import asdict, field, frozen

from rftg_dsl.base.diagnostic import Unusable

RULES = "rules"
"""The kind of a difference: the recording and our rules disagree."""
ORDER = "order of cards"
"""The kind of a difference: the recorder draws the same cards in another order than the rules."""
UNKNOWN = "unknown"
"""The kind of a difference: nobody knows what the recording means here, so it is not followed any further."""

CONCEDED = "conceded"
"""A kind that is not a difference: a player conceded."""

INCOMPLETE = "incomplete"
"""A kind that is not a difference: the recording breaks off before the game is over."""
ILLEGAL = "illegal move"
"""The kind of a move of a person that the rules refuse, and that stood."""


@frozen
class Difference:
    """A point where a recorded game and our engine differ, or what else there is to say about a point of it."""

    file: str
    game: str
    """The id of the recorded game."""
    line: int
    """The ordinal of the record in its log, counted from 1; 0 is the header, and one past the last is the end."""
    what: str
    ours: Any
    theirs: Any
    kind: str = RULES


@frozen
class Unread:
    """A file of recorded games that could not be used, at least from some point on."""

    file: str
    error: Unusable = field(eq=False)

    def as_plain(self) -> dict[str, str]:
        """The file and its error as plain data."""
        return {"file": self.file, "code": self.error.code, "message": self.error.message, "hint": self.error.hint}


@frozen
class Imported:
    """How many games a file holds, how many of them agree, and how many were given up."""

    file: str
    games: int
    agree: int
    conceded: int
    incomplete: int = 0
    """The number of games that break off."""
    illegal: int = 0
    """The number of games with an illegal move that stood."""
    used: bool = True
    """Whether the file could be used to its end."""


LISTS = ("differences", "accounted", "tolerated", "illegal", "conceded", "incomplete")
"""The fields of a report that list games."""


@frozen
class ImportReport:
    """The number of recorded games, how many of them agree, and the findings about the others."""

    games: int
    agree: int
    differences: tuple[Difference, ...] = ()
    """The first difference in each game that does not agree."""
    accounted: tuple[Difference, ...] = ()
    """Where a recording departs from the rules in a way that is known; those games agree, with its figures."""
    tolerated: tuple[Difference, ...] = ()
    """Where a game was followed against the rules, as asked; it counts as agreeing, but its log is not valid."""
    illegal: tuple[Difference, ...] = ()
    """Each illegal move that stood; a game with one does not count as agreeing, and its log is not valid."""
    conceded: tuple[Difference, ...] = ()
    """The games that a player gave up: they agree up to there and do not count as agreeing; their logs end there."""
    incomplete: tuple[Difference, ...] = ()
    """The games whose recordings break off: they agree up to there, do not count as agreeing; their logs end there."""
    unknown: tuple[str, ...] = ()
    """What the recordings cannot vouch for."""
    unread: tuple[Unread, ...] = ()
    files: tuple[Imported, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 2 if a file could not be used, 1 if a game differs, breaks off or has an illegal move."""
        return 2 if self.unread else int(bool(self.differences or self.illegal or self.incomplete))

    def plain(self) -> dict[str, Any]:
        """The report as plain data for JSON."""
        lists = {name: getattr(self, name) for name in LISTS}
        return {
            "games": self.games,
            "agree": self.agree,
            **{name: [asdict(difference) for difference in differences] for name, differences in lists.items()},
            "unknown": list(self.unknown),
            "unread": [unread.as_plain() for unread in self.unread],
            "files": [asdict(file) for file in self.files],
        }


class Differs(Exception):
    """Our engine cannot continue as recorded, or its state differs."""

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

    accounted: tuple[Differs, ...] = ()
    """Differences that come from a known mistake or habit of the recorder, and change nothing else."""
    tolerated: tuple[Differs, ...] = ()
    """Differences that were followed because the user asked for it."""
    illegal: tuple[Differs, ...] = ()
    """The illegal moves that stood."""
    differs: Differs | None = None
    """The first difference, if it comes after an illegal move that stood; ``follow`` raises any other."""
    conceded: Differs | None = None
    """The record in which a player conceded."""
    unknown: tuple[str, ...] = ()
    """Facts of the game for which this recording cannot vouch."""
    incomplete: Differs | None = None
    """The record at which the recording breaks off before the game is over."""
