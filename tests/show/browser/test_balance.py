"""The page with a report on balance in a real browser: `rftg balance --out`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from balance.made_up import LINE, make_report
from rftg_dsl.library.load import load_library
from rftg_dsl.show.browser.balance_page import render_balance_page
from rftg_dsl.show.pictures.side_picture import picture_of
from show.browser.browser import Opener


def write_page(folder: Path) -> str:
    """The address of a page with a picture of a printed card, and with two numbers of players."""
    library = load_library("race")
    picture = picture_of(library, library.model.components[1].sides[0])
    sides = [
        evolve(side, values=tuple(evolve(side.first, players=players) for players in (2, 3)))
        for side in make_report().sides
    ]
    lines = (LINE, evolve(LINE, players=3))
    page = folder / "report.html"
    report = make_report(players=(2, 3), sides=sides, yardsticks=lines, left_out=("Nowhere",), complete=False)
    page.write_text(render_balance_page(report, {sides[0].id: picture}), "utf-8")
    return page.as_uri()


@pytest.fixture
def open_page(page_at: Opener, tmp_path: Path) -> Opener:
    """Opens the page; whatever it complains of, or its policy forbids, fails the test."""
    address = write_page(tmp_path)
    return lambda *size, **more: page_at(address, *size, waits=False, **more)


@pytest.mark.parametrize("width", [1440, 390, 320])
def test_it_fits_a_screen_and_a_phone(open_page: Opener, width: int) -> None:
    page = open_page(width, 844)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    small = "[...document.querySelectorAll('.chart text:not(.label)')].map((one) => one.getBoundingClientRect().height)"
    assert min(page.evaluate(small)) >= 10


def test_pointing_at_a_dot_shows_its_name(open_page: Opener) -> None:
    page = open_page()
    label = page.locator(".dot .label").first
    assert not label.is_visible()

    page.locator(".dot circle").first.hover()

    assert label.is_visible() and label.inner_html() == "Printed 0: +0.2"


def test_a_measured_side_in_the_chart_leads_to_its_paragraph(open_page: Opener) -> None:
    page = open_page()
    page.locator(".mark").first.focus()

    page.keyboard.press("Enter")

    assert page.evaluate("location.hash") == "#side-1"
    assert page.locator("article:target h3").inner_text() == "Orbital Market"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_a_screen_reader_finds_names_and_order(open_page: Opener, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(width, 844, color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")

    result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})

    assert result.violations_count == 0, result.generate_report()


def test_a_table_is_one_on_a_phone_too(open_page: Opener) -> None:
    page: Any = open_page(390, 844)

    table = page.get_by_role("table", name="The verdicts")
    assert table.get_by_role("row").count() == 5
    assert table.get_by_role("columnheader").count() == 6
    assert table.get_by_role("cell", name="strong", exact=True).count() == 2


def test_it_can_be_printed(open_page: Opener) -> None:
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print")

    ink, paper = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    assert page.locator("details table").first.is_visible()
