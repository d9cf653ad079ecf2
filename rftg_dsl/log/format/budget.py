"""A budget of work for every reader of a log: a stranger's log costs time and memory in proportion to its bytes.

Each byte read earns steps. What one byte can make expensive spends them: a search in a place with many pieces, a table
that is digested at a mark, a text made of long names, an event that many people follow. A step is about 0.1
microseconds of Python, or a few bytes of memory. What costs no more than its own bytes, such as parsing them, spends
nothing.

The games of people and bots spend at most about two steps a byte (``tests/log/test_budget.py`` measures some).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from itertools import chain
from typing import Any

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.limits import LOG_NAME, PLAYERS, WORK, WORK_PER_BYTE

Spend = Callable[[int], None]
"""Spends steps of a budget."""


def spend_nothing(steps: int) -> None:
    """Spends nothing: for what a game of our own writes."""


def steps_for(size: int) -> int:
    """The steps that reading a log of this many bytes may take."""
    return WORK.most + size * WORK_PER_BYTE.most


class Budget:
    """The steps that reading one log may take; reading it once more earns them once more."""

    __slots__ = ("earned", "used")

    def __init__(self) -> None:
        self.earned = steps_for(0)
        self.used = 0

    def earn(self, size: int) -> None:
        """So many bytes were read."""
        self.earned += size * WORK_PER_BYTE.most

    def spend(self, steps: int) -> None:
        """Take some steps; ``Unusable`` if that is more than the bytes read so far have earned."""
        self.used += steps
        if self.used > self.earned:
            hint = "no game makes such a log: ask whoever made it for the one that was played"
            raise Unusable("this log takes far more work than a log of its size should", hint, "too-much-work")


def steps_to_move(at: int, *places: Sized) -> int:
    """The steps for a piece that moves: it was found at a position, and the rest of the places moves up or down."""
    return 1 + (at >> 2) + (sum(map(len, places)) >> 7)


def steps_to_count(place: Sized) -> int:
    """The steps for counting those in a place that are not seen."""
    return 1 + (len(place) >> 5)


def steps_to_copy(*places: Sized) -> int:
    """The steps for copying lists, or for comparing them with copies of themselves."""
    return 1 + (sum(map(len, places)) >> 4)


def steps_to_digest(size: int) -> int:
    """The steps for writing this many bytes of JSON and digesting them."""
    return size >> 2


def steps_to_word(text: str) -> int:
    """The steps for a text that people read, made of names that the log has elsewhere."""
    return 1 + (len(text) >> 3)


def steps_to_show(people: int) -> int:
    """The steps for an event as people see it; each person beyond the most that content has costs ten times as much."""
    usual = min(people, PLAYERS.most + 1)
    return VIEW * usual + 10 * VIEW * (people - usual)


VIEW = 20
"""The steps for an event as one person sees it."""

# -- names --------------------------------------------------------------------------------------------------------

LONGEST = LOG_NAME.most
"""Maximum characters of a name or an id."""


def check_name(name: str) -> None:
    """``Unusable`` for a name or an id that is too long to be said again and again."""
    if len(name) > LONGEST:
        hint = "no game makes such names: ask whoever made the log for the one that was played"
        raise Unusable(f"a name in this log has more than {LONGEST} characters", hint, "too-much-work")


def check_names(head: Mapping[str, Any]) -> None:
    """``Unusable`` if a head that has been read has a name or an id that is too long."""
    check_name(max(names_in(head), key=len, default=""))


def names_in(head: Mapping[str, Any]) -> Iterable[str]:
    """The names and ids of a head, as far as they are texts."""
    table, unseen, names = head["table"], head["unseen"], head["names"]
    parts = [part for part in (*table.values(), *unseen.values()) if isinstance(part, dict)]
    sides = table.get("sides")
    pieces = table.get("pieces")
    lists = [value for value in pieces.values() if isinstance(value, list)] if isinstance(pieces, dict) else ()
    texts = chain(
        head["seats"],
        head["stretch"],
        (head["game"],),
        names,
        names.values(),
        *parts,
        sides.values() if isinstance(sides, dict) else (),
        *lists,
    )
    return (text for text in texts if isinstance(text, str))
