"""Checks over the whole model; each yields diagnostics and raises nothing. ``CHECKS`` is the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rftg_dsl.check.model import Model
from rftg_dsl.diagnostic import Diagnostic
from rftg_dsl.words import Game

Check = Callable[[Model, Game], Iterator[Diagnostic]]


def check_names(model: Model, game: Game) -> Iterator[Diagnostic]:
    """No two sides of a game have one name."""
    seen = {}
    for side in model.sides():
        if side.name in seen:
            first = seen[side.name]
            yield Diagnostic(
                "duplicate-name",
                side.at,
                f"{side.name!r} is already the name of {first.id}",
                f"see {first.at}",
            )
        else:
            seen[side.name] = side


CHECKS: list[Check] = [check_names]


def check_model(model: Model, game: Game) -> list[Diagnostic]:
    """What all checks find."""
    return [found for check in CHECKS for found in check(model, game)]
