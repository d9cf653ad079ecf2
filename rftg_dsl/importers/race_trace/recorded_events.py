"""The records of events in Race, and how they are counted until the next recorded state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from attrs import frozen

from rftg_dsl.importers.follow import Events
from rftg_dsl.importers.import_report import Disagreement


@frozen
class Count:
    """A count of records, or of the members of their lists, by the values of some fields."""

    word: str
    fields: tuple[str, ...]
    each: tuple[str, ...] = ()
    """Fields with lists, whose members are counted one by one; the members of two lists are paired."""
    amount: str = ""
    """The field with the number to add; by default, 1 is added."""

    def add(self, sums: Counter[tuple[Any, ...]], record: Any) -> None:
        members = zip(*[record[field] for field in self.each], strict=True) if self.each else [()]
        for member in members:
            key = (self.word, *[record[field] for field in self.fields], *member)
            sums[key] += record[self.amount] if self.amount else 1


def make_reader(*counts: Count) -> Callable[[Any], None]:
    def read(f: Any) -> None:
        try:
            for count in counts:
                count.add(f.theirs, f.tape.record)
        except (KeyError, TypeError, ValueError):
            raise Disagreement(f.tape.line, "shape of the record", None, dict(f.tape.record)) from None

    return read


def read_reshuffle(f: Any) -> None:
    f.theirs["reshuffle", len(f.tape.record["deck"])] += 1


POWER = ("p", "by", "pw")

EVENTS: Events = {
    "round": make_reader(Count("round", ("n",))),
    "actions": make_reader(),  # already compared with the decisions
    "phase": make_reader(Count("phase", ("n",))),
    "draw": make_reader(Count("draw", ("p", "by"), each=("c",))),
    "place": make_reader(Count("place", ("p", "c"))),
    "good": make_reader(Count("good", ("p", "w", "g", "by"))),
    # Cards that are used but not discarded are compared with the options.
    "paid": make_reader(Count("paid", ("p",), each=("cards",)), Count("how", ("how", "c"))),
    "discard": make_reader(Count("discard", ("p", "why"), each=("c",))),
    "trade": make_reader(Count("sold", ("p", "by", "w", "g"))),
    # Cards drawn when goods are consumed have records of their own.
    "consume": make_reader(Count("consumed", POWER, each=("w", "g")), Count("vp", POWER, amount="vp")),
    "consume_hand": make_reader(Count("hand", POWER, each=("c",)), Count("vp", POWER, amount="vp")),
    "gamble": make_reader(Count("gamble", ("n", "c", "kept"))),
    "goal": make_reader(Count("goal", ("p", "goal", "got"))),
    "reshuffle": read_reshuffle,
}
