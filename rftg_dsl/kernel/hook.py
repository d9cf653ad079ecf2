"""Hooks: powers as the kernel runs them, and the order in which they react.

A hook waits at one *point*: a window (``end of ship``), an event (``settled``) or a number (``cost``). The order of the
hooks at a point is determined when the point is reached, never before, and depends only on the table:

1. *Seats in strict order.* ``Rules.order`` returns the current order. It starts with a seat that the game's content
   determines, such as the active seat or the seat with the lowest number on a piece. All of a seat's powers react
   before the powers of the next seat.
2. *Rank.* Within a seat, powers marked ``first`` react before the other powers, and those marked ``last`` after them.
3. *Entering play.* ``Table.entered`` numbers pieces as they come into play. A lasting effect has the number that the
   newest piece had when the effect began, and it reacts after that piece.
4. *Ordinal.* A piece's powers react in printed order.

``Bound.key`` and insertion order implement rules 2 to 4. ``InPlay.listen`` keeps each row sorted, so firing a point
only has to walk the row.

Each hook sees the changes made by earlier hooks. A hook that may have to ask a seat does not run at once. It is put on
the agenda together with all later hooks, which would otherwise overtake it, and each of them is tested again when its
turn comes. Where a rule lets the owner choose the order, as Race does for consume powers, the game asks which power is
next instead of firing the point. ``Play.value`` applies modifiers to a number in the same order. A floor applies only
to the hook that declares it, so the compiler ranks hooks with a higher floor first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Price:
    """The price of a power that changes a number.

    ``units(play, owner, piece)`` maps each thing that can pay the price to the number available. ``pay(play, owner,
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
        """The minimum number of units to pay, which is at least 1."""
        self.high = high
        self.own = own
        self.counts = counts
        """The counters from which the change reads the number of units paid."""
        self.units = units
        self.pay = pay


class Hook:
    """A compiled power: its effect, and the point at which it reacts.

    ``react(play, owner, piece, *about)`` reacts to an event. For a modifier, ``react(play, owner, piece, subject,
    base)`` returns the changed number. ``can(play, owner, piece, *about)`` tests whether the power can be used and
    would have an effect. Some numbers are closed unless a power opens them; for a modifier of such a number,
    ``can(play, owner, piece, subject)`` tests whether this power opens it. ``options(play, owner, piece, *about)``
    lists the alternatives that the owner can currently choose, numbered from 1.
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
        """The piece, side and ordinal of the power, such as ``T12.a/1``."""
        self.point = point
        """The window, event, number or phase that the power reacts to."""
        self.react = react
        self.can = can
        self.segments = segments
        """The power's effects, split wherever it has to wait for an answer."""
        self.rank = rank
        self.itself = itself
        """Whether the power concerns its own piece, in which case it counts even before that piece is in play."""
        self.others = others
        self.asks = asks
        self.may = may
        """Whether the power's owner can decline to use it."""
        self.once = once
        self.times = times
        """The number of uses allowed in each ``once`` period."""
        self.options = options
        self.alternatives = alternatives
        self.price = price


class Bound:
    """A hook in play, with its owner, its piece, and its sort key within the owner's row."""

    __slots__ = ("hook", "key", "owner", "piece", "until")

    def __init__(self, owner: int, piece: int, hook: Hook, entered: int, until: str = "") -> None:
        self.owner = owner
        self.piece = piece
        self.hook = hook
        self.until = until
        """The period for which the hook lasts; empty if it lasts as long as its piece is in play."""
        self.key = (hook.rank, entered, until != "")
        """The rank, then the order of entering play. A lasting effect follows the pieces that were in play when it
        began."""

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
    """Sort a seat's hooks by rank and, within a rank, from the newest piece to the oldest."""
    newest = row[::-1]
    # Rows are sorted, so equal ranks at both ends mean that there is only one rank, and reversing the row is enough.
    if row and row[0].hook.rank != row[-1].hook.rank:
        return sorted(newest, key=lambda bound: bound.hook.rank)
    return newest


Rows = tuple[tuple[Bound, ...], ...]
