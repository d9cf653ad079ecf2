"""What the players did and what came of it, collected by round and phase."""

from __future__ import annotations

from attrs import define, field

SETUP, ACTION, LIMIT = "setup", "action", "limit"
PHASES = (SETUP, ACTION, "explore", "develop", "develop2", "settle", "settle2", "consume", "produce", LIMIT)
"""The chapters of a round in order; setup belongs to round 0."""
PLACING = ("develop", "develop2", "settle", "settle2")
"""The phases in which cards are placed."""

GOODS, HAND, DRAW, GUESS = "goods", "hand", "draw", "guess"
"""What a consume power uses or does: goods, cards in hand, a draw alone, a guess."""

PHASE = "phase"
"""The reason of a good that the action produces."""


@define
class Placed:
    """A card that a player placed."""

    at: int
    piece: int
    conquered: bool
    money: list[int]
    """The cards paid; empty once they have been."""


@define
class Good:
    """A good that a world got."""

    at: int
    piece: int
    reason: int | str | None
    """``phase``, or the card with the power that produced it; None for production and settling."""


@define
class Use:
    """The use of a consume power, collected from all its records."""

    at: int
    """The packet of its last record."""
    name: str
    what: str
    seat: int | None = None
    """None until a record of it names the player."""
    card: int = -1
    """The card with the power, where the recording shows which of several copies it is."""
    pieces: list[int] = field(factory=list)
    """The goods consumed or sold, the cards discarded, or the card turned up."""
    named: int | None = None
    """The number guessed; None if the recording does not say."""

    def has_same_power(self, other: Use) -> bool:
        """Whether two records are of the same power of the same player, as far as they say."""
        same = (self.name, self.what, self.card) == (other.name, other.what, other.card)
        return same and (self.seat == other.seat or self.seat is None or other.seat is None)


@define
class Cost:
    """What the site asks for a card in hand."""

    at: int
    piece: int
    conquers: bool
    cost: int


Draws = dict[tuple[int, str], list[int]]
"""Cards drawn, by seat and by the name of the card with the power; the name is empty where the site gives none."""


@define
class Chapter:
    """One phase of a round, or setup."""

    round: int
    phase: str
    at: int = 0
    """Its last packet."""
    revealed: bool = False
    """Whether all players have placed their cards."""
    choices: dict[int, tuple[str, ...]] = field(factory=dict)
    drawn: Draws = field(factory=dict)
    kept: dict[int, list[int]] = field(factory=dict)
    placed: dict[int, Placed] = field(factory=dict)
    given_up: dict[int, list[int]] = field(factory=dict)
    costs: dict[int, list[Cost]] = field(factory=dict)
    goods: dict[int, Good] = field(factory=dict)
    """The goods produced, by world."""
    sales: dict[int, int] = field(factory=dict)
    """The goods sold by the action, by seat."""
    uses: list[Use] = field(factory=list)
    """In the order of their last records."""
    discards: list[tuple[int, list[int]]] = field(factory=list)
    """Cards discarded from hands, each time with the packet; their owners follow from the cards."""
    left_starts: list[int] = field(factory=list)
    """The start worlds that were not kept."""
    reshuffles: list[int] = field(factory=list)
    """The packets in which the discards became the supply."""
    chips: dict[int, int] = field(factory=dict)
    """The VP chips of players whose score has changed."""
    prices: tuple[int, dict[int, int]] | None = None
    """With its packet, what each good would bring its owner."""
    over: tuple[int, dict[int, int]] | None = None
    """With its packet, the cards over the hand limit by seat."""
    unknown: tuple[int, str] | None = None
    """With its packet, what nobody knows how to read."""

    @property
    def key(self) -> tuple[int, int]:
        """Its place in the order of play."""
        return self.round, PHASES.index(self.phase)

    def find_leftovers(self) -> list[str]:
        """What should have been used up when the phase is over, and is not."""
        there = {
            "draws": any(self.drawn.values()),
            "cards placed": self.placed,
            "cards given up": any(self.given_up.values()),
            "goods produced": self.goods,
            "goods sold": self.sales,
            "powers used": self.uses,
            "discards": self.discards,
        }
        return [what for what, left in there.items() if left]


@define
class Counts:
    """Cards counted by the site."""

    at: int
    hands: dict[int, int]
    tableaus: dict[int, int]
    supply: int


@define
class Military:
    """The site's figures for Military, by seat."""

    general: dict[int, int] = field(factory=dict)
    special: dict[int, dict[str, int]] = field(factory=dict)
    """By kind of world; ``base`` is the general one."""


@define
class Standing:
    """The figures of the site at the end of a round."""

    at: int
    scores: dict[int, int]
    """Chips and printed points."""
    military: Military
    counts: Counts | None = None
    six: tuple[int, dict[int, int], dict[int, dict[int, int]]] | None = None
    """With its packet, the points of developments of cost 6 in tableaus, and by seat of those in hand."""


@define
class Bonus:
    """Points for a development at the end."""

    at: int
    seat: int
    name: str
    points: int


@define
class Script:
    """Everything that a recording says."""

    chapters: dict[tuple[int, int], Chapter] = field(factory=dict)
    standings: dict[int, Standing] = field(factory=dict)
    """The figures at the end of each round; round 0 is setup."""
    hands: dict[int, list[int]] = field(factory=dict)
    starts: dict[int, list[int]] = field(factory=dict)
    """The start worlds dealt to each seat."""
    shown: dict[int, int] = field(factory=dict)
    """The start world that each seat has kept."""
    pool: int = 0
    supply: int = 0
    """The VP chips and the cards in the supply before the first move."""
    ends: list[tuple[int, str]] = field(factory=list)
    """Why the game ends, each with its packet."""
    bonuses: list[Bonus] = field(factory=list)
    conceded: tuple[int, str] | None = None
    """The packet in which a player gave up, and its name."""
    over: bool = False
    """Whether the site says that the game is over."""
    incomplete: tuple[int, str] | None = None
    """The packet after which the recording has no more, or a gap, before the game is over; and which of these."""
    at: int = 0
    """The last packet."""

    @property
    def stops(self) -> bool:
        """Whether the recording stops before the game is over."""
        return self.conceded is not None or self.incomplete is not None

    def chapter_for(self, round_: int, phase: str) -> Chapter:
        """A phase of a round; without any record if the site had none."""
        key = round_, PHASES.index(phase)
        if key not in self.chapters:
            self.chapters[key] = Chapter(round_, phase)
        return self.chapters[key]
