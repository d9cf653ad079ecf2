"""Printed names of sides by id, and those of all sides of a piece without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property


class PrintedNames(dict[str, str]):
    """The printed names of sides by their ids, as content or the head of a log has them."""

    @classmethod
    def from_mapping(cls, names: Mapping[str, str]) -> PrintedNames:
        """The same names; they themselves if they are such names already."""
        return names if isinstance(names, PrintedNames) else cls(names)

    @cached_property
    def _by_beginning(self) -> Mapping[str, Sequence[str]]:
        by_beginning: dict[str, list[str]] = {}
        for side, name in self.items():
            for at, character in enumerate(side):
                if character == ".":
                    by_beginning.setdefault(side[:at], []).append(name)
        return {beginning: names[:SIDES] for beginning, names in by_beginning.items()}

    def side_names_of(self, piece: str) -> Sequence[str]:
        """The names of the sides of a piece: of all ids that begin with its id and a dot."""
        return self._by_beginning.get(piece, ())


SIDES = 20
"""Maximum sides of a piece that are named."""
