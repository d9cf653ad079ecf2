"""The heads of many logs: of one with the same content as another only what differs is read.

A head of some 20 kB says again, in each log of an archive, what the content is. Only who made the log, who plays, and
where its results come from may differ; in a head that differs in anything else, everything is read and checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.base.limits import LOG_NAME
from rftg_dsl.log.format.kinds import HEAD
from rftg_dsl.log.format.read_log import read_head
from rftg_dsl.log.format.record import HALF, Record, line_of, raw_decoded
from rftg_dsl.log.format.shapes import has_shape
from rftg_dsl.log.proof.randomness import parse_randomness

VARYING = ("made_by", "randomness", "seats")
"""What differs between heads of the same content, in the order in which it stands there."""

MOST = 16
"""How many heads are remembered."""


def cut(head: Mapping[str, Any]) -> Sequence[str]:
    """The line of a head, cut at the places of what varies: one part more than there are places."""
    parts = [""]
    for nth, key in enumerate(sorted(head)):
        parts[-1] += f"{',' if nth else '{'}{line_of(key)}:"
        if key in VARYING:
            parts.append("")
        else:
            parts[-1] += line_of(head[key])
    return *parts[:-1], parts[-1] + "}"


class Alike:
    """All heads that are like one, but for what varies."""

    def __init__(self, head: Record) -> None:
        """``head`` has been checked."""
        self.head = head
        self.parts = cut(head)

    def read(self, line: str) -> Record | None:
        """The head in a line; None if it differs in anything else, or is in any way unusual."""
        varying: Record = {}
        at = 0
        try:
            for name, part in zip(VARYING, self.parts, strict=False):
                if not line.startswith(part, at):
                    return None
                begin = at + len(part)
                varying[name], at = raw_decoded(line, begin)
                said = line[begin:at]
                if line_of(varying[name]) != said or HALF in said:
                    return None
        except (ValueError, RecursionError):
            return None
        return (
            {**self.head, **varying}
            if line[at:] == self.parts[-1] and is_usual(varying, self.head["players"])
            else None
        )


def is_usual(varying: Mapping[str, Any], players: int) -> bool:
    """Whether what varies is as a head must have it: see ``read_head``."""
    if not all(has_shape(varying[name], HEAD[name].shape) for name in VARYING):
        return False
    named = len(varying["seats"]) == players and all(len(seat) <= LOG_NAME.most for seat in varying["seats"])
    return named and parse_randomness(varying["randomness"], players) is not None


class Heads:
    """Reads heads, and remembers what they are like."""

    def __init__(self) -> None:
        self.known: list[Alike] = []
        """The kinds of heads that were read, the last one first."""

    def read(self, line: str) -> tuple[Record, Alike]:
        """The head in a line, and what it is like; whatever ``read_head`` raises."""
        for nth, known in enumerate(self.known):
            head = known.read(line)
            if head is not None:
                if nth:
                    self.known.insert(0, self.known.pop(nth))
                return head, known
        head = read_head(line)
        alike = Alike(head)
        self.known.insert(0, alike)
        del self.known[MOST:]
        return head, alike
