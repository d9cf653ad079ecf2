"""What was asked for on the command line, as the layers below want it. Loaded only by commands that need it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rftg_dsl.library import Library, Unusable, library


def options_of(given: Sequence[str] | None) -> dict[str, str]:
    """``KEY=VALUE`` each."""
    found: dict[str, str] = {}
    for one in given or ():
        key, equals, value = one.partition("=")
        if not equals or not key or key in found:
            reason = "is given twice" if key in found else "is not KEY=VALUE"
            raise Unusable(f"option {one!r} {reason}", "write --option KEY=VALUE, each key once", "wrong-option")
        found[key] = value
    return found


def library_of(
    game: str, edition: str | None, option: Sequence[str] | None, extra: Sequence[Path] | None
) -> Library:
    """The game with what joins and changes it."""
    return library(game, edition, extra or (), options_of(option))
