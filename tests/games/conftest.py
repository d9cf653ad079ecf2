"""Checks that a scenario named after a power actually exercises it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from rftg_dsl.check.model import Modifier, Score
from rftg_dsl.compile.rules import PowerHook, Rules
from table import Position

ANSWER: dict[type, int] = {Modifier: 4, Score: 0}
"""Powers that return a number, with the argument that holds the number without them; a score has none."""


@pytest.fixture(autouse=True)
def powers_at_work(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each power named by ``@power`` must cause an event or change a number in a position of this test."""
    named = {power for mark in request.node.iter_markers("power") for power in mark.args}
    changed: set[str] = set()
    made: list[Position] = []
    begin = Position.__init__

    def watched(self: Position, rules: Rules, options: Mapping[str, str] | None = None) -> None:
        begin(self, rules, options)
        made.append(self)
        for hook in (rules.by_id[power] for power in named):
            if type(hook.model) in ANSWER:
                monkeypatch.setattr(hook, "react", watching(hook, changed))

    monkeypatch.setattr(Position, "__init__", watched)
    yield
    caused = {power for position in made for power in position.powers}
    assert sorted(named - caused - changed) == [], "is named but did nothing"


def watching(hook: PowerHook, changed: set[str]) -> Callable[..., Any]:
    """The power, wrapped to note when its result differs from the number without it."""
    react, nth = hook.react, ANSWER[type(hook.model)]

    def noted(*args: Any) -> Any:
        answer = react(*args)
        if answer != (args[nth] if nth else 0):
            changed.add(hook.id)
        return answer

    return noted
