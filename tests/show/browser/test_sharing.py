"""In a real browser: a set is begun, shared, and opened by somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.author.versions.packing import pack
from show.browser.browser import Opener, until


@pytest.fixture(scope="module")
def folder_of_server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sets")


def begin(page: Any, name: str, game: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Game").select_option(game)
    page.get_by_role("button", name="Begin").click()


def test_a_set_is_begun_shared_and_kept_without_leaving_the_browser(room: Opener, folder_of_server: Path) -> None:
    page = room("/author", forgives="400")
    begin(page, "Deep Space", "roll")
    page.wait_for_selector("body.author[data-ready]", timeout=60_000)
    assert page.locator("h1").inner_text() == "Deep Space" and (folder_of_server / "deep-space" / "set.toml").exists()

    page.evaluate("author.editor.go(0, 0)")
    page.locator("#all").click()
    until(page, "document.querySelectorAll('#look img').length === 2", 60)
    assert "The scenarios try every effect" in page.locator("#scenarios").inner_text()
    page.locator("#share").click()
    page.wait_for_selector("#shared-text", timeout=60_000)
    text = page.locator("#shared-text").input_value()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download pack").click()
    packed = pack(folder_of_server / "deep-space").pack
    assert packed is not None and Path(downloading.value.path()).read_bytes() == packed.raw
    assert downloading.value.suggested_filename == "deep-space-0.1.rpack"

    page = room("/author", forgives="400")
    page.get_by_label("The text that you were sent").fill(text)
    page.get_by_role("button", name="Look at it").click()
    until(page, "document.querySelectorAll('#shared img').length > 0", 60)
    until(page, "[...document.querySelectorAll('#shared img')].every((one) => one.complete && one.naturalWidth > 0)")
    assert "Roll for the Galaxy" in page.locator("#shared").inner_text()
    assert [path.name for path in folder_of_server.iterdir()] == ["deep-space"]
    page.get_by_role("button", name="Keep it").click()
    until(page, "document.querySelector('#shared .wrong').textContent.includes('already exists')")
    page.get_by_label("Name of its folder").fill("theirs")
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_selector("body.author[data-ready]")
    assert (folder_of_server / "theirs" / "set.toml").read_bytes() == (
        folder_of_server / "deep-space" / "set.toml"
    ).read_bytes()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_of_sets_fits_a_phone_and_has_names_for_a_screen_reader(
    room: Opener, tmp_path: Path, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = room("/author", 390, 844, color_scheme=scheme)

    page.get_by_label("The text that you were sent").fill("rftg-set:" + "a" * 500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert result.violations_count == 0, result.generate_report()
