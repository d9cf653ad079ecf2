"""Seals logs, so that a log can be public while its game is in progress and each seat receives its private knowledge.

A public log contains everything that everyone sees, event by event. It has a *veil* before each disclosure, each change
of stage, each mark, and the end. A veil is the root of salted commitments to everything else since the previous veil:
one commitment for the host and one for each seat. The host keeps the whole log, and each seat keeps what it has seen.
Anyone who is later shown either of these can check it against the veils.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Any, Protocol

from attrs import frozen

from rftg_dsl.kernel.program import DISCLOSED, STAGE
from rftg_dsl.kernel.table import FACT, NOTE
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.account.sight import SEE, Audience, Seen
from rftg_dsl.log.format.budget import Spend, spend_nothing
from rftg_dsl.log.format.kinds import PARTS
from rftg_dsl.log.format.record import Record, digest, line_of
from rftg_dsl.log.proof.merkle import Tree, path_of

SALT = "rftg-salt/2"

TOLD = ("form", "k", "name", "pick", "seat", "stood")

PART_STEPS = 50


@frozen
class Part:
    """One party's part of a veil: the host's records, or the things that a seat has seen and done."""

    salt: str
    told: list[Any]

    @property
    def line(self) -> str:
        """The text to commit to. Without the salt, a part with few possible values could be guessed."""
        return f"rftg-veil/2\n{self.salt}\n{line_of(self.told)}"


@frozen
class Veil:
    """The content hidden by one commitment in a public log."""

    line: int
    parts: tuple[Part, ...]
    """The host's part of the veil, followed by each seat's part."""

    @property
    def root(self) -> str:
        tree = Tree()
        for part in self.parts:
            tree.add(part.line)
        return tree.root

    def path_from(self, part: int) -> list[str]:
        """The audit path from a part to the root. Part 0 is the host's; parts 1 and up are the seats'."""
        return [node.hex() for node in path_of(map(leaf_of_part, self.parts), part)]


def leaf_of_part(part: Part) -> bytes:
    return sha256(b"\0" + part.line.encode("ascii")).digest()


class Salts(Protocol):
    """A function that returns the salt for a part of a veil. Part 0 is the host's; parts 1 and up are the seats'."""

    def __call__(self, veil: int, part: int) -> str:
        """Return the salt as 32 hexadecimal digits."""


def salts_of(seed: str) -> Salts:
    """Derive salts from a seed or another secret, so that sealing a game again produces the same log."""
    return lambda veil, part: sha256(f"{SALT}\n{seed}\n{veil}\n{part}".encode()).hexdigest()[:32]


@frozen
class Sealed:
    """Some lines of a public log, and the veils among them."""

    lines: list[str]
    veils: list[Veil]


class Sealer:
    """Turns the lines of a whole log, as they are written, into the lines of a public log."""

    def __init__(self, head: Mapping[str, Any], salts: Salts, spend: Spend = spend_nothing) -> None:
        self.salts = salts
        self.spend = spend
        self.players: int = head["players"]
        self.audience = Audience(head, (PUBLIC, *range(self.players)), spend)
        self.tree = Tree()
        self.veils = 0
        self.hidden: list[Record] = [dict(head)]
        """The records since the last veil. If a veil splits a record, the remainder of the record contains only
        ``fx``."""
        self.told = [self._events_at_start(seat) for seat in range(self.players)]
        self._lines: list[str] = []
        self._made: list[Veil] = []
        self._add({**head, "sealed": 1, "table": self.audience.viewers[PUBLIC].shown.table})

    def _events_at_start(self, seat: int) -> list[Any]:
        """Return a ``see`` event for the parts of the initial table that this seat sees but the public does not, if
        there are any."""
        all_see, mine = (self.audience.viewers[who].shown.table for who in (PUBLIC, seat))
        more = {
            part: values
            for part in PARTS
            if (values := {name: value for name, value in mine[part].items() if all_see[part].get(name) != value})
        }
        return [[SEE, "seen", "setup", deepcopy(more)]] if more else []  # copied: the table will change

    def seal(self, lines: Iterable[str]) -> Sealed:
        for line in lines:
            self._take(json.loads(line))
        made = Sealed(self._lines, self._made)
        self._lines, self._made = [], []
        return made

    def _add(self, record: Record) -> None:
        line = line_of(record)
        self.tree.add(line)
        self._lines.append(line)

    def _take(self, record: Record) -> None:
        kind = record["k"]
        if kind in ("head", "reveal"):
            return
        if "fx" in record:
            self._take_events(record)
            return
        self.hidden.append(record)
        # A signature on the whole log does not apply to the public log.
        if kind == "sign":
            return
        if kind in ("share", "seat"):
            self._add(record)
            return
        self._add_veil()
        if kind == "mark":
            table = digest(self.audience.viewers[PUBLIC].shown.table, spend=self.spend)
            self._add_with_root({"k": "mark", "after": record["after"], "table": table})
        else:
            self._add_with_root({"k": "end", "figures": {"end": record["figures"]["end"]}})

    def _add_with_root(self, record: Record) -> None:
        self._add(record | {"n": self.tree.size, "root": self.tree.root})

    def _take_events(self, record: Record) -> None:
        self.hidden.append({**record, "fx": []})
        if record["k"] == "do":
            self.told[record["seat"]].append({key: record[key] for key in TOLD if key in record})
        for event in record["fx"]:
            if needs_veil_before(event):
                self._add_veil()
                self.hidden.append({"fx": []})
            self.hidden[-1]["fx"].append(event)
            seen = self.audience.follow(event)
            for seat, told in enumerate(self.told):
                told += seen[seat]
            for shown in seen[PUBLIC]:
                self._add({"fx": [shown], "k": "seen"})

    def _add_veil(self) -> None:
        """Commit to all non-public content since the last veil."""
        self.spend(PART_STEPS * len(self.told))
        parts = [Part(self.salts(self.veils, nth), told) for nth, told in enumerate((self.hidden, *self.told))]
        veil = Veil(self.tree.size + 1, tuple(parts))
        self._add({"k": "veil", "root": veil.root})
        self._made.append(veil)
        self.veils += 1
        self.hidden, self.told = [], [[] for _ in range(self.players)]


def needs_veil_before(event: Seen) -> bool:
    return event[:2] == [NOTE, DISCLOSED] or event[::3][:2] == [FACT, STAGE]


def join_parts(parts: Iterable[Record]) -> Iterator[str]:
    """Yield the lines of the whole log, joining records that were split by veils. This is the inverse of ``Sealer``."""
    whole: Record | None = None
    events: list[Any] | None = None
    for part in parts:
        if "k" in part:
            if whole is not None:
                yield line_of(whole)
            whole, events = dict(part), None
        elif whole is not None:
            if events is None:
                events = whole["fx"] = list(whole["fx"])
            events += part["fx"]
    if whole is not None:
        yield line_of(whole)
