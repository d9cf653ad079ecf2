"""A piece with several values of a property counts as each of them: the order in which they are written is nothing."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check.joined import join
from lanes import law
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import One, Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import load_library
from rftg_dsl.log.format.record import naming_of

PIECES = {
    "galaxies": (
        "property resource several\nproperty track several\n",
        'planet-card Z{n} replaces "{old}" {{\n'
        '  planet "Z{n}" {resource} {track} length 3 vp 2 {{ action: advance 1 orbiter on a {one} planet by 1 }}\n}}\n',
        {"resource": ("energy", "culture"), "track": ("diplomacy", "economy")},
    ),
    "race": (
        "property type several\nproperty mode several\nproperty title several\n",
        'card Z{n} copies 4 replaces "{old}" {{\n'
        '  world "Z{n}" {title} {type} {mode} cost 1 vp 1 {{ when you settle a {one} world: gain 1 vp }}\n}}\n',
        {
            "type": ("novelty", "alien"),
            "mode": ("windfall", "production"),
            "title": ("rebel", "uplift"),
        },
    ),
    "roll": (
        "property colour several\n",
        'tile Z{n} {{\n  development "ZD{n}" cost 1\n'
        '  world "Z{n}" {colour} cost 1 {{ when own {one} world completes: gain 1 vp }}\n}}\n',
        {"colour": ("novelty", "rare")},
    ),
}
"""Declarations, a component, and the values of its properties, by game."""


@cache
def rules_of(game: str, backwards: bool) -> Rules:
    """The rules of a game in which many pieces have two values of each property, written in this order."""
    words, piece, properties = PIECES[game]
    kind = "planet" if game == "galaxies" else "world"
    sort = {"galaxies": "planet-card", "race": "card"}.get(game)
    sides = [
        component.sides[0]
        for component in load_library(game).model.components
        if component.kind == sort and len(component.sides) == 1
    ]
    names = [side.name for side in sides if side.kind == kind][:24] or [""] * 24
    values = {name: " ".join(both[::-1] if backwards else both) for name, both in properties.items()}
    each = next(iter(properties.values())) * 12
    text = words + "".join(
        piece.format(n=n, old=old, one=value, **values) for n, (old, value) in enumerate(zip(names, each, strict=True))
    )
    loaded = join(text, game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2)


class Tells(Observer):
    """The events of a game by names."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def went_on(self, play: Play[Any]) -> None:
        self.told += naming_of(play.layout).list_events(play.take_events())


def events_of(rules: Rules, seed: int) -> list[Any]:
    """The events of a game whose answers depend on what is offered, and not on its order."""
    random, tells = Random(seed).random, Tells()

    def choose(play: Play[Any], asked: Decision) -> Pick:
        form = asked.form
        if isinstance(form, One):
            return sorted(form.options, key=repr)[int(random() * len(form.options))]
        return form.draw(random)

    play = rules.start(Seeded(str(seed), rules.game.name))
    drive(play, [choose] * play.layout.seats, (tells,))
    return tells.told


@given(st.integers(0, 10_000))
@pytest.mark.parametrize("game", sorted(PIECES))
@law(4)
def test_the_order_in_which_values_are_written_changes_no_game(game: str, seed: int) -> None:
    forwards, backwards = (events_of(rules_of(game, backwards), seed) for backwards in (False, True))

    assert forwards == backwards
