"""The printed names of sides by id, with a lookup of all names on a piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property


class PrintedNames(dict[str, str]):
    """Printed names by side id, from content or from the head of a log."""

    @classmethod
    def from_mapping(cls, names: Mapping[str, str]) -> PrintedNames:
        """Wrap ``names``. If they are already wrapped, return them unchanged, to keep the cached index."""
        return names if isinstance(names, PrintedNames) else cls(names)

    @cached_property
    def _by_beginning(self) -> Mapping[str, Sequence[str]]:
        # One pass builds the index; searching all names for each piece would be quadratic.
        by_beginning: dict[str, list[str]] = {}
        for side, name in self.items():
            for at, character in enumerate(side):
                if character == ".":
                    by_beginning.setdefault(side[:at], []).append(name)
        # Each piece keeps at most ``SIDES`` names, because the names can come from the head of a hostile log.
        return {beginning: names[:SIDES] for beginning, names in by_beginning.items()}

    def side_names_of(self, piece: str) -> Sequence[str]:
        """The names of the sides of a piece, whose ids begin with the piece's id and a dot; at most ``SIDES`` names."""
        return self._by_beginning.get(piece, ())


SIDES = 20
