"""The page that lists sets, where people begin a set, and keep one that somebody has shared with them."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from attrs import frozen
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.author.new_set import check_folder_name
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import check_unused, write_folder
from rftg_dsl.base.limits import SHARED
from rftg_dsl.base.resources import SET
from rftg_dsl.library.game_headers import list_headers, read_header
from rftg_dsl.show.browser.folders import Shelves, is_searched, read_sound_set
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.manuscript import Manuscript
from rftg_dsl.show.browser.responses import Pages, as_data, as_page, make_data_error, read_json, read_text
from rftg_dsl.show.browser.shared_set import prepare_set, read_shared_files, share_set, show_shared_set
from rftg_dsl.show.browser.strangers import Strangers

SPACES = 10_000
"""The excess of a request over the shared text in it, for the line breaks that a mail program adds to it."""


@frozen
class Listed:
    """A set as the page lists it."""

    name: str
    """The shelf name."""
    title: str
    about: str
    """The game and the number of components, or what is wrong with the set."""


class SetShelf:
    """The routes for listing, beginning and sharing sets."""

    def __init__(self, pages: Pages, known: Known, strangers: Strangers) -> None:
        self.pages = pages
        self.known = known
        self.strangers = strangers

    def make_routes(self) -> list[BaseRoute]:
        return [
            Route("/author", as_page(self.show_sets)),
            Route("/author/begin", as_data(self.begin), methods=["POST"]),
            Route("/author/share", as_data(self.share), methods=["POST"]),
            Route("/author/open", as_data(self.open), methods=["POST"]),
            Route("/author/keep", as_data(self.keep), methods=["POST"]),
        ]

    async def show_sets(self, request: Request) -> Response:
        sets = await run_in_threadpool(lambda: list(list_sets(self.known)))
        return self.pages.render(
            "author",
            "author",
            sets=sets,
            games=list_headers(),
            wanted=request.query_params.get("game", ""),
            most=SHARED.most + SPACES,
        )

    async def begin(self, request: Request) -> Any:
        data = await read_json(request)
        name, game = read_text(data, "name"), read_text(data, "game")
        return await self.write_set(name, prepare_set, name, game)

    async def share(self, request: Request) -> Any:
        data = await read_json(request)
        return await self.strangers.read(share_set, read_text(data, "set"))

    async def open(self, request: Request) -> Any:
        return await self.strangers.read(show_shared_set, read_shared(await read_long_json(request)))

    async def keep(self, request: Request) -> Any:
        data = await read_long_json(request)
        return await self.write_set(read_text(data, "name"), read_shared_files, read_shared(data))

    async def write_set(self, name: str, task: Callable[..., Any], *arguments: Any) -> Any:
        """Write the files that a task in a worker returns to a new folder, and return the address of the new set."""
        shelf, folder = choose_folder(self.known.shelves, name)
        encoded = json.loads(await self.strangers.do(task, *arguments))
        files = [(path, b64decode(content)) for path, content in encoded.items()]
        await run_in_threadpool(write_folder, folder, files)
        return {"address": f"/author/set?name={quote(f'{shelf}/{name}')}"}


def choose_folder(shelves: Shelves, name: str) -> tuple[int, Path]:
    """Return the folder for a new set, and the number of the served folder that it is in.

    Raise ``UsageError`` if the folder cannot have this name.
    """
    check_folder_name(name)
    if not is_searched(name):
        hint = f"choose another name, such as '{name}-set'"
        message = f"a set cannot be called {name!r} here, because folders with this name are not searched for sets"
        raise UsageError(message, hint, "wrong-option")
    for shelf, root in enumerate(shelves.folders):
        # A set inside another one would be part of it.
        if not (root / SET).exists():
            check_unused(root / name)
            return shelf, root / name
    hint = "serve the folder that contains it"
    raise UsageError("the folder that is served is a set itself", hint, "wrong-option")


def list_sets(known: Known) -> Iterator[Listed]:
    for name, folder in known.shelves.find_sets().items():
        set_folder = read_sound_set(folder)
        if set_folder is None:
            yield Listed(name, folder.name, f"{SET} contains mistakes")
        else:
            components = count_components(known.open_manuscript(name))
            plural = "component" if components == 1 else "components"
            yield Listed(name, set_folder.name, f"{read_header(set_folder.game).title}, {components} {plural}")


HEAD = re.compile(r"^[ \t]*[a-z][a-z_-]*[ \t]+[A-Z][A-Za-z0-9-]*[^\n{]*\{", re.MULTILINE)
"""Matches the head of a component: its kind and its id."""


def count_components(manuscript: Manuscript) -> int:
    """Count the components in the files of a set without parsing them, so that a list of sets is shown at once."""
    return sum(len(HEAD.findall(text)) for text in read_readable_files(manuscript))


def read_readable_files(manuscript: Manuscript) -> Iterator[str]:
    for name in manuscript.list_files():
        with suppress(UsageError):  # the editor says what is wrong with the file
            yield manuscript.read_file(name)


async def read_long_json(request: Request) -> dict[str, Any]:
    return await read_json(request, SHARED.most + SPACES)


def read_shared(data: dict[str, Any]) -> str:
    text = data.get("text")
    if not isinstance(text, str):
        raise make_data_error("text")
    return text
