"""docs/reference is what `rftg words --format markdown` says; a game from outside has such a page too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from foreign import Site
from rftg_dsl.author.glossary import Word, make_glossary, words_of_language
from rftg_dsl.cli import app
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from rftg_dsl.show.terminal.reference_pages import render_game_reference, render_language_reference

FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def pages() -> dict[str, list[str]]:
    """Each page, and the command that makes it."""
    return {"language": [], **{game: [game] for game in game_names()}}


@pytest.mark.parametrize("page", pages())
def test_each_page_is_current(page: str) -> None:
    made = CliRunner().invoke(app, ["words", *pages()[page], "--format", "markdown"])

    assert made.stdout == (FOLDER / f"{page}.md").read_text("utf-8"), "run `make reference`"


@pytest.mark.parametrize("game", game_names())
def test_each_word_stands_once_in_its_section(game: str) -> None:
    words = make_glossary(load_standard(game))
    rows = re.findall(r"^\| `.*\|$", render_game_reference(load_standard(game), words), re.M)

    assert len(rows) == len(words)


def test_the_words_of_the_language_are_in_order() -> None:
    listed = re.findall(r"^\| `([^`]+)`", render_language_reference(words_of_language()), re.M)

    assert listed == sorted(entry.word for entry in words_of_language())


def test_a_word_of_an_unforeseen_sort_has_a_section() -> None:
    text = render_game_reference(
        load_standard("roll"), [Word("omen", "comet", "seen at night", "when a comet comes: gain $1")]
    )

    assert text.endswith(
        "## Omen\n\n| word | meaning | example |\n| --- | --- | --- |\n"
        "| `comet` | seen at night | `when a comet comes: gain $1` |"
    )


def test_nothing_in_a_word_ends_its_cell() -> None:
    text = render_game_reference(load_standard("roll"), [Word("place", "a|b", "<b>here|there</b>\n| x |")])

    [row] = re.findall(r"^\| `a.*$", text, re.M)
    assert row == "| `a\\|b` | &lt;b>here\\|there&lt;/b>\N{REPLACEMENT CHARACTER}\\| x \\| |"


def test_a_game_from_another_package_has_a_page(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    site.harbour()

    page = site.rftg("words", "harbour", "--format", "markdown").stdout

    own = (FOLDER / "galaxies.md").read_text("utf-8").partition("\n## ")[2]
    assert "`rftg words harbour` prints the same" in page
    assert page.partition("\n## ")[2] == own
