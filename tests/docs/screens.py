"""Takes the pictures of pages that the documents show: ``make pictures``. It needs Chromium."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from show.browser.browser import CHROMIUM, LOGS, until
from show.browser.serving import Server, folder_of

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
SIZE = {"width": 1120, "height": 700}


def home(page: Any, server: Server) -> None:
    """The home page, with the cards of every game."""
    page.goto(server.root)
    until(page, "[...document.images].every((image) => image.complete)")


def replay(page: Any, server: Server) -> None:
    """A game that is replayed, in its middle."""
    page.goto(f"{server.root}/replay/log?name=0/roll-2020.rlog.gz")
    page.wait_for_selector("body[data-ready]")
    page.evaluate("room.go(Math.floor(room.steps.length * 0.55))")


def author(page: Any, server: Server) -> None:
    """A set that is being written, with a mistake."""
    page.goto(f"{server.root}/author/set?name=0/outposts")
    page.wait_for_selector("body[data-ready]")
    text = page.evaluate("byId('text').value")
    at = text.index('world "')
    page.locator("#text").fill(text.replace("novelty", "novelti", 1))
    page.evaluate("([at]) => author.editor.go(at, at)", [at + 8])
    page.evaluate("author.check()")
    until(page, "document.querySelector('#look img') !== null")


TILES = """# Two tiles of our own.

tile X01 {
  world "Hidden Garden" genes cost 2 { gain $3 }
  development "Seed Exchange" cost 3 {
    gain $1 per 2 dice in citizenry, rounded up
  }
}

tile X02 {
  world "Outer Reef" novelty cost 4 { gain $2 }
  development "Reef Survey" cost 2 { gain $2 }
}
"""


def outposts(folder: Path) -> None:
    """The set that is written in the picture."""
    folder.mkdir()
    (folder / "set.toml").write_text('id = "outposts"\nname = "Outposts"\ngame = "roll"\nversion = "1"\n')
    (folder / "tiles.rftg").write_text(TILES)


def take() -> None:
    """Take all of them."""
    from playwright.sync_api import sync_playwright

    folder = folder_of([LOGS / "roll-2020.rlog.gz"], Path(tempfile.mkdtemp()))
    outposts(folder / "outposts")
    try:
        with Server(str(folder)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for shown in (home, replay, author):
                page = browser.new_context(viewport=SIZE, reduced_motion="reduce").new_page()
                page.goto(server.entrance)
                shown(page, server)
                page.wait_for_timeout(800)
                page.screenshot(path=FOLDER / f"{shown.__name__}.png")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    take()
