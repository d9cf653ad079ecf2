"""The work budget for log readers, which keeps the cost of reading a stranger's log proportional to its size.

Each byte read earns steps, and operations that a few bytes can make expensive spend them: searching a place with many
pieces, hashing the table at a mark, building strings from long names, or showing an event to many viewers. A step is
about 0.1 microseconds of Python, or a few bytes of memory. Work that is proportional to the number of bytes read, such
as parsing, is free.

Logs of games that people and bots played cost at most about two steps per byte (``tests/log/test_budget.py`` measures
some of them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from itertools import chain
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import LOG_NAME, PLAYERS, WORK, WORK_PER_BYTE

Spend = Callable[[int], None]


def spend_nothing(steps: int) -> None:
    """Charge nothing; used for logs that this process writes."""


def steps_for(size: int) -> int:
    return WORK.most + size * WORK_PER_BYTE.most


class Budget:
    """The steps that may be spent on one log. Each time the log is read, its bytes earn more steps."""

    __slots__ = ("earned", "used")

    def __init__(self) -> None:
        self.earned = steps_for(0)
        self.used = 0

    def earn(self, size: int) -> None:
        self.earned += size * WORK_PER_BYTE.most

    def spend(self, steps: int) -> None:
        """Spend ``steps``. Raise ``UsageError`` if the total exceeds the steps earned by the bytes read so far."""
        self.used += steps
        if self.used > self.earned:
            hint = "no real game produces such a log: ask its author for the original log"
            raise UsageError("this log takes far more work to read than its size warrants", hint, "too-much-work")


def steps_to_move(at: int, *places: Sized) -> int:
    """The cost of finding a piece at index ``at`` and moving it from one of the ``places`` to another."""
    # The search compares entries one by one. Shifting the later entries is a block copy, some 30 times cheaper per
    # entry.
    return 1 + (at >> 2) + (sum(map(len, places)) >> 7)


def steps_to_count(place: Sized) -> int:
    return 1 + (len(place) >> 5)


def steps_to_copy(*places: Sized) -> int:
    return 1 + (sum(map(len, places)) >> 4)


def steps_to_digest(size: int) -> int:
    return size >> 2


def steps_to_word(text: str) -> int:
    return 1 + (len(text) >> 3)


def steps_to_show(people: int) -> int:
    """The cost of showing one event to ``people`` viewers. Each viewer beyond the maximum for a game costs ten times as
    much."""
    usual = min(people, PLAYERS.most + 1)
    return VIEW * usual + 10 * VIEW * (people - usual)


VIEW = 20

# -- names --------------------------------------------------------------------------------------------------------

LONGEST = LOG_NAME.most


def check_name(name: str) -> None:
    if len(name) > LONGEST:
        hint = "no real game has such names: ask the log's author for the original log"
        raise UsageError(f"a name in this log is longer than {LONGEST} characters", hint, "too-much-work")


def check_names(head: Mapping[str, Any]) -> None:
    check_name(max(names_in(head), key=len, default=""))


def names_in(head: Mapping[str, Any]) -> Iterable[str]:
    """Return the names and ids in a head. The shapes of the head's parts need not have been checked yet."""
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
