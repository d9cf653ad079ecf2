"""Packages that extend one game: steps may share a name, and whatever else two of them claim is reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.check.signatures import Parameter, Verb, event
from rftg_dsl.compile.extension import Extension, extend_game, find_clashes
from rftg_dsl.compile.schedule_to_program import steps_by_name
from rftg_dsl.games.roll import GAME
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import step


def make_package(name: str, **adds: Any) -> Extension:
    """A package for Roll; its content is never read."""
    return Extension(name=name, game=GAME.name, content=Path(name), **adds)


@step("tea.reveal", "The tea is served.")
def serve_tea(play: Play[Any]) -> None: ...


@step("cake.reveal", "The cake is served.")
def serve_cake(play: Play[Any]) -> None: ...


def test_each_schedule_names_the_steps_of_its_own_package() -> None:
    tea, cake = make_package("tea", acts=(serve_tea,)), make_package("cake", acts=(serve_cake,))
    game = extend_game(GAME, [tea, cake])

    named = {part: steps_by_name(game, part)["reveal"].step.id for part in ("tea", "cake", "")}

    assert named == {"tea": "tea.reveal", "cake": "cake.reveal", "": "roll.reveal"}


# -- claims ------------------------------------------------------------------------------------------------------


@event("steep", "steep", "steeped")
def steeped(play: Any, seat: int) -> None: ...


CLAIMS: dict[str, Any] = {
    "event 'steep'": {"events": (steeped,)},
    "number 'sugar'": {"parameters": (Parameter("sugar"),)},
    "question 'milk'": {"questions": (Question("milk"),)},
    "kind of component 'cup'": {"component_kinds": frozenset(("cup",))},
    "test 'is hot'": {"tests": {"is hot": lambda play, phase: True}},
    "count 'cups'": {"counts": {"cups": lambda play, seat: 1}},
    "fact 'guests'": {"facts": {"guests": ()}},
    "verb 'pour (nothing)'": {"verbs": (Verb("pour", "nothing", lambda *_: None),)},
}
"""Additions of a package, each keyed by the claim as a message words it."""


@pytest.mark.parametrize("claim", CLAIMS)
def test_two_packages_cannot_add_the_same_name(claim: str) -> None:
    tea, cake = make_package("tea", **CLAIMS[claim]), make_package("cake", **CLAIMS[claim])

    assert [*find_clashes(GAME, [tea])] == []
    assert ("cake", f"'tea' and 'cake' both have the {claim}") in find_clashes(GAME, [tea, cake])
