"""Hooks: powers as the kernel runs them, and the order in which they react.

A hook waits at one *point*: a window (``end of ship``), an event (``settled``) or a number (``cost``). The order of the
hooks at a point is determined when the point is reached, never before, and depends on the table alone:

1. *Seats in strict order.* ``Rules.order`` gives the current order, which starts with the active seat or the one with
   the lowest number, as the game's content says. All of a seat's powers react before the next seat's.
2. *Rank.* Within a seat, powers marked ``first`` react before the others, and ``last`` after them.
3. *Entering play.* ``Table.entered`` numbers pieces as they come into play. A lasting effect has the number that the
   newest piece had when the effect began, and reacts after that piece.
4. *Ordinal.* A piece's powers react in printed order.

``Bound.key`` and insertion order implement 2 to 4: ``InPlay.listen`` keeps each row sorted, so firing only walks it.

Each hook sees the changes made by earlier ones. A hook that may have to ask a seat does not run at once: it goes on the
agenda, and so do all later ones, or they would overtake it. Each is tested again when its turn comes. Where a rule lets
the owner choose the order, as Race does for consume powers, the game asks which power is next instead of firing the
point. ``Play.value`` applies modifiers to a number in the same order. A floor applies only to the hook that declares
it, so the compiler ranks hooks with a higher floor first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Price:
    """The price of a power that changes a number.

    ``units(play, owner, piece)`` maps each thing that can pay the price to how many there are; ``pay(play, owner,
    piece, n, but)`` takes ``n`` things, but none of those in ``but``.
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
        """At least 1."""
        self.high = high
        self.own = own
        self.counts = counts
        """The counters that tell the change how many units were paid."""
        self.units = units
        self.pay = pay


class Hook:
    """A compiled power: its effect, and the point at which it reacts.

    ``react(play, owner, piece, *about)`` reacts to an event; for a modifier, ``react(play, owner, piece, subject,
    base)`` returns the changed number. ``can(play, owner, piece, *about)`` tests whether using the power is possible
    and would have an effect; for a modifier of a number that is closed unless a power opens it, ``can(play, owner,
    piece, subject)`` tests whether this one does. ``options(play, owner, piece, *about)`` lists the alternatives that
    its owner can choose now, numbered from 1.
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
        """Its effects, split wherever it has to wait for an answer."""
        self.rank = rank
        self.itself = itself
        """Whether it concerns its own piece, and so counts even before that piece is in play."""
        self.others = others
        self.asks = asks
        self.may = may
        """Whether its owner can decline."""
        self.once = once
        self.times = times
        """Uses allowed in each ``once`` period."""
        self.options = options
        self.alternatives = alternatives
        self.price = price


class Bound:
    """A hook in play, with its owner, its piece and its sort key within the owner's row."""

    __slots__ = ("hook", "key", "owner", "piece", "until")

    def __init__(self, owner: int, piece: int, hook: Hook, entered: int, until: str = "") -> None:
        self.owner = owner
        self.piece = piece
        self.hook = hook
        self.until = until
        """The period it lasts for; empty if it lasts as long as its piece is in play."""
        self.key = (hook.rank, entered, until != "")
        """Rank, then order of entering play; a lasting effect follows the pieces already in play when it began."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bound):
            return NotImplemented
        # Compare by value: an index rebuilt from a table must equal one that was kept up to date.
        mine = (self.owner, self.piece, self.hook.id, self.key, self.until)
        return mine == (other.owner, other.piece, other.hook.id, other.key, other.until)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Bound(seat {self.owner}, piece {self.piece}, {self.hook.id})"


def sort_newest_first(row: Sequence[Bound]) -> Sequence[Bound]:
    """A seat's hooks by rank and, within a rank, from the newest piece to the oldest."""
    newest = row[::-1]
    # Rows are sorted, so equal ranks at both ends mean a single rank, and reversing was enough.
    if row and row[0].hook.rank != row[-1].hook.rank:
        return sorted(newest, key=lambda bound: bound.hook.rank)
    return newest


Rows = tuple[tuple[Bound, ...], ...]
