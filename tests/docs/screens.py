"""Takes the pictures of pages in ``docs/screens``: ``make pictures``. It needs Chromium.

They are looked at when a page changes; some of them are shown in the documents.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from show.browser.browser import CHROMIUM, LOGS, until
from show.browser.serving import Server, folder_of
from show.browser.test_table import ON_THINGS

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
LOADED = "[...document.images].every((image) => image.complete || image.loading === 'lazy')"
"""Whether all images are loaded, except those that are loaded only when they come into view."""
SMALL, LARGE, TABLET, PHONE = (1120, 700), (1440, 900), (1024, 768), (390, 844)

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


class Screen(NamedTuple):
    """A picture: how a page gets to be as it shows it, and the window."""

    show: Callable[[Any, Server], None]
    size: tuple[int, int] = LARGE
    more: Mapping[str, Any] = {}
    """Further settings of the browser, such as a preference for dark colours."""


# -- pages ---------------------------------------------------------------------------------------------------------


def open_page(path: str) -> Callable[[Any, Server], None]:
    def show(page: Any, server: Server) -> None:
        page.goto(server.root + path)
        until(page, LOADED)

    return show


def show_replay(page: Any, server: Server) -> None:
    page.goto(f"{server.root}/replay/log?name=0/roll-2020.rlog.gz")
    page.wait_for_selector("body[data-ready]")
    page.evaluate("room.go(Math.floor(room.steps.length * 0.55))")


def show_library(page: Any, server: Server) -> None:
    page.goto(f"{server.root}/library")
    page.wait_for_selector("body[data-ready]")


def show_set(page: Any, server: Server) -> None:
    """A set that is being written, with a mistake."""
    page.goto(f"{server.root}/author/set?name=0/outposts")
    page.wait_for_selector("body[data-ready]")
    text = page.evaluate("author.editor.value")
    at = text.index("novelty")
    page.evaluate("(at) => author.editor.apply([{ start: at, end: at + 7, text: 'novelti' }])", at)
    page.evaluate("(at) => author.editor.go(at, at)", text.index('world "') + 8)
    page.evaluate("author.check()")
    until(page, "document.querySelector('#look img') !== null")


def show_completion(page: Any, server: Server) -> None:
    """Words that can come next, with what they mean."""
    page.goto(f"{server.root}/author/set?name=0/outposts")
    page.wait_for_selector("body[data-ready]")
    at = TILES.index("{ gain $3") + 2
    page.evaluate("(at) => author.editor.apply([{ start: at, end: at + 7, text: 'at end of ' }])", at)
    page.evaluate("(at) => author.editor.go(at, at)", at + 10)
    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li")


def show_shared(page: Any, server: Server) -> None:
    """A set as text, which somebody pastes into a page of their own and looks at."""
    page.goto(f"{server.root}/author/set?name=0/outposts")
    page.wait_for_selector("body[data-ready]")
    page.locator("#share").click()
    page.wait_for_selector("#shared-text")
    text = page.locator("#shared-text").input_value()
    page.goto(f"{server.root}/author")
    page.get_by_label("The text that you were sent").fill(text)
    page.get_by_role("button", name="Look at it").click()
    until(page, "document.querySelectorAll('#shared img').length > 0")
    page.evaluate("document.querySelector('#shared').scrollIntoView()")


# -- tables --------------------------------------------------------------------------------------------------------


def begin(server: Server, of: str, players: int) -> str:
    """Begin a game of a person and bots; return the address of the person's seat."""
    data = {"of": of, "seats": ["me:Anna", *["greedy"] * (players - 1)], "seed": "screens"}
    sent = json.dumps(data).encode()
    _, _, body = server.ask("/play/new", sent, Content_Type="application/json", Origin=server.root)
    return str(json.loads(body)["address"])


def play_table(of: str, players: int, answers: int, *, after: str = "", guide: bool = False) -> Any:
    """A table after so many answers of the person, and after something that the page then does."""

    def show(page: Any, server: Server) -> None:
        page.goto(server.root + begin(server, of, players))
        page.wait_for_selector("body[data-ready]")
        page.evaluate("(guide) => settings.set('guide', guide)", guide)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.evaluate(ON_THINGS, answers)
        page.evaluate("seat.arrive()")
        if after:
            page.evaluate(after)

    return show


def watch(page: Any, server: Server) -> None:
    """A table as it is seen with the link for people who only watch."""
    page.goto(server.root + begin(server, "race", 2))
    page.wait_for_selector("body[data-ready]")
    page.evaluate(ON_THINGS, 8)
    page.goto(f"{server.root}/play")
    page.goto(server.root + page.locator("a[href*='/watch/']").first.get_attribute("href"))
    page.wait_for_selector("body[data-ready]")


ZOOM = "room.zoom.show(document.querySelector('.own .card.pictured'), false)"
CHOOSE = "seat.question.choose(seat.question.asked.options[0])"
DARK = {"color_scheme": "dark"}
TOUCH = {"is_mobile": True, "has_touch": True}

SCREENS: Mapping[str, Screen] = {
    "home": Screen(open_page("/"), SMALL),
    "home-phone": Screen(open_page("/"), PHONE, TOUCH),
    "lobby": Screen(open_page("/play")),
    "library": Screen(show_library),
    "replay": Screen(show_replay, SMALL),
    "replay-phone": Screen(show_replay, PHONE, TOUCH),
    "sets": Screen(open_page("/author")),
    "author": Screen(show_set, SMALL),
    "author-completion": Screen(show_completion, SMALL),
    "author-shared": Screen(show_shared, SMALL),
    "author-dark": Screen(show_set, LARGE, DARK),
    "table": Screen(play_table("roll", 3, 40), LARGE),
    "roll-first-question": Screen(play_table("roll", 2, 0, guide=True)),
    "roll-assign": Screen(play_table("roll", 2, 16)),
    "roll-five-players": Screen(play_table("roll", 5, 30)),
    "roll-tablet": Screen(play_table("roll", 3, 20), TABLET),
    "roll-phone": Screen(play_table("roll", 3, 20), PHONE, TOUCH),
    "race-start": Screen(play_table("race", 2, 0, after=CHOOSE)),
    "race-zoom": Screen(play_table("race", 3, 8, after=ZOOM)),
    "race-goals": Screen(play_table("race/gathering-storm", 5, 18)),
    "race-phone": Screen(play_table("race", 2, 8), PHONE, TOUCH),
    "race-watched": Screen(watch),
    "race-dark": Screen(play_table("race", 4, 12), LARGE, DARK),
    "galaxies-turn": Screen(play_table("galaxies", 2, 12)),
    "galaxies-five-players": Screen(play_table("galaxies", 5, 20)),
    "galaxies-phone": Screen(play_table("galaxies", 2, 12), PHONE, TOUCH),
    "the-end": Screen(play_table("galaxies", 2, 1_000)),
    "the-end-phone": Screen(play_table("galaxies", 2, 1_000), PHONE, TOUCH),
}


def write_set(folder: Path) -> None:
    """The set that is written in the pictures."""
    folder.mkdir()
    (folder / "set.toml").write_text('id = "outposts"\nname = "Outposts"\ngame = "roll"\nversion = "1"\n')
    (folder / "tiles.rftg").write_text(TILES)


def take_pictures() -> None:
    from playwright.sync_api import sync_playwright

    folder = folder_of([LOGS / "roll-2020.rlog.gz"], Path(tempfile.mkdtemp()))
    write_set(folder / "outposts")
    try:
        with Server(str(folder)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for game, players in (("race", 3), ("galaxies", 2)):
                begin(server, game, players)
            for name, (show, (width, height), more) in SCREENS.items():
                size = {"width": width, "height": height}
                page = browser.new_context(viewport=size, reduced_motion="reduce", **more).new_page()
                page.set_default_timeout(300_000)
                page.goto(server.entrance)
                show(page, server)
                page.set_viewport_size(size)
                until(page, LOADED)
                page.wait_for_timeout(800)
                page.screenshot(path=FOLDER / f"{name}.png")
                page.context.close()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    take_pictures()
