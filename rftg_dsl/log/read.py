"""Reading logs: lines to records, with limits on everything; a torn tail does not count as damage."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.log.record import FORMAT, LINE, SIZE, Record, line_of, parsed

KINDS = {"head", "do", "rnd", "run", "mark", "end"}


class Damaged(Exception):
    """A line that cannot belong to a log."""

    def __init__(self, line: int, reason: str, expected: Any = None, found: Any = None, rule: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.expected = expected
        self.found = found
        self.rule = rule


class Missing(Exception):
    """Something needed to judge a log is missing."""


@frozen
class Log:
    """The lines of a log, and whether its last one was torn off."""

    path: str
    lines: list[str] = field(repr=False)
    torn: bool
    head: Mapping[str, Any] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return not self.torn and bool(self.lines) and '"k":"end"' in self.lines[-1]


def read_log(path: Path) -> Log:
    """A log from disk; ``Unusable`` if the file cannot be read, ``Damaged`` or ``Missing`` if it is not a log."""
    try:
        if path.is_dir():
            raise Unusable(f"{path} is a folder", "name a .rlog file", "wrong-file")
        if path.stat().st_size > SIZE:
            raise Damaged(1, f"the log has more than {SIZE} bytes")
        raw = path.read_bytes()
    except OSError as error:
        raise Unusable(
            f"{path} cannot be read: {error.strerror}", "check its name and permissions", "unreadable"
        ) from None
    return parse_log(raw, str(path))


def parse_log(raw: bytes, path: str = "log") -> Log:
    """The lines of a log; only its head is parsed."""
    if not raw:
        raise Missing("the log is empty")
    end = raw.rfind(b"\n") + 1
    tail = raw[end:]
    try:
        lines = raw[:end].decode("ascii").split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise Damaged(raw.count(b"\n", 0, error.start) + 1, "the line is not ASCII") from None
    if too_long := [number for number, line in enumerate(lines, 1) if len(line) > LINE]:
        raise Damaged(too_long[0], f"the line has more than {LINE} bytes")
    if not lines:
        if len(tail) > LINE or not tail.startswith(b'{"digests"'[: len(tail)]):
            raise Damaged(1, "this is not a log")
        raise Missing("the log is torn off in its first line")
    return Log(path, lines, bool(tail), read_head(lines[0]))


def read_record(line: str, number: int) -> Record:
    """One record; ``Damaged`` if the line is not one."""
    try:
        record = parsed(line)
    except ValueError:
        raise Damaged(number, "the line is not a record") from None
    if not isinstance(record, dict) or not isinstance(kind := record.get("k"), str) or kind not in KINDS:
        raise Damaged(number, "the line is not a known kind of record")
    return record


HEAD = {
    "digests": dict,
    "edition": str,
    "format": str,
    "game": str,
    "made_by": str,
    "names": dict,
    "options": dict,
    "players": int,
    "randomness": str,
    "rules": dict,
    "seats": list,
    "sets": list,
    "table": dict,
}


def read_head(line: str) -> Record:
    """The head of a log, its fields checked."""
    head = read_record(line, 1)
    if head["k"] != "head":
        raise Damaged(1, "the first line is not a head", "head", head["k"])
    if head.get("format") != FORMAT:
        other_version = isinstance(head.get("format"), str) and head["format"].startswith("rftg-log/")
        if other_version:
            raise Missing(f"the log has format {head['format']!r}; this version reads {FORMAT!r}")
        raise Damaged(1, "unknown log format", FORMAT, head.get("format"))
    for key, kind in HEAD.items():
        if not isinstance(head.get(key), kind):
            raise Damaged(1, f"the head has no valid {key!r}", kind.__name__, head.get(key))
    if len(head["seats"]) != head["players"] or not all(isinstance(seat, str) for seat in head["seats"]):
        raise Damaged(1, "the head does not name every seat", head["players"], head["seats"])
    if not all(isinstance(name, str) for name in head["names"].values()):
        raise Damaged(1, "the head has a name that is not text")
    seeded = head["randomness"] == "seed"
    if head["randomness"] not in ("seed", "recorded") or isinstance(head.get("seed"), str) != seeded:
        raise Damaged(1, "the head does not say where randomness comes from", "seed or recorded", head["randomness"])
    if line_of(head) != line:
        raise Damaged(1, "the head is not in canonical form")
    return head
