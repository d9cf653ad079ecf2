"""The records of one game, which are read in order and compared with our engine's state at each point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rftg_dsl.importers.import_report import INCOMPLETE, Disagreement
from rftg_dsl.kernel.form import Pick

Line = tuple[int, Mapping[str, Any]]


class Tape:
    """A cursor over the records of a game; ``kind`` is the field that holds a record's type."""

    def __init__(self, lines: Sequence[Line], kind: str) -> None:
        self.lines = lines
        self.kind = kind
        self.at = 0
        self.line = 0
        """The number of the current record."""
        self.record: Mapping[str, Any] = {}

    def ahead(self) -> Mapping[str, Any]:
        """Return the next record without taking it; the record is empty at the end of the tape."""
        return self.lines[self.at][1] if self.at < len(self.lines) else {}

    def next(self) -> Mapping[str, Any]:
        self.line, self.record = self.lines[self.at]
        self.at += 1
        return self.record

    def take(self, kind: str, **labels: Any) -> Mapping[str, Any]:
        """Take the next record. Raise ``Disagreement`` unless the record has this kind and these labels."""
        record = self.ahead()
        wanted = {self.kind: kind, **labels}
        if not record:
            raise Disagreement(self.lines[-1][0] + 1 if self.lines else 1, "record", wanted, None, INCOMPLETE)
        self.next()
        theirs = {key: record.get(key) for key in wanted}
        if theirs != wanted:
            raise Disagreement(self.line, "record", wanted, theirs)
        return record

    def get(self, *path: str) -> Any:
        value: Any = self.record
        for key in path:
            if not isinstance(value, dict) or key not in value:
                raise Disagreement(self.line, f"field {'.'.join(path)}", "a value", None)
            value = value[key]
        return value

    def word(self, *path: str) -> str | int:
        value = self.get(*path)
        if isinstance(value, str | int):
            return value
        raise self.misshapen("a string or a number", value)

    def number(self, *path: str) -> int:
        value = self.get(*path)
        if type(value) is int:
            return value
        raise self.misshapen("a whole number", value)

    def counts(self, *path: str) -> dict[str, int]:
        value = self.get(*path)
        if isinstance(value, dict) and all(type(n) is int for n in value.values()):
            return value
        raise self.misshapen("a map from strings to whole numbers", value)

    def misshapen(self, wanted: str, value: Any) -> Disagreement:
        return Disagreement(self.line, f"shape of {self.record.get(self.kind)}", wanted, value)

    def rows(self, value: Any, width: int) -> list[tuple[Any, ...]]:
        """The rows of ``value``, each with ``width`` strings or integers. Raise ``Disagreement`` for anything else."""
        if isinstance(value, list) and all(isinstance(row, list) and len(row) == width for row in value):
            rows = [tuple(row) for row in value]
            if all(isinstance(part, str | int) for row in rows for part in row):
                return rows
        raise self.misshapen(f"lists of {width}", value)

    def texts(self, value: Any) -> list[str]:
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return value
        raise self.misshapen("a list of strings", value)

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        """Raise ``Disagreement``, with the innermost difference, unless the two values are equal."""
        if ours != theirs:
            raise Disagreement(self.line, *find_difference(what, ours, theirs))

    def same_set(self, what: str, ours: Iterable[Any], theirs: Any, depth: int = 1) -> None:
        """Raise ``Disagreement`` unless both values have the same members, ignoring order down to ``depth`` levels."""
        self.same(what, with_sorted_lists(list(ours), depth), with_sorted_lists(theirs, depth))

    def compare_counts(self, ours: Counter[Any], theirs: Counter[Any], line: int) -> None:
        """Raise ``Disagreement`` for the first key that the two count differently."""
        for key in (*ours, *theirs):
            if ours[key] != theirs[key]:
                raise Disagreement(line, " ".join(map(str, key)), ours[key], theirs[key])

    def choose(self, what: str, options: Iterable[Pick], shape: Callable[[Pick], Any], theirs: Any) -> Pick:
        shapes = []
        for option in options:
            shapes.append(shape(option))
            if shapes[-1] == theirs:
                return option
        raise Disagreement(self.line, what, shapes, theirs)


def with_sorted_lists(value: Any, depth: int = 1) -> Any:
    if isinstance(value, dict):
        return {key: with_sorted_lists(item, depth) for key, item in value.items()}
    if depth and isinstance(value, list):
        # Sort by ``repr``, because a recording can mix types that cannot be compared.
        return sorted([with_sorted_lists(item, depth - 1) for item in value], key=repr)
    return value


def find_difference(what: str, ours: Any, theirs: Any) -> tuple[str, Any, Any]:
    """The innermost difference between two unequal values: its path and the two values there."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}, key=str):
            if ours.get(key) != theirs.get(key) or (key in ours) != (key in theirs):
                return find_difference(f"{what}.{key}", ours.get(key), theirs.get(key))
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for nth, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            if mine != other and isinstance(mine, dict):
                return find_difference(f"{what}[{nth}]", mine, other)
    return what, ours, theirs
