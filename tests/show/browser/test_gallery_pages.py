"""A gallery in a real browser, opened from a disk: `rftg export --format gallery`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.base.files import write_folder
from rftg_dsl.show.gallery.exhibits import gather_exhibition
from rftg_dsl.show.gallery.pages import Gallery
from show.browser.browser import Opener
from show.pictures.sides import with_set

HOSTILE = "<img src=x onerror=alert(1)>"
TILE = f'tile X1 {{\n  development "{HOSTILE}" cost 3 {{ at end of ship: gain $1 }}\n  world "B" novelty cost 2\n}}\n'


@pytest.fixture
def gallery(tmp_path: Path) -> Path:
    with_set(tmp_path / "mine", TILE)
    write_folder(tmp_path / "out", Gallery(gather_exhibition(str(tmp_path / "mine"))).list_files())
    return tmp_path / "out"


@pytest.mark.parametrize("width", [1440, 390, 320])
@pytest.mark.parametrize("name", ["index.html", "X1.html"])
def test_a_page_on_a_disk_fits_and_shows_its_pictures(gallery: Path, page_at: Opener, name: str, width: int) -> None:
    page = page_at((gallery / name).as_uri(), width, 844, waits=False)

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("[...document.images].map((each) => each.complete && each.naturalWidth > 0)") == [True, True]


def test_a_click_leads_to_a_component_and_back(gallery: Path, page_at: Opener) -> None:
    page = page_at((gallery / "index.html").as_uri(), waits=False)

    page.get_by_role("link", name=HOSTILE).click()
    assert page.get_by_role("heading", level=1).inner_text() == f"{HOSTILE} / B"
    page.get_by_role("link", name="Mine").click()

    assert page.get_by_role("heading", name="Play with it").is_visible()


def test_nothing_of_a_page_is_asked_from_elsewhere(gallery: Path, page_at: Opener) -> None:
    page = page_at("about:blank", waits=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    for name in ("index.html", "X1.html"):
        page.goto((gallery / name).as_uri())

    assert asked and all(address.startswith(gallery.as_uri()) for address in asked)
