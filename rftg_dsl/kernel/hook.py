"""Hooks: powers as the kernel runs them, and the order in which they react.

A hook waits at one *point*: a window (``end of ship``), an event (``settled``) or a number (``cost``). The order in
which the hooks at a point react is decided when it comes, never before, and it follows from the table alone:

1. *Seats in strict order.* ``Rules.order`` gives it for this moment: from the active seat, or from the one with the
   lowest number, as the game's content says. A seat's powers have all reacted before those of the next seat.
2. *Rank.* Of one seat's powers, those that say ``first`` come before the others, and ``last`` after them.
3. *Entering play.* ``Table.entered`` numbers pieces as they come into play. A lasting effect has the number of the
   newest piece at the moment when it began, and comes after that piece.
4. *Ordinal.* Powers of one piece react as they are printed.

2 to 4 are ``Bound.key`` and the order of insertion: ``InPlay.listen`` keeps each row sorted, so firing only walks it.

Each hook sees what the earlier ones left. One that may have to ask is not carried out at once: it goes to the agenda,
and so does every later one, or it would overtake the first. That a power still applies is tested again when its turn
comes. Where a rule gives its owner the order, as Race does for consume powers, the game asks which power is next
instead of firing the point. Numbers are changed in the same order by ``Play.value``, hook by hook. A floor holds for
the hook that says it, so the compiler ranks those with a higher floor first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Price:
    """What its owner gives for the change that a power makes to a number.

    ``units(play, owner, piece)`` has how many there are of each thing that it can be paid with; ``pay(play, owner,
    piece, n, but)`` takes ``n`` of them, none of those in ``but``.
    """

    __slots__ = ("counts", "high", "low", "own", "pay", "units")

    def __init__(
        self,
        low: int,
        high: int,
        own: bool,
        counts: Sequence[str],
        units: Callable[..., Mapping[Any, int]],
        pay: Callable[..., None],
    ) -> None:
        self.low = low
        """The fewest that it takes, at least 1."""
        self.high = high
        self.own = own
        """Whether it is the piece of the power itself."""
        self.counts = counts
        """The counters from which the change reads how many were given."""
        self.units = units
        self.pay = pay


class Hook:
    """A compiled power: when it reacts, and what it does.

    ``react(play, owner, piece, *about)`` reacts to an event; for a modifier, ``react(play, owner, piece, subject,
    base)`` returns the changed number. ``can(play, owner, piece, *about)`` says whether using the power is possible and
    would have an effect; for a modifier of a number that it opens, ``can(play, owner, piece, subject)`` says whether it
    opens it. ``options(play, owner, piece, *about)`` lists the alternatives that its owner can choose now,
    counted from 1.
    """

    __slots__ = (
        "alternatives",
        "asks",
        "can",
        "id",
        "itself",
        "may",
        "once",
        "options",
        "others",
        "point",
        "price",
        "rank",
        "react",
        "segments",
        "times",
    )

    def __init__(
        self,
        id: str,
        point: str,
        react: Callable[..., Any],
        can: Callable[..., bool],
        segments: Sequence[Callable[..., None]] = (),
        *,
        rank: int = 0,
        others: bool = False,
        itself: bool = False,
        asks: bool = False,
        may: bool = False,
        once: str = "",
        times: int = 1,
        options: Callable[..., Sequence[int]] | None = None,
        alternatives: Sequence[int] = (),
        price: Price | None = None,
    ) -> None:
        self.id = id
        """Piece, side and ordinal: ``T12.a/1``."""
        self.point = point
        """The window, event, number or phase it reacts to."""
        self.react = react
        self.can = can
        self.segments = segments
        """What it does, split wherever it has to wait for an answer."""
        self.rank = rank
        """Lower ranks come first."""
        self.itself = itself
        """Whether it is about its own piece, so that it counts before that piece does."""
        self.others = others
        """Whether it also reacts to what other seats do."""
        self.asks = asks
        """Whether it may have to wait for an answer."""
        self.may = may
        """Whether its owner can decline."""
        self.once = once
        """The period (``phase``, ``round``, ...) in which its uses are limited; empty if they are not."""
        self.times = times
        """How many times it can be used in that period."""
        self.options = options
        self.alternatives = alternatives
        """The segment with which each alternative begins."""
        self.price = price
        """What the change of a number costs; None if it costs nothing, or the power does something else."""


class Bound:
    """A hook in play: its owner, its piece, and its place in the order of the owner's hooks."""

    __slots__ = ("hook", "key", "owner", "piece", "until")

    def __init__(self, owner: int, piece: int, hook: Hook, entered: int, until: str = "") -> None:
        self.owner = owner
        self.piece = piece
        self.hook = hook
        self.until = until
        """The period it lasts for; empty if it lasts as long as its piece is in play."""
        self.key = (hook.rank, entered, until != "")
        """Rank, then order of entering play; a lasting effect comes after the pieces in play when it began."""

    def __eq__(self, other: object) -> bool:
        """Whether both are the same power of the same piece, at the same place in the order."""
        if not isinstance(other, Bound):
            return NotImplemented
        mine = (self.owner, self.piece, self.hook.id, self.key, self.until)
        return mine == (other.owner, other.piece, other.hook.id, other.key, other.until)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Bound(seat {self.owner}, piece {self.piece}, {self.hook.id})"


def sort_newest_first(row: Sequence[Bound]) -> Sequence[Bound]:
    """A seat's hooks by rank, and those of the same rank from the newest piece to the oldest."""
    newest = row[::-1]
    if row and row[0].hook.rank != row[-1].hook.rank:
        return sorted(newest, key=lambda bound: bound.hook.rank)
    return newest


Rows = tuple[tuple[Bound, ...], ...]
"""The hooks at one point, by seat; each seat's hooks are in order."""
