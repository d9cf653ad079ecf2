"""Galleries: every side with its texts, nothing that runs, and a way to play that works."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from rftg_dsl.balance.balance import Balance, Settings
from rftg_dsl.balance.margins import keep_margins
from rftg_dsl.balance.recalled import recall_report
from rftg_dsl.balance.subjects import find_subjects
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_folder
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.library.load import load_library
from rftg_dsl.library.packs.shared_text import read_shared_text
from rftg_dsl.show.browser.single_page import digest_of
from rftg_dsl.show.gallery.exhibits import gather_exhibition
from rftg_dsl.show.gallery.loading import find_loading
from rftg_dsl.show.gallery.pages import Gallery
from rftg_dsl.show.pictures.studio import studio_of

SET = 'id = "mine"\nname = "Mine & Co <b>"\ngame = "roll"\nversion = "1.2"\nauthors = ["A <i>B</i>"]\n'
TILE = """tile X1 {
  development "First Bank" cost 3 { at end of ship: gain $1 }  # </pre><script>alert(1)</script>
  world "Blue <script>alert(2)</script>" novelty cost 2
}
"""
SCENARIO = """scenario "The bank pays </summary><script>alert(3)</script>" {
  given
    seat 1 tableau: "First Bank"
  when
    end of ship
  then
    seat 1 credits + $1
}
"""
TAGS = frozenset("html head meta title style body h1 h2 h3 p a ul li img span article div pre details summary".split())
"""Every element that a page may have: none runs, and none sends anything."""
ATTRIBUTES = frozenset("lang charset http-equiv content name class href download src alt loading tabindex".split())


class Page(HTMLParser):
    """A page of a gallery: its tags, and its text without the style."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.styles: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "style" and not self.styles:
            self.styles.append(data)
        else:
            self.text += data

    def values_of(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]

    @property
    def policy(self) -> str:
        [policy] = [attrs["content"] or "" for _, attrs in self.tags if "http-equiv" in attrs]
        return policy


def write_gallery(wanted: str, folder: Path) -> dict[str, Page]:
    """The pages of a gallery by their names."""
    write_folder(folder, Gallery(gather_exhibition(wanted)).list_files())
    return {path.name: Page(path) for path in folder.glob("*.html")}


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A set with hostile texts in every place."""
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "set.toml").write_text(SET)
    (folder / "tiles.rftg").write_text(TILE)
    (folder / "scenarios/bank.rftg").write_text(SCENARIO)
    return folder


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_every_side_has_a_picture_and_its_texts(tmp_path: Path) -> None:
    pages = write_gallery("race/gathering-storm", tmp_path / "out")

    chosen = find_components("race/gathering-storm")
    at = studio_of(chosen.library)
    assert len(pages) == len(chosen.components) + 1
    for component in chosen.components:
        page = pages[f"{component.id}.html"]
        for side in component.sides:
            assert f"pictures/{side.id}.svg" in page.values_of("src")
            assert (tmp_path / f"out/pictures/{side.id}.svg").read_text().startswith("<svg ")
            assert all(str(line) in page.text for line in at.lines_of(side))
        assert f"{component.id} " in page.text.split("As it is written")[1]
        assert f"{component.id}.html" in pages["index.html"].values_of("href")


def test_the_page_of_a_component_has_the_scenarios_that_mention_it(mine: Path, tmp_path: Path) -> None:
    page = write_gallery(str(mine), tmp_path / "out")["X1.html"]

    assert "The bank pays" in page.text and 'seat 1 tableau: "First Bank"' in page.text
    assert "# </pre><script>alert(1)</script>" in page.text, "comments are part of the text"


def test_the_index_says_whose_set_it_is(mine: Path, tmp_path: Path) -> None:
    index = write_gallery(str(mine), tmp_path / "out")["index.html"]

    assert "Mine & Co <b>" in index.text
    assert "for Roll for the Galaxy, version 1.2, by A <i>B</i>, 1 component" in index.text


# -- values ----------------------------------------------------------------------------------------------------------


def test_without_measured_games_there_is_no_value(mine: Path) -> None:
    assert recall_report(str(mine)) is None
    assert gather_exhibition(str(mine)).values == {}


def test_values_of_measured_games_are_shown_and_no_game_is_played(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    balance = Balance(find_subjects([str(mine)]), Settings(compiles=False))
    for measuring in (balance.printed, balance.measuring):
        for stratum, contrast in measuring.goals:
            for nth, (start, _) in enumerate(contrast.terms):
                measuring.margins.add(stratum, start, 0, [(7 * game + nth) % 5 - 2 for game in range(256)])
        keep_margins(measuring.margins)
    monkeypatch.setattr("rftg_dsl.balance.gift.GiftGames.play", None)

    page = write_gallery(str(mine), tmp_path / "out")["X1.html"]

    assert page.text.count("Starting with it is worth ") == 2
    assert re.search(r"With 2 players: .+ in \d+ pairs of games\.", page.text)


# -- nothing runs ----------------------------------------------------------------------------------------------------


def test_pages_have_no_script_and_lead_nowhere_else(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    for page in write_gallery(str(mine), folder).values():
        assert {tag for tag, _ in page.tags} <= TAGS
        assert {name for _, attrs in page.tags for name in attrs} <= ATTRIBUTES
        assert page.policy.startswith("default-src 'none'; ") and "script" not in page.policy
        assert digest_of(page.styles[0]) in page.policy
        for address in (*page.values_of("href"), *page.values_of("src")):
            assert not urlsplit(address).scheme and (folder / unquote(address)).is_file()
            assert (folder / unquote(address)).resolve().is_relative_to(folder)


def test_pictures_have_no_script(mine: Path, tmp_path: Path) -> None:
    write_gallery(str(mine), tmp_path / "out")

    for path in (tmp_path / "out/pictures").iterdir():
        assert "<script" not in path.read_text() and "&lt;script" in (tmp_path / "out/pictures/X1.b.svg").read_text()


def test_names_of_pages_suit_every_system_and_spare_the_index(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "set.toml").write_text(SET)
    ids = ("INDEX", "CON", "HOME", "Home", "HOME-2")
    tiles = "".join(f'home {id} {{ world "W{nth}" gray cost 1 }}\n' for nth, id in enumerate(ids))
    (folder / "tiles.rftg").write_text(tiles)

    pages = write_gallery(str(folder), tmp_path / "out")

    assert len({name.casefold() for name in pages}) == 6
    assert "Play with it" in pages["index.html"].text and "CON.html" not in pages


# -- how to play -----------------------------------------------------------------------------------------------------


def test_the_pack_and_the_text_contain_the_set(mine: Path, tmp_path: Path) -> None:
    index = write_gallery(str(mine), tmp_path / "out")["index.html"]

    [name] = index.values_of("download")
    assert "rftg play roll --with ./mine-1.2.rpack --bots me,greedy" in index.text
    library = load_library("roll", extra=[tmp_path / "out" / name])
    assert any(side.name == "First Bank" for side in library.model.list_sides())
    [text] = re.findall(r"rftg-set:\S+", index.text)
    assert read_shared_text(text) == (tmp_path / "out" / name).read_bytes()


def test_a_pack_has_a_gallery_with_itself(mine: Path, tmp_path: Path) -> None:
    write_gallery(str(mine), tmp_path / "out")
    packed = tmp_path / "out/mine-1.2.rpack"

    write_gallery(str(packed), tmp_path / "again")

    assert (tmp_path / "again/mine-1.2.rpack").read_bytes() == packed.read_bytes()


@pytest.mark.parametrize(
    ("wanted", "option"), [("roll", ""), ("roll/base", ""), ("race/gathering-storm", "--with gathering-storm")]
)
def test_what_comes_with_the_program_needs_no_pack(wanted: str, option: str) -> None:
    loading = find_loading(find_components(wanted), ())

    assert (loading.option, loading.pack, loading.text) == (option, None, "")


# -- what has no gallery ---------------------------------------------------------------------------------------------


def test_a_component_and_an_empty_set_have_no_gallery(mine: Path) -> None:
    with pytest.raises(UsageError) as refused:
        gather_exhibition("roll/T12")
    assert refused.value.code == "wrong-option"
    (mine / "tiles.rftg").write_text("# Nothing.\n")
    (mine / "scenarios/bank.rftg").unlink()
    with pytest.raises(UsageError) as refused:
        gather_exhibition(str(mine))
    assert refused.value.code == "unknown-name"


def test_identical_content_produces_identical_bytes(mine: Path) -> None:
    first, again = (dict(Gallery(gather_exhibition(str(mine))).list_files()) for _ in range(2))

    assert first == again
