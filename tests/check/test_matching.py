"""The sides that matches mean: found for all sides at once, as they are for each alone."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.check import side_matching
from rftg_dsl.check.model import Match
from rftg_dsl.check.side_matching import Matching, acts_of_side, does_match
from rftg_dsl.library.load import Library, load_standard

GAMES = ("roll", "race", "galaxies")


@cache
def matching_of(game: str) -> tuple[Library, Matching]:
    library = load_standard(game)
    return library, Matching(library.model, library.game)


def some(values: set[str]) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(st.sampled_from(sorted(values)), max_size=2)


@st.composite
def matches(draw: st.DrawFn, game: str) -> Match:
    """A match of anything that sides of a game show, and of what none shows."""
    _, matching = matching_of(game)
    shown: dict[str, set[str]] = {}
    for side in matching.sides:
        for name, value in side.properties.items():
            shown.setdefault(name, {"no such value"}).update([value] if isinstance(value, str) else [])
            shown[name].update(value if isinstance(value, tuple) else ())
    names = st.sampled_from([*sorted(shown), "no such property"])
    sorts = st.sampled_from(
        sorted({"no such verb", *(sort for side in matching.sides for sort in matching.sorts_of(side))})
    )
    number = st.integers(-2, 12)
    properties = st.tuples(names, st.just(frozenset[str]())).flatmap(
        lambda pair: st.tuples(st.just(pair[0]), some(shown.get(pair[0], {"x"})))
    )
    return Match(
        kinds=draw(some({side.kind for side in matching.sides} | {"no such kind"})),
        values=tuple(draw(st.lists(properties, max_size=2))),
        excluded=tuple(draw(st.lists(properties, max_size=2))),
        numbers=tuple(draw(st.lists(st.tuples(names, number, number), max_size=1))),
        verbs=tuple(draw(st.lists(st.tuples(sorts, st.booleans()), max_size=2))),
        names=draw(some({side.name for side in matching.sides})),
    )


@pytest.mark.parametrize("game", GAMES)
@law(60)
@given(data=st.data())
def test_a_match_means_the_sides_that_fit_it(game: str, data: st.DataObject) -> None:
    library, matching = matching_of(game)
    match = data.draw(matches(game))

    assert matching.make_mask(match) == bytes(does_match(library.game, match, side) for side in matching.sides)


@pytest.mark.parametrize("game", GAMES)
def test_what_powers_do_is_worked_out_once_for_each_side(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches ask: else a set costs its powers times its sides."""
    library, asked = load_standard(game), []
    monkeypatch.setattr(
        side_matching, "acts_of_side", lambda signatures, side: asked.append(side.id) or acts_of_side(signatures, side)
    )

    matching = Matching(library.model, library.game)
    for sort in ("produce", "settle", "ship", "move", "energy"):
        matching.make_mask(Match(verbs=((sort, True),)))

    assert sorted(asked) == sorted(side.id for side in matching.sides)
