"""The picture of a development shows what its powers do, and no two that do different things look the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.check.model import Side
from rftg_dsl.check.vocabulary import SCORE
from rftg_dsl.show.pictures.display import Box, Circle
from rftg_dsl.show.pictures.ink import ground_for
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.stations import MODULES, Module, draw_station, modules_of, place_modules
from rftg_dsl.show.pictures.studio import studio_of
from show.pictures.sides import whole

PLAIN = Look("#888888", "gear")
GAMES = ("roll", "race")
"""The games with developments."""


def modules(game: str, drawn: Side) -> list[Module]:
    at = studio_of(whole(game))
    return modules_of(drawn.powers, at.lines_of(drawn), at.looks, PLAIN)


def developments(game: str) -> list[Side]:
    return [side for side in whole(game).model.list_sides() if side.kind == "development"]


def look_of(game: str, word: str) -> Look:
    return studio_of(whole(game)).looks[word]


def test_a_module_shows_the_phase_the_things_and_the_number_of_its_power() -> None:
    [robots] = [drawn for drawn in developments("race") if drawn.name == "Mining Robots"]
    gem, ring, planet = (look_of("race", word) for word in ("rare", "windfall", "world"))
    settle, produce = (ground_for(look_of("race", phase).ink) for phase in ("settle", "produce"))

    assert modules("race", robots) == [
        Module("round", settle, gem.symbol, "−1", (planet,)),
        Module("circle", produce, gem.symbol, "", (ring, planet)),
    ]


def test_points_are_shown_only_if_a_power_has_no_other_word() -> None:
    scores = [module for drawn in developments("roll") for module in modules("roll", drawn) if module.shape == "burst"]
    medal = look_of("roll", SCORE)

    assert scores and not any(medal in module.others for module in scores)
    assert any(module.symbol == medal.symbol for module in scores)


@pytest.mark.parametrize("game", GAMES)
def test_every_development_shows_each_of_its_powers(game: str) -> None:
    for drawn in developments(game):
        kinds = {power.use for power in drawn.powers}
        made = modules(game, drawn)
        assert min(len(kinds), 1) <= len(made) <= MODULES, drawn.id
        assert all(module.symbol or module.label for module in made), drawn.id


@pytest.mark.parametrize("game", GAMES)
def test_every_symbol_in_a_picture_is_a_word_of_the_powers(game: str) -> None:
    at = studio_of(whole(game))
    for drawn in developments(game):
        lines = at.lines_of(drawn)
        words = {segment.word for line in lines for segment in (*line.heading, *line.body)}
        words |= {power.parameter for power in drawn.powers if power.use == "modifier"}
        known = {at.looks[word].symbol for word in words if word in at.looks} | {PLAIN.symbol}
        for module in modules(game, drawn):
            assert {module.symbol, *(look.symbol for look in module.others)} <= known | {""}, drawn.id


@pytest.mark.parametrize("game", GAMES)
def test_developments_with_the_same_picture_are_about_the_same_things(game: str) -> None:
    at = studio_of(whole(game))
    alike = defaultdict(list)
    for drawn in developments(game):
        alike[tuple(modules(game, drawn))].append(drawn)

    assert max(map(len, alike.values())) <= len(developments(game)) / 6
    for same in alike.values():
        lines = [at.lines_of(each) for each in same]
        phases = [{each.word for line in said for each in line.heading if each.sort == "phase"} for said in lines]
        assert all(each == phases[0] for each in phases)


@pytest.mark.parametrize("game", GAMES)
def test_few_developments_show_nothing_but_a_gear(game: str) -> None:
    bare = [drawn.id for drawn in developments(game) if {module.symbol for module in modules(game, drawn)} <= {"gear"}]

    assert len(bare) <= len(developments(game)) / 10, bare


@law(60)
@given(st.integers(1, MODULES), st.floats(5, 90), st.floats(5, 90), st.text(max_size=5))
def test_the_modules_of_a_station_are_in_its_box_and_apart(many: int, wide: float, high: float, seed: str) -> None:
    radius, places = place_modules(seed, many, 0, 0, wide, high)

    assert radius > 0.1 * min(wide, high) / 2
    for x, y in places:
        assert radius <= x <= wide - radius and radius * 0.9 <= y <= high - radius * 0.9
    for nth, (x, y) in enumerate(places):
        for right, low in places[:nth]:
            assert ((x - right) ** 2 + (y - low) ** 2) ** 0.5 >= radius * 1.8


MADE = st.builds(
    Module,
    shape=st.sampled_from(["circle", "round", "hexagon", "diamond", "burst"]),
    ink=st.just("#224466"),
    symbol=st.sampled_from(["", "cup"]),
    label=st.sampled_from(["", "+2"]),
    others=st.just((PLAIN,)),
)


@law(20)
@given(st.lists(MADE, min_size=1, max_size=MODULES), st.text(max_size=5))
def test_a_station_is_the_same_whenever_it_is_drawn(made: Sequence[Module], seed: str) -> None:
    drawn = [list(draw_station(seed, made, 1, 2, 40, 20)) for _ in range(2)]

    assert drawn[0] == drawn[1]
    assert any(isinstance(shape, Box | Circle) for shape in drawn[0])
