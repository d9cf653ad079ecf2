"""The records of one game, read in order, each compared with what our engine has at that point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rftg_dsl.kernel.form import Pick
from rftg_dsl.traces.report import Differs

Line = tuple[int, Mapping[str, Any]]
"""A record with its ordinal."""


class Tape:
    """A cursor over the records of a game; ``kind`` is the field that says what a record is."""

    def __init__(self, lines: Sequence[Line], kind: str) -> None:
        self.lines = lines
        self.kind = kind
        self.at = 0
        self.line = 0
        """The ordinal of the record at hand."""
        self.record: Mapping[str, Any] = {}
        """The record at hand: the last one taken."""

    def ahead(self) -> Mapping[str, Any]:
        """The next record, still untaken; empty behind the last one."""
        return self.lines[self.at][1] if self.at < len(self.lines) else {}

    def next(self) -> Mapping[str, Any]:
        """Take the next record, whatever it is."""
        self.line, self.record = self.lines[self.at]
        self.at += 1
        return self.record

    def take(self, kind: str, **labels: Any) -> Mapping[str, Any]:
        """Take the next record, which must be of this kind and carry these labels."""
        found = self.ahead()
        wanted = {self.kind: kind, **labels}
        if not found:
            raise Differs(self.lines[-1][0] + 1 if self.lines else 1, "record", wanted, None)
        self.next()
        theirs = {key: found.get(key) for key in wanted}
        if theirs != wanted:
            raise Differs(self.line, "record", wanted, theirs)
        return found

    def get(self, *path: str) -> Any:
        """A field of the record at hand, which must be there."""
        value: Any = self.record
        for key in path:
            if not isinstance(value, dict) or key not in value:
                raise Differs(self.line, f"field {'.'.join(path)}", "a value", None)
            value = value[key]
        return value

    def rows(self, value: Any, width: int) -> list[tuple[Any, ...]]:
        """A list of lists of this many texts and numbers."""
        if isinstance(value, list) and all(isinstance(row, list) and len(row) == width for row in value):
            rows = [tuple(row) for row in value]
            if all(isinstance(part, str | int) for row in rows for part in row):
                return rows
        raise Differs(self.line, f"shape of {self.record.get(self.kind)}", f"lists of {width}", value)

    def texts(self, value: Any) -> list[str]:
        """A list of texts."""
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return value
        raise Differs(self.line, f"shape of {self.record.get(self.kind)}", "a list of texts", value)

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        """Both are the same; where they are not, the innermost part that differs is named."""
        if ours != theirs:
            raise Differs(self.line, *first_difference(what, ours, theirs))

    def same_set(self, what: str, ours: Iterable[Any], theirs: Any) -> None:
        """Both have the same members, in whatever order."""
        mine = sorted(ours, key=repr)
        self.same(what, mine, sorted(theirs, key=repr) if isinstance(theirs, list) else theirs)

    def choose(self, what: str, options: Iterable[Pick], shape: Callable[[Pick], Any], theirs: Any) -> Pick:
        """The option of ours that looks like what was picked."""
        shapes = []
        for option in options:
            shapes.append(shape(option))
            if shapes[-1] == theirs:
                return option
        raise Differs(self.line, what, shapes, theirs)


def first_difference(what: str, ours: Any, theirs: Any) -> tuple[str, Any, Any]:
    """Where two values that are not the same part: the path to it, and both sides."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}, key=str):
            if ours.get(key) != theirs.get(key) or (key in ours) != (key in theirs):
                return first_difference(f"{what}.{key}", ours.get(key), theirs.get(key))
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for nth, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            if mine != other and isinstance(mine, dict):
                return first_difference(f"{what}[{nth}]", mine, other)
    return what, ours, theirs
