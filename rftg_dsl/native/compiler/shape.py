"""The layout of a play in a native state, as far as the compiler needs to know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.native.compiler.types import BOOL, INT, Records, Type, row_of


@frozen(eq=False)
class Shape:
    """The layout of a play in a native state."""

    records: Records
    arrays: Mapping[str, int]
    """The names of fields that are lists of numbers, with the lengths of the lists."""
    rows: Mapping[str, tuple[int, Type]]
    """The names of fields that are lists of other values, with the lengths and the types of the items."""
    numbers: Sequence[str]
    flags: Sequence[str]
    words: Mapping[str, Type]
    constants: Mapping[str, Any]

    @property
    def lengths(self) -> Mapping[str, int]:
        """The names of all fields that are lists, with their lengths."""
        return {**self.arrays, **{name: n for name, (n, _) in self.rows.items()}}

    def type_of(self, name: str) -> Type:
        """Return the type of a field that is not a constant."""
        if name in self.lengths:
            return row_of(INT if name in self.arrays else self.rows[name][1])
        return self.words.get(name) or (BOOL if name in self.flags else INT)


class Chance:
    """A placeholder for a play's source of randomness."""
