"""A scenario that names a power must show it at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from rftg_dsl.check.model import Modifier, Score
from rftg_dsl.compile.rules import PowerHook, Rules
from table import Position

ANSWER: dict[type, int] = {Modifier: 4, Score: 0}
"""Powers that answer with a number, and the argument that is the number without them; a score has none."""


@pytest.fixture(autouse=True)
def powers_at_work(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The powers named by ``@power`` caused an event of a position of this test, or changed a number in it."""
    named = {one for mark in request.node.iter_markers("power") for one in mark.args}
    changed: set[str] = set()
    made: list[Position] = []
    begin = Position.__init__

    def watched(self: Position, rules: Rules, options: Mapping[str, str] | None = None) -> None:
        begin(self, rules, options)
        made.append(self)
        for hook in (rules.by_id[one] for one in named):
            if type(hook.model) in ANSWER:
                monkeypatch.setattr(hook, "react", watching(hook, changed))

    monkeypatch.setattr(Position, "__init__", watched)
    yield
    caused = {one for position in made for one in position.powers}
    assert sorted(named - caused - changed) == [], "named, but did nothing"


def watching(hook: PowerHook, changed: set[str]) -> Callable[..., Any]:
    """The power, noting when its answer differs from what would be without it."""
    react, nth = hook.react, ANSWER[type(hook.model)]

    def noted(*args: Any) -> Any:
        answer = react(*args)
        if answer != (args[nth] if nth else 0):
            changed.add(hook.id)
        return answer

    return noted
