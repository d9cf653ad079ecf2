"""The site: it builds without a warning, and every link of it leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import yaml
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Name, Number, String

import rftg_dsl

ROOT = Path(__file__).parents[2]
START = (ROOT / "docs" / "index.md").read_text("utf-8")


class Page(HTMLParser):
    """What a page of the site names: anchors of its own, links, what a browser loads for it, its prose."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.prose: list[str] = []
        self.errors = 0
        self.inside: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := attributes.get(key))}
        self.errors += "err" in (attributes.get("class") or "").split()
        if tag == "a" and (link := attributes.get("href")):
            self.links.append(link)
        key = "href" if tag == "link" and attributes.get("rel") in ("stylesheet", "icon") else "src"
        if link := attributes.get(key):
            self.loads.append(link)
        if tag in ("pre", "script", "style"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.prose.append(data)


def build(config: Path, to: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as ``make docs`` does; not ``--quiet``, with which MkDocs no longer counts its warnings."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--config-file", config, "--site-dir", to],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Page]:
    """The pages of the site, built anew."""
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return {path: Page(path) for path in folder.rglob("*.html")}


def broken(site: dict[Path, Page]) -> Iterator[str]:
    """Each link that leads to no file or no anchor of the site, with its page."""
    for path, page in site.items():
        for link in [*page.links, *page.loads]:
            name, _, anchor = unquote(link).partition("#")
            if re.match(r"[a-z]+:", name) or path.name == "404.html":
                continue
            target = (path.parent / name).resolve() if name else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or (anchor and target in site and anchor not in site[target].anchors):
                yield f"{path.name}: {link}"


def test_every_link_leads_somewhere(site: dict[Path, Page]) -> None:
    assert len(site) > 30
    assert list(broken(site)) == []


def test_a_planted_link_is_seen(site: dict[Path, Page], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<h1 id="here">x</h1><a href="#here">x</a><a href="#there">x</a><img src="no.png">')

    assert list(broken({page: Page(page)})) == ["page.html: #there", "page.html: no.png"]


def test_a_page_that_the_navigation_forgets_breaks_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name in ("index", "forgotten"):
        (tmp_path / "docs" / f"{name}.md").write_text("# Page\n")
    whole = (ROOT / "mkdocs.yml").read_text("utf-8")
    settings = yaml.safe_load(whole) | {"hooks": [], "nav": ["index.md"], "plugins": [], "site_dir": "site"}
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(settings))

    done = build(tmp_path / "mkdocs.yml", tmp_path / "site")

    assert done.returncode == 1
    assert "forgotten.md" in done.stderr


def test_nothing_is_fetched_from_elsewhere(site: dict[Path, Page]) -> None:
    assert [link for page in site.values() for link in page.loads if re.match(r"[a-z]+:|//", link)] == []


def test_every_block_of_code_is_one(site: dict[Path, Page]) -> None:
    assert [path.name for path, page in site.items() if "```" in "".join(page.prose)] == []
    assert [path.name for path, page in site.items() if page.errors] == []


def test_the_navigation_has_at_most_ten_entries() -> None:
    settings: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))

    assert len(settings["nav"]) <= 10


def test_every_name_of_the_api_is_on_its_page(site: dict[Path, Page]) -> None:
    [page] = [page for path, page in site.items() if path.name == "api-names.html"]

    names = {anchor.rpartition(".")[2] for anchor in page.anchors}
    assert set(rftg_dsl.__all__) <= names


def test_the_language_has_its_colours() -> None:
    lexer = get_lexer_by_name("rftg")
    text = 'tile X1 { world "Moon" gray cost 1 { when you trade: gain $2 } } # a moon'
    seen = {token: value for token, value in lexer.get_tokens(text) if value.strip()}

    assert seen[Keyword.Declaration] == "world"
    assert (seen[Name.Label], seen[String], seen[Number], seen[Comment.Single]) == ("X1", '"Moon"', "$2", "# a moon")
    assert (Keyword, "rounded down") in lexer.get_tokens("gain $1 per 2 worlds, rounded down")
    assert (Keyword, "when") in lexer.get_tokens(text) and (Name, "trade") in lexer.get_tokens(text)


@pytest.mark.parametrize("path", sorted((ROOT / "content").rglob("*.rftg")), ids=lambda path: path.name)
def test_all_of_the_content_can_be_coloured(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = list(get_lexer_by_name("rftg", stripnl=False).get_tokens(text))

    assert "".join(value for _, value in tokens) == text
    assert [value for token, value in tokens if token is Error] == []


def test_the_commands_of_the_start_page_succeed(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    commands = re.findall(r"^\$ (.*)$", START, re.M)

    assert len(commands) == 5
    for command in commands:
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stderr)


def test_the_tile_of_the_start_page_is_that_of_the_readme() -> None:
    [tile] = re.findall(r"^```rftg\n(.*?)^```$", START, re.S | re.M)

    assert tile in (ROOT / "README.md").read_text("utf-8")
