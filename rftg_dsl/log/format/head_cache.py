"""A cache of log heads. If a head has the same content as an earlier one, only the fields that may differ are parsed.

In an archive, every log of a game with the same content repeats some 20 kB of head. Such heads may differ only in the
program that wrote the log, the players, and the source of randomness. A head that differs in anything else is parsed
and checked in full.
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

MOST = 16


def cut(head: Mapping[str, Any]) -> Sequence[str]:
    """Split a head's line at its varying fields. The result has one more part than there are names in ``VARYING``."""
    parts = [""]
    for nth, key in enumerate(sorted(head)):
        parts[-1] += f"{',' if nth else '{'}{line_of(key)}:"
        if key in VARYING:
            parts.append("")
        else:
            parts[-1] += line_of(head[key])
    return *parts[:-1], parts[-1] + "}"


class Alike:
    """The heads that are equal to a checked head in everything except the varying fields."""

    def __init__(self, head: Record) -> None:
        self.head = head
        self.parts = cut(head)

    def read(self, line: str) -> Record | None:
        varying: Record = {}
        at = 0
        try:
            for name, part in zip(VARYING, self.parts, strict=False):
                if not line.startswith(part, at):
                    return None
                begin = at + len(part)
                varying[name], at = raw_decoded(line, begin)
                said = line[begin:at]
                # Leave anything that is not canonical to ``read_head``, which has the right error message for it.
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
    if not all(has_shape(varying[name], HEAD[name].shape) for name in VARYING):
        return False
    named = len(varying["seats"]) == players and all(len(seat) <= LOG_NAME.most for seat in varying["seats"])
    return named and parse_randomness(varying["randomness"], players) is not None


class Heads:
    """A cache of heads, starting with the most recently used."""

    def __init__(self) -> None:
        self.known: list[Alike] = []

    def read(self, line: str) -> tuple[Record, Alike]:
        """Return the head in ``line`` and the ``Alike`` that it belongs to. Errors in ``read_head`` are passed on."""
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
