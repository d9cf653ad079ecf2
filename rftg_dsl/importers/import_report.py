"""Findings from following recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, field, frozen

from rftg_dsl.base.diagnostic import UsageError

RULES = "rules"
"""A difference between the recording and our rules."""
ORDER = "order of cards"
"""A difference in which the recorder draws the same cards as the rules, but in a different order."""
UNKNOWN = "unknown"
"""A record whose meaning is unknown, which makes it impossible to follow the game any further."""

CONCEDED = "conceded"
"""Not a difference, but a player's concession."""

INCOMPLETE = "incomplete"
"""Not a difference, but the end of a recording before the game is over."""
ILLEGAL = "illegal move"
"""A person's move that the rules refuse but the recorder accepted."""

UNSCORED = "unscored"
"""Not a difference, but a position, or a seat in it, that the rules at hand cannot score."""

AGREES, ACCOUNTED, DIFFERS = "agrees", "accounted", "differs"
OUTCOMES = (AGREES, ACCOUNTED, DIFFERS, UNSCORED)
"""The outcomes for a seat in a position that is scored."""


@frozen
class Difference:
    """A difference between a recorded game and our engine, or another finding, with its position in the game."""

    file: str
    game: str
    line: int
    """The record's number in the log: 0 for the header, 1 for the first record, one past the last for the end."""
    what: str
    ours: Any
    theirs: Any
    kind: str = RULES
    lines: Mapping[str, int] = field(factory=dict)
    """The lines of our score, if the difference is in a score."""


@frozen
class SeatScore:
    """The score of a seat in a position, as recorded and by our rules."""

    seat: int
    recorded: int
    points: int | None
    """Our total; None if the seat cannot be scored."""
    lines: Mapping[str, int]
    outcome: str
    """One of ``OUTCOMES``."""


@frozen
class Scored:
    """The score of a seat, with its place in the files."""

    file: str
    game: str
    score: SeatScore

    def as_plain(self) -> dict[str, Any]:
        return {"file": self.file, "game": self.game, **asdict(self.score)}


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
    unscored: int = 0
    used: bool = True
    """Whether the file could be read to its end."""


LISTS = ("differences", "accounted", "tolerated", "illegal", "conceded", "incomplete", "unscored")


@frozen
class ImportReport:
    """The number of recorded games, the number of games that agree, and the findings about all games."""

    games: int
    agree: int
    differences: tuple[Difference, ...] = ()
    accounted: tuple[Difference, ...] = ()
    """Known departures of recordings from the rules; a game without any other difference counts as agreeing."""
    tolerated: tuple[Difference, ...] = ()
    """Departures from the rules tolerated on request; their games can count as agreeing, but their logs are invalid."""
    illegal: tuple[Difference, ...] = ()
    """Illegal moves that the recorder accepted; their games do not count as agreeing, and their logs are invalid."""
    conceded: tuple[Difference, ...] = ()
    """Games that a player conceded; they agree up to the concession, where their logs end, but are not in ``agree``."""
    incomplete: tuple[Difference, ...] = ()
    """Games whose recordings end early; they agree up to that point, where their logs end, but are not in ``agree``."""
    unscored: tuple[Difference, ...] = ()
    """Positions and seats that could not be scored; their games are not in ``agree``, whatever the other seats do."""
    seats: Mapping[str, int] = field(factory=lambda: dict.fromkeys(OUTCOMES, 0))
    """The number of scored seats, by outcome."""
    scores: tuple[Scored, ...] = ()
    """Every scored seat, if requested."""
    unknown: tuple[str, ...] = ()
    """Facts that the recordings cannot confirm."""
    unread: tuple[Unread, ...] = ()
    files: tuple[Imported, ...] = ()

    @property
    def status(self) -> int:
        """The exit status: 2 if a file could not be used; 1 if a game differs, is incomplete, has an illegal move or
        cannot be scored."""
        return 2 if self.unread else int(bool(self.differences or self.illegal or self.incomplete or self.unscored))

    def plain(self) -> dict[str, Any]:
        lists = {name: getattr(self, name) for name in LISTS}
        return {
            "games": self.games,
            "agree": self.agree,
            **{name: [asdict(difference) for difference in differences] for name, differences in lists.items()},
            "seats": dict(self.seats),
            "scores": [scored.as_plain() for scored in self.scores],
            "unknown": list(self.unknown),
            "unread": [unread.as_plain() for unread in self.unread],
            "files": [asdict(file) for file in self.files],
        }


class Disagreement(Exception):
    """Raised if our engine cannot continue as recorded, or if its state differs from the recorded state."""

    def __init__(
        self, line: int, what: str, ours: Any, theirs: Any, kind: str = RULES, lines: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(f"record {line}, {what}: ours {ours!r}, theirs {theirs!r}")
        self.line = line
        self.what = what
        self.ours = ours
        self.theirs = theirs
        self.kind = kind
        self.lines = dict(lines or {})


@frozen
class Followed:
    """The result of following a recorded game as far as it goes."""

    accounted: tuple[Disagreement, ...] = ()
    """Differences caused by a known mistake or habit of the recorder that does not affect anything else."""
    tolerated: tuple[Disagreement, ...] = ()
    illegal: tuple[Disagreement, ...] = ()
    differences: tuple[Disagreement, ...] = ()
    """The first difference after an illegal move, or all differences of a position; ``follow`` raises all others."""
    conceded: Disagreement | None = None
    unknown: tuple[str, ...] = ()
    incomplete: Disagreement | None = None
    """The record at which the recording ends before the game is over."""
    unscored: tuple[Disagreement, ...] = ()
    scores: tuple[SeatScore, ...] = ()
    """The score of each seat, if the recording is a position."""

    @property
    def agrees(self) -> bool:
        return not (self.differences or self.illegal or self.conceded or self.incomplete or self.unscored)

    def list_findings(self) -> dict[str, tuple[Disagreement, ...]]:
        """The findings, by the list of an ``ImportReport`` that they belong to."""
        single = {"conceded": self.conceded, "incomplete": self.incomplete}
        several = {name: getattr(self, name) for name in LISTS if name not in single}
        return several | {name: () if finding is None else (finding,) for name, finding in single.items()}
