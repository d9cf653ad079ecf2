"""The players' actions and their results, collected by round and phase."""

from __future__ import annotations

from attrs import define, field

from rftg_dsl.importers.import_report import Disagreement

SETUP, ACTION, LIMIT = "setup", "action", "limit"
PHASES = (SETUP, ACTION, "explore", "develop", "develop2", "settle", "settle2", "consume", "produce", LIMIT)
"""The chapters of a round in order; setup belongs to round 0."""
PLACING = ("develop", "develop2", "settle", "settle2")

GOODS, HAND, DRAW, GUESS = "goods", "hand", "draw", "guess"

PHASE = "phase"


@define
class Placed:
    """A card that a player placed."""

    at: int
    piece: int
    conquered: bool
    money: list[int]
    """The cards to pay; empty once they have been paid."""


@define
class Good:
    """A good that a world received."""

    at: int
    piece: int
    reason: int | str | None
    """``phase``, or the card whose power produced the good; None for ordinary production and settling."""


@define
class Use:
    """The use of a consume power, collected from all its records."""

    at: int
    name: str
    what: str
    seat: int | None = None
    """The player's seat; None until a record names the player."""
    card: int = -1
    """The card with the power, if the recording shows which of several copies it is."""
    pieces: list[int] = field(factory=list)
    named: int | None = None
    """The number guessed; None if it is not recorded."""

    def has_same_power(self, other: Use) -> bool:
        """Whether two records can belong to the same power of the same player."""
        same = (self.name, self.what, self.card) == (other.name, other.what, other.card)
        return same and (self.seat == other.seat or self.seat is None or other.seat is None)


@define
class Cost:
    """The site's cost for a card in hand."""

    at: int
    piece: int
    conquers: bool
    cost: int


Draws = dict[tuple[int, str], list[int]]
"""The cards drawn, by seat and by the name of the card with the power; the name is empty if it is not recorded."""


@define
class Chapter:
    """One phase of a round, or setup."""

    round: int
    phase: str
    at: int = 0
    revealed: bool = False
    choices: dict[int, tuple[str, ...]] = field(factory=dict)
    drawn: Draws = field(factory=dict)
    kept: dict[int, list[int]] = field(factory=dict)
    placed: dict[int, Placed] = field(factory=dict)
    given_up: dict[int, list[int]] = field(factory=dict)
    costs: dict[int, list[Cost]] = field(factory=dict)
    goods: dict[int, Good] = field(factory=dict)
    sales: dict[int, int] = field(factory=dict)
    uses: list[Use] = field(factory=list)
    """The uses of consume powers, sorted by the position of their last records."""
    discards: list[tuple[int, list[int]]] = field(factory=list)
    """The packet and the cards of each discard from a hand; the cards identify the owner."""
    left_starts: list[int] = field(factory=list)
    reshuffles: list[int] = field(factory=list)
    chips: dict[int, int] = field(factory=dict)
    """The VP chips of players whose score has changed."""
    prices: tuple[int, dict[int, int]] | None = None
    """The packet, and the price of each good for its owner."""
    over: tuple[int, dict[int, int]] | None = None
    """The packet, and the number of cards over the hand limit for each seat."""
    unknown: tuple[int, str] | None = None
    """The packet, and a description of a record whose meaning is unknown."""

    @property
    def key(self) -> tuple[int, int]:
        return self.round, PHASES.index(self.phase)

    def find_leftovers(self) -> list[str]:
        there = {
            "draws": any(self.drawn.values()),
            "cards given up": any(self.given_up.values()),
            "goods produced": self.goods,
            "goods sold": self.sales,
            "powers used": self.uses,
            "discards": self.discards,
        }
        return [what for what, left in there.items() if left]


@define
class Counts:
    """The site's card counts."""

    at: int
    hands: dict[int, int]
    tableaus: dict[int, int]
    supply: int


@define
class Military:
    """The site's Military figures, by seat."""

    general: dict[int, int] = field(factory=dict)
    special: dict[int, dict[str, int]] = field(factory=dict)
    """Military by kind of world for each seat; ``base`` is general Military."""


@define
class Standing:
    """The site's figures at the end of a round."""

    at: int
    scores: dict[int, int]
    military: Military
    counts: Counts | None = None
    six: tuple[int, dict[int, int], dict[int, dict[int, int]]] | None = None
    """The packet, the points for cost-6 developments in tableaus and, by seat, the points for those in hand."""


@define
class Bonus:
    """The points for a development at the end of the game."""

    at: int
    seat: int
    name: str
    points: int


@define
class Script:
    """The whole content of a recording."""

    chapters: dict[tuple[int, int], Chapter] = field(factory=dict)
    standings: dict[int, Standing] = field(factory=dict)
    hands: dict[int, list[int]] = field(factory=dict)
    starts: dict[int, list[int]] = field(factory=dict)
    shown: dict[int, int] = field(factory=dict)
    pool: int = 0
    supply: int = 0
    ends: list[tuple[int, str]] = field(factory=list)
    bonuses: list[Bonus] = field(factory=list)
    conceded: Disagreement | None = None
    over: bool = False
    incomplete: Disagreement | None = None
    """The last packet before an early end or a gap, and a description of what is missing."""
    at: int = 0

    @property
    def stops(self) -> bool:
        return self.conceded is not None or self.incomplete is not None

    def chapter_for(self, round_: int, phase: str) -> Chapter:
        """The chapter for a phase; it is empty if the site has no record of that phase."""
        key = round_, PHASES.index(phase)
        if key not in self.chapters:
            self.chapters[key] = Chapter(round_, phase)
        return self.chapters[key]
