"""docs/cookbook: each recipe and each variation is checked, and played."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from rftg_dsl import library
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import Loaded
from rftg_dsl.workshop import Workshop

FOLDER = Path(__file__).parents[2] / "docs" / "cookbook"
GAMES = ("roll", "race", "galaxies")
WORKSHOP = Workshop()


class Recipe(NamedTuple):
    """A section of a page of the cookbook."""

    game: str
    title: str
    blocks: tuple[tuple[str, str], ...]
    """Each example of the section, with its label."""

    def labelled(self, label: str) -> str:
        """The only example with a label."""
        [text] = [text for name, text in self.blocks if name == label]
        return text

    @property
    def names(self) -> list[str]:
        """The printed names of its pieces."""
        return re.findall(r'^  \w+ "([^"]+)"', self.labelled(""), re.M)

    @property
    def varied(self) -> str:
        """The recipe with its variation for the powers of its first side."""
        variation = "\n".join(f"    {line}" for line in self.labelled("variation").splitlines())
        text = self.labelled("")
        side = re.compile(r'(^  \w+ "[^"]+"[^{\n]*\{)(.*?)(\}$)', re.M | re.S)
        varied, n = side.subn(lambda found: f"{found[1]}\n{variation}\n  {found[3]}", text, count=1)
        assert n == 1, self.title
        return varied


@cache
def recipes(game: str) -> tuple[Recipe, ...]:
    """The recipes of a page, in order."""
    sections = re.split(r"^## ", (FOLDER / f"{game}.md").read_text("utf-8"), flags=re.M)[1:]
    return tuple(
        Recipe(
            game,
            section.partition("\n")[0],
            tuple(re.findall(r"^```rftg ?(\w*)\n(.*?)^```$", section, re.M | re.S)),
        )
        for section in sections
    )


EVERY = [one for game in GAMES for one in recipes(game)]


def joined(game: str, text: str) -> Loaded:
    """A game with a set of this text."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "set.toml").write_text(f'id = "recipes"\nname = "Recipes"\ngame = "{game}"\nversion = "1"\n')
        (folder / "recipes.rftg").write_text(text)
        return library.load(game, extra=[folder], workshop=WORKSHOP)


def played(loaded: Loaded, names: list[str]) -> None:
    """A whole random game that begins with a piece of the first seat in play."""
    assert loaded.library is not None
    g = loaded.library.rules(3).start(Seeded("cookbook", loaded.library.game.name), {"tableau.0": names[0]})
    random = Random("cookbook").random
    while not g.over:
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(random)) is None
    assert len(g.events) > 100


@pytest.mark.parametrize("game", GAMES)
def test_all_recipes_of_a_page_are_one_set(game: str) -> None:
    loaded = joined(game, "\n".join(one.labelled("") for one in recipes(game)))

    assert loaded.diagnostics == ()


@pytest.mark.parametrize("recipe", EVERY, ids=lambda one: one.title)
def test_each_recipe_is_played(recipe: Recipe) -> None:
    loaded = joined(recipe.game, recipe.labelled(""))

    assert loaded.diagnostics == ()
    played(loaded, recipe.names)


@pytest.mark.parametrize("recipe", EVERY, ids=lambda one: one.title)
def test_each_variation_is_played_and_differs(recipe: Recipe) -> None:
    loaded = joined(recipe.game, recipe.varied)

    assert loaded.diagnostics == ()
    played(loaded, recipe.names)
    assert recipe.labelled("variation").strip() not in recipe.labelled("")


def test_the_contents_list_every_recipe() -> None:
    text = (FOLDER / "index.md").read_text("utf-8")

    listed = re.findall(r"^- \[(.*)\]\((\w+)\.md#[\w-]+\)$", text, re.M)
    assert listed == [(one.title, one.game) for one in EVERY]
    assert len(listed) >= 40
