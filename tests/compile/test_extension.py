"""Packages that extend one game: steps may share a name, and whatever else two of them claim is reported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

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


@pytest.mark.parametrize("name", ["lay", "conceal", "suppose"])
def test_packages_lay_out_hide_and_suppose_after_the_game(name: str) -> None:
    done: list[tuple[str, object]] = []

    def note(who: str) -> Mapping[str, Any]:
        return {name: lambda *args: done.append((who, args))}

    game = extend_game(evolve(GAME, **note("game")), [make_package(who, **note(who)) for who in ("tea", "cake")])
    getattr(game, name)("the play", 1)

    assert done == [(who, ("the play", 1)) for who in ("game", "tea", "cake")]


# -- claims ------------------------------------------------------------------------------------------------------


@event("steep", "steep", "steeped")
def steeps(play: Any, seat: int) -> None: ...


CLAIMS: dict[str, Any] = {
    "event 'steep'": {"events": (steeps,)},
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
    assert ("cake", f"'tea' and 'cake' both define the {claim}") in find_clashes(GAME, [tea, cake])


ADDED: dict[str, Any] = {
    **{field: added for adds in CLAIMS.values() for field, added in adds.items()},
    "acts": (serve_tea,),
    "offers": {"tea": ("pour",)},
    "openings": (serve_tea,),
    "steps": (serve_tea,),
}
"""Additions of a package, by field."""


@pytest.mark.parametrize("field", ADDED)
def test_a_game_has_what_its_packages_add_beside_its_own(field: str) -> None:
    game = extend_game(GAME, [make_package("tea", **{field: ADDED[field]}), make_package("cake")])

    there = getattr(game, field)
    assert [part for part in (*getattr(GAME, field), *ADDED[field]) if part not in there] == []
