"""docs/cookbook: each recipe and each variation is checked, and played."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from check.joined import join
from docs.test_language import plays
from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import format_source

FOLDER = Path(__file__).parents[2] / "docs" / "cookbook"
GAMES = ("roll", "race", "galaxies")


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
        varied, n = side.subn(lambda match: f"{match[1]}\n{variation}\n  {match[3]}", text, count=1)
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


@pytest.mark.parametrize("game", GAMES)
def test_all_recipes_of_a_page_are_one_set(game: str) -> None:
    loaded = join("\n".join(recipe.labelled("") for recipe in recipes(game)), game)

    assert loaded.diagnostics == ()


@pytest.mark.parametrize("recipe", EVERY, ids=lambda one: one.title)
def test_each_recipe_is_played(recipe: Recipe) -> None:
    plays(join(recipe.labelled(""), recipe.game), recipe.names[0])


@pytest.mark.parametrize("recipe", EVERY, ids=lambda one: one.title)
def test_each_variation_is_played_and_differs(recipe: Recipe) -> None:
    plays(join(recipe.varied, recipe.game), recipe.names[0])

    assert recipe.labelled("variation").strip() not in recipe.labelled("")


@pytest.mark.parametrize("game", GAMES)
def test_recipes_have_the_form_that_the_formatter_gives_them(game: str) -> None:
    texts = [recipe.labelled("") for recipe in recipes(game)]

    assert [format_source(Source(text, text)).text for text in texts] == texts


def test_the_contents_list_every_recipe() -> None:
    text = (FOLDER / "index.md").read_text("utf-8")

    listed = re.findall(r"^- \[(.*)\]\((\w+)\.md#[\w-]+\)$", text, re.M)
    assert listed == [(recipe.title, recipe.game) for recipe in EVERY]
    assert len(listed) >= 40
