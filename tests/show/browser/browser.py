"""A real browser, driven by Playwright: the one that the system has. Without one, these tests are skipped."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from show.browser.serving import Server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
LOGS = Path(__file__).parents[2] / "logs"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One browser for all tests of a module: as long as it runs, so does a loop of asyncio in this thread."""
    if CHROMIUM is None:
        pytest.skip("no browser here: install chromium")
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


Opener = Callable[..., Any]


@pytest.fixture
def page_at(browser: Any) -> Iterator[Opener]:
    """Opens a page, perhaps as on a phone; whatever a page complains of fails the test at its end.

    ``waits`` until the page says that it is ready; ``forgives`` complaints with this text.
    """
    contexts, complaints = [], []

    def opened(
        address: str, width: int = 1280, height: int = 900, *, waits: bool = True, forgives: str = "", **more: Any
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda message: complaints.append(message.text) if is_complaint(message, forgives) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        if waits:
            page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def server(folder_of_server: Path) -> Iterator[Server]:
    """`rftg serve` with what a module gives as ``folder_of_server``."""
    pytest.importorskip("uvicorn")
    with Server(str(folder_of_server)) as running:
        yield running


@pytest.fixture
def room(server: Server, page_at: Opener) -> Opener:
    """Opens a page of the server as somebody who has opened the address that was printed."""

    def opened(path: str, *size: int, waits: bool = True, **more: Any) -> Any:
        page = page_at(server.entrance, *size, waits=False, **more)
        page.goto(server.root + path)
        if waits:
            page.wait_for_selector("body[data-ready]")
        return page

    return opened


def is_complaint(said: Any, forgives: str) -> bool:
    """Whether a page complains of something else than what is forgiven."""
    return said.type in ("error", "warning") and not (forgives and forgives in said.text)


def until(page: Any, wanted: str, seconds: float = 20) -> None:
    """Waits until an expression is true. A page that forbids ``eval`` cannot be waited for in Playwright's own way."""
    ends = time.monotonic() + seconds
    while not page.evaluate(wanted):
        assert time.monotonic() < ends, f"never true: {wanted}"
        page.wait_for_timeout(30)
